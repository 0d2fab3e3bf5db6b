import type { AccountId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { readBudgetRooms } from '../budgets/budgets.store.ts';
import { allotGrowth, type BudgetRoom, type Growth, type GrowthOutcome } from './allot-room.ts';
import * as rooms from './rooms.store.ts';

/** After the lock of the balances: most accounts have none, and none is asked for then. */
export async function budgetsOf(
  transaction: SystemTransaction,
  balances: readonly { readonly accountId: AccountId; readonly hasBudgets: boolean }[],
): Promise<ReadonlyMap<AccountId, readonly BudgetRoom[]>> {
  const limited = balances.filter(({ hasBudgets }) => hasBudgets).map(({ accountId }) => accountId);
  const budgets = limited.length > 0 ? await readBudgetRooms(transaction, limited) : [];
  return Map.groupBy(budgets, ({ accountId }) => accountId);
}

export type GrowthRequest = Growth & { readonly accountId: AccountId };

/** Lets reservations of running answers grow; says of each whether it has, or what is used up. */
export async function growReservations(
  transaction: SystemTransaction,
  requests: readonly GrowthRequest[],
  lifeSeconds: number,
): Promise<GrowthOutcome[]> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const [balances, running] = await Promise.all([
    rooms.lockAndReadBalances(transaction, accountIds),
    rooms.readRunning(transaction, accountIds),
  ]);
  const budgets = await budgetsOf(transaction, balances);
  const runningOf = Map.groupBy(running, ({ accountId }) => accountId);
  const outcomes = new Map<GrowthRequest, GrowthOutcome>();
  for (const { accountId, balance } of balances) {
    const own = requests.filter((request) => request.accountId === accountId);
    const account = {
      balance,
      running: runningOf.get(accountId) ?? [],
      budgets: budgets.get(accountId) ?? [],
    };
    for (const [index, outcome] of allotGrowth(own, account).entries()) {
      const request = own[index];
      if (request) outcomes.set(request, outcome);
    }
  }
  const grown = requests.filter((request) => outcomes.get(request) === 'grown');
  await rooms.growRooms(
    transaction,
    grown.map(({ accountId, id, to }) => ({ accountId, id, tokens: to })),
    lifeSeconds,
  );
  return requests.map((request) => outcomes.get(request) ?? 'spent');
}
