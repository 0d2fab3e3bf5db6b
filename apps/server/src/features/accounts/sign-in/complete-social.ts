import { DisplayName, Email, type Locale, type SessionView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Profile } from '../../../platform/social/provider.ts';
import { insertUser } from '../accounts.store.ts';
import { findHolder } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { claimEmail } from '../email/claim-email.ts';
import { sendConfirmationMail } from '../email/send-confirmation.ts';
import { takeOver } from '../email/take-over.ts';
import { emailKey, suggestUsername, usernameKey } from '../identity.ts';
import { joinInvitation } from '../members/join-invitation.ts';
import { recordAudit } from '../record-audit.ts';
import { admitNewcomer, openAccount, type Ticket } from '../registration/admission.ts';
import { freeUsername } from '../registration/username-rules.ts';
import type { Visitor } from '../visitor.ts';
import { createSession, requireSession } from './create-session.ts';
import { findIdentityOwner, putIdentity, updateIdentityEmail } from './identities.store.ts';
import { notifyOfNewMethod } from './notify-new-method.ts';
import { clientOf, type Goal, type OAuthSession, socialFailed, takeOAuthSession } from './oauth-session.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Runs a transaction once more when a unique index refused it: what the other one wrote at the same moment can then be
 * seen, and decides. A second refusal is thrown.
 */
async function againIfRaced<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRace = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    if (isRace) return run();
    throw error;
  }
}

const NAMES = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<SocialProvider, string>;

/** Connects an identity to the person of a session. Their addresses need not be the same, and change nothing. */
async function linkIdentity(
  dependencies: AccountsDependencies,
  {
    actor: { userId, accountId, address },
    provider,
    profile: { subject, email },
  }: { readonly actor: Actor; readonly provider: SocialProvider; readonly profile: Profile },
): Promise<void> {
  await againIfRaced(() =>
    dependencies.database.system(async (transaction) => {
      const owner = await findIdentityOwner(transaction, provider, subject);
      if (owner === userId) return;
      if (owner) throw new AppError('identity_taken', 'This identity is already linked to another user');
      await putIdentity(transaction, { provider, subject, userId, email });
      const entry = {
        userId,
        action: 'identity.linked' as const,
        target: userId,
        data: { provider },
        address,
      };
      await recordAudit(within(transaction, accountId), entry);
      const method = { kind: 'provider', name: NAMES[provider] } as const;
      await notifyOfNewMethod(transaction, dependencies, userId, method);
    }),
  );
}

/** What the provider put in the return address, and the secret of the page that began. */
interface Returned {
  readonly code?: string | undefined;
  readonly state: string;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
  readonly binding: string;
}

type Completed =
  | { readonly kind: 'session'; readonly session: SessionView; readonly returnTo: string }
  | { readonly kind: 'linked'; readonly provider: SocialProvider };

/** Completes what `startSocialSignIn` or `startSocialLink` began. `actor`: who is signed in on the page that returns. */
export async function completeSocial(
  dependencies: AccountsDependencies,
  {
    provider,
    returned,
    caller: { visitor, actor },
  }: {
    readonly provider: SocialProvider;
    readonly returned: Returned;
    readonly caller: { readonly visitor: Visitor; readonly actor: Actor | null };
  },
): Promise<Completed> {
  clientOf(dependencies, provider);
  const attempt = await takeOAuthSession(dependencies, provider, returned);
  const { goal } = attempt;
  if (goal.kind === 'link') {
    const linker = requireLinker(goal, actor);
    const profile = await profileOf(dependencies, { provider, attempt, returned });
    await linkIdentity(dependencies, { actor: linker, provider, profile });
    return { kind: 'linked', provider };
  }
  const profile = await profileOf(dependencies, { provider, attempt, returned });
  const { session, hasJoined } = await enterByIdentity(dependencies, {
    provider,
    profile,
    circumstances: {
      ...goal,
      ticket: goal,
      visitor,
    },
  });
  // The page of the invitation has nothing more to do.
  return { kind: 'session', session, returnTo: hasJoined ? '/' : goal.returnTo };
}

/** An identity is connected by the very session that asked for it, or not at all. */
function requireLinker(goal: Goal & { kind: 'link' }, actor: Actor | null): Actor {
  if (actor?.userId === goal.userId && actor.sessionId === goal.sessionId) return actor;
  throw new AppError('code_invalid', 'This connection was started in another session');
}

async function profileOf(
  dependencies: AccountsDependencies,
  {
    provider,
    attempt,
    returned: { code, error, iss },
  }: { readonly provider: SocialProvider; readonly attempt: OAuthSession; readonly returned: Returned },
): Promise<Profile> {
  if (error === 'access_denied') throw new AppError('social_denied', 'Cancelled at the provider');
  if (error !== undefined || code === undefined) {
    throw socialFailed(dependencies, provider, `it came back with ${error?.slice(0, 60) ?? 'no code'}`);
  }
  const outcome = await clientOf(dependencies, provider).readProfile(code, attempt, iss);
  if (outcome.kind === 'failed') throw socialFailed(dependencies, provider, outcome.reason);
  return outcome.profile;
}

interface Circumstances {
  readonly visitor: Visitor;
  readonly remember: boolean;
  /** Of a person who is new here. */
  readonly locale: Locale;
  readonly ticket: Ticket;
}

/**
 * Opens a session for whoever has this identity, or for a new person. The subject decides and nothing else: an address
 * is what the provider says today, and may be of somebody else tomorrow.
 */
async function enterByIdentity(
  dependencies: AccountsDependencies,
  {
    provider,
    profile,
    circumstances: { visitor, remember, locale, ticket },
  }: { readonly provider: SocialProvider; readonly profile: Profile; readonly circumstances: Circumstances },
): Promise<{ readonly session: SessionView; readonly hasJoined: boolean }> {
  const { subject, email } = profile;
  const { entry, ended, hasJoined } = await againIfRaced(() =>
    dependencies.database.system(async (transaction) => {
      const owner = await findIdentityOwner(transaction, provider, subject);
      if (owner) await updateIdentityEmail(transaction, { provider, subject, email });
      const { address } = visitor;
      const arrived = owner
        ? { userId: owner, ended: [], hasJoined: false }
        : await registerNewcomer(transaction, dependencies, { provider, profile, locale, address, ticket });
      const { userId } = arrived;
      return {
        ...arrived,
        entry: await createSession(transaction, dependencies, { userId, visitor, remember }),
      };
    }),
  );
  for (const id of ended) dependencies.ended.user(id);
  return { session: requireSession(entry), hasJoined };
}

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
async function registerNewcomer(
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
  const displayName = displayNameOf(profile) ?? username;
  await insertUser(transaction, {
    id,
    username,
    usernameKey: usernameKey(username),
    displayName,
    email,
    emailKey: email === null || isHeld ? null : emailKey(email),
    emailVerifiedAt: null,
    passwordHash: null,
    locale,
    timeZone: 'UTC',
    termsVersion: ticket.acceptedTerms ? dependencies.termsVersion : null,
  });
  await putIdentity(transaction, { provider, subject: profile.subject, userId: id, email: profile.email });
  const hasJoined = dependencies.registration.mode !== 'open' && ticket.invitation !== undefined;
  if (hasJoined) {
    const person = { id, emailKey: email === null ? '' : emailKey(email), address };
    await joinInvitation(transaction, ticket.invitation ?? '', person);
  } else await openAccount(transaction, dependencies, { name: displayName, timeZone: 'UTC', ownerId: id });
  const arrived = { userId: id, ended: [], hasJoined };
  if (email === null) return arrived;
  if (profile.ownsEmail) {
    await claimEmail(transaction, dependencies, { userId: id, email, proof: isHost ? 'log' : 'provider' });
  } else {
    const person = { id, knownAs: displayName, locale, credentialVersion: 0 };
    const confirmation = { email, kind: 'registration', session: null } as const;
    await sendConfirmationMail(transaction, dependencies, person, confirmation);
  }
  return arrived;
}

const displayNameOf = ({ name }: Profile): string | undefined =>
  DisplayName.safeParse([...(name ?? '')].slice(0, 60).join('')).data;
