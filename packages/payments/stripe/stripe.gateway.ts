import Stripe from 'stripe';
import type {
  DisputeState,
  GatewayPayment,
  GatewayStatus,
  NewPayment,
  Outcome,
  PaymentFailure,
  PaymentGateway,
  ReadEvent,
} from '../spec/gateway.ts';
import { isCurrency } from '../spec/money.ts';

export interface StripeOptions {
  readonly secretKey: string;
  /** `whsec_…` of the endpoint, and while it is being replaced the old one after it. */
  readonly webhookSecrets: readonly string[];
  /** Where Stripe is reached; another address than Stripe's own is for tests. */
  readonly apiUrl?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The version that this code was written for; the webhook endpoint at Stripe has to have the same one. */
const API_VERSION = '2026-07-29.dahlia';
const TIMEOUT_MS = 20_000;
const RETRIES = 2;
const TOLERANCE_SECONDS = 300;

/** Cards by Stripe: PaymentIntents that are confirmed in the browser. */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { secretKey, apiUrl = 'https://api.stripe.com' } = options;
  const { protocol, hostname, port } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

  async function show(intent: Stripe.PaymentIntent): Promise<GatewayPayment> {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    const dispute = charge?.disputed ? await disputeOf(intent.id) : 'none';
    return paymentOf(intent, { charge, dispute });
  }
  async function disputeOf(id: string): Promise<DisputeState> {
    const { data } = await stripe.disputes.list({ payment_intent: id, limit: 1 });
    return DISPUTES[data[0]?.status ?? ''] ?? 'open';
  }
  const fetchIntent = async (id: string): Promise<GatewayPayment> =>
    show(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));

  return {
    name: 'stripe',
    capabilities: {
      confirm: 'browser',
      currencies: ['JPY', 'VND', 'USD'],
      isTest: /^(?:sk|rk)_test_/.test(secretKey),
    },
    create: (request) =>
      outcomeOf(async () => {
        const intent = await stripe.paymentIntents.create(paramsOf(request), { idempotencyKey: request.key });
        return { id: intent.id, clientSecret: intent.client_secret };
      }),
    read: (id) => outcomeOf(() => fetchIntent(id)),
    cancel: (id, key) =>
      outcomeOf(async () => {
        const reason = { cancellation_reason: 'abandoned' as const, expand: ['latest_charge'] };
        return show(await stripe.paymentIntents.cancel(id, reason, { idempotencyKey: key }));
      }),
    refund: ({ id, amount, key }) =>
      outcomeOf(async () => {
        await stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey: key });
        return fetchIntent(id);
      }),
    readEvent: (headers, body) => readEvent(stripe, options, { header: headers['stripe-signature'], body }),
  };
}

/**
 * Cards alone, always with 3-D Secure: Japan's guideline has it so, and the card holder can't dispute the payment as
 * not theirs.
 */
const paramsOf = ({
  amount,
  currency,
  description,
  paymentId,
  accountId,
}: NewPayment): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: currency.toLowerCase(),
  description,
  payment_method_types: ['card'],
  payment_method_options: { card: { request_three_d_secure: 'any' } },
  metadata: { paymentId, accountId },
});

const STATUSES: Readonly<Record<string, GatewayStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

const DISPUTES: Readonly<Record<string, DisputeState>> = {
  won: 'won',
  lost: 'lost',
  // An enquiry that came to nothing, and a dispute that the vendor has headed off.
  warning_closed: 'none',
  prevented: 'none',
};

function paymentOf(
  intent: Stripe.PaymentIntent,
  { charge, dispute }: { readonly charge: Stripe.Charge | null; readonly dispute: DisputeState },
): GatewayPayment {
  const currency = intent.currency.toUpperCase();
  if (!isCurrency(currency)) throw new Error(`Stripe names a currency that nothing is sold in: ${currency}`);
  const card = charge?.payment_method_details?.card;
  return {
    id: intent.id,
    paymentId: intent.metadata.paymentId ?? '',
    accountId: intent.metadata.accountId ?? '',
    amount: intent.amount,
    currency,
    // One that a newer version knows is looked at again later.
    status: STATUSES[intent.status] ?? 'processing',
    failure: intent.last_payment_error ? failureOf(intent.last_payment_error) : null,
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    refunded: charge?.amount_refunded ?? 0,
    dispute,
    card: card?.last4 ? { brand: card.brand ?? '', last4: card.last4 } : null,
    isTest: !intent.livemode,
  };
}

const FAILURES: Readonly<Record<string, PaymentFailure>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'wrong_number',
  invalid_cvc: 'wrong_number',
  incorrect_number: 'wrong_number',
  invalid_number: 'wrong_number',
  invalid_expiry_month: 'wrong_number',
  invalid_expiry_year: 'wrong_number',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  processing_error: 'processing_error',
};

const failureOf = ({
  code,
  decline_code: decline,
}: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code'>): PaymentFailure =>
  FAILURES[decline ?? ''] ?? FAILURES[code ?? ''] ?? 'declined';

/** What is certain after a call: Stripe has answered, or its silence says nothing. */
async function outcomeOf<Value>(call: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode, message } = error;
    // Another call under the key runs, there were too many, or the answer was lost.
    const isUnknown =
      statusCode === undefined || statusCode >= 500 || statusCode === 409 || statusCode === 429;
    return isUnknown
      ? { kind: 'unknown', detail: message }
      : { kind: 'refused', code: error.code ?? error.rawType ?? error.type, detail: message };
  }
}

function readEvent(
  { webhooks }: Stripe,
  { webhookSecrets, now }: StripeOptions,
  { header, body }: { readonly header: string | undefined; readonly body: Uint8Array },
): ReadEvent {
  if (!header) return { kind: 'refused', reason: 'unsigned' };
  const isSigned = webhookSecrets.some((secret) => {
    try {
      // How old it may be is asked below, in both directions.
      return webhooks.signature?.verifyHeader(Buffer.from(body), header, secret, 0) ?? false;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
  if (!isSigned) return { kind: 'refused', reason: 'wrong_signature' };
  // A second time in the header could be another than the one that is signed.
  const times = [...header.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, at]) => Number(at));
  const [at = Number.NaN, ...others] = times;
  if (others.length > 0 || !(Math.abs(now() / 1000 - at) <= TOLERANCE_SECONDS))
    return { kind: 'refused', reason: 'old' };
  const event = parsed(body);
  if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.type !== 'string')
    return { kind: 'refused', reason: 'malformed' };
  return {
    kind: 'event',
    id: event.id,
    type: event.type,
    payment: intentOf(event.data?.object),
    isTest: event.livemode !== true,
  };
}

interface RawEvent {
  readonly object?: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  readonly livemode?: unknown;
  readonly data?: {
    readonly object?: { readonly object?: unknown; readonly id?: unknown; readonly payment_intent?: unknown };
  };
}

function parsed(body: Uint8Array): RawEvent | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Charges, refunds, disputes and warnings name the intent that they belong to. */
function intentOf(object: NonNullable<RawEvent['data']>['object']): string | null {
  const id = object?.object === 'payment_intent' ? object.id : object?.payment_intent;
  return typeof id === 'string' ? id : null;
}
