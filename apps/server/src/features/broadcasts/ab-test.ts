import type { AbReport, AbWinner } from '@hanasu/contract/broadcast-ab';
import type { BroadcastId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { chancesOf, ruleWinner } from './ab-rule.ts';
import * as store from './ab-test.store.ts';
import { abTestOf, type BroadcastRow, findBroadcast, moveBroadcast } from './broadcasts.store.ts';
import { openLanes } from './recipients.store.ts';

export const winnerOf = ({
  winner,
  winnerBy,
  winnerAt,
}: Pick<BroadcastRow, 'winner' | 'winnerBy' | 'winnerAt'>): AbWinner | null =>
  winner === null || !winnerBy || !winnerAt
    ? null
    : { variant: winner, by: winnerBy, at: winnerAt.toISOString() };

/** Once it has a winner it is over. */
export const decideAtOf = ({ state, decideAt }: Pick<BroadcastRow, 'state' | 'decideAt'>): string | null =>
  (state === 'waiting' && decideAt?.toISOString()) || null;

/** Reports how its variants do. */
export async function abReportOf(transaction: AccountTransaction, id: BroadcastId): Promise<AbReport> {
  const row = orNotFound(await findBroadcast(transaction, id), 'broadcast');
  const { metric, shares } = orNotFound(abTestOf(row), 'broadcast');
  const tallies = await tallied(transaction, row, metric);
  const chances = chancesOf(tallies);
  return {
    metric,
    variants: shares.map((_, variant) => ({
      ...(tallies[variant] ?? nothing(variant)),
      chance: chances?.[variant] ?? null,
    })),
    waiting: await store.countWaiting(transaction, id),
    winner: winnerOf(row),
    decideAt: decideAtOf(row),
  };
}

const nothing = (variant: number): store.VariantTally => ({
  variant,
  people: 0,
  accepted: 0,
  tested: 0,
  reacted: 0,
});

/** Counts of each variant, also of one that has no recipients. */
async function tallied(
  transaction: AccountTransaction,
  row: BroadcastRow,
  metric: AbReport['metric'],
): Promise<store.VariantTally[]> {
  const found = await store.tallyVariants(transaction, row.id, metric);
  return (abTestOf(row)?.shares ?? []).map(
    (_, variant) => found.find((tally) => tally.variant === variant) ?? nothing(variant),
  );
}

/** Those who wait get this variant from now on. The caller holds the lock of the broadcast. */
async function decide(
  transaction: AccountTransaction,
  { id, state }: BroadcastRow,
  winner: store.Winner,
): Promise<void> {
  await store.setWinner(transaction, id, winner);
  if (state === 'waiting') await moveBroadcast(transaction, id, { state: 'sending' });
  await openLanes(transaction, id, new Map());
}

/** Stores the winner that a person chose, at any time until there is one; the test need not have ended. */
export async function chooseWinner(
  transaction: AccountTransaction,
  id: BroadcastId,
  variant: number,
): Promise<BroadcastRow> {
  const row = orNotFound(await findBroadcast(transaction, id, { isLocked: true }), 'broadcast');
  const isOpen = row.state === 'sending' || row.state === 'waiting' || row.state === 'paused';
  if (!isOpen || row.winner !== null) throw new AppError('broadcast_state', `The broadcast is ${row.state}`);
  if (variant >= (abTestOf(row)?.shares ?? []).length)
    throw AppError.field('validation_failed', 'body.variant', 'There is no such variant');
  if ((await store.countWaiting(transaction, id)) === 0)
    throw new AppError('broadcast_state', 'No recipient waits for the winner');
  await decide(transaction, row, { variant, by: 'person' });
  return row;
}

/** Decides by the rule what is to be decided by now. */
export async function decideDue(database: Database): Promise<void> {
  for (const { accountId, id } of await database.system((transaction) =>
    store.findDecisions(transaction, 20),
  ))
    await database.account(accountId, async (transaction) => {
      const row = await findBroadcast(transaction, id, { isLocked: true });
      const isDue = row?.state === 'waiting' && row.decideAt && row.decideAt.getTime() <= transaction.now();
      const test = row && abTestOf(row);
      if (!isDue) return;
      const winner: store.Winner = test
        ? ruleWinner(await tallied(transaction, row, test.metric))
        : { variant: 0, by: 'no_difference' };
      await decide(transaction, row, winner);
    });
}
