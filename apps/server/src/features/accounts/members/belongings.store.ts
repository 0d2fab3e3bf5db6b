import type { ApiKeyId, ChannelId, UserId, WebHookId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface Belongings {
  readonly apiKeys: readonly { readonly uuid: ApiKeyId; readonly name: string }[];
  readonly webHooks: readonly { readonly uuid: WebHookId; readonly name: string }[];
  readonly channels: readonly { readonly uuid: ChannelId; readonly name: string; readonly kind: string }[];
}

/** What a member made in the account and has not handed on. Addresses of web hooks may hold a token: their host alone. */
export async function findBelongings(transaction: AccountTransaction, userId: UserId): Promise<Belongings> {
  const values = [transaction.accountId, userId];
  const apiKeys = await transaction.rows<Belongings['apiKeys'][number]>(
    `select id as uuid, name from api_keys
     where account_id = $1 and created_by = $2 and revoked_at is null order by created_at, id`,
    values,
  );
  const webHooks = await transaction.rows<{ uuid: WebHookId; url: string }>(
    'select id as uuid, url from web_hooks where account_id = $1 and created_by = $2 order by created_at, id',
    values,
  );
  const channels = await transaction.rows<Belongings['channels'][number]>(
    'select id as uuid, name, kind from channels where account_id = $1 and created_by = $2 order by created_at, id',
    values,
  );
  return {
    apiKeys,
    webHooks: webHooks.map(({ uuid, url }) => ({ uuid, name: URL.parse(url)?.host ?? '' })),
    channels,
  };
}

export const hasBelongings = ({ apiKeys, webHooks, channels }: Belongings): boolean =>
  apiKeys.length + webHooks.length + channels.length > 0;
