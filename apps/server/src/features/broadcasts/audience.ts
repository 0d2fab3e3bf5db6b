import type { AbVariantCount } from '@hanasu/contract/broadcast-ab';
import type { AudienceProblem, BroadcastAudience } from '@hanasu/contract/broadcast-audience';
import { type ExcludedReason, LATER_DAYS } from '@hanasu/contract/broadcast-excluded';
import type { BroadcastSettings } from '@hanasu/contract/broadcast-settings';

import type { BroadcastId, ChannelId, CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import { findBroadcast } from './broadcasts.store.ts';
import { reactionSql } from './reactions.ts';
import { cappedSql, findSettings } from './settings.store.ts';

/** A channel that a broadcast goes out on; `reason`: no recipient can be sent to there. */
export interface ChosenChannel {
  readonly id: ChannelId;
  readonly channel: OpenChannel | null;
  readonly reason: ExcludedReason | null;
  /** Recipients who can't be reached there now may get it when they write. */
  readonly isLater: boolean;
  /** For one person, where that is known. */
  readonly calls?: number;
}

/** Finds what keeps a whole channel from being sent on. */
export function reasonOf(channel: OpenChannel | null): ExcludedReason | null {
  return !channel || channel.isDisconnected ? 'channel_disconnected' : null;
}

/** True: messages lie in the chat until the visitor's browser asks for them. */
export const liesInChat = (channel: OpenChannel | null): boolean =>
  channel?.adapter.manifest.connect === 'built-in';

/** The members of an audience, as SQL of the friend `f` and their customer `c` of the account `$1`. */
export interface Meant {
  readonly settings: BroadcastSettings;
  readonly problem: AudienceProblem | null;
  where(first: number): { readonly sql: string; readonly values: readonly unknown[] };
}

export async function compileAudience(
  transaction: AccountTransaction,
  segments: SavedSegments,
  audience: BroadcastAudience,
): Promise<Meant> {
  const settings = await findSettings(transaction);
  const { problem, where } = await compileKind(transaction, segments, audience);
  const { exceptBroadcastUuids: except = [] } = audience;
  if (problem || except.length === 0) return { settings, problem, where };
  return {
    settings,
    problem,
    where(first) {
      const { sql, values } = where(first + 1);
      return {
        sql: `${sql} and not exists (select from friends g
          join broadcast_deliveries r on r.account_id = g.account_id and r.friend_id = g.id
          where g.account_id = $1 and g.customer_id = f.customer_id and r.broadcast_id = any($${first}::uuid[])
            and r.state in ('sending', 'accepted', 'unknown'))`,
        values: [except, ...values],
      };
    },
  };
}

async function compileKind(
  transaction: AccountTransaction,
  segments: SavedSegments,
  audience: BroadcastAudience,
): Promise<Pick<Meant, 'problem' | 'where'>> {
  if (audience.kind === 'friends')
    return {
      problem: null,
      where: (first) => ({ sql: `f.id = any($${first}::uuid[])`, values: [audience.friendUuids] }),
    };
  if (audience.kind === 'reacted') {
    if (!(await findBroadcast(transaction, audience.broadcastUuid)))
      return emptyAudience('broadcast_missing');
    const reaction = reactionSql(audience.reaction);
    return {
      problem: null,
      where: (first) => ({
        sql: `exists (select from broadcast_deliveries r where r.account_id = $1 and r.broadcast_id = $${first}
          and r.friend_id = f.id and r.state in ('accepted', 'unknown') and ${audience.did ? '' : 'not '}${reaction})`,
        values: [audience.broadcastUuid],
      }),
    };
  }
  if (audience.kind === 'segment') {
    const ids = [audience.segmentUuid];
    const broken = (await segments.findBroken(transaction, { ids, role: 'admin' })).get(audience.segmentUuid);
    if (broken) return emptyAudience(broken);
  }
  const { problems, where } = await segments.customersIn(
    transaction,
    audience.kind === 'segment'
      ? { id: audience.segmentUuid, role: 'admin' }
      : { definition: definitionOf(audience), role: 'admin' },
  );
  const [problem] = problems;
  return problem ? emptyAudience(problem.reason) : { problem: null, where };
}

const emptyAudience = (problem: AudienceProblem): Pick<Meant, 'problem' | 'where'> => ({
  problem,
  where: () => ({ sql: 'false', values: [] }),
});

type Conditions = Exclude<BroadcastAudience, { readonly kind: 'friends' | 'segment' | 'reacted' }>;

function definitionOf(audience: Conditions): unknown {
  if (audience.kind === 'conditions') return audience.definition;
  const allCustomers = { kind: 'everybody' };
  if (audience.kind === 'everybody') return { kind: 'and', items: [allCustomers] };
  const tagged = (tagUuids: readonly string[]) => ({ kind: 'tag', match: 'any', tagUuids });
  const items = [
    audience.any.length > 0 ? tagged(audience.any) : allCustomers,
    ...(audience.none.length > 0 ? [{ kind: 'not', items: [tagged(audience.none)] }] : []),
  ];
  return { kind: 'and', items };
}

const FIXED = 10;

/**
 * SQL of all members of the audience, on each of the channels, with why they get nothing: the rows `w`. A member on
 * several channels gets it on the first where they can be reached.
 */
function meantSql(transaction: AccountTransaction, chosen: readonly ChosenChannel[], meant: Meant) {
  const { sql, values } = meant.where(FIXED + 1);
  const isLater = chosen.some((one) => one.isLater);
  const windowOf = ({ channel }: ChosenChannel) => channel?.adapter.manifest.limits.window ?? null;
  return {
    sql: `with chosen as (
        select * from unnest($2::uuid[], $3::text[], $4::float8[], $5::float8[], $6::boolean[], $7::boolean[])
          with ordinality as n(channel_id, reason, free_ms, open_ms, counts, in_chat, position)),
      capped as materialized (${cappedSql({ cap: '$9', days: '$10' })}),
      met as (
        select f.id as friend_id, f.channel_id, f.customer_id, f.name, h.position,
          h.counts and (h.free_ms is null or f.last_wrote_at < now() - make_interval(secs => h.free_ms / 1000)) as is_paid,
          case when h.reason is not null then h.reason when f.state = 'blocked' then 'blocked'
            when exists (select from customer_tags x where x.account_id = $1 and x.customer_id = f.customer_id
              and x.tag_id = $8) then 'unsubscribed'
            when f.consent = 'withdrawn' then 'no_consent'
            when h.in_chat and not exists (select from conversations k where k.account_id = $1 and k.friend_id = f.id
              and k.channel_id = f.channel_id) then 'no_chat'
            when h.open_ms is not null and (f.last_wrote_at is null
              or f.last_wrote_at < now() - make_interval(secs => h.open_ms / 1000)) then 'window_closed'
            when f.customer_id in (select customer_id from capped) then 'frequency_cap' end as reason
        from friends f join chosen h on h.channel_id = f.channel_id
          join customers c on c.account_id = f.account_id and c.id = f.customer_id where f.account_id = $1 and ${sql}),
      w as (
        select friend_id, channel_id, customer_id, name, is_paid,
          case when reason is null and row_number() over by_customer > 1 then 'reached_elsewhere'
            when ${isLater} and reason = 'window_closed' and row_number() over by_customer = 1 then 'later'
            else reason end as reason
        from met window by_customer as (partition by customer_id
          order by reason is not null, reason is distinct from 'window_closed', position, friend_id))`,
    values: [
      transaction.accountId,
      chosen.map(({ id }) => id),
      chosen.map(({ reason }) => reason),
      chosen.map((one) => windowOf(one)?.freeMs ?? null),
      chosen.map((one) => windowOf(one)?.openMs ?? null),
      chosen.map(({ channel }) => channel?.adapter.manifest.capabilities.quota ?? false),
      chosen.map(({ channel }) => liesInChat(channel)),
      meant.settings.tagUuid,
      meant.settings.cap?.broadcasts ?? null,
      meant.settings.cap?.days ?? null,
      ...values,
    ],
  };
}

export interface AudienceCount {
  readonly channelId: ChannelId;
  readonly reason: ExcludedReason | null;
  readonly count: number;
  readonly paid: number;
}

export function countAudience(
  transaction: AccountTransaction,
  chosen: readonly ChosenChannel[],
  meant: Meant,
): Promise<AudienceCount[]> {
  const { sql, values } = meantSql(transaction, chosen, meant);
  return transaction.rows<AudienceCount>(
    `${sql} select channel_id as "channelId", reason, count(*)::int as count,
       (count(*) filter (where is_paid))::int as paid from w group by channel_id, reason order by channel_id, reason`,
    values,
  );
}

export interface SampledFriend {
  readonly friendId: FriendId;
  readonly customerId: CustomerId;
  readonly name: string;
  readonly channelId: ChannelId;
}

/** Picks some of those who get it: the same ones each time. */
export function sampleAudience(
  transaction: AccountTransaction,
  {
    chosen,
    meant,
    limit,
  }: { readonly chosen: readonly ChosenChannel[]; readonly meant: Meant; readonly limit: number },
): Promise<SampledFriend[]> {
  const { sql, values } = meantSql(transaction, chosen, meant);
  return transaction.rows<SampledFriend>(
    `${sql} select w.friend_id as "friendId", w.customer_id as "customerId", coalesce(nullif(c.shown_name, ''), w.name) as name,
       w.channel_id as "channelId"
     from w join customers c on c.account_id = $1 and c.id = w.customer_id
     where w.reason is null order by w.friend_id limit ${limit}`,
    values,
  );
}

interface Shared {
  readonly chosen: readonly ChosenChannel[];
  readonly meant: Meant;
  /** Percent of each variant; what is left of 100 waits. */
  readonly shares: readonly number[];
}

/**
 * The variant of the friend, from 0; null: they wait for the winner. It depends on the two ids alone, so that a friend
 * counted in a check gets that variant, too. `values` of it come after those of `first`.
 */
function variantSql(id: BroadcastId, shares: readonly number[], first: number) {
  let sum = 0;
  const limits = shares.map((share) => {
    sum += share;
    return sum;
  });
  return {
    sql: `(select min(u.place)::int - 1 from unnest($${first + 1}::int[]) with ordinality as u(upto, place)
      where ('x' || left(md5($${first}::uuid::text || w.friend_id::text), 8))::bit(32)::bigint % 100 < u.upto)`,
    values: [id, limits],
  };
}

/** Counts how many get each variant; null: wait for the winner. */
export function countVariants(
  transaction: AccountTransaction,
  id: BroadcastId,
  { chosen, meant, shares }: Shared,
): Promise<AbVariantCount[]> {
  const { sql, values } = meantSql(transaction, chosen, meant);
  const variant = variantSql(id, shares, values.length + 1);
  return transaction.rows<AbVariantCount>(
    `${sql} select ${variant.sql} as variant, count(*)::int as count from w where reason is null group by 1 order by 1`,
    [...values, ...variant.values],
  );
}

/** Recipients of this variant on this channel get the same, in calls for at most `size`. */
export interface SharedPart {
  readonly channelId: ChannelId;
  readonly variant: number;
  readonly size: number;
}

/**
 * One row for each who is meant, those who get nothing with the reason; answers how many rows. Those who get the same
 * are put into calls for many, which have the id of their first one: friends side by side, so that they are read together.
 * They lie in the order in which they are sent to.
 */
export function freezeAudience(
  transaction: AccountTransaction,
  id: BroadcastId,
  { chosen, meant, shares, parts }: Shared & { readonly parts: readonly SharedPart[] },
): Promise<number> {
  const { sql, values } = meantSql(transaction, chosen, meant);
  const variant = variantSql(id, shares, values.length + 1);
  const [broadcastId, first] = [`$${values.length + 1}::uuid`, values.length + 1 + variant.values.length];
  return transaction.run(
    `${sql},
     part as (select * from unnest($${first}::uuid[], $${first + 1}::smallint[], $${first + 2}::int[]) as p(channel_id, variant, size)),
     person as materialized (select w.*, gen_random_uuid() as id, ${variant.sql}::smallint as variant from w),
     numbered as (
       select n.*, case when n.reason is null and p.size is not null then
           (row_number() over (partition by n.channel_id, n.variant, n.reason is null order by n.friend_id) - 1) / p.size end as number
       from person n left join part p on p.channel_id = n.channel_id and p.variant = n.variant),
     placed as materialized (
       select n.*, case when n.number is not null then
           first_value(n.id) over (partition by n.channel_id, n.variant, n.number order by n.id) end as call_id from numbered n),
     call as (
       insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number)
       select distinct $1::uuid, call_id, ${broadcastId}, channel_id, variant, number::int from placed where call_id is not null)
     insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, friend_id, variant, call_id, state, reason, is_paid,
       ended_at, due_at)
     select $1, id, ${broadcastId}, channel_id, friend_id, variant, call_id,
       case when call_id is not null then 'called' when reason is null or reason = 'later' then 'pending' else 'skipped' end,
       case when reason = 'later' then 'window_closed' else reason end, coalesce(is_paid, false) and reason is null,
       case when reason <> 'later' then now() end,
       case when reason = 'later' then now() + make_interval(days => ${LATER_DAYS}) end
     from placed order by number, call_id, id`,
    [
      ...values,
      ...variant.values,
      parts.map(({ channelId }) => channelId),
      parts.map((part) => part.variant),
      parts.map(({ size }) => size),
    ],
  );
}
