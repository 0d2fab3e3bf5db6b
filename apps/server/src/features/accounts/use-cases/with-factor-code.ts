import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { clearAttempts, tryKey } from '../../../platform/database/use-up.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { type FactorRow, lockFactor } from '../factors.store.ts';
import { ONE_SOURCE, takeTry } from '../tries.store.ts';
import { checkFactorCode, type FactorProof } from './check-factor-code.ts';

export interface Shown {
  readonly factor: FactorRow;
  readonly proof: Exclude<FactorProof, 'wrong'>;
}

export const wrongFactorCode = (): AppError =>
  AppError.field('wrong_factor_code', 'body.code', 'The code is wrong, used, or of another time');

/**
 * Does what a signed-in person may do only by showing a code, in the transaction that uses the code up. `needs` is what
 * the second factor must be; while a new one is confirmed it is still `off`, and recovery codes are not for that.
 */
export async function withFactorCode<T>(
  dependencies: AccountsDependencies,
  { userId, sessionId }: Actor,
  { code, needs }: { readonly code: string; readonly needs: 'on' | 'off' },
  act: (transaction: SystemTransaction, shown: Shown) => Promise<T>,
): Promise<T> {
  const { database } = dependencies;
  const tries = tryKey('factor-code', userId, sessionId);
  await database.system(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (needs === 'off' && factor?.isOn) throw new AppError('second_factor_on', 'It is on already');
    if (!factor?.sealedSecret || (needs === 'on' && !factor.isOn)) throw factorOff();
    await takeTry(transaction, tries, ONE_SOURCE);
  });
  return database.system(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (!factor?.sealedSecret || factor.isOn !== (needs === 'on')) throw factorOff();
    const { sealedSecret } = factor;
    const proof = await checkFactorCode(transaction, dependencies, { userId, sealedSecret }, code);
    if (proof === 'wrong') throw wrongFactorCode();
    await clearAttempts(transaction, tries);
    return act(transaction, { factor, proof });
  });
}

const factorOff = (): AppError => new AppError('second_factor_off', 'Two-step sign-in is off');
