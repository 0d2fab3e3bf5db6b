import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A login channel as the settings of a channel name it. */
export interface FormLogin {
  readonly channelId: ChannelId;
  readonly loginChannelId: string;
}

const OF_LOGIN = 'account_id = $1 and channel_id = $2 and login_channel_id = $3';
const valuesOf = (
  { accountId }: AccountTransaction,
  { channelId, loginChannelId }: FormLogin,
): readonly [string, string, string] => [accountId, channelId, loginChannelId];

/** Null: its tokens have proven no one yet. */
export const findLogin = (
  transaction: AccountTransaction,
  login: FormLogin,
): Promise<{ isConfirmed: boolean } | null> =>
  transaction.one<{ isConfirmed: boolean }>(
    `select confirmed_at is not null as "isConfirmed" from form_logins where ${OF_LOGIN}`,
    valuesOf(transaction, login),
  );

/**
 * Whether the vendor has named this id to the channel: by a message, by a follow or in the list of followers. A friend
 * who was opened by a proof alone has the state `unknown` and has never written.
 */
export const isNamedByVendor = async (
  transaction: AccountTransaction,
  channelId: ChannelId,
  externalId: string,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 as one from friends where account_id = $1 and channel_id = $2 and external_id = $3
       and (state <> 'unknown' or last_wrote_at is not null)`,
    [transaction.accountId, channelId, externalId],
  )) !== null;

const OF_CHANNEL = 'from channels c where c.account_id = $1 and c.id = $2 for key share';

/** Written once; a channel that was deleted meanwhile gets none. */
export async function confirmLogin(transaction: AccountTransaction, login: FormLogin): Promise<void> {
  await transaction.run(
    `insert into form_logins as l (account_id, channel_id, login_channel_id, confirmed_at)
     select c.account_id, c.id, $3, now() ${OF_CHANNEL}
     on conflict (account_id, channel_id, login_channel_id) do update set confirmed_at = now()
       where l.confirmed_at is null`,
    valuesOf(transaction, login),
  );
}

/** Counts a proof of a person whom the channel does not know; who it is is not stored. */
export async function countUnknownProof(transaction: AccountTransaction, login: FormLogin): Promise<void> {
  await transaction.run(
    `insert into form_logins as l (account_id, channel_id, login_channel_id, unknown_proofs, unknown_at)
     select c.account_id, c.id, $3, 1, now() ${OF_CHANNEL}
     on conflict (account_id, channel_id, login_channel_id) do update
       set unknown_proofs = l.unknown_proofs + 1, unknown_at = now() where l.confirmed_at is null`,
    valuesOf(transaction, login),
  );
}
