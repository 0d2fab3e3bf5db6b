import { AppError } from '../../../platform/app-error.ts';
import { clearAttempts, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findProof } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeAttempt, ONE_SOURCE } from './attempts.store.ts';

/**
 * Before something that a stolen session must not do: the password, or, for people without one, a sign-in of the last
 * ten minutes. Throws `wrong_password` (path `body.<field>`), `proof_needed` or `too_many_tries`.
 */
export async function reAuthenticate(
  { database, passwords }: Pick<AccountsDependencies, 'database' | 'passwords'>,
  session: Session,
  {
    password,
    field = 'password',
  }: { readonly password: string | undefined; readonly field?: string | undefined },
): Promise<void> {
  const key = tryKey('prove', session.userId, session.sessionId);
  const proof = await database.system(async (transaction) => {
    const found = await findProof(transaction, session.sessionId);
    if (found?.passwordHash && password !== undefined) await consumeAttempt(transaction, key, ONE_SOURCE);
    return found;
  });
  if (!proof?.passwordHash) {
    if (!proof?.isFresh) throw new AppError('proof_needed', 'Sign in again first');
    return;
  }
  if (password === undefined || !(await passwords.verify(proof.passwordHash, password))) {
    throw AppError.field('wrong_password', `body.${field}`, 'The password is wrong');
  }
  await database.system((transaction) => clearAttempts(transaction, key));
}
