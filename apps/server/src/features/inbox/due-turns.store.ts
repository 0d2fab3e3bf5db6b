import type { ChannelId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';
import type { DueTurn } from './turns.store.ts';

/** Its turn waits for room in the balance (features/billing), which begins it again; for 45 seconds at most. */
const WAITS_FOR_ROOM = `exists (select 1 from token_waits w where w.account_id = conversations.account_id
  and w.holder = conversations.id and w.stored and w.since > clock_timestamp() - interval '45 seconds')`;

export interface ClaimTurns {
  readonly owner: string;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** At the same time, so that a channel whose model hangs leaves room for the others. */
  readonly mostPerChannel: number;
  /** Turns of each channel that run here. */
  readonly running: ReadonlyMap<ChannelId, number>;
}

/**
 * Takes conversations whose answer is due; each is leased to `owner` until it is answered or the lease ends. Channels
 * take turns: who writes to a quiet one does not wait for the backlog of a flooded one.
 */
export const claimDue = (
  transaction: SystemTransaction,
  { owner, limit, leaseSeconds, mostPerChannel, running }: ClaimTurns,
) =>
  transaction.rows<DueTurn>(
    `update conversations c set lease_owner = $1, lease_until = now() + make_interval(secs => $3)
     from (select d.account_id, d.id
           from (select account_id, id, channel_id, turn_due_at,
                   row_number() over (partition by account_id, channel_id order by turn_due_at) as place
                 from conversations where turn_due_at <= now() and (lease_until is null or lease_until < now())
                   and not ${WAITS_FOR_ROOM}) p
           join conversations d on d.account_id = p.account_id and d.id = p.id
           left join unnest($4::uuid[], $5::int[]) as r(channel_id, running) on r.channel_id = p.channel_id
           where p.place + coalesce(r.running, 0) <= $6
             and d.turn_due_at <= now() and (d.lease_until is null or d.lease_until < now())
           order by p.place + coalesce(r.running, 0), p.turn_due_at limit $2 for update of d skip locked) due
     where c.account_id = due.account_id and c.id = due.id
     returning c.account_id as "accountId", c.id as "conversationId", c.channel_id as "channelId",
       c.turn_due_at::text as "dueAt"`,
    [owner, limit, leaseSeconds, [...running.keys()], [...running.values()], mostPerChannel],
  );

/**
 * Milliseconds until the next answer is due (0: now), or null when none is owed. Channels with as many running turns
 * as they may have are left out.
 */
export async function nextDueIn(
  transaction: SystemTransaction,
  { running, mostPerChannel }: Pick<ClaimTurns, 'running' | 'mostPerChannel'>,
): Promise<number | null> {
  const full = [...running].filter(([, count]) => count >= mostPerChannel).map(([channelId]) => channelId);
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from min(greatest(turn_due_at, coalesce(lease_until, turn_due_at))) - now()) * 1000 as wait
     from conversations where turn_due_at is not null and coalesce(channel_id <> all ($1::uuid[]), true)
       and not ${WAITS_FOR_ROOM}`,
    [full],
  );
  return row?.wait == null ? null : Math.max(0, Number(row.wait));
}
