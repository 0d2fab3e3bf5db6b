export { addSpent, type LiveKey, readSpent } from './api-keys.store.ts';
export { addApiKeyRoutes } from './api-keys.ts';
export {
  type Allowance,
  type ApiKeyAuthenticator,
  type ApiKeyGate,
  createApiKeyAuthenticator,
  createApiKeyGate,
  createKnowledgeKeys,
} from './authenticate-api-key.ts';
