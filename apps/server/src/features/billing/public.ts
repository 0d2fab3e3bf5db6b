export { IS_NO_TEST, readTotals } from './billing.store.ts';
export { chargeCall, grantTokens, reserveCall, settleUsage } from './calls/charge-call.ts';
export type { CallUrgency } from './calls/room-for-call.ts';
export { type CompletionDependencies, runBilledCompletion } from './calls/run-billed-completion.ts';
export {
  admitWaiting,
  createRooms,
  type Room,
  type RoomRequest,
  type Rooms,
  requestRoom,
} from './rooms/request-room.ts';
export { sweepRooms } from './rooms/rooms.store.ts';
export { createStorage, type Storage } from './storage/storage.ts';
