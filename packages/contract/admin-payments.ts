import { z } from 'zod';
import { PASSWORD_MAX } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { AccountId, PaymentId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { PaymentPackage } from './payments.ts';

// For administrators of the installation, as `admin.ts`: neither in the OpenAPI document nor in `api.ts`.

const TAG = 'admin';

export const adminPaymentPackages = endpoint({
  method: 'GET',
  path: '/api/admin/payment-packages',
  summary: 'Packages on sale, as the settings give them, and the gateway that takes the money',
  tag: TAG,
  access: 'administrator',
  status: 200,
  output: z.object({
    packages: z.array(PaymentPackage),
    gateway: z.object({ name: z.string(), isTest: z.boolean() }),
  }),
});

export const ADDED_TOKENS_MAX = 1_000_000_000;
export const ADDED_REASON_MAX = 200;
export const ADDED_DAYS_MAX = 3_650;

export const addTokens = endpoint({
  method: 'POST',
  path: '/api/admin/account/{uuid}/tokens',
  summary: 'Adds tokens to the balance of an account; the same key adds them once',
  tag: TAG,
  access: 'administrator',
  params: uuidParams(AccountId),
  body: z
    .object({
      /** Made by the browser for one credit. */
      idempotencyKey: z.string().regex(/^[\x21-\x7e]{8,200}$/),
      tokens: z.number().int().min(1).max(ADDED_TOKENS_MAX),
      /** Shown to the account's owner in the token history. One line. */
      reason: z
        .string()
        .trim()
        .min(1)
        .max(ADDED_REASON_MAX)
        .regex(/^\P{Cc}*$/u),
      /** Days until they expire; absent: they don't. */
      days: z.number().int().min(1).max(ADDED_DAYS_MAX).optional(),
      /** The administrator's own. */
      password: z.string().max(PASSWORD_MAX).optional(),
    })
    .strict(),
  status: 200,
  output: z.object({ balance: z.number().int() }),
  errors: ['not_found', 'wrong_password', 'proof_needed', 'too_many_tries', 'payment_key_used'],
});

/** `waiting`: the worker has not processed it yet. */
const PAYMENT_EVENT_STATES = ['waiting', 'failed', 'processed'] as const;
/**
 * `failed`: an error of this server, or the gateway did not answer; it is tried again. `no_payment`: it names a payment that is not stored here. `not_about_payment`: it names none. `other_payment`: the gateway's
 * payment differs from the stored one. `refused`: the gateway refused to show the payment.
 */
const PAYMENT_EVENT_PROBLEMS = [
  'failed',
  'no_payment',
  'not_about_payment',
  'other_payment',
  'refused',
] as const;

export const PaymentEventView = z.object({
  gateway: z.string(),
  /** Id of the event at the gateway. */
  id: z.string(),
  /** The gateway's name for what happened. */
  type: z.string(),
  state: z.enum(PAYMENT_EVENT_STATES),
  problem: z.object({ kind: z.enum(PAYMENT_EVENT_PROBLEMS), detail: z.string() }).nullable(),
  receivedAt: Time,
  /** Null: no payment that is stored here. */
  payment: z.object({ uuid: PaymentId, account: z.object({ uuid: AccountId, name: z.string() }) }).nullable(),
});
export type PaymentEventView = z.infer<typeof PaymentEventView>;

const eventParams = z.object({ gateway: z.string().max(60), id: z.string().max(300) });

export const failedPaymentEvents = endpoint({
  method: 'GET',
  path: '/api/admin/payment-events',
  summary: 'Events of the payment gateway that failed or are not processed yet, the newest first',
  tag: TAG,
  access: 'administrator',
  query: PageQuery.omit({ q: true }),
  status: 200,
  output: pageOf(PaymentEventView).extend({
    /** Events of payments that are not stored here, as of another shop with the same account at the gateway. */
    unmatched: z.number().int(),
  }),
});
export const getPaymentEvent = endpoint({
  method: 'GET',
  path: '/api/admin/payment-event/{gateway}/{id}',
  summary: 'One event of the payment gateway',
  tag: TAG,
  access: 'administrator',
  params: eventParams,
  status: 200,
  output: PaymentEventView,
  errors: ['not_found'],
});
export const replayPaymentEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payment-event/{gateway}/{id}/replay',
  summary: 'Has a failed event processed again; one that was processed without a problem stays as it is',
  tag: TAG,
  access: 'administrator',
  params: eventParams,
  status: 200,
  output: PaymentEventView,
  errors: ['not_found'],
});

export const ADMIN_PAYMENT_ENDPOINTS = [
  adminPaymentPackages,
  addTokens,
  failedPaymentEvents,
  getPaymentEvent,
  replayPaymentEvent,
] as const;
