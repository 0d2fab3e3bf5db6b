import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { switchFactorOff } from '../factors.store.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import { withFactorCode } from './with-factor-code.ts';

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
