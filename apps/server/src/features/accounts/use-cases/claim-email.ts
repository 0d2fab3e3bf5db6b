import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { freeEmail, holdEmail } from '../credentials.store.ts';
import { emailKey } from '../domain/identity.ts';

/**
 * Makes a person the holder of an address whose mailbox they have proven to be theirs. Whoever claimed it without proof
 * loses it. Throws `code_invalid` when somebody else has proven it before.
 */
export async function claimEmail(
  transaction: SystemTransaction,
  userId: UserId,
  email: string,
): Promise<void> {
  const key = emailKey(email);
  if (!(await freeEmail(transaction, key, userId))) {
    throw new AppError('code_invalid', 'This address has been confirmed by somebody else');
  }
  await holdEmail(transaction, userId, { email, emailKey: key });
}
