import type { SessionView } from '@hanasu/contract/accounts';
import type { SessionId } from '@hanasu/contract/ids';
import type { SessionItem } from '@hanasu/contract/sessions';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { deviceOf } from '../devices.ts';
import type { Places } from '../places.ts';
import { recordAudit } from '../record-audit.ts';
import {
  extendSession,
  listLiveSessions,
  revokeOwnSession,
  revokeSessionsOf,
  type StoredSession,
} from '../sessions.store.ts';
import { expiryOf, sessionView } from './session-view.ts';

/** Where a person is signed in: this session first, then the last seen. */
export async function listSessions(
  { database }: AccountsDependencies,
  places: Places,
  { sessionId, userId }: Session,
): Promise<{ items: SessionItem[] }> {
  const rows = await database.system((transaction) => listLiveSessions(transaction, userId, sessionId));
  const view = async (row: StoredSession): Promise<SessionItem> => ({
    uuid: row.id,
    device: deviceOf(row.userAgent),
    place: { address: row.address, country: await places.countryOf(row.address) },
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    current: row.id === sessionId,
  });
  return { items: await Promise.all(rows.map(view)) };
}

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
