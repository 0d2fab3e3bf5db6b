/** Stripe's script for the API version `2026-07-29.dahlia`. Stripe allows it from this address alone. */
const STRIPE_SCRIPT = 'https://js.stripe.com/dahlia/stripe.js';

/** Sources that Stripe's script needs in a content security policy (docs.stripe.com/security/guide). */
const STRIPE_SOURCES: PolicySources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

/** Sources by directive of a content security policy. */
type PolicySources = Readonly<Record<string, readonly string[]>>;

interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

interface StripeScript {
  readonly url: string;
  /** Sources that the page with the script needs, and no other page. */
  readonly sources: PolicySources;
}

/** Whether an address may stand in for Stripe: it is on this machine, and both keys are test keys. */
export function isStandInAllowed(apiUrl: string, { secretKey, publishableKey }: StripeKeys): boolean {
  if (!URL.canParse(apiUrl)) return false;
  const { hostname } = new URL(apiUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return isLoopback && /^(?:sk|rk)_test_/.test(secretKey) && publishableKey.startsWith('pk_test_');
}

/** Returns Stripe's own script, or that of the stand-in at `apiUrl`. Throws where a stand-in is not allowed. */
export function stripeScriptOf(keys: StripeKeys, apiUrl?: string): StripeScript {
  if (apiUrl === undefined) return { url: STRIPE_SCRIPT, sources: STRIPE_SOURCES };
  if (!isStandInAllowed(apiUrl, keys))
    throw new Error('A stand-in for Stripe is allowed on this machine and with test keys only');
  const { origin } = new URL(apiUrl);
  return {
    url: `${origin}/dahlia/stripe.js`,
    sources: { 'script-src': [origin], 'frame-src': [origin], 'connect-src': [origin] },
  };
}
