import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { freeEmail, holdEmail } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../identity.ts';

export interface Claim {
  readonly userId: UserId;
  readonly email: string;
  /** A mail, the code in the server's log, or a provider that speaks for the mailbox. */
  readonly proof: 'mail' | 'log' | 'provider';
}

/**
 * Makes a person the holder of an address whose mailbox they have proven to be theirs. Whoever claimed it without proof
 * loses it. Throws `code_invalid` when somebody else has proven it before.
 */
export async function claimEmail(
  transaction: SystemTransaction,
  { onEmailConfirmed }: Pick<AccountsDependencies, 'onEmailConfirmed'>,
  { userId, email, proof }: Claim,
): Promise<void> {
  const key = emailKey(email);
  if (!(await freeEmail(transaction, key, userId))) {
    throw new AppError('code_invalid', 'This address has been confirmed by another user');
  }
  await holdEmail(transaction, userId, { email, emailKey: key, proof });
  await onEmailConfirmed(transaction, userId);
}
