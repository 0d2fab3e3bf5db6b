import type { FoundContent, Locale, Role } from '@hanasu/contract/accounts';
import type { AuditAction } from '@hanasu/contract/audit-actions';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

interface UserRow {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly pendingEmail: string | null;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly avatarKey: string | null;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly credentialVersion: number;
  readonly deleteAt: Date | null;
  readonly foundContent: FoundContent | null;
  readonly createdAt: Date;
}

export interface MemberRow extends UserRow {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly accountTimeZone: string;
  readonly accountLogoKey: string | null;
  readonly accountColor: string | null;
  readonly role: Role;
}

export interface NewUser {
  readonly id: UserId;
  readonly username: string;
  readonly usernameKey: string;
  readonly displayName: string;
  readonly email: string | null;
  /** Null when somebody else holds the address. */
  readonly emailKey: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly passwordHash: string | null;
  readonly locale: Locale;
  readonly timeZone: string;
  /** Which text they agreed to, now; null: they were not asked. */
  readonly termsVersion: string | null;
}

const MEMBER = `select u.id, u.username, u.display_name as "displayName", u.email,
    u.email_verified_at as "emailVerifiedAt", u.pending_email as "pendingEmail", u.locale,
    u.time_zone as "timeZone", u.avatar_key as "avatarKey", u.password_hash is not null as "hasPassword",
    u.totp_confirmed_at is not null as "hasSecondFactor",
    u.credential_version as "credentialVersion", u.delete_at as "deleteAt", u.found_content as "foundContent", u.created_at as "createdAt",
    a.id as "accountId", a.name as "accountName", a.time_zone as "accountTimeZone", a.logo_key as "accountLogoKey",
    a.color as "accountColor", m.role
  from memberships m join users u on u.id = m.user_id join accounts a on a.id = m.tenant_id and a.suspended_at is null`;

/** Whether every account this person belongs to is suspended; they have at least one. */
export const isShutOut = async (transaction: SystemTransaction, userId: UserId): Promise<boolean> =>
  (await transaction.one('select 1 from memberships where user_id = $1', [userId])) !== null &&
  (await findFirstMember(transaction, userId)) === null;

export const isUsernameTaken = async (
  transaction: SystemTransaction,
  usernameKey: string,
): Promise<boolean> =>
  (await transaction.one('select 1 from users where username_key = $1', [usernameKey])) !== null;

export async function insertUser(transaction: SystemTransaction, user: NewUser): Promise<void> {
  await transaction.run(
    `insert into users (id, username, username_key, display_name, email, email_key, email_verified_at,
       password_hash, locale, time_zone, terms_version, terms_accepted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $11::text is not null then now() end)`,
    [
      user.id,
      user.username,
      user.usernameKey,
      user.displayName,
      user.email,
      user.emailKey,
      user.emailVerifiedAt,
      user.passwordHash,
      user.locale,
      user.timeZone,
      user.termsVersion,
    ],
  );
}

export async function insertAccount(
  transaction: SystemTransaction,
  account: { id: AccountId; name: string; timeZone: string; ownerId: UserId },
): Promise<void> {
  await transaction.run('insert into accounts (id, name, time_zone) values ($1, $2, $3)', [
    account.id,
    account.name,
    account.timeZone,
  ]);
  await transaction.run('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    account.id,
    account.ownerId,
    'owner',
  ]);
}

/** The person in the account they joined first. */
export const findFirstMember = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<MemberRow>(`${MEMBER} where m.user_id = $1 order by m.created_at limit 1`, [userId]);

export const findMember = (transaction: SystemTransaction, userId: UserId, accountId: AccountId) =>
  transaction.one<MemberRow>(`${MEMBER} where m.user_id = $1 and m.tenant_id = $2`, [userId, accountId]);

/** What a new account of this person is called and where its days begin. */
export const findPerson = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<{ name: string; timeZone: string }>(
    'select username as name, time_zone as "timeZone" from users where id = $1',
    [userId],
  );

export interface AuditEntry {
  readonly id: string;
  readonly userId: UserId | null;
  readonly action: AuditAction;
  readonly target: string;
  readonly data: Record<string, unknown>;
  /** Where the request came from, when there was one. */
  readonly address?: string | undefined;
  /** The key that a program did it with, in the name of `userId`. */
  readonly apiKey?: { readonly uuid: string; readonly name: string } | undefined;
}

export async function insertAudit(transaction: AccountTransaction, entry: AuditEntry): Promise<void> {
  await transaction.run(
    `insert into audit_events (account_id, id, user_id, action, target, data, address)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      transaction.accountId,
      entry.id,
      entry.userId,
      entry.action,
      entry.target,
      JSON.stringify({ ...entry.data, ...(entry.apiKey ? { apiKey: entry.apiKey } : {}) }),
      entry.address ?? null,
    ],
  );
}
