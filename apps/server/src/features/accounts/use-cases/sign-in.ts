import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findCredentials, findFirstMember } from '../accounts.store.ts';
import { emailKey, usernameKey } from '../domain/identity.ts';
import type { SessionTokens } from '../session-tokens.ts';
import { openSession, type Visitor } from './open-session.ts';

interface SignInDependencies {
  readonly database: Database;
  readonly tokens: SessionTokens;
  readonly sessionDays: number;
}

/** Hashed once and verified for unknown names, so that both answers take the same time. */
const decoy = hash('no such person');

/** Checks e-mail or user name with the password and opens a session. */
export async function signIn(
  { database, tokens, sessionDays }: SignInDependencies,
  input: { identifier: string; password: string },
  visitor: Visitor,
) {
  const keys = { usernameKey: usernameKey(input.identifier), emailKey: emailKey(input.identifier) };
  const found = await database.system((transaction) => findCredentials(transaction, keys));
  const isRight = await verify(found?.passwordHash ?? (await decoy), input.password);
  if (!found || !isRight) throw new AppError('wrong_credentials', 'The name or the password is wrong');
  return database.system(async (transaction) => {
    const member = await findFirstMember(transaction, found.id);
    if (!member) throw new AppError('wrong_credentials', 'This person belongs to no account any more');
    return openSession(transaction, tokens, member, visitor, sessionDays);
  });
}
