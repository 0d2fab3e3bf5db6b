import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Locale } from '@hanasu/contract/accounts';
import { SessionId, UserId } from '@hanasu/contract/ids';
import { SocialProvider } from '@hanasu/contract/social';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Attempt, SocialClient } from '../../../platform/social/provider.ts';
import { VendorFailure } from '../../../platform/social/vendor-client.ts';
import { findCredentialVersion } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeCode, issueCode } from '../one-time-codes.ts';

/** What somebody goes to a provider for. */
const Goal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sign-in'),
    returnTo: z.string(),
    remember: z.boolean(),
    locale: Locale,
    invitation: z.string().optional(),
    setupCode: z.string().optional(),
    acceptedTerms: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('link'), userId: UserId, sessionId: SessionId, locale: Locale }),
]);
export type Goal = z.infer<typeof Goal>;

/** What waits here, under the hash of the state, until the person comes back. */
const Stored = z.object({
  provider: SocialProvider,
  nonce: z.string(),
  verifier: z.string(),
  bindingHash: z.string(),
  goal: Goal,
});

const MINUTES = 10;
const SECRET_BYTES = 32;

const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
const hashOf = (binding: string): Buffer => createHash('sha256').update(binding).digest();

export function clientOf({ social }: AccountsDependencies, provider: SocialProvider): SocialClient {
  const client = social.clients.get(provider);
  if (!client) throw new AppError('not_found', 'This sign-in provider is not configured on this server');
  return client;
}

/** The same in both requests, to the letter. */
const redirectUri = ({ publicUrl }: AccountsDependencies, provider: SocialProvider): string =>
  `${publicUrl}/api/auth/${provider}/callback`;

/** Where to send the browser. The state is a code that only this attempt knows, and the page that began it. */
export async function startOAuthSession(
  dependencies: AccountsDependencies,
  {
    provider,
    binding,
    goal,
  }: { readonly provider: SocialProvider; readonly binding: string; readonly goal: Goal },
): Promise<string> {
  const client = clientOf(dependencies, provider);
  const [nonce, verifier] = [secret(), secret()];
  const bindingHash = hashOf(binding).toString('base64url');
  const data = { provider, nonce, verifier, bindingHash, goal } satisfies z.infer<typeof Stored>;
  const state = await dependencies.database.system(async (transaction) => {
    const facts = { purpose: 'social', minutes: MINUTES, data } as const;
    if (goal.kind === 'sign-in') return issueCode(transaction, facts);
    // Worth nothing once the person has changed their password.
    const credentialVersion = (await findCredentialVersion(transaction, goal.userId)) ?? -1;
    return issueCode(transaction, { ...facts, userId: goal.userId, credentialVersion });
  });
  const attempt: Attempt = { state, nonce, verifier, redirectUri: redirectUri(dependencies, provider) };
  try {
    return await client.authorizationUrl(attempt, goal.locale);
  } catch (error) {
    if (error instanceof VendorFailure) throw socialFailed(dependencies, provider, error.message);
    throw error;
  }
}

export interface OAuthSession extends Omit<Attempt, 'state'> {
  readonly goal: Goal;
}

/**
 * Takes the attempt that a return address belongs to. It is used up whatever comes next: by another page (somebody
 * was sent the link of somebody else's sign-in), or at another provider's address (one provider's answer is passed on
 * as another's), it is refused.
 */
export async function takeOAuthSession(
  dependencies: AccountsDependencies,
  provider: SocialProvider,
  given: { readonly state: string; readonly binding: string },
): Promise<OAuthSession> {
  const { data } = await dependencies.database.system((transaction) =>
    consumeCode(transaction, 'social', given.state),
  );
  const stored = Stored.parse(data);
  const isBound = timingSafeEqual(hashOf(given.binding), Buffer.from(stored.bindingHash, 'base64url'));
  if (!isBound || stored.provider !== provider) {
    throw new AppError('code_invalid', 'This sign-in was started in another window; start again');
  }
  const { nonce, verifier, goal } = stored;
  return { nonce, verifier, goal, redirectUri: redirectUri(dependencies, provider) };
}

/** Whoever runs the installation reads why; the person is told that it failed. */
export function socialFailed(
  { social }: AccountsDependencies,
  provider: SocialProvider,
  reason: string,
): AppError {
  social.onFailure({ provider, reason });
  return new AppError(
    'social_failed',
    'The sign-in provider could not be reached or gave an invalid response',
  );
}
