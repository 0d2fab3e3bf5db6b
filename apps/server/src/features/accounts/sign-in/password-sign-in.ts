import type { LoginInput, SessionView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import {
  clearAttempts,
  consumeAllowance,
  restoreAttempt,
  tryKey,
} from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import {
  findByUsername,
  findClaimant,
  findHolder,
  lockPerson,
  type Person,
  setPassword,
} from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { claimEmail } from '../email/claim-email.ts';
import { takeOver } from '../email/take-over.ts';
import { emailKey, usernameKey } from '../identity.ts';
import { passwordChangedMail, resetPasswordMail } from '../mails/account-mails.ts';
import { consumeCode, issueCode, peekCode } from '../one-time-codes.ts';
import { recordOwnChange } from '../record-audit.ts';
import { revokeSessionsOf } from '../sessions/sessions.store.ts';
import type { KnownDevice } from '../sessions/signed-tokens.ts';
import type { Visitor } from '../visitor.ts';
import { ALL_SOURCES, consumeAttempt, ONE_SOURCE } from './attempts.store.ts';
import { createSession, requireSession } from './create-session.ts';

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
  if (!person) throw new AppError('wrong_credentials', 'Wrong user name or password');
  const entry = await database.system(async (transaction) => {
    await forgiveSignIn(transaction, tries);
    const remember = input.remember ?? false;
    return createSession(transaction, dependencies, { userId: person.id, visitor, remember });
  });
  return requireSession(entry);
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

const MINUTES = 60;
/** More would only fill somebody's mailbox. */
const MAILS = { times: 3, seconds: 3600 };

/**
 * Mails a link to choose a new password to whoever holds the address. The caller hears the same in every case: what
 * is done differs by one small insert, never by a mail that is waited for.
 */
export async function forgotPassword(
  dependencies: AccountsDependencies,
  email: string,
): Promise<{ ok: true }> {
  await dependencies.database.system(async (transaction) => {
    const isTooMany =
      (await consumeAllowance(transaction, tryKey('forgot-password', emailKey(email)), MAILS)) > 0;
    if (!isTooMany) await mailLink(transaction, dependencies, email);
  });
  return { ok: true };
}

async function mailLink(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  email: string,
): Promise<void> {
  const holder = await findHolder(transaction, emailKey(email));
  // Made for nobody, too, so that the work is the same; nobody ever gets it.
  const code = await issueCode(transaction, {
    purpose: 'reset-password',
    minutes: MINUTES,
    ...(holder ? { userId: holder.id, credentialVersion: holder.credentialVersion } : {}),
    data: { email },
  });
  if (!holder?.email) return;
  const to = { email: holder.email, locale: holder.locale };
  await mail.write(transaction, resetPasswordMail(to, { name: holder.knownAs, code, publicUrl }));
}

interface NewPassword {
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a password by the code of a mail. Whoever was signed in is out. A second factor is still asked for, but not one
 * that was set up before anybody had shown the mailbox: then the account is taken over.
 */
export async function resetPassword(
  dependencies: AccountsDependencies,
  { code, password }: NewPassword,
  visitor: Visitor,
): Promise<SessionView> {
  const { database, passwords, passwordStrength, ended } = dependencies;
  // Looked at first: a password that is refused leaves the code as it is, and a wrong code costs no hashing.
  const person = await database.system(async (transaction) => {
    const { userId } = await peekCode(transaction, 'reset-password', code);
    return userId ? lockPerson(transaction, userId) : null;
  });
  if (!person) throw codeInvalid();
  await passwordStrength.refuseCommon(password, person);
  const passwordHash = await passwords.hash(password);
  const { entry, out } = await database.system(async (transaction) => {
    const done = await setByCode(transaction, dependencies, { code, passwordHash, visitor });
    return {
      entry: await createSession(transaction, dependencies, {
        userId: done.userId,
        visitor,
        remember: false,
      }),
      out: done.ended,
    };
  });
  for (const id of out) ended.user(id);
  return requireSession(entry);
}

interface Taking {
  readonly code: string;
  readonly passwordHash: string;
  readonly visitor: Visitor;
}

async function setByCode(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { code, passwordHash, visitor }: Taking,
): Promise<{ readonly userId: UserId; readonly ended: readonly UserId[] }> {
  const { mail, publicUrl } = dependencies;
  const { userId, data } = await consumeCode(transaction, 'reset-password', code);
  const person = userId && (await lockPerson(transaction, userId));
  // The mailbox that got the code must still be the person's.
  if (!person?.email || person.email !== data.email) throw codeInvalid();
  const { id, email, username, displayName, locale, isVerified } = person;
  const ended = isVerified ? [id] : await takeOver(transaction, dependencies, person, visitor.address);
  await claimEmail(transaction, dependencies, { userId: id, email, proof: 'mail' });
  await setPassword(transaction, id, passwordHash);
  await revokeSessionsOf(transaction, id, { except: null });
  await clearSignInAttempts(transaction, [username, emailKey(email)], visitor.address);
  await recordOwnChange(transaction, { userId: id, action: 'password.reset', address: visitor.address });
  await mail.write(transaction, passwordChangedMail({ email, locale, displayName }, publicUrl));
  return { userId: id, ended };
}

const codeInvalid = (): AppError =>
  new AppError('code_invalid', 'This link is invalid, already used or expired');

interface SignInFacts {
  /** As typed. */
  readonly identifier: string;
  readonly address: string;
  /** A device of the person who is meant; null for any other browser. */
  readonly device: KnownDevice | null;
}

/** What was counted, to be forgiven when the password is right. */
interface SignInAttempts {
  readonly own: Buffer;
  /** Null on known devices: strangers' guesses don't slow them. */
  readonly shared: Buffer | null;
}

const targetOf = (identifier: string): string =>
  identifier.includes('@') ? emailKey(identifier) : usernameKey(identifier);

const sharedKey = (identifier: string): Buffer => tryKey('sign-in', targetOf(identifier));
const ownKey = (identifier: string, address: string): Buffer =>
  tryKey('sign-in', targetOf(identifier), sourceOf(address));

/** Counts a sign-in before it is checked; docs/decisions/0006-sign-in-tries.md. Throws `too_many_tries`. */
async function countSignIn(
  transaction: SystemTransaction,
  { identifier, address, device }: SignInFacts,
): Promise<SignInAttempts> {
  if (device) {
    const own = tryKey('device', device.userId, device.deviceId);
    await consumeAttempt(transaction, own, ONE_SOURCE);
    return { own, shared: null };
  }
  const own = ownKey(identifier, address);
  const shared = sharedKey(identifier);
  await consumeAttempt(transaction, own, ONE_SOURCE);
  await consumeAttempt(transaction, shared, ALL_SOURCES);
  return { own, shared };
}

async function forgiveSignIn(transaction: SystemTransaction, { own, shared }: SignInAttempts): Promise<void> {
  await clearAttempts(transaction, own);
  if (shared) await restoreAttempt(transaction, shared);
}

/** Somebody who has the mailbox is past all guessing: what others did under these names no longer slows them. */
async function clearSignInAttempts(
  transaction: SystemTransaction,
  identifiers: readonly string[],
  address: string,
): Promise<void> {
  for (const identifier of identifiers) {
    await clearAttempts(transaction, ownKey(identifier, address));
    await clearAttempts(transaction, sharedKey(identifier));
  }
}
