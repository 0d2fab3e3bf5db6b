import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { TRAFFIC, type TrafficRow } from '../channels.store.ts';

/** SQL of apps of vendors: one webhook for all official accounts that were connected by the same app. */

export interface ChannelApp {
  readonly kind: string;
  readonly appId: string;
}

/** Notes by which app a channel was connected, and makes the app's webhook when it is the first. */
export async function joinApp(
  transaction: AccountTransaction,
  channelId: ChannelId,
  { kind, appId }: ChannelApp,
): Promise<void> {
  await transaction.run(
    `with app as (
       insert into channel_apps (account_id, id, kind, app_id) values ($1, $3, $4, $5)
       on conflict (account_id, kind, app_id) do update set app_id = excluded.app_id returning id)
     update channels set app_hook_id = app.id from app where account_id = $1 and channels.id = $2`,
    [transaction.accountId, channelId, newAppHookId(), kind, appId],
  );
}

/** All of it is random: who knows the address of one account can't guess another's. */
const newAppHookId = (): string => crypto.randomUUID();

/** Channels of this account that were connected by the app of a webhook; none: there is no such webhook. */
export const findOfApp = (transaction: AccountTransaction, appHookId: string) =>
  transaction.rows<{ id: ChannelId; externalId: string }>(
    `select id, external_id as "externalId" from channels where account_id = $1 and app_hook_id = $2 order by id`,
    [transaction.accountId, appHookId],
  );

/** Channels of these kinds that were connected before apps had a webhook. */
export const findWithoutApp = (transaction: SystemTransaction, kinds: readonly string[]) =>
  transaction.rows<TrafficRow & { accountId: AccountId }>(
    `select account_id as "accountId", ${TRAFFIC} from channels
     where app_hook_id is null and kind = any($1) and not sandbox and disconnected_at is null`,
    [kinds],
  );
