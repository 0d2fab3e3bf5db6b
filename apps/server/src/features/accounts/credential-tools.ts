import { createDeviceTokens } from './device-tokens.ts';
import { createPasswordStrength } from './password-strength.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createSessionTokens } from './session-tokens.ts';

export type CredentialTools = ReturnType<typeof createCredentialTools>;

/** What checks and makes the things that people show to be let in; one secret key, another derived key for each. */
export const createCredentialTools = (secretKey: string) => ({
  tokens: createSessionTokens(secretKey),
  deviceTokens: createDeviceTokens(secretKey),
  recoveryCodes: createRecoveryCodes(secretKey),
  passwordStrength: createPasswordStrength(),
});
