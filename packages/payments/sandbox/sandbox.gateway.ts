import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { GatewayPayment, Outcome, PaymentGateway, ReadEvent } from '../spec/gateway.ts';
import {
  answerChallenge,
  cancelPayment,
  refundedOf,
  refundPayment,
  SANDBOX_CARDS,
  type SandboxCard,
  type SandboxPayment,
  tryCard,
  upTo,
} from './sandbox-payment.ts';

/** Stores the sandbox's payments: they outlive a restart, as those of a vendor do. */
export interface SandboxStore {
  read(id: string): Promise<SandboxPayment | null>;
  /** Stores it unless its `paymentId` has one already; answers the one that is there. */
  add(payment: SandboxPayment): Promise<SandboxPayment>;
  /** Reads and writes one with no other write in between; `change` answers null to leave it alone. */
  change(
    id: string,
    change: (payment: SandboxPayment) => SandboxPayment | null,
  ): Promise<SandboxPayment | null>;
}

export interface SandboxEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface SandboxOptions {
  readonly store: SandboxStore;
  /** Signs its events. */
  readonly secret: string;
  /** Address of the 3-D Secure page of this token. */
  readonly challengeUrl: (id: string, token: string) => string;
  /** Hands an event to the webhook after so long. What it loses is found by asking, as with a vendor. */
  readonly deliver: (event: SandboxEvent, afterMs: number) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface SandboxGateway extends PaymentGateway {
  /** The 3-D Secure page was answered. Answers where it leads back to; null: there is no such page any more. */
  answer(
    id: string,
    challenge: { readonly token: string; readonly isConfirmed: boolean },
  ): Promise<string | null>;
}

const SOON_MS = 1_000;
const SLOW_MS = 60_000;
const LATER_MS = 3_000;
const TOLERANCE_MS = 300_000;
const LATER: Partial<Record<SandboxCard, 'refund' | 'dispute'>> = { refunded: 'refund', disputed: 'dispute' };
const SIGNATURE = 'sandbox-signature';

/** A gateway that takes no money, for servers without keys of a real one. */
export function createSandboxGateway(options: SandboxOptions): SandboxGateway {
  const { store } = options;
  const show = (payment: SandboxPayment): GatewayPayment => ({
    id: payment.id,
    paymentId: payment.paymentId,
    accountId: payment.accountId,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    failure: payment.failure,
    actionUrl: payment.challenge ? options.challengeUrl(payment.id, payment.challenge.token) : null,
    refunded: refundedOf(payment),
    dispute: payment.dispute,
    card: payment.card ? { brand: 'sandbox', last4: '0000' } : null,
    isTest: true,
  });
  const sendEvent = (type: string, payment: string, afterMs: number): void =>
    options.deliver(signEvent(options, { id: `sandbox_${randomUUID()}`, type, payment }), afterMs);

  /** Changes a payment; answers it after the change, or why it is not changed. */
  async function changed(
    id: string,
    change: (payment: SandboxPayment) => SandboxPayment | { readonly refused: string },
  ): Promise<Outcome<GatewayPayment>> {
    let refusal: string | null = null;
    const payment = await store.change(id, (before) => {
      const after = change(upTo(before, options.now()));
      if (!('refused' in after)) return after;
      refusal = after.refused;
      return null;
    });
    if (!payment) return { kind: 'refused', code: 'resource_missing', detail: `No such payment: ${id}` };
    if (refusal !== null)
      return { kind: 'refused', code: 'unexpected_state', detail: `The payment is ${refusal}` };
    return { kind: 'done', value: show(payment) };
  }

  /** Tries the card, and notes with its success what the vendor does later: a process that ends between the two would lose it. */
  function pay(payment: SandboxPayment, attempt: Parameters<typeof tryCard>[1]): ReturnType<typeof tryCard> {
    const after = tryCard(payment, attempt);
    const kind = LATER[attempt.card];
    if ('refused' in after || after.status !== 'succeeded' || !kind) return after;
    return { ...after, later: { kind, at: options.now() + LATER_MS } };
  }

  function sendEvents(id: string, card: SandboxCard): void {
    sendEvent(
      'payment.succeeded',
      id,
      card === 'slow_event' ? SLOW_MS : card === 'early_event' ? 0 : SOON_MS,
    );
    const kind = LATER[card];
    if (kind) sendEvent(`payment.${kind}`, id, LATER_MS);
  }

  return {
    name: 'sandbox',
    capabilities: { confirm: 'server', currencies: ['JPY', 'VND', 'USD'], isTest: true },
    async create({ description: _, ...request }) {
      if (!Number.isSafeInteger(request.amount) || request.amount < 1)
        return {
          kind: 'refused',
          code: 'parameter_invalid_integer',
          detail: 'The amount is no whole number',
        };
      const payment = await store.add({
        ...request,
        id: `sandbox_${randomUUID()}`,
        status: 'open',
        failure: null,
        card: null,
        challenge: null,
        refunds: [],
        dispute: 'none',
        later: null,
      });
      const isSame = payment.amount === request.amount && payment.currency === request.currency;
      return isSame && payment.key === request.key
        ? { kind: 'done', value: { id: payment.id, clientSecret: null } }
        : { kind: 'refused', code: 'idempotency_error', detail: 'The key was used for another payment' };
    },
    async confirm(id, { card: name, returnUrl }) {
      const card = SANDBOX_CARDS.find((one) => one === name);
      if (!card) return { kind: 'refused', code: 'card_unknown', detail: `No such card: ${name}` };
      const outcome = await changed(id, (payment) => pay(payment, { card, returnUrl, token: randomUUID() }));
      if (outcome.kind === 'done' && outcome.value.status === 'succeeded') sendEvents(id, card);
      return outcome;
    },
    async read(id) {
      const payment = await store.read(id);
      return payment
        ? { kind: 'done', value: show(upTo(payment, options.now())) }
        : { kind: 'refused', code: 'resource_missing', detail: `No such payment: ${id}` };
    },
    cancel: (id) => changed(id, cancelPayment),
    refund: async ({ id, amount, key }) => {
      const outcome = await changed(id, (payment) => refundPayment(payment, { key, amount }));
      if (outcome.kind === 'done') sendEvent('payment.refund', id, SOON_MS);
      return outcome;
    },
    readEvent: (headers, body) => readEvent(options, headers, body),
    async answer(id, challenge) {
      const before = await store.read(id);
      const outcome = await changed(id, (payment) => answerChallenge(payment, challenge));
      if (outcome.kind !== 'done') return null;
      if (outcome.value.status === 'succeeded') sendEvents(id, 'secure');
      return before?.challenge?.returnUrl ?? null;
    },
  };
}

const signatureOf = (secret: string, at: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest();

function signEvent(
  { secret, now }: Pick<SandboxOptions, 'secret' | 'now'>,
  event: { readonly id: string; readonly type: string; readonly payment: string },
): SandboxEvent {
  const body = Buffer.from(JSON.stringify(event));
  const at = String(now());
  return { headers: { [SIGNATURE]: `${at}.${signatureOf(secret, at, body).toString('hex')}` }, body };
}

const Event = z.object({ id: z.string(), type: z.string(), payment: z.string() });

function readEvent(
  { secret, now }: Pick<SandboxOptions, 'secret' | 'now'>,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): ReadEvent {
  const header = headers[SIGNATURE];
  if (!header) return { kind: 'refused', reason: 'unsigned' };
  const [at = '', given = ''] = header.split('.');
  const wanted = signatureOf(secret, at, body);
  const bytes = Buffer.from(given, 'hex');
  if (bytes.length !== wanted.length || !timingSafeEqual(bytes, wanted))
    return { kind: 'refused', reason: 'wrong_signature' };
  if (Math.abs(now() - Number(at)) > TOLERANCE_MS) return { kind: 'refused', reason: 'old' };
  try {
    return { kind: 'event', ...Event.parse(JSON.parse(Buffer.from(body).toString('utf8'))), isTest: true };
  } catch {
    return { kind: 'refused', reason: 'malformed' };
  }
}
