export { ledger } from './billing.store.ts';
export { budgets } from './budgets/budgets.ts';
export { chargeCall, reserveCall, settleUsage } from './calls/charge-call.ts';
export type { CallUrgency } from './calls/room-for-call.ts';
export {
  type BilledCompletion,
  type CompletionDependencies,
  runBilledCompletion,
} from './calls/run-billed-completion.ts';
export {
  createModelAccess,
  type ModelAccess,
} from './model-keys/account-models.ts';
export type { HeldMoney } from './model-keys/key-purse.ts';
export { SEALED_MODEL_KEYS, type SettledMoney } from './model-keys/model-keys.store.ts';
export {
  createRooms,
  type Room,
  type RoomRequest,
  type Rooms,
  requestRoom,
} from './rooms/request-room.ts';
export { createStorage, type Storage } from './storage/storage.ts';
export { tokenLots } from './token-lots.ts';
