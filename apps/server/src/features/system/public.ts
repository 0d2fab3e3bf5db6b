export { SEALED_RECOVERY_KEYS } from './secret-keys/secret-keys.store.ts';
export { checkSecretKeys } from './secret-keys/use-cases/check-secret-keys.ts';
export { giveUpLostKeys } from './secret-keys/use-cases/give-up-lost-keys.ts';
export { type Rotated, rotateKeys } from './secret-keys/use-cases/rotate-keys.ts';
