import type { SendOutcome, SentCheck } from '@hanasu/channels/spec/channel';

/** What is known of an outbox row when a worker takes it. */
export interface Attempt {
  /** `sending`: an earlier call was made and its end is not known (crash, or no answer). */
  readonly previousState: 'pending' | 'sending';
  readonly previousMethod: 'reply' | 'push' | null;
  /** How often the row was taken, this time included. */
  readonly attempts: number;
  readonly hasLiveReplyToken: boolean;
  readonly isRetryKeyAlive: boolean;
  /** What makes a repeat safe on this channel: the vendor knows the key, or tells what has arrived; null: nothing. */
  readonly repeats: 'by-key' | 'by-check' | null;
  /** With `sending`: the call came to an end that says nothing; otherwise its worker is gone without a word. */
  readonly isDoubtNoted: boolean;
}

/** The end of a row that never reached the recipient, or (`unconfirmed`) may have all the same. */
export interface Unsent {
  readonly kind: 'failed' | 'unconfirmed';
  readonly reason: string;
  readonly detail: string;
  readonly requestId: string | null;
}

export type Plan =
  | { readonly kind: 'call'; readonly method: 'reply' | 'push' }
  /** The vendor is asked whether the call before has arrived. */
  | { readonly kind: 'check' }
  /** Too early to ask: the vendor may still be at it. */
  | { readonly kind: 'wait'; readonly step: Again }
  | { readonly kind: 'give-up'; readonly end: Unsent };

export const MAX_ATTEMPTS = 6;
/** More than `MAX_ATTEMPTS`, for workers that die or fail while they hold the row. */
export const MAX_CLAIMS = 12;

/** Chooses the call that can't send twice. */
export function planAttempt(attempt: Attempt): Plan {
  const isRepeat = attempt.previousState === 'sending';
  if (isExhausted(attempt)) return { kind: 'give-up', end: exhausted(attempt) };
  if (isRepeat && attempt.previousMethod === 'reply' && attempt.hasLiveReplyToken) {
    // A reply token works once: while it lives, trying it again either sends for the first time or is refused.
    return { kind: 'call', method: 'reply' };
  }
  if (isRepeat && attempt.repeats === 'by-check') {
    if (attempt.isDoubtNoted) return { kind: 'check' };
    return { kind: 'wait', step: again('sending', CHECK_WAIT_MS, false, 'no_answer', UNCHECKED) };
  }
  const isUncheckable =
    attempt.previousMethod === 'reply' || attempt.repeats === null || !attempt.isRetryKeyAlive;
  if (isRepeat && isUncheckable) return uncheckable;
  return { kind: 'call', method: !isRepeat && attempt.hasLiveReplyToken ? 'reply' : 'push' };
}

const UNCHECKED = 'Whether it has arrived is not known yet';

/** No call could tell any more whether it has arrived, or be safe. */
const uncheckable: Plan = {
  kind: 'give-up',
  end: ended('unconfirmed', 'no_answer', 'The call may have arrived; it can no longer be checked', null),
};

export const isExhausted = ({ attempts }: Pick<Attempt, 'attempts'>): boolean => attempts > MAX_CLAIMS;

/** The end of a row that was taken again and again without any result. */
export const exhausted = ({ previousState }: Pick<Attempt, 'previousState'>): Unsent =>
  ended(
    previousState === 'sending' ? 'unconfirmed' : 'failed',
    'internal_error',
    'Sending was begun many times and never came to an end',
    null,
  );

export type Step =
  | { readonly kind: 'sent'; readonly vendorMessageIds: readonly string[]; readonly requestId: string | null }
  | Unsent
  | Again;

/** `state` is what the row becomes until then: `sending` keeps the doubt about the call just made. */
export interface Again {
  readonly kind: 'again';
  readonly state: 'pending' | 'sending';
  readonly inMs: number;
  readonly dropsReplyToken: boolean;
  readonly reason: string;
  readonly detail: string;
}

const FIRST_WAIT_MS = 1_000;
const REPLY_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** A vendor shows within this time what it has taken; before, "not there" says nothing. */
export const CHECK_WAIT_MS = 5_000;
/** Vendors sleep for some hours; they are asked again every hour. */
const NIGHT_WAIT_MS = 60 * 60_000;

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
    case 'unknown': {
      if (method === 'push' && attempt.repeats !== 'by-key') return stepIntoDoubt(attempt, outcome.detail);
      if (attempt.attempts >= MAX_ATTEMPTS) return ended('unconfirmed', 'no_answer', outcome.detail, null);
      // A reply token doesn't live long enough to wait.
      const inMs = method === 'reply' ? REPLY_WAIT_MS : waitAfter(attempt.attempts);
      return again('sending', inMs, false, 'no_answer', outcome.detail);
    }
    case 'rejected':
      return stepAfterRejection(attempt, outcome);
    default:
      return outcome satisfies never;
  }
}

/** Never pushed again before the vendor says that it has not arrived. */
const stepIntoDoubt = ({ repeats }: Attempt, detail: string): Step =>
  repeats === 'by-check'
    ? again('sending', CHECK_WAIT_MS, false, 'no_answer', detail)
    : ended('unconfirmed', 'no_answer', detail, null);

/** Decides from what the vendor says of the call before what becomes of the row. */
export function stepAfterCheck(attempt: Attempt, check: SentCheck): Step {
  switch (check) {
    case 'arrived':
      return { kind: 'sent', vendorMessageIds: [], requestId: null };
    case 'absent':
      // The row was taken twice for each call: to make it and to ask after it.
      return attempt.attempts < MAX_CLAIMS
        ? again('pending', 0, true, 'no_answer', 'The call before has not arrived')
        : ended('failed', 'no_answer', 'No call has arrived', null);
    case 'unknown':
      return attempt.attempts < MAX_CLAIMS
        ? again(
            'sending',
            Math.max(CHECK_WAIT_MS, waitAfter(attempt.attempts)),
            false,
            'no_answer',
            UNCHECKED,
          )
        : ended('unconfirmed', 'no_answer', UNCHECKED, null);
    default:
      return check satisfies never;
  }
}

/** A refused repeat says nothing about the call before it, so the doubt about that one stays. */
function stepAfterRejection(attempt: Attempt, outcome: SendOutcome & { kind: 'rejected' }): Step {
  const { reason, detail, requestId } = outcome;
  const isNight = reason === 'night_hours';
  const isWorthIt = isNight
    ? attempt.attempts < MAX_CLAIMS
    : outcome.retryable && attempt.attempts < MAX_ATTEMPTS;
  if (isWorthIt) {
    const ownWait =
      isNight && outcome.retryAfterMs === undefined ? NIGHT_WAIT_MS : waitAfter(attempt.attempts);
    const inMs = Math.max(ownWait, outcome.retryAfterMs ?? 0);
    return again(attempt.previousState, inMs, false, reason, detail);
  }
  return ended(attempt.previousState === 'sending' ? 'unconfirmed' : 'failed', reason, detail, requestId);
}

function ended(kind: Unsent['kind'], reason: string, detail: string, requestId: string | null): Unsent {
  return { kind, reason, detail, requestId };
}

function again(
  state: 'pending' | 'sending',
  inMs: number,
  dropsReplyToken: boolean,
  reason: string,
  detail: string,
): Again {
  return { kind: 'again', state, inMs, dropsReplyToken, reason, detail };
}
