import type { SessionView } from '@hanasu/contract/accounts';
import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Profile } from '../../../platform/social/provider.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { clientOf, type Goal, socialFailed, type TakenAttempt, takeAttempt } from '../social-attempts.ts';
import type { Visitor } from '../visitor.ts';
import { enterByIdentity } from './enter-by-identity.ts';
import { linkIdentity } from './link-identity.ts';

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
