import { type AccountId, UserId } from '@hanasu/contract/ids';
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts';
import type { Secrets } from '../../platform/crypto/secret-keys.ts';
import type { SystemTransaction } from '../../platform/database/database.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { createRegistration, type Registration } from './registration/registration.ts';
import { secretContext } from './second-factor/check-factor-code.ts';
import { createRecoveryCodes } from './second-factor/recovery-codes.ts';
import { createDeviceTokens, createSessionTokens } from './sessions/signed-tokens.ts';
import { createPasswordStrength } from './sign-in/password-strength.ts';

/** Of the starting tokens, until the owner has confirmed their address: enough to try, too little to farm. */
const UNCONFIRMED_SHARE = 0.02;

/** Credits tokens to an account, in the transaction that it is given. */
type GrantTokens = (transaction: SystemTransaction, accountId: AccountId, tokens: number) => Promise<void>;

/** A new account gets a small part of its tokens at once, and the rest when its owner confirms their address. */
const createStartingTokens = (startingTokens: number, grantTokens: GrantTokens) => ({
  async onAccountCreated(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
    const tokens = Math.floor(startingTokens * UNCONFIRMED_SHARE);
    await grantTokens(transaction, accountId, tokens);
    await withholdTokens(transaction, accountId, startingTokens - tokens);
  },
  async onEmailConfirmed(transaction: SystemTransaction, userId: UserId): Promise<void> {
    for (const { accountId, tokens } of await takeWithheld(transaction, userId)) {
      await grantTokens(transaction, accountId, tokens);
    }
  },
});

/** Takes the withheld tokens of the accounts that this person owns; a second call finds none. */
const takeWithheld = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<{ accountId: AccountId; tokens: number }>(
    `with held as (
       select a.id, a.withheld_tokens from accounts a
         join memberships m on m.tenant_id = a.id and m.user_id = $1 and m.role = 'owner'
       where a.withheld_tokens > 0 for update of a)
     update accounts a set withheld_tokens = 0 from held where a.id = held.id
     returning a.id as "accountId", held.withheld_tokens as tokens`,
    [userId],
  );

async function withholdTokens(
  transaction: SystemTransaction,
  accountId: AccountId,
  tokens: number,
): Promise<void> {
  await transaction.run('update accounts set withheld_tokens = $2 where id = $1', [accountId, tokens]);
}

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

/** One thread for the whole process, which does not keep it alive: its lists take half a second and 80 MB to load. */
const passwordStrength = createPasswordStrength();

/** Puts the feature together. */
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
    passwordStrength,
    registration: createRegistration(database, registration),
  };
}

export const SEALED_FACTORS: SealedColumn = {
  table: 'users',
  column: 'totp_secret',
  ids: ['id'],
  contextOf: ([id]) => secretContext(UserId.parse(id)),
};
