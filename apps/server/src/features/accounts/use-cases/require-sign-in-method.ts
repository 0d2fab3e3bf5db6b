import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { hasSignInMethod } from '../identities.store.ts';

/** Called after one was taken away: rolls back with `last_sign_in_method` when none is left. */
export async function requireSignInMethod(
  transaction: SystemTransaction,
  { social }: AccountsDependencies,
  userId: UserId,
): Promise<void> {
  if (await hasSignInMethod(transaction, userId, [...social.clients.keys()])) return;
  throw new AppError('last_sign_in_method', 'Set a password or add another way to sign in first');
}
