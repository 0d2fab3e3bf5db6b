import { UserId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts';
import type { Secrets } from '../../platform/crypto/secret-keys.ts';
import { createDeviceTokens } from './device-tokens.ts';
import { createPasswordStrength } from './password-strength.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createSessionTokens } from './session-tokens.ts';
import { secretContext } from './use-cases/check-factor-code.ts';

export type CredentialTools = ReturnType<typeof createCredentialTools>;

/** What checks and makes the things that people show to be let in; one secret key, another derived key for each. */
export const createCredentialTools = (secretKey: Secrets, now: () => number) => ({
  tokens: createSessionTokens(secretKey, now),
  deviceTokens: createDeviceTokens(secretKey),
  recoveryCodes: createRecoveryCodes(secretKey),
  passwordStrength: createPasswordStrength(),
});

export const SEALED_FACTORS: SealedColumn = {
  table: 'users',
  column: 'totp_secret',
  ids: ['id'],
  contextOf: ([id]) => secretContext(UserId.parse(id)),
};
