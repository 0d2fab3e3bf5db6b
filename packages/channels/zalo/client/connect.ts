import { z } from 'zod';
import type { ConnectOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { meaningOf } from './refusals.ts';
import { judge, type Verdict } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const Account = z
  .object({
    oa_id: id.optional(),
    oaid: id.optional(),
    name: z.string(),
    avatar: z.string().optional().catch(undefined),
  })
  .transform(({ oa_id, oaid, name, avatar }) => ({
    oaId: oa_id ?? oaid ?? '',
    name,
    avatar: avatar ?? null,
  }));
export type Account = z.infer<typeof Account>;

export type AccountOutcome =
  | { readonly kind: 'account'; readonly account: Account }
  | Exclude<Verdict, { readonly kind: 'done' }>;

/** Who the official account of these tokens is. */
export async function readAccount(
  client: ZaloClient,
  access: Pick<ZaloCredentials, 'accessToken' | 'appSecret'>,
): Promise<AccountOutcome> {
  const verdict = judge(await client({ method: 'GET', path: '/v2.0/oa/getoa', access }));
  if (verdict.kind !== 'done') return verdict;
  const account = Account.safeParse(verdict.data);
  if (!account.success || account.data.oaId === '') {
    return { kind: 'unclear', detail: 'the account can’t be read' };
  }
  return { kind: 'account', account: account.data };
}

/** Reads the account; `oaId` of the credentials, when there is one, has to be its id. */
export async function connect(
  client: ZaloClient,
  credentials: Pick<ZaloCredentials, 'accessToken' | 'appSecret' | 'oaId'>,
): Promise<ConnectOutcome> {
  const read = await readAccount(client, credentials);
  if (read.kind === 'not-sent' || read.kind === 'unclear')
    return { kind: 'unreachable', detail: read.detail };
  if (read.kind === 'refused') {
    const passes = meaningOf(read.code, read.sentence, 0).retryable;
    return passes
      ? { kind: 'unreachable', detail: read.detail }
      : { kind: 'rejected', field: 'accessToken', detail: read.detail };
  }
  const { oaId, name, avatar } = read.account;
  if (credentials.oaId !== '' && credentials.oaId !== oaId) {
    return { kind: 'rejected', field: 'oaId', detail: `the tokens belong to another account (${oaId})` };
  }
  return { kind: 'connected', externalId: oaId, displayName: name, pictureUrl: avatar };
}
