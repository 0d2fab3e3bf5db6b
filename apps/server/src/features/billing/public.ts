export { readTotals, releaseAllReservations } from './billing.store.ts';
export type { CallUrgency } from './domain/room-for-call.ts';
export { sweepRooms } from './rooms.store.ts';
export { createStorage, type Storage } from './storage/create-storage.ts';
export { chargeCall, languageUsage } from './use-cases/charge-call.ts';
export { createRooms, type Rooms } from './use-cases/create-rooms.ts';
export { admitWaiting, type Room, type RoomRequest, requestRoom } from './use-cases/request-room.ts';
export { reserveCall } from './use-cases/reserve-call.ts';
export { grantTokens, settleCalls } from './use-cases/settle-calls.ts';
