import { randomInt } from 'node:crypto';
import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { isUsernameTaken } from '../accounts.store.ts';
import { findByUsername } from '../credentials.store.ts';
import { mixesScripts, usernameKey } from '../identity.ts';

export const usernameTaken = (): AppError =>
  AppError.field('username_taken', 'body.username', 'already taken');

/** Refuses a name that is taken by anybody but `owner`, or made to look like another one. */
export async function refuseUsername(
  transaction: SystemTransaction,
  username: string,
  owner: UserId | null,
): Promise<void> {
  if (mixesScripts(username)) {
    throw AppError.field('validation_failed', 'body.username', 'must use letters of one script only');
  }
  const found = await findByUsername(transaction, usernameKey(username));
  if (found && found.id !== owner) throw usernameTaken();
}

/** The name, or the name with a number where it is taken. */
export async function freeUsername(transaction: SystemTransaction, wanted: string): Promise<string> {
  for (let most = 10; ; most *= 10) {
    const candidate = most === 10 ? wanted : `${wanted}-${randomInt(2, most)}`;
    if (!(await isUsernameTaken(transaction, usernameKey(candidate)))) return candidate;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Which unique index told the later of two at the same moment; null for any other error. */
export function lostRace(error: unknown): 'username' | 'email' | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null;
  const index = 'constraint' in error ? error.constraint : null;
  if (index === 'users_username_key') return 'username';
  return index === 'users_email_key' ? 'email' : null;
}
