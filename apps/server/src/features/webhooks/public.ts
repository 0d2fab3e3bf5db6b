export { retryFailedDeliveries } from './deliveries.store.ts';
export { formatSecret, SECRET_BYTES, signedHeaders } from './domain/signature.ts';
export { HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { createHookTeller } from './tell-hooks.ts';
export { deleteAllHooks, deleteHooksOf, handOverHooks } from './web-hooks.store.ts';
