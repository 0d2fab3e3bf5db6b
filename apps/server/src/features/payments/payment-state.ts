import type {
  DisputeState,
  GatewayPayment,
  GatewayStatus,
  PaymentFailure,
} from '@hanasu/payments/spec/gateway';

/** Facts known of a payment, and what was done for it. */
export interface PaymentFacts {
  readonly tokens: number;
  /** In the smallest unit of its currency. */
  readonly amount: number;
  readonly status: GatewayStatus;
  readonly failure: PaymentFailure | null;
  readonly refunded: number;
  readonly dispute: DisputeState;
  /** Its tokens were added. */
  readonly isCredited: boolean;
  /** Of its tokens, how many were taken back. */
  readonly takenTokens: number;
}

export interface Step {
  readonly status: GatewayStatus;
  readonly failure: PaymentFailure | null;
  readonly refunded: number;
  readonly dispute: DisputeState;
  /** Its tokens are to be added, once. */
  readonly credits: boolean;
  /** So many of its tokens should be taken back in all. */
  readonly tokensToTake: number;
}

/**
 * Finds what follows from what a gateway says, which may be older than what is known, and may come any number of times:
 * money that has come stays come, what was given back stays given back, a dispute goes forward only.
 */
export function stepOf(
  known: PaymentFacts,
  seen: Pick<GatewayPayment, 'status' | 'failure' | 'refunded' | 'dispute'>,
): Step {
  const isPaid = known.status === 'succeeded' || seen.status === 'succeeded';
  const isOver = known.status === 'canceled';
  const status = isPaid ? 'succeeded' : isOver ? 'canceled' : seen.status;
  const refunded = Math.min(known.amount, Math.max(known.refunded, seen.refunded));
  const dispute = ORDER[seen.dispute] >= ORDER[known.dispute] ? seen.dispute : known.dispute;
  const isFrozen = dispute === 'open' || dispute === 'lost';
  return {
    status,
    failure: isPaid ? null : seen.failure,
    refunded,
    dispute,
    credits: isPaid && !known.isCredited,
    tokensToTake: isFrozen ? known.tokens : Math.floor((known.tokens * refunded) / known.amount),
  };
}

/** Order of dispute states; a decided dispute may still be decided again: an appeal. */
const ORDER: Readonly<Record<DisputeState, number>> = { none: 0, open: 1, won: 2, lost: 2 };
