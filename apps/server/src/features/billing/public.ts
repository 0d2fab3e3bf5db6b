export { readTotals, releaseAllReservations } from './billing.store.ts';
export type { Reservation, ReservationRequest } from './domain/allot-reservations.ts';
export { addBillingRoutes } from './routes.ts';
export { reserveTokens } from './use-cases/reserve-tokens.ts';
export { grantTokens, settleCalls } from './use-cases/settle-calls.ts';
