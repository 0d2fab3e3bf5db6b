import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { takeRecoveryCode, takeStep } from './factors.store.ts';
import { isRecoveryCode, plainCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

/** What a right code was; `wrong` also for one that was used before. */
export type FactorProof = 'authenticator' | 'recovery' | 'wrong';

interface CheckedFactor {
  readonly userId: UserId;
  readonly sealedSecret: Buffer;
}

/** Sealed for its person: copied to another row it does not open. */
export const secretContext = (userId: UserId): string => `totp:${userId}`;

/** Checks a code of the app, or a recovery code, and uses it up in the caller's transaction. */
export async function checkFactorCode(
  transaction: SystemTransaction,
  { box, recoveryCodes }: AccountsDependencies,
  { userId, sealedSecret }: CheckedFactor,
  code: string,
): Promise<FactorProof> {
  if (isRecoveryCode(code)) {
    const isTaken = await takeRecoveryCode(transaction, userId, recoveryCodes.hashes(userId, code));
    return isTaken ? 'recovery' : 'wrong';
  }
  const secret = box.tryOpen(sealedSecret, secretContext(userId));
  // Sealed with a key that is gone: no code of the app can be right, a recovery code still may.
  const step = secret === null ? null : totpStep(secret, plainCode(code), transaction.now());
  return step !== null && (await takeStep(transaction, userId, step)) ? 'authenticator' : 'wrong';
}
