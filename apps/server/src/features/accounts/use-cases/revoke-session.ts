import type { SessionId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { recordAudit } from '../record-audit.ts';
import { revokeOwnSession } from '../sessions.store.ts';

/** Ends one session of the person who asks. Somebody else's is as unknown as one that never was. */
export async function revokeSession(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  id: SessionId,
): Promise<void> {
  await database.system(async (transaction) => {
    if (!(await revokeOwnSession(transaction, actor.userId, id))) {
      throw new AppError('not_found', 'No such session');
    }
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      action: 'session.revoked',
      target: id,
      data: {},
      address: actor.address,
    });
  });
  ended.session(id);
}
