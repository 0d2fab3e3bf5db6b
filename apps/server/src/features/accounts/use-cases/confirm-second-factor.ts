import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { switchFactorOn } from '../factors.store.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import { withFactorCode } from './with-factor-code.ts';

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
