export {
  handOverKeys,
  type LiveKey,
  revokeAllKeys,
  revokeKeysOf,
} from './api-keys.store.ts';
export {
  type Allowance,
  type ApiKeyAuthenticator,
  type ApiKeyGate,
  createApiKeyAuthenticator,
  createApiKeyGate,
  createScopedKeys,
} from './authenticate-api-key.ts';
