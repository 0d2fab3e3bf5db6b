import type { AccountId, BotId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { readBudgets } from '../budgets/budgets.store.ts';
import { type AccountRoom, countsFor, type RunningShare } from './allot-room.ts';
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
      const ofBudgets = (budgetsOf.get(accountId) ?? []).map((budget) => ({
        ...budget,
        running: sharesOf(own.filter((one) => countsFor(budget, one))),
      }));
      return [accountId, { balance, running: sharesOf(own), budgets: ofBudgets, reservations: own }];
    }),
  );
}

function sharesOf(reservations: readonly rooms.Reservation[]): RunningShare[] {
  const shares = new Map<string, { -readonly [Key in keyof RunningShare]: RunningShare[Key] }>();
  for (const { entrance, isAnonymous, tokens, limit } of reservations) {
    const key = `${isAnonymous} ${entrance}`;
    const none = { entrance, isAnonymous, count: 0, tokens: 0, growth: 0, growthSquared: 0 };
    const share = shares.get(key) ?? none;
    const growth = Math.max(0, limit - tokens);
    share.count += 1;
    share.tokens += tokens;
    share.growth += growth;
    share.growthSquared += growth ** 2;
    shares.set(key, share);
  }
  return [...shares.values()];
}

type CostOfBot = Pick<rooms.CostOfAnswers, 'answers' | 'percentile'>;
/** What answers cost changes slowly, and is an estimate: it is read again after a while, not for each turn. */
const knownCosts = new LRUCache<string, CostOfBot>({ max: 10_000, ttl: 20_000 });
interface OfBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

export const keyOfBot = ({ accountId, botId }: OfBot): string => `${accountId}/${botId}`;

/** What answers of these bots cost, by `keyOfBot`. */
export async function readKnownCosts(
  transaction: SystemTransaction,
  requests: readonly OfBot[],
): Promise<ReadonlyMap<string, CostOfBot>> {
  const costs = new Map<string, CostOfBot>();
  const unknown: OfBot[] = [];
  for (const request of requests) {
    const known = knownCosts.get(keyOfBot(request));
    if (known) costs.set(keyOfBot(request), known);
    else unknown.push(request);
  }
  if (unknown.length === 0) return costs;
  for (const cost of await rooms.readCosts(transaction, unknown)) {
    knownCosts.set(keyOfBot(cost), cost);
    costs.set(keyOfBot(cost), cost);
  }
  return costs;
}
