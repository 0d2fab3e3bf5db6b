import type { UserId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface IdentityRow {
  readonly provider: SocialProvider;
  readonly email: string | null;
  readonly createdAt: Date;
}

/** Whose identity this is; null when nobody has signed in with it. */
export async function findIdentityOwner(
  transaction: SystemTransaction,
  provider: SocialProvider,
  subject: string,
): Promise<UserId | null> {
  const row = await transaction.one<{ userId: UserId }>(
    'select user_id as "userId" from identities where provider = $1 and subject = $2',
    [provider, subject],
  );
  return row?.userId ?? null;
}

export interface NewIdentity {
  readonly provider: SocialProvider;
  readonly subject: string;
  readonly userId: UserId;
  readonly email: string | null;
}

/** A person has one identity of each provider: a new one takes the place of the old one. */
export async function putIdentity(transaction: SystemTransaction, identity: NewIdentity): Promise<void> {
  const { provider, subject, userId, email } = identity;
  await transaction.run(
    `insert into identities (provider, subject, user_id, email) values ($1, $2, $3, $4)
     on conflict (user_id, provider) do update
       set subject = excluded.subject, email = excluded.email, created_at = now()`,
    [provider, subject, userId, email],
  );
}

/** What the provider calls them now; the subject stays the key. */
export async function updateIdentityEmail(
  transaction: SystemTransaction,
  { provider, subject, email }: Omit<NewIdentity, 'userId'>,
): Promise<void> {
  await transaction.run(
    'update identities set email = $3 where provider = $1 and subject = $2 and email is distinct from $3',
    [provider, subject, email],
  );
}

export const findIdentities = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<IdentityRow>(
    'select provider, email, created_at as "createdAt" from identities where user_id = $1 order by created_at',
    [userId],
  );

/** False when they have none of this provider. */
export async function deleteIdentity(
  transaction: SystemTransaction,
  userId: UserId,
  provider: SocialProvider,
): Promise<boolean> {
  const deleted = await transaction.run('delete from identities where user_id = $1 and provider = $2', [
    userId,
    provider,
  ]);
  return deleted > 0;
}

/**
 * Whether this person can still sign in without an authenticator app or a mail: by password, by a passkey, or by one of
 * the providers that this installation has keys for. Keeps the answer true until the transaction ends.
 */
export async function hasSignInMethod(
  transaction: SystemTransaction,
  userId: UserId,
  providers: readonly SocialProvider[],
): Promise<boolean> {
  const row = await transaction.one<{ hasPassword: boolean }>(
    'select password_hash is not null as "hasPassword" from users where id = $1 for update',
    [userId],
  );
  if (row?.hasPassword) return true;
  const other = await transaction.one(
    `select 1 from passkeys where user_id = $1
     union all select 1 from identities where user_id = $1 and provider = any($2) limit 1`,
    [userId, providers],
  );
  return other !== null;
}
