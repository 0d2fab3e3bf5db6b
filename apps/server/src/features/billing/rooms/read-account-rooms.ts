import type { AccountId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { readBudgets } from '../budgets/budgets.store.ts';
import { type AccountRoom, countsFor, type RunningShare, type RunningSum } from './allot-room.ts';
import * as rooms from './rooms.store.ts';

export interface ReadRoom extends AccountRoom {
  readonly reservations: readonly rooms.Reservation[];
}

/** Balances, reservations and budgets, under the lock of the balances, which is taken in the same round trip. */
export async function readAccountRooms(
  transaction: SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, ReadRoom>> {
  const [balances, reservations] = await Promise.all([
    rooms.lockAndReadBalances(transaction, accountIds),
    rooms.readReservations(transaction, accountIds),
  ]);
  const limited = balances.filter(({ hasBudgets }) => hasBudgets).map(({ accountId }) => accountId);
  const budgets = limited.length > 0 ? await readBudgets(transaction, limited) : [];
  const reservationsOf = Map.groupBy(reservations, ({ accountId }) => accountId);
  const budgetsOf = Map.groupBy(budgets, ({ accountId }) => accountId);
  return new Map(
    balances.map(({ accountId, balance }) => {
      const own = reservationsOf.get(accountId) ?? [];
      const ofBudgets = (budgetsOf.get(accountId) ?? []).map((budget) => {
        const counted = own.filter((one) => countsFor(budget, one));
        const anonymous = sumOf(counted.filter(({ isAnonymous }) => isAnonymous));
        const { count: anonymousCount, tokens: anonymousTokens } = anonymous;
        return { ...budget, ...sumOf(counted), anonymousCount, anonymousTokens };
      });
      return [accountId, { balance, running: sharesOf(own), budgets: ofBudgets, reservations: own }];
    }),
  );
}

const sharesOf = (reservations: readonly rooms.Reservation[]): RunningShare[] =>
  [
    ...Map.groupBy(reservations, ({ entrance, isAnonymous }) => `${isAnonymous} ${entrance}`).values(),
  ].flatMap((some) => {
    const [first] = some;
    return first ? [{ entrance: first.entrance, isAnonymous: first.isAnonymous, ...sumOf(some) }] : [];
  });

function sumOf(reservations: readonly rooms.Reservation[]): RunningSum {
  const sum = { count: 0, tokens: 0, growth: 0, growthSquared: 0 };
  for (const { tokens, limit } of reservations) {
    const growth = Math.max(0, limit - tokens);
    sum.count += 1;
    sum.tokens += tokens;
    sum.growth += growth;
    sum.growthSquared += growth ** 2;
  }
  return sum;
}
