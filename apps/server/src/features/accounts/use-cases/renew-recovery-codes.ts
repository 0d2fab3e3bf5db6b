import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { recordAudit } from '../record-audit.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { withFactorCode } from './with-factor-code.ts';

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
