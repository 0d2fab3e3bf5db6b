import type { SocialProvider } from '@hanasu/contract/social';
import { z } from 'zod';

/** What this tab has to remember while the person is at the provider. */
const OauthSession = z.object({
  provider: z.enum(['google', 'facebook']),
  /** Secret of this tab: only who began a sign-in can complete it. */
  binding: z.string(),
  intent: z.enum(['sign-in', 'link']),
  returnTo: z.string().optional(),
});
type OauthSession = z.infer<typeof OauthSession>;

const KEY = 'hanasu-social';
const BINDING_BYTES = 32;

/** Makes and keeps the secret that goes with `startSocialSignIn` or `startSocialLink`; lives as long as the tab. */
export function startOauthSession(
  provider: SocialProvider,
  plan: Pick<OauthSession, 'intent' | 'returnTo'>,
): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BINDING_BYTES));
  const binding = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  sessionStorage.setItem(KEY, JSON.stringify({ provider, binding, ...plan } satisfies OauthSession));
  return binding;
}

/** What this tab began with this provider, or null. */
export function readOauthSession(provider: SocialProvider): OauthSession | null {
  const kept = sessionStorage.getItem(KEY);
  const oauthSession = kept === null ? undefined : OauthSession.safeParse(JSON.parse(kept)).data;
  return oauthSession?.provider === provider ? oauthSession : null;
}

export const endOauthSession = (): void => sessionStorage.removeItem(KEY);
