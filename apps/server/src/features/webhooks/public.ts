export { formatSecret, SECRET_BYTES, signedHeaders } from './domain/signature.ts';
export { addWebHookRoutes } from './routes.ts';
export { createHookSender, HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { createHookTeller } from './tell-hooks.ts';
