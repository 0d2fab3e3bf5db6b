export { formatSecret, SECRET_BYTES, signedHeaders } from './domain/signature.ts';
export { addWebHookRoutes } from './routes.ts';
export { createHookSender, HOOK_TIMEOUT_MS, type HookSender, SEALED_HOOKS } from './send-deliveries.ts';
export { createHookTeller, type HookTeller } from './tell-hooks.ts';
