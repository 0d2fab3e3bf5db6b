import type { Locale, RegisterInput } from '@hanasu/contract/accounts';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import { hash } from '@node-rs/argon2';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findFirstMember, findTaken, insertAccount, insertUser } from '../accounts.store.ts';
import { emailKey, usernameKey } from '../domain/identity.ts';
import type { SessionTokens } from '../session-tokens.ts';
import { openSession, type Visitor } from './open-session.ts';

export interface RegisterDependencies {
  readonly database: Database;
  readonly tokens: SessionTokens;
  readonly sessionDays: number;
  readonly defaultLocale: Locale;
  /** What else a new account gets, in the same transaction. */
  readonly onAccountCreated: (transaction: SystemTransaction, accountId: AccountId) => Promise<void>;
}

const UNIQUE_VIOLATION = '23505';

/** Creates a person, their account and a session. */
export async function registerAccount(
  { database, tokens, sessionDays, defaultLocale, onAccountCreated }: RegisterDependencies,
  input: z.output<typeof RegisterInput>,
  visitor: Visitor,
) {
  const keys = { usernameKey: usernameKey(input.username), emailKey: emailKey(input.email) };
  const passwordHash = await hash(input.password);
  const userId = newId<UserId>();
  const accountId = newId<AccountId>();
  return database
    .system(async (transaction) => {
      refuseTaken(await findTaken(transaction, keys));
      await insertUser(transaction, {
        id: userId,
        username: input.username,
        email: input.email,
        ...keys,
        passwordHash,
        locale: input.locale ?? defaultLocale,
      });
      await insertAccount(transaction, { id: accountId, name: input.username, ownerId: userId });
      await onAccountCreated(transaction, accountId);
      const member = await findFirstMember(transaction, userId);
      if (!member) throw new Error('the new member is not there');
      return openSession(transaction, tokens, member, visitor, sessionDays);
    })
    .catch((error: unknown) => {
      throw raceLost(error) ?? error;
    });
}

function refuseTaken(taken: 'email' | 'username' | null): void {
  if (taken === 'email') throw AppError.field('email_taken', 'body.email', 'already registered');
  if (taken === 'username') throw AppError.field('username_taken', 'body.username', 'already taken');
}

/** Two registrations with one name at the same moment: the unique index tells the later one. */
function raceLost(error: unknown): AppError | null {
  if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) return null;
  const isEmail = 'constraint' in error && error.constraint === 'users_email_key';
  return isEmail
    ? AppError.field('email_taken', 'body.email', 'already registered')
    : AppError.field('username_taken', 'body.username', 'already taken');
}
