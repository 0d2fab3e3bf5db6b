import type { BotId, ChannelId, GroupId, SessionId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

/** An OAuth authorisation that was started and is not finished. */
export interface OauthState {
  readonly id: string;
  readonly stateHash: Buffer;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly kind: string;
  readonly name: string;
  readonly secrets: Buffer;
  readonly botId: BotId | null;
  readonly groupId: GroupId | null;
  /** The channel that is connected again; null: a new one. */
  readonly channelId: ChannelId | null;
  readonly expiresAt: Date;
}

export async function insertOauthState(transaction: AccountTransaction, grant: OauthState): Promise<void> {
  await transaction.run(
    `insert into channel_grants (account_id, id, state_hash, user_id, session_id, kind, name, secrets, bot_id,
       group_id, channel_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      transaction.accountId,
      grant.id,
      grant.stateHash,
      grant.userId,
      grant.sessionId,
      grant.kind,
      grant.name,
      grant.secrets,
      grant.botId,
      grant.groupId,
      grant.channelId,
      grant.expiresAt,
    ],
  );
}

interface Visitor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * The grant of this very session with that state, or its newest one when the vendor's link carried none. It is gone
 * with that: nobody comes back twice.
 */
export const takeOauthState = (
  transaction: AccountTransaction,
  { userId, sessionId }: Visitor,
  stateHash: Buffer | null,
) =>
  transaction.one<OauthState>(
    `delete from channel_grants where account_id = $1 and id = (
       select id from channel_grants
       where account_id = $1 and session_id = $2 and user_id = $3 and expires_at > now()
         and ($4::bytea is null or state_hash = $4)
       order by created_at desc, id desc limit 1)
     returning id, state_hash as "stateHash", user_id as "userId", session_id as "sessionId", kind, name, secrets,
       bot_id as "botId", group_id as "groupId", channel_id as "channelId", expires_at as "expiresAt"`,
    [transaction.accountId, sessionId, userId, stateHash],
  );

export async function forgetGrants(transaction: AccountTransaction, channelId: ChannelId): Promise<void> {
  await transaction.run('delete from channel_grants where account_id = $1 and channel_id = $2', [
    transaction.accountId,
    channelId,
  ]);
}

/** Deletes expired authorisations. */
export async function deleteOldOauthStates(transaction: SystemTransaction): Promise<void> {
  await transaction.run('delete from channel_grants where expires_at < now()');
}
