import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { insertReservation, readRoomForCall } from '../billing.store.ts';
import { type CallUrgency, roomForCall } from '../domain/room-for-call.ts';
import { lockBalances } from '../rooms.store.ts';

export interface CallReservation {
  readonly accountId: AccountId;
  /** The reservation's, and later the ledger entry's. */
  readonly id: string;
  /** What the call may cost at most. */
  readonly tokens: number;
  readonly urgency: CallUrgency;
  /** Aborts when the result is no longer wanted: the wait ends. */
  readonly signal?: AbortSignal | undefined;
}

/** `busy`: others held the balance for as long as the caller could wait. `spent`: the account can't pay for it. */
export type ReservedCall = 'granted' | 'busy' | 'spent';

/** Longer than any call may take; afterwards the tokens are free again by themselves. */
const LIFE_SECONDS = 180;
const ASK_EVERY_MS = 250;
/** How long a call waits for room. */
const PATIENCE_MS = {
  // A call inside a turn, which goes on without its result.
  turn: 5_000,
  // A person looks at a spinner.
  staff: 10_000,
  // A job, which starts the wait again.
  background: 30_000,
} as const satisfies Record<CallUrgency, number>;

/** Reserves the tokens of one call before it is made; waits while other calls hold the balance. */
export async function reserveCall(
  database: Pick<Database, 'system'>,
  call: CallReservation,
): Promise<ReservedCall> {
  const endsAt = performance.now() + PATIENCE_MS[call.urgency];
  for (;;) {
    const outcome = await database.system((transaction) => tryToReserve(transaction, call));
    if (outcome !== 'busy' || call.signal?.aborted || performance.now() >= endsAt) return outcome;
    await sleep(ASK_EVERY_MS, undefined, { signal: call.signal }).catch(() => undefined);
  }
}

async function tryToReserve(
  transaction: SystemTransaction,
  { accountId, id, tokens, urgency }: CallReservation,
): Promise<ReservedCall> {
  // Two statements: one that waits for a lock does not see what was reserved while it waited.
  const [, room] = await Promise.all([
    lockBalances(transaction, [accountId]),
    readRoomForCall(transaction, accountId),
  ]);
  const outcome = roomForCall({ tokens, urgency }, room);
  if (outcome === 'granted') await insertReservation(transaction, { accountId, id, tokens }, LIFE_SECONDS);
  return outcome;
}
