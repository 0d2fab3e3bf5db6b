export {
  addSpent,
  handOverKeys,
  type LiveKey,
  readSpent,
  revokeAllKeys,
  revokeKeysOf,
} from './api-keys.store.ts';
export { type ApiKeyAuthenticator, createApiKeyAuthenticator } from './authenticator.ts';
export { type CallerGate, createCallerGate } from './caller-gate.ts';
export type { Allowance } from './domain/minute-limit.ts';
export { createKnowledgeKeys } from './knowledge-keys.ts';
