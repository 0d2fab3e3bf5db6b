import { createStripeGateway } from '@hanasu/payments/stripe/stripe.gateway';
import { createStoredSandbox, type PaymentParts } from '../features/payments/feature.ts';
import { currentOf, deriveKey, type SecretKeys } from '../platform/crypto/secret-keys.ts';
import type { Database } from '../platform/database/database.ts';
import type { Config } from './config.ts';

/** Where Stripe's own script is; it may not be served from anywhere else. */
const STRIPE_SCRIPT = 'https://js.stripe.com/dahlia/stripe.js';

/** Packages on sale; a sandbox that is off sells none. */
export const shopOf = (config: Config): PaymentParts['shop'] => ({
  packages: config.STRIPE_SECRET_KEY || config.isPaymentSandboxOn ? config.PAYMENT_PACKAGES : [],
  taxRates: config.PAYMENT_TAX_RATES,
  days: config.TOKEN_EXPIRY_DAYS,
});

/** Stripe where its keys are set, else the sandbox. */
export function composePayments(
  config: Config,
  {
    database,
    secretKeys,
    notify,
  }: { readonly database: Database; readonly secretKeys: SecretKeys; readonly notify: () => void },
): PaymentParts {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = config;
  const shop = shopOf(config);
  if (secretKey && publishableKey) {
    const gateway = createStripeGateway({
      secretKey,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      ...(config.STRIPE_API_URL ? { apiUrl: config.STRIPE_API_URL } : {}),
      now: database.now,
    });
    const script = { scriptUrl: config.STRIPE_JS_URL ?? STRIPE_SCRIPT, publishableKey };
    return { gateway, sandbox: null, shop, script };
  }
  const secret = deriveKey(currentOf(secretKeys), 'hanasu/payment-sandbox').toString('hex');
  const sandbox = createStoredSandbox({ database, secret, publicUrl: config.publicUrl, notify });
  return { gateway: sandbox, sandbox, shop, script: null };
}
