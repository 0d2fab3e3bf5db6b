import type { Locale, Role } from '@hanasu/contract/accounts';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export interface UserRow {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  readonly locale: Locale;
  readonly createdAt: Date;
}

export interface MemberRow extends UserRow {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly role: Role;
}

export interface NewUser {
  readonly id: UserId;
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly locale: Locale;
}

const MEMBER = `select u.id, u.username, u.email, u.locale, u.created_at as "createdAt",
    a.id as "accountId", a.name as "accountName", m.role
  from memberships m join users u on u.id = m.user_id join accounts a on a.id = m.tenant_id`;

/** Which of the two is taken already, if any. */
export async function findTaken(
  transaction: SystemTransaction,
  keys: { usernameKey: string; emailKey: string },
): Promise<'email' | 'username' | null> {
  const row = await transaction.one<{ emailTaken: boolean }>(
    'select email_key = $2 as "emailTaken" from users where username_key = $1 or email_key = $2 order by 1 desc',
    [keys.usernameKey, keys.emailKey],
  );
  if (!row) return null;
  return row.emailTaken ? 'email' : 'username';
}

export async function insertUser(transaction: SystemTransaction, user: NewUser): Promise<void> {
  await transaction.run(
    `insert into users (id, username, username_key, email, email_key, password_hash, locale)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [user.id, user.username, user.usernameKey, user.email, user.emailKey, user.passwordHash, user.locale],
  );
}

export async function insertAccount(
  transaction: SystemTransaction,
  account: { id: AccountId; name: string; ownerId: UserId },
): Promise<void> {
  await transaction.run('insert into accounts (id, name) values ($1, $2)', [account.id, account.name]);
  await transaction.run('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    account.id,
    account.ownerId,
    'owner',
  ]);
}

/** By e-mail or user name, both folded. */
export const findCredentials = (
  transaction: SystemTransaction,
  keys: { usernameKey: string; emailKey: string },
) =>
  transaction.one<{ id: UserId; passwordHash: string }>(
    'select id, password_hash as "passwordHash" from users where email_key = $2 or username_key = $1 limit 1',
    [keys.usernameKey, keys.emailKey],
  );

/** The person in the account they joined first. */
export const findFirstMember = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<MemberRow>(`${MEMBER} where m.user_id = $1 order by m.created_at limit 1`, [userId]);

export const findMember = (transaction: SystemTransaction, userId: UserId, accountId: AccountId) =>
  transaction.one<MemberRow>(`${MEMBER} where m.user_id = $1 and m.tenant_id = $2`, [userId, accountId]);

export interface NewSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly userAgent: string;
  readonly address: string;
  readonly expiresAt: Date;
}

export async function insertSession(transaction: SystemTransaction, session: NewSession): Promise<void> {
  await transaction.run(
    `insert into sessions (id, user_id, tenant_id, user_agent, address, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [session.id, session.userId, session.accountId, session.userAgent, session.address, session.expiresAt],
  );
}

/** The live session with the role its person has now. */
export const findSession = (transaction: SystemTransaction, id: SessionId) =>
  transaction.one<{ sessionId: SessionId; userId: UserId; accountId: AccountId; role: Role }>(
    `select s.id as "sessionId", s.user_id as "userId", s.tenant_id as "accountId", m.role
     from sessions s join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
     where s.id = $1 and s.revoked_at is null and s.expires_at > now()`,
    [id],
  );

export async function revokeSession(transaction: SystemTransaction, id: SessionId): Promise<void> {
  await transaction.run('update sessions set revoked_at = now() where id = $1 and revoked_at is null', [id]);
}

export interface AuditEntry {
  readonly id: string;
  readonly userId: UserId | null;
  /** Noun first, past tense: `channel.connected`. */
  readonly action: string;
  readonly target: string;
  readonly data: Record<string, unknown>;
}

export async function insertAudit(transaction: AccountTransaction, entry: AuditEntry): Promise<void> {
  await transaction.run(
    'insert into audit_events (account_id, id, user_id, action, target, data) values ($1, $2, $3, $4, $5, $6)',
    [transaction.accountId, entry.id, entry.userId, entry.action, entry.target, JSON.stringify(entry.data)],
  );
}
