import type { Locale } from '@hanasu/contract/accounts';
import type { SessionId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';

/** Null for nobody. */
export async function findCredentialVersion(
  transaction: SystemTransaction,
  userId: UserId,
): Promise<number | null> {
  const row = await transaction.one<{ version: number }>(
    'select credential_version as version from users where id = $1',
    [userId],
  );
  return row?.version ?? null;
}

/** What a session needs to be asked for proof again: its person's password, and how fresh its own proof is. */
export const findProof = (transaction: SystemTransaction, sessionId: SessionId) =>
  transaction.one<{ passwordHash: string | null; isFresh: boolean }>(
    `select u.password_hash as "passwordHash", s.proven_at > now() - interval '10 minutes' as "isFresh"
     from sessions s join users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );

/** Takes the address from whoever holds it unconfirmed. False when somebody else has confirmed it. */
export async function freeEmail(
  transaction: SystemTransaction,
  emailKey: string,
  exceptFor: UserId,
): Promise<boolean> {
  const holder = await transaction.one<{ id: UserId; isVerified: boolean }>(
    `select id, email_verified_at is not null as "isVerified" from users
     where email_key = $1 and id <> $2 for update`,
    [emailKey, exceptFor],
  );
  if (!holder) return true;
  if (holder.isVerified) return false;
  await transaction.run('update users set email_key = null where id = $1', [holder.id]);
  return true;
}

export async function holdEmail(
  transaction: SystemTransaction,
  userId: UserId,
  { email, emailKey, proof }: { readonly email: string; readonly emailKey: string; readonly proof: string },
): Promise<void> {
  await transaction.run(
    `update users set email = $2, email_key = $3, email_verified_at = now(), email_proof = $4,
       pending_email = case when lower(pending_email) = lower($2) then null else pending_email end
     where id = $1`,
    [userId, email, emailKey, proof],
  );
}

export interface Person {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  /** What mails call their account: the name of the one they own, or else their own. */
  readonly knownAs: string;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly pendingEmail: string | null;
  readonly passwordHash: string | null;
  readonly hasSecondFactor: boolean;
  readonly credentialVersion: number;
  readonly locale: Locale;
}

const PERSON = `u.id, u.username, u.display_name as "displayName", u.email, u.locale,
  coalesce((select a.name from memberships m join accounts a on a.id = m.tenant_id
    where m.user_id = u.id and m.role = 'owner' order by m.created_at, a.id limit 1), u.display_name) as "knownAs",
  u.email_verified_at is not null as "isVerified", u.pending_email as "pendingEmail",
  u.password_hash as "passwordHash", u.totp_confirmed_at is not null as "hasSecondFactor",
  u.credential_version as "credentialVersion"`;

export const findPersonById = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<Person>(`select ${PERSON} from users u where u.id = $1`, [userId]);

/** Of two changes of one person's credentials at the same moment, the later one waits and sees the first. */
export const lockPerson = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<Person>(`select ${PERSON} from users u where u.id = $1 for update`, [userId]);

export const findByUsername = (transaction: SystemTransaction, usernameKey: string) =>
  transaction.one<Person>(`select ${PERSON} from users u where u.username_key = $1`, [usernameKey]);

/** Who holds the address, confirmed or not: the first who claimed it, until somebody confirms it. */
export const findHolder = (transaction: SystemTransaction, emailKey: string) =>
  transaction.one<Person>(`select ${PERSON} from users u where u.email_key = $1`, [emailKey]);

/** Of those who claim an address unconfirmed, the one whose browser this is, or else the newest. */
export const findClaimant = (transaction: SystemTransaction, emailKey: string, preferred: UserId | null) =>
  transaction.one<Person>(
    `select ${PERSON} from users u where u.email = $1 and u.email_verified_at is null
     order by u.id is not distinct from $2 desc, u.created_at desc, u.id desc limit 1`,
    [emailKey, preferred],
  );

/** Every code and link made before dies with the old version. */
export async function setPassword(
  transaction: SystemTransaction,
  userId: UserId,
  passwordHash: string,
): Promise<void> {
  await transaction.run(
    'update users set password_hash = $2, credential_version = credential_version + 1 where id = $1',
    [userId, passwordHash],
  );
}

export async function growCredentialVersion(transaction: SystemTransaction, userId: UserId): Promise<void> {
  await transaction.run('update users set credential_version = credential_version + 1 where id = $1', [
    userId,
  ]);
}

export async function setPendingEmail(
  transaction: SystemTransaction,
  userId: UserId,
  email: string | null,
): Promise<void> {
  await transaction.run('update users set pending_email = $2 where id = $1', [userId, email]);
}

export interface ProfileChange {
  readonly username?: string | undefined;
  readonly usernameKey?: string | undefined;
  readonly displayName?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly timeZone?: string | undefined;
  /** Null: it has been read. */
  readonly foundContent?: null | undefined;
}

/** What is absent stays. */
export async function changeProfile(
  transaction: SystemTransaction,
  userId: UserId,
  change: ProfileChange,
): Promise<void> {
  await transaction.run(
    `update users set username = coalesce($2, username), username_key = coalesce($3, username_key),
       display_name = coalesce($4, display_name), locale = coalesce($5, locale),
       time_zone = coalesce($6, time_zone), found_content = case when $7 then null else found_content end
     where id = $1`,
    [
      userId,
      change.username ?? null,
      change.usernameKey ?? null,
      change.displayName ?? null,
      change.locale ?? null,
      change.timeZone ?? null,
      change.foundContent === null,
    ],
  );
}
