import type { SessionView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { clearAttempts, tryKey } from '../../../platform/database/use-up.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { lockFactor } from '../factors.store.ts';
import { consumeCode, tryCode } from '../one-time-codes.ts';
import { isRecoveryCode } from '../recovery-codes.ts';
import { ALL_SOURCES, ONE_SOURCE, takeTry } from '../tries.store.ts';
import type { Visitor } from '../visitor.ts';
import { checkFactorCode } from './check-factor-code.ts';
import { admitted, type Entry, enter } from './enter.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import { wrongFactorCode } from './with-factor-code.ts';

interface Answer {
  readonly challenge: string;
  readonly code: string;
}

/** Codes that may be tried on one challenge; then the password is asked for again. */
const TRIES = 5;

/** Completes a sign-in that asked for the second factor. */
export async function secondFactor(
  dependencies: AccountsDependencies,
  answer: Answer,
  visitor: Visitor,
): Promise<SessionView> {
  const { database } = dependencies;
  const { userId, tries } = await database.system((transaction) => countTry(transaction, answer));
  const entry = await database.system((transaction) =>
    enterWithCode(transaction, dependencies, { ...answer, userId, tries, visitor }),
  );
  return admitted(entry);
}

/**
 * Counted, and kept so, before anything is checked: also across challenges. Recovery codes have a count of their own
 * and, too long to be guessed, a gentler one: guesses at the six digits never keep their owner out.
 */
async function countTry(transaction: SystemTransaction, { challenge, code }: Answer) {
  const { userId } = await tryCode(transaction, 'second-factor', challenge, TRIES);
  if (!userId) throw new Error('a challenge without a person');
  const isRecovery = isRecoveryCode(code);
  const tries = tryKey(isRecovery ? 'recovery-code' : 'second-factor', userId);
  await takeTry(transaction, tries, isRecovery ? ALL_SOURCES : ONE_SOURCE);
  return { userId, tries };
}

interface Try extends Answer {
  readonly userId: UserId;
  readonly tries: Buffer;
  readonly visitor: Visitor;
}

async function enterWithCode(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { userId, tries, visitor, challenge, code }: Try,
): Promise<Entry> {
  const factor = await lockFactor(transaction, userId);
  if (!factor?.isOn || !factor.sealedSecret) throw new AppError('code_invalid', 'Sign in again');
  const { sealedSecret } = factor;
  const proof = await checkFactorCode(transaction, dependencies, { userId, sealedSecret }, code);
  if (proof === 'wrong') throw wrongFactorCode();
  const { accountId, data } = await consumeCode(transaction, 'second-factor', challenge);
  await clearAttempts(transaction, tries);
  if (proof === 'recovery' && accountId) {
    const happening = { event: 'recovery-code-used', userId, accountId, address: visitor.address } as const;
    await tellOfFactor(transaction, dependencies, factor, happening);
  }
  return enter(transaction, dependencies, {
    userId,
    ...(accountId ? { accountId } : {}),
    visitor,
    remember: data.remember === true,
    isProvenTwice: true,
  });
}
