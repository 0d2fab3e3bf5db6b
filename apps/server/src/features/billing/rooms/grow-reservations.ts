import type { AccountId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { allotGrowth, type Growth, type GrowthOutcome } from './allot-room.ts';
import { readAccountRooms } from './read-account-rooms.ts';
import * as rooms from './rooms.store.ts';

export type GrowthRequest = Growth & { readonly accountId: AccountId };

/** Lets reservations of running answers grow; says of each whether it has, or what is used up. */
export async function growReservations(
  transaction: SystemTransaction,
  requests: readonly GrowthRequest[],
  lifeSeconds: number,
): Promise<GrowthOutcome[]> {
  const byAccount = Map.groupBy(requests, ({ accountId }) => accountId);
  const accounts = await readAccountRooms(transaction, [...byAccount.keys()]);
  const outcomes = new Map<GrowthRequest, GrowthOutcome>();
  for (const [accountId, own] of byAccount) {
    const account = accounts.get(accountId);
    const allotted = account ? allotGrowth(own, account) : [];
    for (const [index, request] of own.entries()) outcomes.set(request, allotted[index] ?? 'spent');
  }
  const grown = requests.filter((request) => outcomes.get(request) === 'grown');
  await transaction.last(() =>
    rooms.growRooms(
      transaction,
      grown.map(({ accountId, id, to }) => ({ accountId, id, tokens: to })),
      lifeSeconds,
    ),
  );
  return requests.map((request) => outcomes.get(request) ?? 'spent');
}
