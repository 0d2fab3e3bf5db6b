import type { AccountId } from '@hanasu/contract/ids';

export interface ReservationRequest {
  readonly accountId: AccountId;
  readonly id: string;
  /** What the call may cost at most. */
  readonly tokens: number;
}

export interface Reservation extends ReservationRequest {
  /** What was set aside: all of it, what is left, or 0 when nothing is. */
  readonly granted: number;
}

/** Shares what each account has left among its requests, first come first served. */
export function allotReservations(
  requests: readonly ReservationRequest[],
  available: ReadonlyMap<AccountId, number>,
): Reservation[] {
  const left = new Map(available);
  return requests.map((request) => {
    const rest = left.get(request.accountId) ?? 0;
    const granted = Math.max(0, Math.min(request.tokens, rest));
    left.set(request.accountId, rest - granted);
    return { ...request, granted };
  });
}
