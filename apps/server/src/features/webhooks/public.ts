export { formatSecret, SECRET_BYTES, signedHeaders } from './domain/signature.ts';
export { HOOK_TIMEOUT_MS, SEALED_HOOKS } from './send-deliveries.ts';
export { createHookTeller } from './tell-hooks.ts';
