import { randomBytes } from 'node:crypto';
import resources from './fixtures/resources.json' with { type: 'json' };

/** Values of a form as Stripe reads it: `a[b][]=c` is `{a: {b: ['c']}}`. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = Record<string, FormValue>;

export function readForm(body: string): FormFields {
  const fields: FormFields = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => (part === '[]' ? '' : part));
    let place: FormValue = fields;
    path.forEach((part, index) => {
      const next = path[index + 1];
      const empty: FormValue = next === '' || /^\d+$/.test(next ?? '') ? [] : {};
      if (Array.isArray(place)) {
        const at = part === '' ? place.length : Number(part);
        place[at] = index === path.length - 1 ? value : (place[at] ?? empty);
        place = place[at] as FormValue;
      } else if (typeof place === 'object') {
        place[part] = index === path.length - 1 ? value : (place[part] ?? empty);
        place = place[part] as FormValue;
      }
    });
  }
  return fields;
}

/** What Stripe's test cards do (docs.stripe.com/testing): `code` and `decline` as its errors have them. */
interface TestCard {
  readonly brand: string;
  /** `always`: a challenge, whatever is asked; `asked`: only where 3-D Secure is asked for. */
  readonly challenge: 'never' | 'asked' | 'always';
  readonly refusal: { readonly code: string; readonly decline: string | null } | null;
}

const visa = (challenge: TestCard['challenge'], refusal: TestCard['refusal'] = null): TestCard => ({
  brand: 'visa',
  challenge,
  refusal,
});
const declined = (decline: string) => ({ code: 'card_declined', decline });

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa('never'),
  '4000000000003220': visa('always'),
  '4000000000003055': visa('asked'),
  '4000002500003155': visa('always'),
  '4000008400001629': visa('always', declined('generic_decline')),
  '4000000000000002': visa('never', declined('generic_decline')),
  '4000000000009995': visa('never', declined('insufficient_funds')),
  '4000000000009987': visa('never', declined('lost_card')),
  '4000000000000069': visa('never', { code: 'expired_card', decline: null }),
  '4000000000000127': visa('never', { code: 'incorrect_cvc', decline: null }),
  '4000000000000119': visa('never', { code: 'processing_error', decline: null }),
  /** Paid, and disputed at once. */
  '4000000000000259': visa('never'),
  '378282246310005': { brand: 'amex', challenge: 'never', refusal: null },
};

const DISPUTED_CARD = '4000000000000259';

/** An error as Stripe answers it: `status` of HTTP, the rest in `error` of the body. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error.message));
    this.status = status;
    this.error = { type: 'invalid_request_error', ...error };
  }
}

type StripeObject = Record<string, unknown>;
export interface Intent extends StripeObject {
  id: string;
  amount: number;
  status: string;
  client_secret: string;
  latest_charge: string | null;
}

/** Everything that an account at Stripe has. */
export interface Books {
  readonly intents: Map<string, Intent>;
  readonly charges: Map<string, StripeObject>;
  readonly disputes: Map<string, StripeObject>;
  /** Where a challenge leads back to, and what follows it. */
  readonly challenges: Map<string, { readonly returnUrl: string; readonly number: string }>;
  /** Sends an event to the webhook. */
  readonly sendEvent: (type: string, object: StripeObject) => void;
  readonly now: () => number;
  /** Address of a challenge's page. */
  readonly challengeUrl: (id: string) => string;
}

const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const seconds = ({ now }: Pick<Books, 'now'>): number => Math.floor(now() / 1000);

const CREATE = new Set([
  'amount',
  'currency',
  'description',
  'payment_method_types',
  'automatic_payment_methods',
  'payment_method_options',
  'metadata',
  'receipt_email',
  'expand',
]);
const MINIMUM: Readonly<Record<string, number>> = { jpy: 50, vnd: 10_000, usd: 50 };

export function refuseUnknown(fields: FormFields, known: ReadonlySet<string>): void {
  for (const name of Object.keys(fields))
    if (!known.has(name))
      throw new StripeRefusal(400, {
        code: 'parameter_unknown',
        param: name,
        message: `Received unknown parameter: ${name}`,
      });
}

function wholeNumber(value: FormValue | undefined, param: string): number {
  if (value === undefined)
    throw new StripeRefusal(400, {
      code: 'parameter_missing',
      param,
      message: `Missing required param: ${param}.`,
    });
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw new StripeRefusal(400, {
      code: 'parameter_invalid_integer',
      param,
      message: `Invalid integer: ${String(value)}`,
    });
  return Number(value);
}

export function createIntent(books: Books, fields: FormFields): Intent {
  refuseUnknown(fields, CREATE);
  const amount = wholeNumber(fields.amount, 'amount');
  const currency = String(fields.currency ?? '').toLowerCase();
  const least = MINIMUM[currency];
  if (least === undefined)
    throw new StripeRefusal(400, { param: 'currency', message: `Invalid currency: ${currency}.` });
  if (amount < least)
    throw new StripeRefusal(400, {
      code: 'amount_too_small',
      param: 'amount',
      message: `Amount must be at least ${least}.`,
    });
  const types = fields.payment_method_types;
  if (types !== undefined && fields.automatic_payment_methods !== undefined)
    throw new StripeRefusal(400, {
      code: 'parameters_exclusive',
      message:
        'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    });
  if (types !== undefined && !Array.isArray(types))
    throw new StripeRefusal(400, { param: 'payment_method_types', message: 'Invalid array' });
  const intent: Intent = {
    ...structuredClone(resources.payment_intent),
    id: id('pi'),
    amount,
    currency,
    created: seconds(books),
    description: fields.description ?? null,
    metadata: fields.metadata ?? {},
    payment_method_options: fields.payment_method_options ?? {},
    payment_method_types: types ?? ['card'],
    automatic_payment_methods: types ? null : { enabled: true },
    status: 'requires_payment_method',
    client_secret: '',
    canceled_at: null,
    last_payment_error: null,
    next_action: null,
    processing: null,
    latest_charge: null,
  };
  intent.client_secret = `${intent.id}_secret_${randomBytes(12).toString('hex')}`;
  books.intents.set(intent.id, intent);
  books.sendEvent('payment_intent.created', intent);
  return intent;
}

export function findIntent({ intents }: Books, intentId: string): Intent {
  const intent = intents.get(intentId);
  if (!intent)
    throw new StripeRefusal(404, {
      code: 'resource_missing',
      param: 'intent',
      message: `No such payment_intent: '${intentId}'`,
    });
  return intent;
}

const unexpected = (intent: Intent, what: string): StripeRefusal =>
  new StripeRefusal(400, {
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });

/** A card is tried; `number` is one of Stripe's test cards. */
export function confirmIntent(
  books: Books,
  intent: Intent,
  { number, returnUrl }: { readonly number: string; readonly returnUrl: string | undefined },
): Intent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw unexpected(intent, 'confirm');
  const card = TEST_CARDS[number];
  if (!card)
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
    });
  const options = intent.payment_method_options as { card?: { request_three_d_secure?: string } };
  const isAsked = options.card?.request_three_d_secure === 'any';
  if (card.challenge === 'always' || (card.challenge === 'asked' && isAsked)) {
    if (!returnUrl)
      throw new StripeRefusal(400, { param: 'return_url', message: 'A return_url must be specified.' });
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { url: books.challengeUrl(intent.id), return_url: returnUrl },
    };
    books.challenges.set(intent.id, { returnUrl, number });
    books.sendEvent('payment_intent.requires_action', intent);
    return intent;
  }
  return charge(books, intent, number);
}

/** The challenge was answered; answers where the browser goes. */
export function answerChallenge(books: Books, intentId: string, isConfirmed: boolean): string {
  const intent = findIntent(books, intentId);
  const challenge = books.challenges.get(intentId);
  if (!challenge || intent.status !== 'requires_action') throw unexpected(intent, 'authenticate');
  books.challenges.delete(intentId);
  intent.next_action = null;
  if (isConfirmed) charge(books, intent, challenge.number);
  else
    fail(books, intent, {
      code: 'payment_intent_authentication_failure',
      decline: null,
      message: 'The provided PaymentMethod has failed authentication.',
    });
  return leadBack(intent, challenge.returnUrl);
}

export function leadBack(intent: Intent, returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function fail(
  books: Books,
  intent: Intent,
  {
    code,
    decline,
    message,
  }: { readonly code: string; readonly decline: string | null; readonly message: string },
): Intent {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code,
    message,
    ...(decline ? { decline_code: decline } : {}),
  };
  books.sendEvent('payment_intent.payment_failed', intent);
  return intent;
}

function charge(books: Books, intent: Intent, number: string): Intent {
  const card = TEST_CARDS[number];
  if (card?.refusal) return fail(books, intent, { ...card.refusal, message: 'Your card was declined.' });
  const made = structuredClone(resources.charge) as StripeObject;
  const details = made.payment_method_details as { card: StripeObject };
  details.card.brand = card?.brand ?? 'visa';
  details.card.last4 = number.slice(-4);
  Object.assign(made, {
    id: id('ch'),
    amount: intent.amount,
    amount_captured: intent.amount,
    captured: true,
    created: seconds(books),
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: intent.metadata,
  });
  books.charges.set(String(made.id), made);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.latest_charge = String(made.id);
  books.sendEvent('payment_intent.succeeded', intent);
  if (number === DISPUTED_CARD) dispute(books, intent.id, 'needs_response');
  return intent;
}

export function cancelIntent(books: Books, intent: Intent, fields: FormFields): Intent {
  refuseUnknown(fields, new Set(['cancellation_reason', 'expand']));
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpected(intent, 'cancel');
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: seconds(books),
    cancellation_reason: fields.cancellation_reason ?? null,
    next_action: null,
  });
  books.challenges.delete(intent.id);
  books.sendEvent('payment_intent.canceled', intent);
  return intent;
}

export function createRefund(books: Books, fields: FormFields): StripeObject {
  refuseUnknown(fields, new Set(['payment_intent', 'amount', 'reason', 'metadata', 'expand']));
  const intent = findIntent(books, String(fields.payment_intent ?? ''));
  const paid = books.charges.get(intent.latest_charge ?? '');
  if (!paid || intent.status !== 'succeeded')
    throw new StripeRefusal(400, {
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent does not have a successful charge to refund.',
    });
  const left = Number(paid.amount) - Number(paid.amount_refunded);
  if (left === 0)
    throw new StripeRefusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${String(paid.id)} has already been refunded.`,
    });
  const amount = fields.amount === undefined ? left : wholeNumber(fields.amount, 'amount');
  if (amount < 1 || amount > left)
    throw new StripeRefusal(400, {
      param: 'amount',
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    });
  paid.amount_refunded = Number(paid.amount_refunded) + amount;
  paid.refunded = paid.amount_refunded === paid.amount;
  const refund = {
    ...structuredClone(resources.refund),
    id: id('re'),
    amount,
    charge: paid.id,
    currency: intent.currency,
    created: seconds(books),
    payment_intent: intent.id,
    reason: fields.reason ?? null,
  };
  books.sendEvent('charge.refunded', paid);
  return refund;
}

/** Opens a dispute or ends it: `needs_response`, `won`, `lost`. */
export function dispute(books: Books, intentId: string, status: string): void {
  const intent = findIntent(books, intentId);
  const paid = books.charges.get(intent.latest_charge ?? '');
  if (!paid) throw new Error('nothing was paid that could be disputed');
  paid.disputed = true;
  const before = books.disputes.get(intentId);
  const made = {
    ...structuredClone(resources.dispute),
    id: before?.id ?? id('dp'),
    amount: intent.amount,
    charge: paid.id,
    currency: intent.currency,
    created: seconds(books),
    payment_intent: intentId,
    status,
  };
  books.disputes.set(intentId, made);
  books.sendEvent(before ? 'charge.dispute.closed' : 'charge.dispute.created', made);
}
