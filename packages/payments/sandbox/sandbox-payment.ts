import type { DisputeState, GatewayStatus, NewPayment, PaymentFailure } from '../spec/gateway.ts';

/** Cards that do what their name says. */
export const SANDBOX_CARDS = [
  'ok',
  /** Asks to confirm on the 3-D Secure page. */
  'secure',
  'declined',
  'insufficient',
  'expired',
  /** Paid; the vendor says so long after the page has asked. */
  'slow_event',
  /** Paid; the vendor says so before the page comes back. */
  'early_event',
  /** Paid, and given back a moment later. */
  'refunded',
  /** Paid, and disputed a moment later. */
  'disputed',
] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];

/** A payment as the sandbox keeps it. */
export interface SandboxPayment extends Omit<NewPayment, 'description'> {
  readonly id: string;
  readonly status: GatewayStatus;
  readonly failure: PaymentFailure | null;
  readonly card: SandboxCard | null;
  /** The 3-D Secure page that is open. */
  readonly challenge: { readonly token: string; readonly returnUrl: string } | null;
  readonly refunds: readonly { readonly key: string; readonly amount: number }[];
  readonly dispute: DisputeState;
  /** Action that the vendor takes by itself at `at` (milliseconds since 1970). */
  readonly later: { readonly kind: 'refund' | 'dispute'; readonly at: number } | null;
}

type Change = SandboxPayment | { readonly refused: string };

const REFUSING: Partial<Record<SandboxCard, PaymentFailure>> = {
  declined: 'declined',
  insufficient: 'insufficient_funds',
  expired: 'expired_card',
};

export const refundedOf = ({ refunds }: Pick<SandboxPayment, 'refunds'>): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** A card is tried: paid, refused, or sent to the 3-D Secure page under `token`. */
export function tryCard(
  payment: SandboxPayment,
  {
    card,
    returnUrl,
    token,
  }: { readonly card: SandboxCard; readonly returnUrl: string; readonly token: string },
): Change {
  if (payment.status !== 'open' && payment.status !== 'action') return { refused: payment.status };
  const failure = REFUSING[card] ?? null;
  if (failure) return { ...payment, card, failure, status: 'open', challenge: null };
  if (card === 'secure')
    return { ...payment, card, failure: null, status: 'action', challenge: { token, returnUrl } };
  return { ...payment, card, failure: null, status: 'succeeded', challenge: null };
}

/** The 3-D Secure page was answered. Who leaves it answers nothing: the payment waits. */
export function answerChallenge(
  payment: SandboxPayment,
  { token, isConfirmed }: { readonly token: string; readonly isConfirmed: boolean },
): Change {
  if (payment.status !== 'action' || payment.challenge?.token !== token) return { refused: payment.status };
  return isConfirmed
    ? { ...payment, status: 'succeeded', failure: null, challenge: null }
    : { ...payment, status: 'open', failure: 'authentication_failed', challenge: null };
}

export function cancelPayment(payment: SandboxPayment): Change {
  if (payment.status === 'canceled') return payment;
  return payment.status === 'succeeded'
    ? { refused: payment.status }
    : { ...payment, status: 'canceled', challenge: null };
}

/** The same key gives nothing back a second time. */
export function refundPayment(
  payment: SandboxPayment,
  { key, amount }: { readonly key: string; readonly amount: number },
): Change {
  if (payment.refunds.some((refund) => refund.key === key)) return payment;
  if (payment.status !== 'succeeded') return { refused: payment.status };
  const left = payment.amount - refundedOf(payment);
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) return { refused: 'amount_too_large' };
  return { ...payment, refunds: [...payment.refunds, { key, amount }] };
}

/** The payment at `now`, with what the vendor has done by itself since. */
export function upTo(payment: SandboxPayment, now: number): SandboxPayment {
  const { later, ...rest } = payment;
  if (later === null || later.at > now) return payment;
  const done = { ...rest, later: null };
  if (later.kind === 'dispute') return { ...done, dispute: 'open' };
  const refunded = refundPayment(done, { key: 'by-vendor', amount: payment.amount - refundedOf(payment) });
  return 'refused' in refunded ? done : refunded;
}
