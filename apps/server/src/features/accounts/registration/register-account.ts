import type { RegisterInput, SessionView } from '@hanasu/contract/accounts';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import { newId } from '../../../platform/ids.ts';
import { insertUser } from '../accounts.store.ts';
import { findHolder } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { claimEmail } from '../email/claim-email.ts';
import { sendConfirmationMail } from '../email/send-confirmation.ts';
import { emailKey, usernameKey } from '../identity.ts';
import { joinInvitation } from '../members/join-invitation.ts';
import { createSession, requireSession, type SessionOutcome } from '../sign-in/create-session.ts';
import type { Visitor } from '../visitor.ts';
import { admitNewcomer, openAccount } from './admission.ts';
import { lostRace, refuseUsername, usernameTaken } from './username-rules.ts';

type Input = z.output<typeof RegisterInput>;

const HOUR_SECONDS = 3600;

/**
 * Creates a person, and their account unless they join one by invitation, and opens a session. Whether the address is
 * known changes neither the answer nor the work; only its mailbox is told.
 */
export async function registerAccount(
  dependencies: AccountsDependencies,
  input: Input,
  visitor: Visitor,
): Promise<SessionView> {
  await refuseMany(dependencies, visitor);
  await dependencies.passwordStrength.refuseCommon(input.password, input);
  const passwordHash = await dependencies.passwords.hash(input.password);
  const create = (): Promise<SessionOutcome> =>
    dependencies.database.system((transaction) =>
      createPerson(transaction, dependencies, { input, passwordHash, visitor }),
    );
  return requireSession(await create().catch((error: unknown) => afterRace(error, create)));
}

/** Two registrations at the same moment: the one that comes later at an address claims it, at a name it is refused. */
function afterRace<T>(error: unknown, again: () => Promise<T>): Promise<T> {
  const race = lostRace(error);
  if (race === 'email') return again();
  throw race === 'username' ? usernameTaken() : error;
}

async function refuseMany(
  { database, registrationsPerHour }: AccountsDependencies,
  { address }: Visitor,
): Promise<void> {
  if (registrationsPerHour === 0) return;
  const key = tryKey('register', sourceOf(address));
  const allowance = { times: registrationsPerHour, seconds: HOUR_SECONDS };
  const retryAfter = await database.system((transaction) => consumeAllowance(transaction, key, allowance));
  if (retryAfter === 0) return;
  throw new AppError('rate_limited', 'Too many registrations from this network; try again later', {
    more: { retryAfter },
  });
}

interface Registration {
  readonly input: Input;
  readonly passwordHash: string;
  readonly visitor: Visitor;
}

async function createPerson(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { input, passwordHash, visitor }: Registration,
): Promise<SessionOutcome> {
  const { isHost } = await admitNewcomer(transaction, dependencies, input);
  await refuseUsername(transaction, input.username, null);
  const userId = await insertPerson(transaction, dependencies, input, passwordHash);
  const accountId = await findAccount(transaction, dependencies, { input, userId, visitor, isHost });
  return createSession(transaction, dependencies, {
    userId,
    accountId,
    visitor,
    remember: input.remember ?? false,
  });
}

async function insertPerson(
  transaction: SystemTransaction,
  { defaultLocale, termsVersion }: AccountsDependencies,
  input: Input,
  passwordHash: string,
): Promise<UserId> {
  const id = newId<UserId>();
  const isHeld = (await findHolder(transaction, emailKey(input.email))) !== null;
  await insertUser(transaction, {
    id,
    username: input.username,
    usernameKey: usernameKey(input.username),
    displayName: input.username,
    email: input.email,
    emailKey: isHeld ? null : emailKey(input.email),
    emailVerifiedAt: null,
    passwordHash,
    locale: input.locale ?? defaultLocale,
    timeZone: input.timeZone ?? 'UTC',
    termsVersion: input.acceptedTerms ? termsVersion : null,
  });
  return id;
}

interface Newcomer {
  readonly input: Input;
  readonly userId: UserId;
  readonly visitor: Visitor;
  readonly isHost: boolean;
}

async function findAccount(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { input, userId, visitor, isHost }: Newcomer,
): Promise<AccountId> {
  const { username, email, invitation, locale = dependencies.defaultLocale, timeZone = 'UTC' } = input;
  const joined = invitation
    ? await joinInvitation(transaction, invitation, {
        id: userId,
        emailKey: emailKey(email),
        address: visitor.address,
      })
    : null;
  const holder = await findHolder(transaction, emailKey(email));
  const accountId =
    joined?.accountId ??
    (await openAccount(transaction, dependencies, { name: username, timeZone, ownerId: userId }));
  // The code came by mail to this very address: that is what a confirmation would show.
  const proof = isHost ? 'log' : joined?.provesEmail ? 'mail' : null;
  if (proof && !holder?.isVerified) await claimEmail(transaction, dependencies, { userId, email, proof });
  else {
    const person = { id: userId, username, locale, credentialVersion: 0 };
    await sendConfirmationMail(transaction, dependencies, person, {
      email,
      kind: 'registration',
      session: null,
    });
  }
  return accountId;
}
