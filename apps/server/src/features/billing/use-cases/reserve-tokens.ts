import type { SystemTransaction } from '../../../platform/database/database.ts';
import { insertReservations, lockAvailable } from '../billing.store.ts';
import {
  allotReservations,
  type Reservation,
  type ReservationRequest,
} from '../domain/allot-reservations.ts';

/** Longer than any turn may take; afterwards the tokens are free again by themselves. */
const LIFE_SECONDS = 180;

/**
 * Sets tokens aside for calls that are about to be made, in order. `granted` 0 means: do not call.
 * Asking again with the same id replaces the reservation.
 */
export async function reserveTokens(
  transaction: SystemTransaction,
  requests: readonly ReservationRequest[],
): Promise<Reservation[]> {
  if (requests.length === 0) return [];
  const accountIds = [...new Set(requests.map((request) => request.accountId))];
  const available = await lockAvailable(transaction, accountIds);
  const reservations = allotReservations(requests, available);
  const granted = reservations.filter((reservation) => reservation.granted > 0);
  if (granted.length > 0) await insertReservations(transaction, granted, LIFE_SECONDS);
  return reservations;
}
