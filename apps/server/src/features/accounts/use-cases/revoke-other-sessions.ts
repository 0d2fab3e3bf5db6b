import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { recordAudit } from '../record-audit.ts';
import { revokeSessionsOf } from '../sessions.store.ts';

/** Ends every session of the person but the one that asks; returns how many. */
export async function revokeOtherSessions(
  { database, ended }: AccountsDependencies,
  actor: Actor,
): Promise<number> {
  const revoked = await database.system(async (transaction) => {
    const count = await revokeSessionsOf(transaction, actor.userId, { except: actor.sessionId });
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      action: 'session.others_revoked',
      target: actor.userId,
      data: { revoked: count },
      address: actor.address,
    });
    return count;
  });
  ended.user(actor.userId);
  return revoked;
}
