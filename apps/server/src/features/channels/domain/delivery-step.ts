import type { SendOutcome } from '@hanasu/channels/spec/channel';

/** What is known of an outbox row when a worker takes it. */
export interface Attempt {
  /** `sending`: an earlier call was made and its end is not known (crash, or no answer). */
  readonly previousState: 'pending' | 'sending';
  readonly previousMethod: 'reply' | 'push' | null;
  readonly attempts: number;
  readonly hasLiveReplyToken: boolean;
  readonly isRetryKeyAlive: boolean;
}

export type Plan =
  | { readonly kind: 'call'; readonly method: 'reply' | 'push' }
  /** It may have arrived, and no call could tell or be safe. */
  | { readonly kind: 'give-up-unconfirmed' };

/** Chooses the call that can't send twice. */
export function planAttempt(attempt: Attempt): Plan {
  const isRepeat = attempt.previousState === 'sending';
  if (isRepeat && attempt.previousMethod === 'reply') {
    // A reply token works once: while it lives, trying it again either sends for the first time or is refused.
    return attempt.hasLiveReplyToken ? { kind: 'call', method: 'reply' } : { kind: 'give-up-unconfirmed' };
  }
  if (isRepeat && !attempt.isRetryKeyAlive) return { kind: 'give-up-unconfirmed' };
  return { kind: 'call', method: !isRepeat && attempt.hasLiveReplyToken ? 'reply' : 'push' };
}

export type Step =
  | { readonly kind: 'sent'; readonly vendorMessageIds: readonly string[]; readonly requestId: string | null }
  /** `unconfirmed`: it may have arrived all the same. */
  | {
      readonly kind: 'failed' | 'unconfirmed';
      readonly reason: string;
      readonly detail: string;
      readonly requestId: string | null;
    }
  /** `state` is what the row becomes until then: `sending` keeps the doubt about the call just made. */
  | {
      readonly kind: 'again';
      readonly state: 'pending' | 'sending';
      readonly inMs: number;
      readonly dropsReplyToken: boolean;
      readonly reason: string;
      readonly detail: string;
    };

export const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

const waitAfter = (attempts: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));

/** Decides from the outcome of a call what becomes of the row. */
export function stepAfter(attempt: Attempt, method: 'reply' | 'push', outcome: SendOutcome): Step {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent', vendorMessageIds: outcome.vendorMessageIds, requestId: outcome.requestId };
    case 'reply-token-invalid':
      // Refused while it lives and after a call of ours whose end we missed: that call used it.
      if (attempt.previousState === 'sending') return { kind: 'sent', vendorMessageIds: [], requestId: null };
      return again('pending', 0, true, 'reply_token_invalid', outcome.detail);
    case 'unknown':
      if (attempt.attempts >= MAX_ATTEMPTS) return ended('unconfirmed', 'no_answer', outcome.detail, null);
      return again(
        'sending',
        method === 'reply' ? 500 : waitAfter(attempt.attempts),
        false,
        'no_answer',
        outcome.detail,
      );
    case 'rejected': {
      const isWorthIt = outcome.retryable && attempt.attempts < MAX_ATTEMPTS;
      const hasDoubt = attempt.previousState === 'sending' && method === 'reply';
      const end = hasDoubt ? 'unconfirmed' : 'failed';
      if (!isWorthIt) return ended(end, outcome.reason, outcome.detail, outcome.requestId);
      // A refused repeat says nothing about the call before it, so the doubt stays.
      return again(attempt.previousState, waitAfter(attempt.attempts), false, outcome.reason, outcome.detail);
    }
    default:
      return outcome satisfies never;
  }
}

const ended = (
  kind: 'failed' | 'unconfirmed',
  reason: string,
  detail: string,
  requestId: string | null,
): Step => ({ kind, reason, detail, requestId });

const again = (
  state: 'pending' | 'sending',
  inMs: number,
  dropsReplyToken: boolean,
  reason: string,
  detail: string,
): Step => ({ kind: 'again', state, inMs, dropsReplyToken, reason, detail });
