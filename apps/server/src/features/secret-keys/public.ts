export { SEALED_RECOVERY_KEYS } from './secret-keys.store.ts';
export { checkSecretKeys } from './use-cases/check-secret-keys.ts';
export { giveUpLostKeys } from './use-cases/give-up-lost-keys.ts';
export { type Rotated, rotateKeys } from './use-cases/rotate-keys.ts';
