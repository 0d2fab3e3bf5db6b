import { parseArgs } from 'node:util';
import { startFakeStripe } from './fake-stripe.ts';

/** `node packages/payments/stripe/fake/main.ts --port 4020 --webhook URL --secret whsec_…`: a fake of Stripe for development. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    webhook: { type: 'string', default: 'http://127.0.0.1:3000/api/payments/stripe/webhook' },
    secret: { type: 'string', default: 'whsec_development' },
  },
});
const fake = await startFakeStripe({ port: Number(values.port) });
fake.webhook = { url: values.webhook, secrets: [values.secret] };
const lines = [
  `STRIPE_API_URL=${fake.url}`,
  `STRIPE_SECRET_KEY=${fake.secretKey}`,
  `STRIPE_PUBLISHABLE_KEY=${fake.publishableKey}`,
  `STRIPE_WEBHOOK_SECRET=${values.secret}`,
];
process.stdout.write(`${lines.join('\n')}\n`);
