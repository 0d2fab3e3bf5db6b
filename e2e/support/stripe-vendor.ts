import { type FakeStripe, startFakeStripe } from '@hanasu/payments/stripe/fake/fake-stripe';
import { type RunningHanasu, startHanasu } from './start-hanasu.ts';

interface StripeStage {
  readonly stripe: FakeStripe;
  readonly hanasu: RunningHanasu;
  close(): Promise<void>;
}

const SECRET = 'whsec_of_the_journeys';

/** A server of its own whose gateway is the fake of Stripe; until it is closed, the helpers of the journeys reach this one. */
export async function openStripeStage(): Promise<StripeStage> {
  const stripe = await startFakeStripe();
  const hanasu = await startHanasu({
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: SECRET,
  });
  stripe.webhook = { url: `${hanasu.url}/api/payments/stripe/webhook`, secrets: [SECRET] };
  const { HANASU_E2E_URL: url, HANASU_E2E_OUTBOX: outbox } = process.env;
  Object.assign(process.env, { HANASU_E2E_URL: hanasu.url, HANASU_E2E_OUTBOX: hanasu.outbox });
  return {
    stripe,
    hanasu,
    async close() {
      Object.assign(process.env, { HANASU_E2E_URL: url, HANASU_E2E_OUTBOX: outbox });
      await hanasu.stop();
      await stripe.close();
    },
  };
}
