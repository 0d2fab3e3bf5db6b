export { retryFailedDeliveries } from './deliveries.store.ts';
export { createHookTeller } from './publish-hook-events.ts';
export { addWebHookRoutes } from './routes.ts';
export { createHookSender, HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { formatSecret, SECRET_BYTES, signedHeaders } from './signature.ts';
export { deleteAllHooks, deleteHooksOf, handOverHooks } from './web-hooks.store.ts';
