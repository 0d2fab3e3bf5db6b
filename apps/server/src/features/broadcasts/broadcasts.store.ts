import { AbTest, type AbWinnerBy } from '@hanasu/contract/broadcast-ab';
import { BroadcastAudience } from '@hanasu/contract/broadcast-audience';
import type { BroadcastLater } from '@hanasu/contract/broadcast-excluded';
import type { LinkTracking, Utm } from '@hanasu/contract/broadcast-links';
import type { BroadcastReason, BroadcastState } from '@hanasu/contract/broadcasts';
import type { AccountId, BroadcastId, ChannelId, MediaId, SegmentId, UserId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { containing, type PageRange } from '../../platform/database/page-range.ts';

export interface BroadcastRow {
  readonly id: BroadcastId;
  readonly name: string;
  readonly content: unknown;
  readonly audience: unknown;
  readonly channelIds: readonly ChannelId[];
  readonly state: BroadcastState;
  readonly reason: BroadcastReason | null;
  readonly startAt: Date | null;
  readonly peoplePerHour: number | null;
  readonly later: BroadcastLater;
  readonly linkTracking: LinkTracking;
  readonly utm: Utm | null;
  readonly version: number;
  readonly people: number | null;
  readonly abTest: unknown;
  readonly winner: number | null;
  readonly winnerBy: AbWinnerBy | null;
  readonly winnerAt: Date | null;
  readonly decideAt: Date | null;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly startedBy: UserId | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

const ROWS = `select b.id, b.name, b.content, b.audience, b.state, b.reason, b.start_at as "startAt",
    b.people_per_hour as "peoplePerHour", b.later, b.link_tracking as "linkTracking", b.utm, b.version, b.people, b.ab_test as "abTest", b.winner, b.winner_by as "winnerBy",
    b.winner_at as "winnerAt", b.decide_at as "decideAt", b.created_by as "createdBy",
    u.display_name as "createdByName", b.started_by as "startedBy", b.created_at as "createdAt",
    b.updated_at as "updatedAt", b.started_at as "startedAt", b.finished_at as "finishedAt",
    coalesce((select json_agg(l.channel_id order by l.position) from broadcast_channels l
      where l.account_id = b.account_id and l.broadcast_id = b.id), '[]') as "channelIds"
  from broadcasts b left join users u on u.id = b.created_by where b.account_id = $1`;

/** Lists broadcasts, the last changed first. */
export async function listBroadcasts(
  transaction: AccountTransaction,
  { limit, offset, q }: PageRange,
  state: BroadcastState | null,
): Promise<{ rows: BroadcastRow[]; total: number }> {
  const wanted = '($2::text is null or b.name ilike $2) and ($3::text is null or b.state = $3)';
  const values = [transaction.accountId, containing(q), state];
  const [rows, counted] = await Promise.all([
    transaction.rows<BroadcastRow>(
      `${ROWS} and ${wanted} order by b.updated_at desc, b.id desc limit $4 offset $5`,
      [...values, limit, offset],
    ),
    transaction.one<{ total: number }>(
      `select count(*)::int as total from broadcasts b where b.account_id = $1 and ${wanted}`,
      values,
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** `isLocked`: no other process changes it until the transaction ends. */
export const findBroadcast = (
  transaction: AccountTransaction,
  id: BroadcastId,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
) =>
  transaction.one<BroadcastRow>(`${ROWS} and b.id = $2${isLocked ? ' for update of b' : ''}`, [
    transaction.accountId,
    id,
  ]);

/** Counts the broadcasts; no other is added until the transaction ends. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('broadcasts' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from broadcasts where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

export interface BroadcastValues {
  readonly name: string;
  readonly content: MessageContent;
  readonly audience: BroadcastAudience;
  readonly peoplePerHour: number | null;
  readonly later: BroadcastLater;
  readonly linkTracking: LinkTracking;
  readonly utm: Utm | null;
  readonly abTest: AbTest | null;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const insertBroadcast = (
  transaction: AccountTransaction,
  {
    id,
    userId,
    name,
    content,
    audience,
    peoplePerHour,
    later,
    linkTracking,
    utm,
    abTest,
  }: BroadcastValues & { readonly id: BroadcastId; readonly userId: UserId },
) =>
  transaction.run(
    `insert into broadcasts (account_id, id, name, content, audience, people_per_hour, created_by, ab_test, link_tracking, utm, later)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      transaction.accountId,
      id,
      name,
      JSON.stringify(content),
      JSON.stringify(audience),
      peoplePerHour,
      userId,
      abTest && JSON.stringify(abTest),
      linkTracking,
      jsonOf(utm),
      later,
    ],
  );

export const updateBroadcast = (
  transaction: AccountTransaction,
  id: BroadcastId,
  { name, content, audience, peoplePerHour, abTest, linkTracking, utm, later }: BroadcastValues,
) =>
  transaction.run(
    `update broadcasts set name = $3, content = $4, audience = $5, people_per_hour = $6, ab_test = $7,
       link_tracking = $8, utm = $9, later = $10, version = version + 1, updated_at = now() where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      name,
      JSON.stringify(content),
      JSON.stringify(audience),
      peoplePerHour,
      abTest && JSON.stringify(abTest),
      linkTracking,
      jsonOf(utm),
      later,
    ],
  );

/** Sets the channels in this order, and removes all others. */
export async function setChannels(
  transaction: AccountTransaction,
  id: BroadcastId,
  channelIds: readonly ChannelId[],
): Promise<void> {
  await transaction.run(`delete from broadcast_channels where account_id = $1 and broadcast_id = $2`, [
    transaction.accountId,
    id,
  ]);
  await transaction.run(
    `insert into broadcast_channels (account_id, broadcast_id, channel_id, position)
     select $1, $2, n.id, n.place from unnest($3::uuid[]) with ordinality as n(id, place)`,
    [transaction.accountId, id, channelIds],
  );
}

/** Finds those of these channels that the account has. */
export const findChannels = (transaction: AccountTransaction, ids: readonly ChannelId[]) =>
  transaction.rows<{ id: ChannelId }>(
    `select id from channels where account_id = $1 and id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );

export const deleteBroadcast = (transaction: AccountTransaction, id: BroadcastId) =>
  transaction.run(`delete from broadcasts where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** Stores the size of the audience, now that it is known. */
export const setPeople = (transaction: AccountTransaction, id: BroadcastId, people: number) =>
  transaction.run(`update broadcasts set people = $3 where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
    people,
  ]);

export interface Move {
  readonly state: BroadcastState;
  readonly reason?: BroadcastReason;
  /** Absent: stays. */
  readonly startAt?: Date | null;
  readonly startedBy?: UserId | null;
}

/** Moves it into another state; the caller holds its lock. */
export const moveBroadcast = (
  transaction: AccountTransaction,
  id: BroadcastId,
  { state, reason, startAt, startedBy }: Move,
) =>
  transaction.run(
    `update broadcasts set state = $3, reason = $4, updated_at = now(), is_announced = $9,
       start_at = case when $5 then $6 else start_at end,
       started_by = case when $7 then $8 else started_by end,
       started_at = case when $3 = 'sending' then coalesce(started_at, now()) else started_at end,
       finished_at = case when $3 in ('sent', 'stopped', 'failed') then now() end
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      state,
      reason ?? null,
      startAt !== undefined,
      startAt ?? null,
      startedBy !== undefined,
      startedBy ?? null,
      !isNews({ state, reason }),
    ],
  );

/** True: it has ended, or waits for a person. */
const isNews = ({ state, reason }: Pick<Move, 'state' | 'reason'>): boolean =>
  state === 'stopped' ||
  state === 'sent' ||
  state === 'failed' ||
  (reason !== undefined && reason !== 'by_person');

export interface Unannounced
  extends Pick<BroadcastRow, 'id' | 'name' | 'state' | 'reason' | 'startedAt' | 'finishedAt'> {
  readonly updatedAt: Date;
}

/** What was stopped is over when its last calls are settled. */
const IS_SETTLED = `(b.state not in ('stopped', 'failed') or not exists (select from broadcast_channels l
  where l.account_id = b.account_id and l.broadcast_id = b.id and l.is_open))`;

/** Finds accounts with broadcasts that ended or wait for a person and are not announced. */
export const findUnannounced = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<{ accountId: AccountId }>(
    `select distinct account_id as "accountId" from broadcasts b where not is_announced and ${IS_SETTLED} limit $1`,
    [limit],
  );

/** Marks them as announced, in the transaction that writes the notifications. */
export const takeUnannounced = (transaction: AccountTransaction) =>
  transaction.rows<Unannounced>(
    `update broadcasts b set is_announced = true where account_id = $1 and not is_announced and ${IS_SETTLED}
     returning id, name, state, reason, started_at as "startedAt", finished_at as "finishedAt", updated_at as "updatedAt"`,
    [transaction.accountId],
  );

/** Finds broadcasts whose time has come. */
export const findDue = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<{ accountId: AccountId; id: BroadcastId }>(
    `select account_id as "accountId", id from broadcasts where state = 'scheduled' and start_at <= now()
     order by start_at limit $1`,
    [limit],
  );

const WAITS = `exists (select from broadcast_recipients w join broadcast_channels h on h.account_id = w.account_id
    and h.broadcast_id = w.broadcast_id and h.channel_id = w.channel_id
  where w.account_id = b.account_id and w.broadcast_id = b.id and w.state = 'pending' and w.variant is null)`;
/** SQL for the broadcast `b` that has no recipient left to send to: it is sent, or waits for the winner of its test. */
export const AT_END = `state = case when ${WAITS} then 'waiting' else 'sent' end, updated_at = now(),
  reason = case when ${WAITS} and ab_test ->> 'decide' = 'by_person' then 'winner_wanted' end,
  is_announced = ${WAITS} and ab_test ->> 'decide' <> 'by_person', finished_at = case when not ${WAITS} then now() end,
  decide_at = coalesce(decide_at, now() + make_interval(hours => (ab_test -> 'decide' ->> 'afterHours')::int))`;

const IS_ORPHAN = `b.state = 'sending' and not exists (select from broadcast_channels l
  where l.account_id = b.account_id and l.broadcast_id = b.id and l.is_open)`;

/** Ends broadcasts whose last channel went away while they were sent. */
export async function closeOrphans(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    `with done as (
       update broadcasts b set ${AT_END}
       where ${IS_ORPHAN}
       returning b.account_id, b.id, b.state),
     calls as (
       update broadcast_calls c set reason = 'channel_disconnected', ended_at = now(),
         state = case c.state when 'sending' then 'unknown' else 'skipped' end
       from done where c.account_id = done.account_id and c.broadcast_id = done.id and c.state in ('pending', 'sending'))
     update broadcast_recipients r set reason = 'channel_disconnected', ended_at = now(), body = null,
       state = case r.state when 'sending' then 'unknown' else 'skipped' end
     from done where r.account_id = done.account_id and r.broadcast_id = done.id and r.state in ('pending', 'sending')
       and (done.state = 'sent' or r.variant is not null)`,
  );
}

const NEXT_START = `(select min(case state when 'scheduled' then start_at else decide_at end)
  from broadcasts where state in ('scheduled', 'waiting'))`;

/** SQL expression for `nextDue` of a worker: one starts, is decided, has news, or lost its last channel. */
export const NEXT_BROADCAST_DUE = `least(${NEXT_START},
  (select min(updated_at) from broadcasts b where not is_announced and ${IS_SETTLED}),
  (select min(updated_at) from broadcasts b where ${IS_ORPHAN}))`;

/** Milliseconds until the next one starts, or its test is decided; null: none will by the clock. */
export async function nextStartIn(transaction: SystemTransaction): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from ${NEXT_START} - now())::float8 * 1000 as wait`,
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

/** Finds broadcasts that would lose their audience with the segment. */
export const findSegmentUses = (transaction: AccountTransaction, id: SegmentId) =>
  transaction.rows<{ name: string }>(
    `select name from broadcasts where account_id = $1 and audience ->> 'segmentUuid' = $2::text
       and state in ('draft', 'scheduled') order by name`,
    [transaction.accountId, id],
  );

/** Finds which of these files a broadcast shows. */
export const findMediaUses = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from broadcasts b where b.account_id = $1
           and (b.content::text like '%' || m.id::text || '%' or b.ab_test::text like '%' || m.id::text || '%'))`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);

/** Reads the stored audience; one of a form that is no longer read counts as empty. */
export const audienceOf = ({ audience }: Pick<BroadcastRow, 'audience'>): BroadcastAudience =>
  BroadcastAudience.safeParse(audience).data ?? {
    kind: 'conditions',
    definition: { kind: 'and', items: [] },
  };

/** Reads the stored A/B test; one of a form that is no longer read counts as none. */
export const abTestOf = ({ abTest }: Pick<BroadcastRow, 'abTest'>): AbTest | null =>
  AbTest.safeParse(abTest).data ?? null;
