export {
  addSpent,
  handOverKeys,
  type LiveKey,
  readSpent,
  revokeAllKeys,
  revokeKeysOf,
} from './api-keys.store.ts';
export {
  type Allowance,
  type ApiKeyAuthenticator,
  type CallerGate,
  createApiKeyAuthenticator,
  createCallerGate,
} from './authenticate-api-key.ts';
export { createKnowledgeKeys } from './knowledge-keys.ts';
export { addApiKeyRoutes } from './routes.ts';
