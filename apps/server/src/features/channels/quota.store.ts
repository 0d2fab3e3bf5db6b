import type { AccountId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export interface QuotaRead {
  /** Null: as much as one likes. */
  readonly limit: number | null;
  readonly used: number;
}

/** What the vendor said a moment ago. */
export async function storeQuota(
  transaction: AccountTransaction,
  id: ChannelId,
  { limit, used }: QuotaRead,
): Promise<void> {
  await transaction.run(
    `update channels set quota_limit = $3, quota_used = $4, quota_at = now() where account_id = $1 and id = $2`,
    [transaction.accountId, id, limit, used],
  );
}

/** An older answer is ignored: a new month may have begun since. */
const STALE_HOURS = 3;

const PAID_BY_PUSHES = `(select coalesce(sum(o.recipients), 0)::int from outbox o where o.account_id = c.account_id and o.channel_id = c.id
  and o.paid and (o.sent_at > c.quota_at or (o.sent_at is null and o.state = 'sending')))`;
const MAY_BE_PAID = `state in ('sending', 'accepted', 'unknown')`;
/** Those who were sent to alone, and those in calls for many. */
const PAID_BY_BROADCASTS = `((select coalesce(sum(r.step + 1), 0)::int from broadcast_recipients r where r.account_id = c.account_id
  and r.channel_id = c.id and r.is_paid and r.${MAY_BE_PAID} and (r.ended_at > c.quota_at or r.ended_at is null))
  + (select coalesce(sum(k.paid), 0)::int from broadcast_calls k where k.account_id = c.account_id
  and k.channel_id = c.id and k.${MAY_BE_PAID} and (k.ended_at > c.quota_at or k.ended_at is null)))`;

/**
 * As how many messages one more push to a conversation is counted: one, or one for each member of a group. `people`
 * null: nobody has counted them, or not since people came or went.
 */
export const findGroupSize = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<{ isGroup: boolean; people: number | null }>(
    `select is_group as "isGroup",
       case when group_size_at > now() - make_interval(hours => $3) then group_size end as people
     from conversations where account_id = $1 and id = $2`,
    [transaction.accountId, id, GROUP_SIZE_HOURS],
  );

const GROUP_SIZE_HOURS = 24;

interface Allowance {
  /** What the vendor said, less what pushes were paid for since. */
  readonly left: number;
  /** When it said so, in milliseconds. */
  readonly readAt: number;
}

/** How many messages the vendor takes this month before broadcasts are taken off. Null: as `quotaLeft`. */
export const findAllowance = (transaction: AccountTransaction, id: ChannelId): Promise<Allowance | null> =>
  transaction.one<Allowance>(
    `select c.quota_limit - c.quota_used - ${PAID_BY_PUSHES} as left,
       (extract(epoch from c.quota_at) * 1000)::float8 as "readAt" from channels c
     where c.account_id = $1 and c.id = $2 and c.quota_limit is not null
       and c.quota_at > now() - make_interval(hours => $3)`,
    [transaction.accountId, id, STALE_HOURS],
  );

/** Messages that broadcasts were paid for since the vendor said what is left; it reads all of them. */
export async function countPaidByBroadcasts(transaction: AccountTransaction, id: ChannelId): Promise<number> {
  const row = await transaction.one<{ paid: number }>(
    `select ${PAID_BY_BROADCASTS} as paid from channels c where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );
  return row?.paid ?? 0;
}

/**
 * How many more messages the vendor takes this month: what it said, less what was paid for since. Null: without
 * end, or not known, and then the vendor decides.
 */
export async function quotaLeft(transaction: AccountTransaction, id: ChannelId): Promise<number | null> {
  const allowance = await findAllowance(transaction, id);
  if (!allowance) return null;
  return Math.max(0, allowance.left - (await countPaidByBroadcasts(transaction, id)));
}

const IS_LOW = 'c.quota_limit is not null and c.quota_limit - c.quota_used < c.quota_limit / 10';

/**
 * Channels to ask again, those that waited longest first: after half an hour when something was paid for since, after
 * two minutes when less than a tenth is left. A channel that has run out is asked even though nothing goes out:
 * otherwise the new month would never be seen.
 */
export const findQuotaDue = (
  transaction: SystemTransaction,
  kinds: readonly string[],
  except: readonly ChannelId[],
  limit: number,
) =>
  transaction.rows<{ accountId: AccountId; id: ChannelId }>(
    `select c.account_id as "accountId", c.id from channels c
     where c.kind = any($1) and not c.id = any($2) and not c.access_lost and (
       (${IS_LOW} and c.quota_at < now() - interval '30 minutes')
       or ((c.quota_at is null or c.quota_at < now() - interval '30 minutes'
            or (${IS_LOW} and c.quota_at < now() - interval '2 minutes'))
           and (exists (select from outbox o where o.account_id = c.account_id and o.channel_id = c.id and o.paid
                       and o.sent_at > coalesce(c.quota_at, '-infinity'))
             or exists (select from broadcast_recipients r where r.account_id = c.account_id and r.channel_id = c.id
                       and r.is_paid and r.${MAY_BE_PAID} and r.ended_at > coalesce(c.quota_at, '-infinity'))
             or exists (select from broadcast_calls k where k.account_id = c.account_id and k.channel_id = c.id
                       and k.paid > 0 and k.${MAY_BE_PAID} and k.ended_at > coalesce(c.quota_at, '-infinity')))))
     order by c.quota_at nulls first limit $3`,
    [kinds, except, limit],
  );
