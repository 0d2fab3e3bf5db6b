export { readTotals, releaseAllReservations } from './billing.store.ts';
export type { Reservation, ReservationRequest } from './domain/allot-reservations.ts';
export { sweepRooms } from './rooms.store.ts';
export { addBillingRoutes } from './routes.ts';
export { createRooms, type GrowReservation, type Rooms } from './use-cases/create-rooms.ts';
export { admitWaiting, type Room, type RoomRequest, requestRoom } from './use-cases/request-room.ts';
export { reserveTokens } from './use-cases/reserve-tokens.ts';
export { grantTokens, settleCalls } from './use-cases/settle-calls.ts';
