import type { AbMetric, AbWinnerBy } from '@hanasu/contract/broadcast-ab';
import type { AccountId, BroadcastId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { reactionSql } from './reactions.ts';

export interface VariantTally {
  readonly variant: number;
  readonly people: number;
  readonly accepted: number;
  readonly tested: number;
  readonly reacted: number;
}

/** Counts each variant that has recipients; those who got the winner afterwards are not of the test. */
export const tallyVariants = (transaction: AccountTransaction, id: BroadcastId, metric: AbMetric) =>
  transaction.rows<VariantTally>(
    `with r as (select r.*, r.state = 'accepted' and (b.winner_at is null or r.ended_at <= b.winner_at) as is_tested
       from broadcast_deliveries r join broadcasts b on b.account_id = r.account_id and b.id = r.broadcast_id
       where r.account_id = $1 and r.broadcast_id = $2 and r.variant is not null)
     select variant, count(*)::int as people, (count(*) filter (where state = 'accepted'))::int as accepted,
       (count(*) filter (where is_tested))::int as tested,
       (count(*) filter (where is_tested and ${reactionSql(metric)}))::int as reacted
     from r group by variant order by variant`,
    [transaction.accountId, id],
  );

export async function countWaiting(transaction: AccountTransaction, id: BroadcastId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from broadcast_recipients
     where account_id = $1 and broadcast_id = $2 and state = 'pending' and variant is null`,
    [transaction.accountId, id],
  );
  return row?.count ?? 0;
}

export interface Winner {
  readonly variant: number;
  readonly by: AbWinnerBy;
}

/** Sets the winner; those who waited get it. */
export async function setWinner(
  transaction: AccountTransaction,
  id: BroadcastId,
  { variant, by }: Winner,
): Promise<void> {
  await transaction.run(
    `update broadcasts set winner = $3, winner_by = $4, winner_at = now(), updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, variant, by],
  );
  await transaction.run(
    `update broadcast_recipients set variant = $3
     where account_id = $1 and broadcast_id = $2 and state = 'pending' and variant is null`,
    [transaction.accountId, id, variant],
  );
}

/** Those whose test is to be decided by now. */
export const findDecisions = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<{ accountId: AccountId; id: BroadcastId }>(
    `select account_id as "accountId", id from broadcasts where state = 'waiting' and decide_at <= now()
     order by decide_at limit $1`,
    [limit],
  );
