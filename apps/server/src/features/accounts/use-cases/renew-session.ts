import type { SessionView } from '@hanasu/contract/accounts';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { extendSession } from '../sessions.store.ts';
import { expiryOf, sessionView } from './session-view.ts';

/** Makes a session that is alive last longer. Its id stays, and so does what revokes it. */
export async function renewSession(
  dependencies: AccountsDependencies,
  { sessionId, userId, accountId }: Session,
): Promise<SessionView> {
  return dependencies.database.system(async (transaction) => {
    const extended = await extendSession(transaction, sessionId, {
      remembered: expiryOf(transaction, true, dependencies),
      other: expiryOf(transaction, false, dependencies),
    });
    const member = await findMember(transaction, userId, accountId);
    if (!extended || !member) throw new AppError('session_expired', 'The session has ended meanwhile');
    return sessionView(transaction, dependencies, { ...extended, id: sessionId }, member);
  });
}
