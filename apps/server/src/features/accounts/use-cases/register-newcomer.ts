import { randomInt } from 'node:crypto';
import { DisplayName, Email, type Locale } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Profile } from '../../../platform/social/provider.ts';
import { insertUser, isUsernameTaken } from '../accounts.store.ts';
import { findHolder } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey, usernameKey } from '../domain/identity.ts';
import { suggestUsername } from '../domain/suggest-username.ts';
import { putIdentity } from '../identities.store.ts';
import { admitNewcomer, type Ticket } from './admit-newcomer.ts';
import { claimEmail } from './claim-email.ts';
import { openAccount } from './open-account.ts';
import { sendConfirmationMail } from './send-confirmation-mail.ts';
import { takeOver } from './take-over.ts';

interface Newcomer {
  readonly provider: SocialProvider;
  readonly profile: Profile;
  readonly locale: Locale;
  readonly address: string;
  /** What lets them in where registration is closed. */
  readonly ticket: Ticket;
}

interface Arrived {
  readonly userId: UserId;
  /** Whose sessions have ended: tell `ended` after the commit. */
  readonly ended: readonly UserId[];
  /** They joined the account that invited them, and have none of their own. */
  readonly hasJoined: boolean;
}

/**
 * A new person with an account of their own, who can sign in with the provider only. Where the provider speaks for the
 * mailbox and an account claims the address without proof, they take that one over: every way in that was made before
 * ends, so that they share it with nobody (`take-over.ts`). Who has proven the address must sign in as they did before,
 * and connect the provider: `identity_email_in_use`. A provider that doesn't check addresses never leads to anybody.
 */
export async function registerNewcomer(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  newcomer: Newcomer,
): Promise<Arrived> {
  const { provider, profile } = newcomer;
  const email = Email.safeParse(profile.email).data ?? null;
  const holder = email === null ? null : await findHolder(transaction, emailKey(email));
  if (profile.ownsEmail && holder?.isVerified) {
    throw new AppError('identity_email_in_use', 'Sign in as you did before, then connect the provider');
  }
  if (profile.ownsEmail && email !== null && holder) {
    const ended = await takeOver(transaction, dependencies, holder, newcomer.address);
    await putIdentity(transaction, {
      provider,
      subject: profile.subject,
      userId: holder.id,
      email: profile.email,
    });
    await claimEmail(transaction, dependencies, { userId: holder.id, email, proof: 'provider' });
    return { userId: holder.id, ended, hasJoined: false };
  }
  const { isHost } = await admitNewcomer(transaction, dependencies, newcomer.ticket);
  return insertNewcomer(transaction, dependencies, newcomer, { email, isHeld: holder !== null, isHost });
}

async function insertNewcomer(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { provider, profile, locale, address, ticket }: Newcomer,
  {
    email,
    isHeld,
    isHost,
  }: { readonly email: string | null; readonly isHeld: boolean; readonly isHost: boolean },
): Promise<Arrived> {
  const id = newId<UserId>();
  const username = await freeUsername(transaction, suggestUsername(profile));
  await insertUser(transaction, {
    id,
    username,
    usernameKey: usernameKey(username),
    displayName: displayNameOf(profile) ?? username,
    email,
    emailKey: email === null || isHeld ? null : emailKey(email),
    emailVerifiedAt: null,
    passwordHash: null,
    locale,
    timeZone: 'UTC',
  });
  await putIdentity(transaction, { provider, subject: profile.subject, userId: id, email: profile.email });
  const hasJoined = dependencies.registration.mode !== 'open' && ticket.invitation !== undefined;
  if (hasJoined) {
    const person = { id, emailKey: email === null ? '' : emailKey(email), address };
    await dependencies.joinInvitation(transaction, ticket.invitation ?? '', person);
  } else await openAccount(transaction, dependencies, { name: username, timeZone: 'UTC', ownerId: id });
  const arrived = { userId: id, ended: [], hasJoined };
  if (email === null) return arrived;
  if (profile.ownsEmail) {
    await claimEmail(transaction, dependencies, { userId: id, email, proof: isHost ? 'log' : 'provider' });
  } else {
    const person = { id, username, locale, credentialVersion: 0 };
    const confirmation = { email, kind: 'registration', session: null } as const;
    await sendConfirmationMail(transaction, dependencies, person, confirmation);
  }
  return arrived;
}

const displayNameOf = ({ name }: Profile): string | undefined =>
  DisplayName.safeParse([...(name ?? '')].slice(0, 60).join('')).data;

/** The name, or the name with a number that nobody has. */
async function freeUsername(transaction: SystemTransaction, wanted: string): Promise<string> {
  for (let most = 10; ; most *= 10) {
    const candidate = most === 10 ? wanted : `${wanted}-${randomInt(2, most)}`;
    if (!(await isUsernameTaken(transaction, usernameKey(candidate)))) return candidate;
  }
}
