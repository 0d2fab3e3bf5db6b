import { stripeScriptOf } from '@hanasu/payments/stripe/stripe-script';
import { createStoredSandbox, type PaymentParts } from '../features/payments/feature.ts';
import { hasCorporateCheckDigit } from '../features/payments/public.ts';
import { currentOf, deriveKey, type SecretKeys } from '../platform/crypto/secret-keys.ts';
import type { Database } from '../platform/database/database.ts';
import type { PagePolicies } from '../platform/http/content-policy.ts';
import type { WorkerName } from '../platform/workers/worker-registry.ts';
import type { Config } from './config.ts';

/** The script of Stripe, where its keys are set. */
function findScript({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_URL: apiUrl,
}: Config) {
  if (!secretKey || !publishableKey) return null;
  return { ...stripeScriptOf({ secretKey, publishableKey }, apiUrl), publishableKey };
}

/** Only the page with the card form may load anything from Stripe. */
export const paymentPolicies = (config: Config): PagePolicies => {
  const script = findScript(config);
  return new Map(script ? [['/payment', script.sources]] : []);
};

/** Packages on sale; a sandbox that is off sells none. */
export const shopOf = (config: Config): PaymentParts['shop'] => ({
  packages: config.STRIPE_SECRET_KEY || config.isPaymentSandboxOn ? config.PAYMENT_PACKAGES : [],
  taxRates: config.PAYMENT_TAX_RATES,
  days: config.TOKEN_EXPIRY_DAYS,
});

/** The operator of the installation sells. */
const sellerOf = (config: Config): PaymentParts['seller'] => ({
  name: config.OPERATOR_NAME ?? null,
  address: config.OPERATOR_ADDRESS ?? null,
  contact: config.OPERATOR_CONTACT ?? null,
  registrationNumber: config.RECEIPT_REGISTRATION_NUMBER ?? null,
  registeredFrom: config.RECEIPT_REGISTERED_FROM ?? null,
  timeZone: config.RECEIPT_TIME_ZONE,
});

/** Lines for the log about settings that may be wrong, though nothing stops for them. */
export function paymentWarnings(config: Config): string[] {
  const { RECEIPT_REGISTRATION_NUMBER: number } = config;
  const warnings: string[] = [];
  if (config.STRIPE_SECRET_KEY?.includes('_live_') && !config.OPERATOR_NAME)
    warnings.push('OPERATOR_NAME is not set, so payments get no receipts.');
  if (number && !hasCorporateCheckDigit(number))
    warnings.push(
      'The check digit of RECEIPT_REGISTRATION_NUMBER is not that of a corporation. Make sure that it is the number of a sole trader.',
    );
  return warnings;
}

/** Stripe where its keys are set, else the sandbox. */
export async function composePayments(
  config: Config,
  {
    database,
    secretKeys,
    notifyWorker,
  }: {
    readonly database: Database;
    readonly secretKeys: SecretKeys;
    readonly notifyWorker: (name: WorkerName) => void;
  },
): Promise<PaymentParts> {
  const { STRIPE_SECRET_KEY: secretKey } = config;
  const shop = shopOf(config);
  const seller = sellerOf(config);
  const script = findScript(config);
  if (secretKey && script) {
    const { createStripeGateway } = await import('@hanasu/payments/stripe/stripe.gateway');
    const gateway = createStripeGateway({
      secretKey,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      ...(config.STRIPE_API_URL ? { apiUrl: config.STRIPE_API_URL } : {}),
      now: database.now,
    });
    const { url: scriptUrl, publishableKey } = script;
    return { gateway, sandbox: null, shop, seller, script: { scriptUrl, publishableKey } };
  }
  const secret = deriveKey(currentOf(secretKeys), 'hanasu/payment-sandbox').toString('hex');
  const sandbox = createStoredSandbox({
    database,
    secret,
    publicUrl: config.publicUrl,
    notify: () => notifyWorker('payments'),
  });
  return { gateway: sandbox, sandbox, shop, seller, script: null };
}
