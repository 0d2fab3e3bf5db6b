import { UserId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts';
import type { Secrets } from '../../platform/crypto/secret-keys.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { createRegistration, type Registration } from './registration/registration.ts';
import { createStartingTokens, type GrantTokens } from './registration/starting-tokens.ts';
import { secretContext } from './second-factor/check-factor-code.ts';
import { createRecoveryCodes } from './second-factor/recovery-codes.ts';
import { createDeviceTokens, createSessionTokens } from './sessions/signed-tokens.ts';
import { createPasswordStrength } from './sign-in/password-strength.ts';

/** What this feature makes itself, from the settings below. */
type OwnParts =
  | 'tokens'
  | 'deviceTokens'
  | 'recoveryCodes'
  | 'passwordStrength'
  | 'registration'
  | 'onAccountCreated'
  | 'onEmailConfirmed';

interface AccountsSettings extends Omit<AccountsDependencies, OwnParts> {
  /** Signs tokens and hashes recovery codes; each purpose has a derived key of its own. */
  readonly secretKeys: Secrets;
  readonly registration: Pick<Registration, 'mode' | 'adminEmails'>;
  readonly startingTokens: number;
  readonly grantTokens: GrantTokens;
}

/** Puts the feature together. `passwordStrength` runs a thread that whoever calls this closes. */
export function createAccounts({
  secretKeys,
  registration,
  startingTokens,
  grantTokens,
  ...others
}: AccountsSettings): AccountsDependencies {
  const { database } = others;
  return {
    ...others,
    ...createStartingTokens(startingTokens, grantTokens),
    tokens: createSessionTokens(secretKeys, database.now),
    deviceTokens: createDeviceTokens(secretKeys),
    recoveryCodes: createRecoveryCodes(secretKeys),
    passwordStrength: createPasswordStrength(),
    registration: createRegistration(database, registration),
  };
}

export const SEALED_FACTORS: SealedColumn = {
  table: 'users',
  column: 'totp_secret',
  ids: ['id'],
  contextOf: ([id]) => secretContext(UserId.parse(id)),
};
