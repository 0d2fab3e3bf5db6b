import type { SessionView } from '@hanasu/contract/accounts';
import type { SessionId } from '@hanasu/contract/ids';
import type { SessionItem } from '@hanasu/contract/sessions';
import bowser from 'bowser';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { findMember, type MemberRow } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { userView } from '../profile/user-view.ts';
import { recordAudit } from '../record-audit.ts';
import type { IpLocations } from './ip-location.ts';
import {
  extendSession,
  listLiveSessions,
  revokeOwnSession,
  revokeSessionsOf,
  type StoredSession,
} from './sessions.store.ts';

/** Where a person is signed in: this session first, then the last seen. */
export async function listSessions(
  { database }: AccountsDependencies,
  places: IpLocations,
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
    if (!extended || !member) throw new AppError('session_expired', 'The session has ended');
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
      throw new AppError('not_found', 'Session not found');
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

interface OpenSession {
  readonly id: SessionId;
  readonly remember: boolean;
  readonly expiresAt: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a session ends that is opened or renewed now. */
export const expiryOf = (
  transaction: SystemTransaction,
  remember: boolean,
  { sessionDays }: AccountsDependencies,
): Date => new Date(transaction.now() + (remember ? sessionDays : Math.min(1, sessionDays)) * DAY_MS);

/** A session as its browser gets it, with a token that lasts as long as its row. */
export async function sessionView(
  transaction: SystemTransaction,
  { tokens, deviceTokens }: AccountsDependencies,
  { id, remember, expiresAt }: OpenSession,
  member: MemberRow,
): Promise<SessionView> {
  return {
    jwt: await tokens.sign(id, expiresAt),
    expiresAt: expiresAt.toISOString(),
    remember,
    device: await deviceTokens.sign(transaction, member.id),
    user: userView(member, { withAvatar: true }),
  };
}

type Device = SessionItem['device'];

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
};

/** What a browser says it is. Anything that names no known kind of device is taken for a program. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { browser: null, system: null, kind: 'program' };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: KINDS[platform.type ?? ''] ?? 'program',
  };
}
