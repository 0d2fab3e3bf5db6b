import type { Locale } from '@hanasu/contract/accounts';
import type { ChannelId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface LinkableChannel {
  readonly channelUuid: ChannelId;
  readonly name: string;
  readonly kind: string;
  readonly linkedAt: Date | null;
}

/** The account's channels, with this person's links. */
export const listLinkable = (transaction: AccountTransaction, userId: UserId) =>
  transaction.rows<LinkableChannel>(
    `select c.id as "channelUuid", c.name, c.kind, l.linked_at as "linkedAt"
     from channels c left join notify_links l
       on l.account_id = c.account_id and l.channel_id = c.id and l.user_id = $2
     where c.account_id = $1 order by c.created_at, c.id`,
    [transaction.accountId, userId],
  );

export interface Link {
  readonly channelId: ChannelId;
  readonly friendExternalId: string;
}

/** The linked phones of this person, the newest first. */
export const listLinks = (transaction: AccountTransaction, userId: UserId) =>
  transaction.rows<Link>(
    `select l.channel_id as "channelId", l.friend_external_id as "friendExternalId"
     from notify_links l join channels c on c.account_id = l.account_id and c.id = l.channel_id
     where l.account_id = $1 and l.user_id = $2 and l.linked_at is not null
       and l.friend_external_id is not null
     order by l.linked_at desc`,
    [transaction.accountId, userId],
  );

export interface NewCode {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** A code that was given out before is good no more; an old link holds until the new one is made. */
export async function storeCode(
  transaction: AccountTransaction,
  { userId, channelId, hash, expiresAt }: NewCode,
): Promise<void> {
  await transaction.run(
    `insert into notify_links (account_id, user_id, channel_id, code_hash, code_expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id, user_id, channel_id) do update
       set code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at`,
    [transaction.accountId, userId, channelId, hash, expiresAt],
  );
}

/** Whether any code is pending on this channel. */
export async function isCodeExpected(
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<boolean> {
  const row = await transaction.one(
    `select 1 from notify_links
     where account_id = $1 and channel_id = $2 and code_hash is not null and code_expires_at > now() limit 1`,
    [transaction.accountId, channelId],
  );
  return row !== null;
}

export interface Claim {
  readonly channelId: ChannelId;
  readonly hash: Buffer;
  readonly friendExternalId: string;
}

/** Uses up the code of a member. Null: it is nobody's, or too old. */
export const useCode = (
  transaction: AccountTransaction,
  { channelId, hash, friendExternalId }: Claim,
): Promise<{ readonly userId: UserId; readonly locale: Locale } | null> =>
  transaction.one(
    `update notify_links l
     set code_hash = null, code_expires_at = null, friend_external_id = $4, linked_at = now()
     from users u, memberships m
     where l.account_id = $1 and l.channel_id = $2 and l.code_hash = $3 and l.code_expires_at > now()
       and u.id = l.user_id and m.user_id = l.user_id and m.tenant_id = l.account_id
     returning l.user_id as "userId", u.locale`,
    [transaction.accountId, channelId, hash, friendExternalId],
  );

/** False: there was no link. */
export async function deleteLink(
  transaction: AccountTransaction,
  userId: UserId,
  channelId: ChannelId,
): Promise<boolean> {
  const written = await transaction.run(
    'delete from notify_links where account_id = $1 and user_id = $2 and channel_id = $3',
    [transaction.accountId, userId, channelId],
  );
  return written > 0;
}
