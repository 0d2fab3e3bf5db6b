import type { AccountId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { addToBalances, deleteReservations, insertEntries, type NewEntry } from '../billing.store.ts';
import { lockBalances } from '../rooms.store.ts';

/**
 * Charges calls that were made and frees what was reserved for them. `id` is the reservation's; the primary key
 * of the ledger refuses to charge it twice. A call that cost nothing frees its reservation and leaves no entry.
 */
export async function settleCalls(
  transaction: SystemTransaction,
  calls: readonly Omit<NewEntry, 'kind'>[],
): Promise<void> {
  if (calls.length === 0) return;
  const charged = calls.filter((call) => call.tokens !== 0);
  const accountIds = [...new Set(calls.map(({ accountId }) => accountId))];
  await Promise.all([
    // Balances before reservations, as whoever lets a reservation grow: the other way round they wait for each other.
    lockBalances(transaction, accountIds),
    deleteReservations(transaction, calls),
    addEntries(
      transaction,
      charged.map((call) => ({ ...call, kind: 'call' as const })),
    ),
  ]);
}

/** Adds tokens to an account. */
export const grantTokens = (
  transaction: SystemTransaction,
  grant: { accountId: AccountId; id: string; tokens: number },
): Promise<void> =>
  addEntries(transaction, [
    {
      ...grant,
      kind: 'grant',
      botId: null,
      serviceUuid: null,
      channelId: null,
      conversationId: null,
      messageId: null,
      input: 0,
      output: 0,
    },
  ]);

async function addEntries(transaction: SystemTransaction, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const changes = new Map<AccountId, number>();
  for (const entry of entries) {
    changes.set(entry.accountId, (changes.get(entry.accountId) ?? 0) + entry.tokens);
  }
  const after = await addToBalances(transaction, changes);
  const running = new Map([...after].map(([id, balance]) => [id, balance - (changes.get(id) ?? 0)]));
  const rows = entries.map((entry) => {
    const balance = (running.get(entry.accountId) ?? 0) + entry.tokens;
    running.set(entry.accountId, balance);
    return { ...entry, balance };
  });
  await insertEntries(transaction, rows);
}
