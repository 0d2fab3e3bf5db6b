import type { BroadcastReaction } from '@hanasu/contract/broadcast-audience';
import type { BroadcastLater } from '@hanasu/contract/broadcast-excluded';
import type { LinkTracking, Utm } from '@hanasu/contract/broadcast-links';
import type { BroadcastState, RecipientState } from '@hanasu/contract/broadcasts';
import type {
  AccountId,
  BroadcastId,
  ChannelId,
  ConversationId,
  CustomerId,
  MessageId,
  UserId,
} from '@hanasu/contract/ids';
import { foldName } from '@hanasu/contract/text';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { PageRange } from '../../platform/database/page-range.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import { AT_END } from './broadcasts.store.ts';
import { noReactionSql, reactionSql, reactionsSql } from './reactions.ts';

/** A broadcast on one of its channels, as one process works on it. */
export interface Lane {
  readonly accountId: AccountId;
  readonly broadcastId: BroadcastId;
  readonly channelId: ChannelId;
  /** The mark of the claim. */
  readonly claims: number;
}

/**
 * Claims what is due, of each channel one broadcast, the one that started first. A broadcast that was stopped is
 * claimed, too, until its last calls are settled.
 */
export const claimLanes = (
  transaction: SystemTransaction,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
) =>
  transaction.rows<Lane>(
    `with due as (
       select l.account_id, l.broadcast_id, l.channel_id from broadcast_channels l
         join broadcasts b on b.account_id = l.account_id and b.id = l.broadcast_id
       where l.is_open and l.next_at <= now() and (l.lease_until is null or l.lease_until < now())
         and b.state in ('sending', 'stopped', 'failed')
         and not exists (select from broadcast_channels o join broadcasts a on a.account_id = o.account_id and a.id = o.broadcast_id
           where o.account_id = l.account_id and o.channel_id = l.channel_id and o.broadcast_id <> l.broadcast_id and o.is_open
             and (o.lease_until > now() or (o.next_at <= now() and a.state in ('sending', 'stopped', 'failed')
               and (a.started_at, a.id) < (b.started_at, b.id))))
       order by l.next_at limit $1 for update of l skip locked)
     update broadcast_channels l set lease_until = now() + make_interval(secs => $2), claims = l.claims + 1
     from due where l.account_id = due.account_id and l.broadcast_id = due.broadcast_id and l.channel_id = due.channel_id
     returning l.account_id as "accountId", l.broadcast_id as "broadcastId", l.channel_id as "channelId", l.claims`,
    [limit, leaseSeconds],
  );

/** SQL expression for `nextDue` of a worker. */
export const NEXT_LANE_DUE = `(select min(greatest(l.next_at, coalesce(l.lease_until, l.next_at)))
  from broadcast_channels l join broadcasts b on b.account_id = l.account_id and b.id = l.broadcast_id
  where l.is_open and b.state in ('sending', 'stopped', 'failed'))`;

/** Milliseconds until a lane is due; null: there is none. */
export async function nextLaneIn(transaction: SystemTransaction): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from ${NEXT_LANE_DUE} - now())::float8 * 1000 as wait`,
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

export const IS_LANE = `account_id = $1 and broadcast_id = $2 and channel_id = $3`;
export const laneKey = ({ accountId, broadcastId, channelId }: Lane) => [accountId, broadcastId, channelId];

export const extendLane = (transaction: SystemTransaction, lane: Lane, leaseSeconds: number) =>
  transaction.run(
    `update broadcast_channels set lease_until = now() + make_interval(secs => $5) where ${IS_LANE} and claims = $4`,
    [...laneKey(lane), lane.claims, leaseSeconds],
  );

/** Gives the lane back, to be looked at after so long. */
export const releaseLane = (
  transaction: AccountTransaction,
  lane: Lane,
  { inMs, isTrouble }: { readonly inMs: number; readonly isTrouble: boolean },
) =>
  transaction.run(
    `update broadcast_channels set lease_until = null, next_at = now() + make_interval(secs => $5 / 1000.0),
       troubles = case when $6 then troubles + 1 else 0 end
     where ${IS_LANE} and claims = $4`,
    [...laneKey(lane), lane.claims, inMs, isTrouble],
  );

/** Releases all leases after a restart of the only process. */
export const releaseLeases = (transaction: SystemTransaction) =>
  transaction.run(`update broadcast_channels set lease_until = null where lease_until is not null`);

export interface LaneState {
  readonly name: string;
  readonly state: BroadcastState;
  readonly content: unknown;
  readonly abTest: unknown;
  /** Bodies that all of a variant get, by variant. */
  readonly bodies: Readonly<Record<string, unknown>>;
  /** True: the vendor counts what goes out, under a name for each variant; null: not asked yet. */
  readonly isCounted: boolean | null;
  readonly peoplePerHour: number | null;
  readonly later: BroadcastLater;
  readonly linkTracking: LinkTracking;
  readonly utm: Utm | null;
  readonly startedBy: UserId | null;
  /** Time until the next may be sent to. */
  readonly waitMs: number;
  readonly troubles: number;
}

/** Locks the lane, as a pause does; null: another process has taken it since. */
export const lockLane = (transaction: AccountTransaction, lane: Lane) =>
  transaction.one<LaneState>(
    `select b.name, b.state, b.content, b.ab_test as "abTest", l.bodies, l.is_counted as "isCounted",
       b.people_per_hour as "peoplePerHour", b.later, b.started_by as "startedBy", l.troubles,
       b.link_tracking as "linkTracking", b.utm,
       greatest(0, coalesce(extract(epoch from b.next_at - now()) * 1000, 0))::float8 as "waitMs"
     from broadcast_channels l join broadcasts b on b.account_id = l.account_id and b.id = l.broadcast_id
     where l.account_id = $1 and l.broadcast_id = $2 and l.channel_id = $3 and l.claims = $4 for update of b, l`,
    [...laneKey(lane), lane.claims],
  );

/**
 * The first and the last id. A batch lies side by side in the index; with this span the planner reads that part of it,
 * and not all recipients of the account.
 */
export function spanOf(ids: readonly string[]): [string | null, string | null] {
  const sorted = ids.toSorted();
  return [sorted[0] ?? null, sorted.at(-1) ?? null];
}

export interface RecipientEnd {
  readonly id: string;
  readonly state: Extract<RecipientState, 'accepted' | 'skipped' | 'failed' | 'unknown'>;
  readonly reason: string | null;
  readonly requestId?: string | null;
  /** Id of the message in their conversation. */
  readonly messageId?: MessageId | null;
}

/**
 * Ends recipients, who leave a call for many that was not made. Settled ones stay as they are; one who has got a part
 * is not skipped.
 */
export const endRecipients = (transaction: AccountTransaction, ends: readonly RecipientEnd[]) =>
  transaction.run(
    `update broadcast_recipients r set
       state = case when n.state = 'skipped' and r.step > 0 then 'failed' else n.state end,
       reason = case when n.state = 'skipped' and r.step > 0 then 'partly_sent' else n.reason end, request_id = n.request, ended_at = now(),
       body = case when n.state in ('failed', 'skipped') and r.step > 0 then r.body end, message_id = n.message, call_id = null
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[]) as n(id, state, reason, request, message)
     where r.account_id = $1 and r.id = n.id and r.id between $7 and $8 and (r.state in ('pending', 'sending')
       or exists (select from broadcast_calls c where c.account_id = r.account_id and c.id = r.call_id and c.state = 'pending'))`,
    [
      transaction.accountId,
      ends.map(({ id }) => id),
      ends.map(({ state }) => state),
      ends.map(({ reason }) => reason),
      ends.map(({ requestId = null }) => requestId),
      ends.map(({ messageId = null }) => messageId),
      ...spanOf(ends.map(({ id }) => id)),
    ],
  );

/**
 * Lets the planner know of an audience that was just written. Without it, until the vacuum daemon comes by, each batch
 * reads all recipients of the account instead of its own (measured at 20,000: 25 ms instead of 2 for 64 rows).
 */
export const analyzeRecipients = (transaction: AccountTransaction) =>
  transaction.run('analyze broadcast_recipients');

export interface Thread {
  readonly id: string;
  /** The call for many that they are in. */
  readonly callId: string | null;
  readonly conversationId: ConversationId;
}

const THREADS = `select distinct on (r.id) r.id, r.call_id as "callId", k.id as "conversationId" from broadcast_recipients r
    join conversations k on k.account_id = r.account_id and k.friend_id = r.friend_id
      and k.channel_id = r.channel_id and not k.is_group
  where r.account_id = $1`;
const LAST = 'order by r.id, k.last_message_at desc';

/** Finds the conversations with these recipients, of whom no end is written yet: of several, the last. */
export const findThreads = (transaction: AccountTransaction, ids: readonly string[]) =>
  transaction.rows<Thread>(
    `${THREADS} and r.id = any($2::uuid[]) and r.id between $3 and $4 and r.state in ('pending', 'sending') ${LAST}`,
    [transaction.accountId, ids, ...spanOf(ids)],
  );

/** The same for all recipients of these calls. */
export const findThreadsOfCalls = (transaction: AccountTransaction, callIds: readonly string[]) =>
  transaction.rows<Thread>(`${THREADS} and r.call_id = any($2::uuid[]) ${LAST}`, [
    transaction.accountId,
    callIds,
  ]);

/** Notes which message of their conversation it is. */
export const setMessages = (
  transaction: AccountTransaction,
  shown: readonly { readonly id: string; readonly messageId: MessageId }[],
) =>
  transaction.run(
    `update broadcast_recipients r set message_id = n.message from unnest($2::uuid[], $3::uuid[]) as n(id, message)
     where r.account_id = $1 and r.id = n.id`,
    [transaction.accountId, shown.map(({ id }) => id), shown.map(({ messageId }) => messageId)],
  );

/** Skips all who have not been sent to. */
export async function skipRest(
  transaction: AccountTransaction,
  id: BroadcastId,
  { reason, channelId = null }: { readonly reason: string; readonly channelId?: ChannelId | null },
): Promise<void> {
  const values = [transaction.accountId, id, reason, channelId];
  await transaction.run(
    `update broadcast_calls set ended_at = now(), state = 'skipped', reason = $3
     where account_id = $1 and broadcast_id = $2 and ($4::uuid is null or channel_id = $4)
       and (state = 'pending' or (state = 'sending' and is_refused))`,
    values,
  );
  await transaction.run(
    `update broadcast_recipients set ended_at = now(), body = case when step > 0 then body end,
       state = case when step > 0 then 'failed' else 'skipped' end,
       reason = case when step > 0 then 'partly_sent' else $3 end
     where account_id = $1 and broadcast_id = $2 and ($4::uuid is null or channel_id = $4)
       and (state = 'pending' or (state = 'sending' and is_refused))`,
    values,
  );
}

/** Delays the next ones after those who were just begun. */
export const throttle = (
  transaction: AccountTransaction,
  id: BroadcastId,
  { people, perHour }: { readonly people: number; readonly perHour: number },
) =>
  transaction.run(
    `update broadcasts set next_at = greatest(now(), next_at) + make_interval(secs => $3::float8 * 3600 / $4)
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, people, perHour],
  );

/** Ends what was to be sent on channels that are gone: what was being called is in doubt. */
async function endDisconnected(transaction: AccountTransaction, id: BroadcastId): Promise<void> {
  for (const table of ['broadcast_calls', 'broadcast_recipients'])
    await transaction.run(
      `update ${table} o set ended_at = now(), reason = 'channel_disconnected',
         state = case state when 'sending' then 'unknown' else 'skipped' end
       where account_id = $1 and broadcast_id = $2 and state in ('pending', 'sending') and not exists (
         select from broadcast_channels l where l.account_id = o.account_id and l.broadcast_id = o.broadcast_id
           and l.channel_id = o.channel_id)`,
      [transaction.accountId, id],
    );
}

/** Closes a lane without recipients left; with its last lane a broadcast is sent, or waits for the winner. */
export async function closeLane(transaction: AccountTransaction, lane: Lane): Promise<void> {
  await transaction.run(
    `update broadcast_channels set is_open = false, lease_until = null, troubles = 0 where ${IS_LANE} and claims = $4`,
    [...laneKey(lane), lane.claims],
  );
  await endDisconnected(transaction, lane.broadcastId);
  await transaction.run(
    `update broadcasts b set ${AT_END}
     where account_id = $1 and id = $2 and state = 'sending' and not exists (select from broadcast_channels l
       where l.account_id = b.account_id and l.broadcast_id = b.id and l.is_open)`,
    [lane.accountId, lane.broadcastId],
  );
}

const hasOpen = (table: 'broadcast_recipients' | 'broadcast_calls') =>
  `exists (select from ${table} o where o.account_id = l.account_id and o.broadcast_id = l.broadcast_id
    and o.channel_id = l.channel_id and o.state in ('pending', 'sending'))`;

/** `bodies`: shared by a variant on a channel; absent: each gets their own. Returns the number of lanes opened. */
export const openLanes = (
  transaction: AccountTransaction,
  id: BroadcastId,
  bodies: ReadonlyMap<ChannelId, Readonly<Record<string, unknown>>>,
) =>
  transaction.run(
    `update broadcast_channels l set bodies = coalesce(n.bodies, l.bodies), is_open = true, next_at = now(), troubles = 0
     from (select h.channel_id, (select b.bodies from unnest($3::uuid[], $4::jsonb[]) as b(channel_id, bodies)
         where b.channel_id = h.channel_id) as bodies
       from broadcast_channels h where h.account_id = $1 and h.broadcast_id = $2) n
     where l.account_id = $1 and l.broadcast_id = $2 and l.channel_id = n.channel_id and (${hasOpen('broadcast_recipients')}
       or ${hasOpen('broadcast_calls')})`,
    [transaction.accountId, id, [...bodies.keys()], [...bodies.values()].map((body) => JSON.stringify(body))],
  );

/** Makes those whom the vendor refused pending again; returns how many. */
export const reopenFailed = (transaction: AccountTransaction, id: BroadcastId) =>
  transaction.run(
    `update broadcast_recipients r set state = 'pending', reason = null, ended_at = null, call_id = null, is_refused = false,
       first_call_at = null, retry_key = gen_random_uuid(), request_id = null, due_at = now()
     from broadcast_deliveries d where d.account_id = $1 and d.broadcast_id = $2 and d.state = 'failed'
       and r.account_id = d.account_id and r.id = d.id and r.friend_id is not null`,
    [transaction.accountId, id],
  );

export interface Tally {
  readonly channelId: ChannelId;
  readonly state: RecipientState;
  readonly reason: string | null;
  readonly count: number;
  readonly paid: number;
}

export const tallyRecipients = (transaction: AccountTransaction, id: BroadcastId) =>
  transaction.rows<Tally>(
    `select channel_id as "channelId", state, reason, count(*)::int as count,
       coalesce(sum(step + (state in ('accepted', 'unknown'))::int) filter (where is_paid), 0)::int as paid
     from broadcast_deliveries where account_id = $1 and broadcast_id = $2
     group by channel_id, state, reason order by channel_id, state, reason`,
    [transaction.accountId, id],
  );

export interface ListedRecipient {
  readonly customerId: CustomerId | null;
  readonly name: string;
  readonly channelId: ChannelId;
  readonly state: RecipientState;
  readonly reason: string | null;
  readonly at: Date | null;
  readonly reactions: readonly BroadcastReaction[];
}

/** A part of them, for a file. */
export const recipientsAfter = (
  transaction: AccountTransaction,
  id: BroadcastId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) =>
  transaction.rows<ListedRecipient & { readonly id: string; readonly channelName: string }>(
    `select r.id, c.id as "customerId", coalesce(c.shown_name, '') as name, r.channel_id as "channelId",
       coalesce(h.name, '') as "channelName", r.state, r.reason, r.ended_at as at, ${reactionsSql} as reactions
     from broadcast_deliveries r left join friends f on f.account_id = r.account_id and f.id = r.friend_id
       left join customers c on c.account_id = r.account_id and c.id = f.customer_id
       left join channels h on h.account_id = r.account_id and h.id = r.channel_id
     where r.account_id = $1 and r.broadcast_id = $2 and ($3::uuid is null or r.id > $3) order by r.id limit $4`,
    [transaction.accountId, id, after, limit],
  );

export async function listRecipients(
  transaction: AccountTransaction,
  id: BroadcastId,
  {
    range: { limit, offset, q },
    state,
    reason,
    reaction = null,
    hasReacted = true,
  }: {
    readonly reaction?: BroadcastReaction | null;
    /** False: those who did not do it, though it had reached them. */
    readonly hasReacted?: boolean;
    readonly range: PageRange;
    readonly state: RecipientState | null;
    readonly reason: string | null;
  },
): Promise<{ rows: ListedRecipient[]; total: number }> {
  const chosen = reaction ? (hasReacted ? reactionSql(reaction) : noReactionSql(reaction)) : 'true';
  const from = `from broadcast_deliveries r left join friends f on f.account_id = r.account_id and f.id = r.friend_id
      left join customers c on c.account_id = r.account_id and c.id = f.customer_id
    where r.account_id = $1 and r.broadcast_id = $2 and ($3::text is null or r.state = $3)
      and ($4::text is null or r.reason = $4) and ${chosen}
      and ($5::text is null or position($5 in c.searched_names) > 0)`;
  const values = [transaction.accountId, id, state, reason, q === undefined ? null : foldName(q)];
  const [rows, counted] = await Promise.all([
    transaction.rows<ListedRecipient>(
      `select c.id as "customerId", coalesce(c.shown_name, '') as name, r.channel_id as "channelId", r.state, r.reason,
         r.ended_at as at, ${reactionsSql} as reactions ${from} order by r.ended_at desc nulls last, r.id limit $6 offset $7`,
      [...values, limit, offset],
    ),
    transaction.one<{ total: number }>(`select count(*)::int as total ${from}`, values),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Deletes what was made for the customer, who gets nothing more; the sums stay. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { friends }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `update broadcast_recipients set friend_id = null, body = null
     where account_id = $1 and friend_id = any($2::uuid[])`,
    [transaction.accountId, friends.map(({ id }) => id)],
  );
  return [];
}
