import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { lockFactor, storeSecret, switchFactorOff, switchFactorOn } from '../factors.store.ts';
import { recordAudit } from '../record-audit.ts';
import { newTotpSecret, totpUri } from '../totp.ts';
import { secretContext } from './check-factor-code.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { proveAgain } from './prove-again.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import { withFactorCode } from './with-factor-code.ts';

/** A new secret for an app. Nothing is asked for until a code made with it has been shown; the last start counts. */
export async function startSecondFactor(
  dependencies: AccountsDependencies,
  actor: Actor,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { database, box } = dependencies;
  await proveAgain(dependencies, actor, password);
  const secret = newTotpSecret();
  const username = await database.system(async (transaction) => {
    const factor = await lockFactor(transaction, actor.userId);
    if (!factor || factor.isOn) throw new AppError('second_factor_on', 'Switch it off first');
    await storeSecret(transaction, actor.userId, box.seal(secret, secretContext(actor.userId)));
    return factor.username;
  });
  return { secret, uri: totpUri(secret, username) };
}

/** Switches the authenticator app on once it has shown a right code; returns the recovery codes. */
export const confirmSecondFactor = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<string[]> =>
  withFactorCode(dependencies, actor, { code, needs: 'off' }, async (transaction, { factor }) => {
    await switchFactorOn(transaction, actor.userId);
    const codes = await giveRecoveryCodes(transaction, dependencies, actor.userId);
    await tellOfFactor(transaction, dependencies, factor, { ...actor, event: 'on' });
    return codes;
  });

/** Switches the authenticator app off against a code; its secret and the recovery codes are forgotten. */
export const disableSecondFactor = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<void> =>
  withFactorCode(dependencies, actor, { code, needs: 'on' }, async (transaction, { factor }) => {
    await switchFactorOff(transaction, actor.userId);
    await tellOfFactor(transaction, dependencies, factor, { ...actor, event: 'off' });
  });

/** New recovery codes against a code, so that a stolen session cannot make a way back in for itself. */
export const renewRecoveryCodes = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<string[]> =>
  withFactorCode(dependencies, actor, { code, needs: 'on' }, async (transaction) => {
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      action: 'second_factor.codes_renewed',
      target: actor.userId,
      data: {},
      address: actor.address,
    });
    return giveRecoveryCodes(transaction, dependencies, actor.userId);
  });
