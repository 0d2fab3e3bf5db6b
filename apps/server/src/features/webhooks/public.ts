export { retryFailedDeliveries } from './deliveries.store.ts';
export { createHookPublisher, publishClicksToHooks, publishToHooks } from './publish-hook-events.ts';
export { HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { formatSecret, SECRET_BYTES, signedHeaders } from './signature.ts';
export { deleteAllHooks, deleteHooksOf, handOverHooks } from './web-hooks.store.ts';
