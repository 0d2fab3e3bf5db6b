import type { Role } from '@hanasu/contract/accounts';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';

export interface NewSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly userAgent: string;
  readonly address: string;
  readonly remember: boolean;
  readonly expiresAt: Date;
}

export async function insertSession(transaction: SystemTransaction, session: NewSession): Promise<void> {
  await transaction.run(
    `insert into sessions (id, user_id, tenant_id, user_agent, address, remember, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      session.id,
      session.userId,
      session.accountId,
      session.userAgent,
      session.address,
      session.remember,
      session.expiresAt,
    ],
  );
}

const LIVE = 's.revoked_at is null and s.expires_at > now()';
/** A session is good for an account only while its person belongs to it, with the role they have now, and it is open. */
const WITH_ROLE = `sessions s join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
  join accounts a on a.id = s.tenant_id and a.suspended_at is null`;
const SESSION = `s.id as "sessionId", s.user_id as "userId", s.tenant_id as "accountId", m.role`;
/** How exact "last seen" is: a busy browser writes its row no oftener. */
const SEEN_EVERY = "interval '5 minutes'";

interface SessionRow {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly role: Role;
}

export async function findLiveSession(
  transaction: SystemTransaction,
  id: SessionId,
): Promise<{ readonly session: Session; readonly isSeenLongAgo: boolean } | null> {
  const row = await transaction.one<SessionRow & { isSeenLongAgo: boolean }>(
    `select ${SESSION}, s.last_seen_at < now() - ${SEEN_EVERY} as "isSeenLongAgo"
     from ${WITH_ROLE} where s.id = $1 and ${LIVE}`,
    [id],
  );
  if (!row) return null;
  const { isSeenLongAgo, ...session } = row;
  return { session, isSeenLongAgo };
}

export const findLiveSessions = (
  transaction: SystemTransaction,
  ids: readonly SessionId[],
): Promise<Session[]> =>
  transaction.rows<SessionRow>(`select ${SESSION} from ${WITH_ROLE} where s.id = any($1) and ${LIVE}`, [ids]);

export const isConfirmedSession = async (transaction: SystemTransaction, id: SessionId): Promise<boolean> =>
  (await transaction.one(
    `select 1 from ${WITH_ROLE} join users u on u.id = s.user_id
     where s.id = $1 and ${LIVE} and u.email_verified_at is not null`,
    [id],
  )) !== null;

/** A person in whose name a program calls: their key was checked, and has no session. */
export const isConfirmedPerson = async (transaction: SystemTransaction, id: UserId): Promise<boolean> =>
  (await transaction.one('select 1 from users where id = $1 and email_verified_at is not null', [id])) !==
  null;

/** Looked at again under the row's lock: of many requests at once one writes. */
export async function markSeen(transaction: SystemTransaction, id: SessionId): Promise<void> {
  await transaction.run(
    `update sessions set last_seen_at = now() where id = $1 and last_seen_at < now() - ${SEEN_EVERY}`,
    [id],
  );
}

export interface StoredSession {
  readonly id: SessionId;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** The last seen hundred, of all accounts the person belongs to; `first` leads. */
export const listLiveSessions = (transaction: SystemTransaction, userId: UserId, first: SessionId) =>
  transaction.rows<StoredSession>(
    `select s.id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt",
       s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"
     from ${WITH_ROLE} where s.user_id = $1 and ${LIVE}
     order by s.id = $2 desc, s.last_seen_at desc, s.id limit 100`,
    [userId, first],
  );

/** Null when it ended meanwhile: nothing brings a session back. */
export const extendSession = (
  transaction: SystemTransaction,
  id: SessionId,
  until: { readonly remembered: Date; readonly other: Date },
) =>
  transaction.one<{ remember: boolean; expiresAt: Date }>(
    `update sessions s set last_seen_at = now(),
       expires_at = greatest(s.expires_at, case when s.remember then $2::timestamptz else $3::timestamptz end)
     where s.id = $1 and ${LIVE} returning s.remember, s.expires_at as "expiresAt"`,
    [id, until.remembered, until.other],
  );

/** False when the person has no such session. */
export const revokeOwnSession = async (
  transaction: SystemTransaction,
  userId: UserId,
  id: SessionId,
): Promise<boolean> =>
  (await transaction.run(
    `update sessions s set revoked_at = now() where s.id = $1 and s.user_id = $2 and ${LIVE}`,
    [id, userId],
  )) > 0;

/** How many ended. */
export const revokeSessionsOf = (
  transaction: SystemTransaction,
  userId: UserId,
  { except }: { readonly except: SessionId | null },
): Promise<number> =>
  transaction.run(
    `update sessions s set revoked_at = now()
     where s.user_id = $1 and s.id is distinct from $2 and ${LIVE}`,
    [userId, except],
  );
