export { SEALED_RECOVERY_KEYS } from './secret-keys/secret-keys.store.ts';
export { checkSecretKeys, giveUpLostKeys, type Rotated, rotateKeys } from './secret-keys/secret-keys.ts';
