export { createHookPublisher } from './publish-hook-events.ts';
export { createHookSender, HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { formatSecret, SECRET_BYTES, signedHeaders } from './signature.ts';
export { addWebHookRoutes } from './web-hooks.ts';
