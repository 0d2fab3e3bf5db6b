import type { LoginInput, SessionView } from '@hanasu/contract/accounts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { findByUsername, findClaimant, findHolder, type Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { KnownDevice } from '../device-tokens.ts';
import { emailKey, usernameKey } from '../domain/identity.ts';
import { countSignIn, forgiveSignIn } from '../sign-in-tries.ts';
import type { Visitor } from '../visitor.ts';
import { admitted, enter } from './enter.ts';

type Input = z.output<typeof LoginInput>;
type Candidate = Pick<Person, 'id' | 'passwordHash'> | null;

/** Checks e-mail or user name with the password and opens a session. */
export async function signIn(
  dependencies: AccountsDependencies,
  input: Input,
  visitor: Visitor,
): Promise<SessionView> {
  const { database, deviceTokens, passwords } = dependencies;
  const { candidates, tries } = await database.system(async (transaction) => {
    const device = await deviceTokens.names(transaction, input.device);
    const found = await findCandidates(transaction, input.identifier, device);
    const isOwnDevice = found.some((candidate) => candidate && candidate.id === device?.userId);
    const { address } = visitor;
    const facts = { identifier: input.identifier, address, device: isOwnDevice ? device : null };
    return { candidates: found, tries: await countSignIn(transaction, facts) };
  });
  // All of them, always: how long it takes tells nothing about who is there.
  const fits = await Promise.all(
    candidates.map((candidate) => passwords.verify(candidate?.passwordHash ?? null, input.password)),
  );
  const person = candidates.find((_candidate, index) => fits[index]);
  if (!person) throw new AppError('wrong_credentials', 'The name or the password is wrong');
  const entry = await database.system(async (transaction) => {
    await forgiveSignIn(transaction, tries);
    const remember = input.remember ?? false;
    return enter(transaction, dependencies, { userId: person.id, visitor, remember });
  });
  return admitted(entry);
}

/**
 * Whose password it may be: one for a user name; two for an address, there or not: who has confirmed it, and who only
 * claims it. So somebody who registers with another's address gets into their new account by it, as they would with an
 * address nobody has, and learns nothing. Of many who claim it, it is the newest, or the one whose device this is.
 */
async function findCandidates(
  transaction: SystemTransaction,
  identifier: string,
  device: KnownDevice | null,
): Promise<Candidate[]> {
  if (!identifier.includes('@')) return [await findByUsername(transaction, usernameKey(identifier))];
  const key = emailKey(identifier);
  const holder = await findHolder(transaction, key);
  const claimant = await findClaimant(transaction, key, device?.userId ?? null);
  return [holder?.isVerified ? holder : null, claimant];
}
