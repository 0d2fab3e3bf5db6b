import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PaymentId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const PAYMENT_CURRENCIES = ['JPY', 'VND', 'USD'] as const;
export const PaymentCurrency = z.enum(PAYMENT_CURRENCIES);
export type PaymentCurrency = z.infer<typeof PaymentCurrency>;

/**
 * `pending`: a card is to be chosen or confirmed. `processing`: the gateway has not decided. `failed`: the last card took no
 * money; another one may. `canceled`: it can't be paid any more. `refunded`: all of it was given back.
 */
export const PAYMENT_STATES = ['pending', 'processing', 'paid', 'failed', 'canceled', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
/** Reasons why the last card took no money. */
export const PAYMENT_FAILURES = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'wrong_number',
  'authentication_failed',
  'processing_error',
] as const;

const Money = z.number().int();
export const PaymentPackage = z
  .object({
    id: z.string(),
    tokens: z.number().int(),
    /** Prices in the smallest unit of each currency, tax included. */
    prices: z.array(
      z.object({
        currency: PaymentCurrency,
        amount: Money,
        /** Percent. */
        taxRate: z.number(),
        tax: Money,
      }),
    ),
    /** Days that the tokens are good for; null: without end. */
    days: z.number().int().nullable(),
  })
  .meta({ id: 'PaymentPackage' });
export type PaymentPackage = z.infer<typeof PaymentPackage>;

export const PaymentView = z
  .object({
    uuid: PaymentId,
    state: z.enum(PAYMENT_STATES),
    failure: z.enum(PAYMENT_FAILURES).nullable(),
    packageId: z.string(),
    tokens: z.number().int(),
    amount: Money,
    currency: PaymentCurrency,
    taxRate: z.number(),
    tax: Money,
    /** Given back so far, in the smallest unit. */
    refunded: Money,
    dispute: z.enum(['none', 'open', 'won', 'lost']),
    /** Taken from the balance because money was given back or is disputed. */
    takenTokens: z.number().int(),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** Address where the payer confirms it now; null: nowhere. */
    actionUrl: z.string().nullable(),
    /** No money moves. */
    isTest: z.boolean(),
    createdBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    createdAt: Time,
    paidAt: Time.nullable(),
    /** Expiry of its tokens; null: no tokens, or without end. */
    expiresAt: Time.nullable(),
    /** The gateway could not be asked just now: it may be further than this says. */
    isStale: z.boolean(),
  })
  .meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof PaymentView>;

/** Data that the browser needs for a payment. */
export const PaymentForm = z
  .discriminatedUnion('kind', [
    /** The script of the gateway takes the card. */
    z.object({
      kind: z.literal('script'),
      scriptUrl: z.string(),
      publishableKey: z.string(),
      clientSecret: z.string(),
      returnUrl: z.string(),
    }),
    /** Cards to choose from; none is real. */
    z.object({ kind: z.literal('cards'), cards: z.array(z.string()) }),
  ])
  .meta({ id: 'PaymentForm' });
export type PaymentForm = z.infer<typeof PaymentForm>;

const TAG = 'payments';
const params = uuidParams(PaymentId);
export const listPaymentPackages = endpoint({
  method: 'GET',
  path: '/api/payment-packages',
  summary: 'What tokens can be bought, with prices',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: z.object({
    packages: z.array(PaymentPackage),
    /** Null: nothing is sold here. */
    gateway: z.object({ name: z.string(), isTest: z.boolean() }).nullable(),
  }),
});
export const createPayment = endpoint({
  method: 'POST',
  path: '/api/user/payment',
  summary:
    'Begins a payment. The key of the browser, in the header `Idempotency-Key` or the body, gives the same payment however often it is sent',
  tag: TAG,
  access: 'owner',
  confirmed: true,
  body: z
    .object({
      packageId: z.string().max(60),
      currency: PaymentCurrency,
      /** The header wins. */
      idempotencyKey: z
        .string()
        .regex(/^[\x21-\x7e]{8,200}$/)
        .optional(),
    })
    .strict(),
  status: 201,
  output: z.object({ payment: PaymentView, form: PaymentForm.nullable() }),
  errors: ['payment_unavailable', 'payment_refused', 'payment_key_used'],
});
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/user/payment',
  summary: 'Payments of the account, the newest first',
  tag: TAG,
  access: 'owner',
  query: PageQuery,
  status: 200,
  output: pageOf(PaymentView),
});
export const getPayment = endpoint({
  method: 'GET',
  path: '/api/user/payment/{uuid}',
  summary: 'One payment, as the gateway has it now',
  tag: TAG,
  access: 'owner',
  params,
  status: 200,
  output: z.object({ payment: PaymentView, form: PaymentForm.nullable() }),
});
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/user/payment/{uuid}/confirm',
  summary: 'Pays with one of the cards that the sandbox offers',
  tag: TAG,
  access: 'owner',
  params,
  body: z.object({ card: z.string().max(40) }).strict(),
  status: 200,
  output: z.object({ payment: PaymentView, form: PaymentForm.nullable() }),
  errors: ['payment_unavailable', 'payment_refused'],
});
export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/user/payment/{uuid}/cancel',
  summary: 'Gives up a payment that was not made',
  tag: TAG,
  access: 'owner',
  params,
  status: 200,
  output: z.object({ payment: PaymentView, form: PaymentForm.nullable() }),
  errors: ['payment_unavailable', 'payment_refused'],
});
