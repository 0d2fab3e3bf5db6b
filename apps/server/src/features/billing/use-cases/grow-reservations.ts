import type { AccountId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { allotGrowth, type Growth } from '../domain/allot-room.ts';
import * as rooms from '../rooms.store.ts';
import { LIFE_SECONDS } from './request-room.ts';

export type GrowthRequest = Growth & { readonly accountId: AccountId };

/** Lets reservations of running answers grow; says of each whether it has. */
export async function growReservations(
  transaction: SystemTransaction,
  requests: readonly GrowthRequest[],
): Promise<boolean[]> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const [, balances, running] = await Promise.all([
    rooms.lockBalances(transaction, accountIds),
    rooms.readBalances(transaction, accountIds),
    rooms.readRunning(transaction, accountIds),
  ]);
  const runningOf = Map.groupBy(running, ({ accountId }) => accountId);
  const grown = balances.flatMap(({ accountId, balance }) =>
    allotGrowth(
      requests.filter((request) => request.accountId === accountId),
      { balance, running: runningOf.get(accountId) ?? [] },
    ).map(({ id, to }) => ({ accountId, id, tokens: to })),
  );
  await rooms.growRooms(transaction, grown, LIFE_SECONDS);
  const ids = new Set(grown.map(({ id }) => id));
  return requests.map(({ id }) => ids.has(id));
}
