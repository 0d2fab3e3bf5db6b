import type { SocialProvider } from '@hanasu/contract/social';
import { z } from 'zod';

/** What this tab has to remember while the person is at the provider. */
const Trip = z.object({
  provider: z.enum(['google', 'facebook']),
  /** Secret of this tab: only who began a sign-in can complete it. */
  binding: z.string(),
  intent: z.enum(['sign-in', 'link']),
  returnTo: z.string().optional(),
});
type Trip = z.infer<typeof Trip>;

const KEY = 'hanasu-social';
const BINDING_BYTES = 32;

/** Makes and keeps the secret that goes with `startSocialSignIn` or `startSocialLink`; lives as long as the tab. */
export function beginTrip(provider: SocialProvider, plan: Pick<Trip, 'intent' | 'returnTo'>): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BINDING_BYTES));
  const binding = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  sessionStorage.setItem(KEY, JSON.stringify({ provider, binding, ...plan } satisfies Trip));
  return binding;
}

/** The trip this tab began with this provider, or null. */
export function readTrip(provider: SocialProvider): Trip | null {
  const kept = sessionStorage.getItem(KEY);
  const trip = kept === null ? undefined : Trip.safeParse(JSON.parse(kept)).data;
  return trip?.provider === provider ? trip : null;
}

export const endTrip = (): void => sessionStorage.removeItem(KEY);
