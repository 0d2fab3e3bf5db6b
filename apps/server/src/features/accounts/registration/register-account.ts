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
import { emailKey, suggestUsername, usernameKey } from '../identity.ts';
import { joinInvitation } from '../members/join-invitation.ts';
import { createSession, requireSession, type SessionOutcome } from '../sign-in/create-session.ts';
import type { Visitor } from '../visitor.ts';
import { admitNewcomer, openAccount } from './admission.ts';
import { freeUsername, lostRace, refuseUsername, usernameTaken } from './username-rules.ts';

type Input = z.output<typeof RegisterInput>;

const HOUR_SECONDS = 3600;
/** Tries after a race; each finds what the others wrote. */
const RACES = 5;

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
  await dependencies.passwordStrength.refuseCommon(input.password, {
    username: namesOf(input).join(' '),
    email: input.email,
  });
  const passwordHash = await dependencies.passwords.hash(input.password);
  for (let left = RACES; ; left -= 1) {
    try {
      return requireSession(
        await dependencies.database.system((transaction) =>
          createPerson(transaction, dependencies, { input, passwordHash, visitor }),
        ),
      );
    } catch (error) {
      refuseAfterRace(error, input);
      if (left === 0) throw error;
    }
  }
}

/** What the person wrote of themselves and their shop, the user name first. */
function namesOf({ username, displayName, accountName }: Input): string[] {
  const names = [username, displayName, accountName].filter((name) => name !== undefined);
  if (names.length > 0) return names;
  throw AppError.field(
    'validation_failed',
    'body.username',
    'needed unless the person or the account is named',
  );
}

/**
 * Two registrations at the same moment: the later one at an address claims it, and where the user name was made for it,
 * it gets another one. Throws where a second try does not help: at a name that was asked for.
 */
function refuseAfterRace(error: unknown, { username }: Input): void {
  const race = lostRace(error);
  if (race === 'username' && username !== undefined) throw usernameTaken();
  if (race === null) throw error;
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
  const names = await chooseNames(transaction, input);
  const userId = await insertPerson(transaction, dependencies, { input, names, passwordHash });
  const accountId = await findAccount(transaction, dependencies, { input, names, userId, visitor, isHost });
  return createSession(transaction, dependencies, {
    userId,
    accountId,
    visitor,
    remember: input.remember ?? false,
  });
}

interface Names {
  readonly username: string;
  readonly displayName: string;
  readonly accountName: string;
}

const DISPLAY_NAME_MAX = 60;

/**
 * The user name that was asked for, or a free one made of the name of the person or the shop. Never of the address: a
 * number behind it would show that the address is registered already.
 */
async function chooseNames(transaction: SystemTransaction, input: Input): Promise<Names> {
  const [first = ''] = namesOf(input);
  if (input.username !== undefined) await refuseUsername(transaction, input.username, null);
  const username =
    input.username ?? (await freeUsername(transaction, suggestUsername({ name: first, email: null })));
  const displayName = input.displayName ?? [...first].slice(0, DISPLAY_NAME_MAX).join('');
  return { username, displayName, accountName: input.accountName ?? displayName };
}

async function insertPerson(
  transaction: SystemTransaction,
  { defaultLocale, termsVersion }: AccountsDependencies,
  {
    input,
    names: { username, displayName },
    passwordHash,
  }: { readonly input: Input; readonly names: Names; readonly passwordHash: string },
): Promise<UserId> {
  const id = newId<UserId>();
  const isHeld = (await findHolder(transaction, emailKey(input.email))) !== null;
  await insertUser(transaction, {
    id,
    username,
    usernameKey: usernameKey(username),
    displayName,
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
  readonly names: Names;
  readonly userId: UserId;
  readonly visitor: Visitor;
  readonly isHost: boolean;
}

async function findAccount(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { input, names: { displayName, accountName }, userId, visitor, isHost }: Newcomer,
): Promise<AccountId> {
  const { email, invitation, locale = dependencies.defaultLocale, timeZone = 'UTC' } = input;
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
    (await openAccount(transaction, dependencies, { name: accountName, timeZone, ownerId: userId }));
  // The code came by mail to this very address: that is what a confirmation would show.
  const proof = isHost ? 'log' : joined?.provesEmail ? 'mail' : null;
  if (proof && !holder?.isVerified) await claimEmail(transaction, dependencies, { userId, email, proof });
  else {
    const person = { id: userId, knownAs: joined ? displayName : accountName, locale, credentialVersion: 0 };
    await sendConfirmationMail(transaction, dependencies, person, {
      email,
      kind: 'registration',
      session: null,
    });
  }
  return accountId;
}
