import type { Locale, SessionView } from '@hanasu/contract/accounts';
import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Profile } from '../../../platform/social/provider.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { findIdentityOwner, putIdentity, updateIdentityEmail } from '../identities.store.ts';
import { recordAudit } from '../record-audit.ts';
import { clientOf, type Goal, socialFailed, type TakenAttempt, takeAttempt } from '../social-attempts.ts';
import type { Visitor } from '../visitor.ts';
import type { Ticket } from './admit-newcomer.ts';
import { admitted, enter } from './enter.ts';
import { registerNewcomer } from './register-newcomer.ts';
import { tellOfNewMethod } from './tell-of-new-method.ts';

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
  { userId, accountId, address }: Actor,
  provider: SocialProvider,
  { subject, email }: Profile,
): Promise<void> {
  await againIfRaced(() =>
    dependencies.database.system(async (transaction) => {
      const owner = await findIdentityOwner(transaction, provider, subject);
      if (owner === userId) return;
      if (owner) throw new AppError('identity_taken', 'This identity belongs to somebody else here');
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
      await tellOfNewMethod(transaction, dependencies, userId, method);
    }),
  );
}

/** What the provider put in the return address, and the secret of the page that began. */
export interface Returned {
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
  provider: SocialProvider,
  returned: Returned,
  { visitor, actor }: { readonly visitor: Visitor; readonly actor: Actor | null },
): Promise<Completed> {
  clientOf(dependencies, provider);
  const attempt = await takeAttempt(dependencies, provider, returned);
  const { goal } = attempt;
  if (goal.kind === 'link') {
    const linker = requireLinker(goal, actor);
    const profile = await profileOf(dependencies, provider, attempt, returned);
    await linkIdentity(dependencies, linker, provider, profile);
    return { kind: 'linked', provider };
  }
  const profile = await profileOf(dependencies, provider, attempt, returned);
  const { session, hasJoined } = await enterByIdentity(dependencies, provider, profile, {
    ...goal,
    ticket: goal,
    visitor,
  });
  // The page of the invitation has nothing more to do.
  return { kind: 'session', session, returnTo: hasJoined ? '/' : goal.returnTo };
}

/** An identity is connected by the very session that asked for it, or not at all. */
function requireLinker(goal: Goal & { kind: 'link' }, actor: Actor | null): Actor {
  if (actor?.userId === goal.userId && actor.sessionId === goal.sessionId) return actor;
  throw new AppError('code_invalid', 'This connection was begun by another session');
}

async function profileOf(
  dependencies: AccountsDependencies,
  provider: SocialProvider,
  attempt: TakenAttempt,
  { code, error, iss }: Returned,
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
  provider: SocialProvider,
  profile: Profile,
  { visitor, remember, locale, ticket }: Circumstances,
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
        entry: await enter(transaction, dependencies, { userId, visitor, remember }),
      };
    }),
  );
  for (const id of ended) dependencies.ended.user(id);
  return { session: admitted(entry), hasJoined };
}
