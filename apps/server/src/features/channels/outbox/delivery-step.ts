import type { SendOutcome, SentCheck } from '@hanasu/channels/spec/sending';
import { DELIVERY_WAITING_REASONS, type WaitingReason } from '@hanasu/contract/waiting-reasons';

/** What is known of an outbox row when a worker takes it; times in milliseconds. */
export interface Attempt {
  /** `sending`: an earlier call was made and its end is not known (crash, or no answer). */
  readonly previousState: 'pending' | 'sending';
  readonly previousMethod: 'reply' | 'push' | null;
  /** How often in a row the delivery was claimed without any result, this claim included. */
  readonly claims: number;
  /** How long the reply token still lives; 0: there is none, or it has expired. */
  readonly replyTokenLeftMs: number;
  /** Since the first call of this series. */
  readonly tryingForMs: number;
  /** Until delivery is given up. */
  readonly leftMs: number;
  readonly isRetryKeyAlive: boolean;
  /** What makes a repeat safe on this channel: the vendor knows the key, or tells what has arrived; null: nothing. */
  readonly repeats: 'by-key' | 'by-check' | null;
  /** With `sending`: the call came to an end that says nothing; otherwise its worker is gone without a word. */
  readonly isDoubtNoted: boolean;
  /** The messages can be said in plain words that differ from them. */
  readonly hasPlainForm: boolean;
}

/** The same attempt some time later: calls take their time. */
export const later = (attempt: Attempt, milliseconds: number): Attempt => ({
  ...attempt,
  replyTokenLeftMs: Math.max(0, attempt.replyTokenLeftMs - milliseconds),
  tryingForMs: attempt.tryingForMs + milliseconds,
  leftMs: attempt.leftMs - milliseconds,
});

/** The end of a row that never reached the recipient, or (`unconfirmed`) may have all the same. */
export interface Unsent {
  readonly kind: 'failed' | 'unconfirmed';
  readonly reason: string;
  readonly detail: string;
  readonly requestId: string | null;
}

type Plan =
  | { readonly kind: 'call'; readonly method: 'reply' | 'push' }
  /** The vendor is asked whether the call before has arrived. */
  | { readonly kind: 'check' }
  /** Too early to ask: the vendor may still be at it. */
  | { readonly kind: 'wait'; readonly step: Again }
  | { readonly kind: 'give-up'; readonly end: Unsent };

/** For workers that die or fail while they hold the row. */
export const MAX_CLAIMS = 12;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** After that a person answers better than the bot. */
export const ANSWER_MS = 20 * MINUTE;
/** LINE forgets a retry key after 24 hours: a later call could send a second time. */
export const STAFF_MS = 23 * HOUR;
/** Longer than any vendor's night. */
const NIGHT_MS = 12 * HOUR;

interface Series {
  readonly isByPerson: boolean;
  readonly tryingForMs: number;
  /** How long the vendor still remembers the retry key; null: it knows no such keys, or no call was made yet. */
  readonly keyLeftMs: number | null;
}

/** How much longer a delivery is tried. */
export const timeLeft = ({ isByPerson, tryingForMs, keyLeftMs }: Series): number =>
  Math.min((isByPerson ? STAFF_MS : ANSWER_MS) - tryingForMs, keyLeftMs ?? Number.POSITIVE_INFINITY);

/** Chooses the call that can't send twice. */
export function planAttempt(attempt: Attempt): Plan {
  const isRepeat = attempt.previousState === 'sending';
  if (isExhausted(attempt)) return { kind: 'give-up', end: exhausted(attempt) };
  if (isRepeat && attempt.previousMethod === 'reply' && attempt.replyTokenLeftMs > 0) {
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
  return { kind: 'call', method: !isRepeat && attempt.replyTokenLeftMs > 0 ? 'reply' : 'push' };
}

const UNCHECKED = 'Whether it has arrived is not known yet';

/** No call could tell any more whether it has arrived, or be safe. */
const uncheckable: Plan = {
  kind: 'give-up',
  end: ended('unconfirmed', 'no_answer', 'The call may have arrived; it can no longer be checked', null),
};

export const isExhausted = ({ claims }: Pick<Attempt, 'claims'>): boolean => claims > MAX_CLAIMS;

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
interface Again {
  readonly kind: 'again';
  readonly state: 'pending' | 'sending';
  readonly inMs: number;
  readonly dropsReplyToken: boolean;
  /** From now on the messages are sent in plain words, under a new retry key. */
  readonly inPlainWords?: boolean;
  readonly reason: string;
  readonly detail: string;
}

/** A vendor shows within this time what it has taken; before, "not there" says nothing. */
const CHECK_WAIT_MS = 5_000;
/** Vendors sleep for some hours; they are asked again every hour. */
const NIGHT_WAIT_MS = HOUR;
/** The last reply is made while there is time for it to reach the vendor. */
const REPLY_MARGIN_MS = 300;

const between = (least: number, value: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/** Half as long again as was tried so far: 0.5 to 5 seconds while a reply token lives, later up to ten minutes. */
function waitBeforeNext({ tryingForMs, replyTokenLeftMs }: Attempt): number {
  if (replyTokenLeftMs > REPLY_MARGIN_MS) {
    return Math.min(between(500, tryingForMs / 2, 5_000), replyTokenLeftMs - REPLY_MARGIN_MS);
  }
  const longest = between(MINUTE, tryingForMs / 20, 10 * MINUTE);
  return between(1_000, tryingForMs / 2, longest);
}

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
      // Once its token has expired, a reply can't be repeated, and a push could be a second message.
      const isOver = method === 'reply' ? attempt.replyTokenLeftMs <= REPLY_MARGIN_MS : attempt.leftMs <= 0;
      if (isOver) return ended('unconfirmed', 'no_answer', outcome.detail, null);
      return again('sending', nextTryIn(attempt, method), false, 'no_answer', outcome.detail);
    }
    case 'rejected':
      return stepAfterRejection(attempt, outcome);
    default:
      return outcome satisfies never;
  }
}

/** The last try is made when the time is over. */
function nextTryIn(attempt: Attempt, method: 'reply' | 'push'): number {
  const wait = waitBeforeNext(method === 'reply' ? attempt : { ...attempt, replyTokenLeftMs: 0 });
  return method === 'reply' ? wait : Math.min(wait, Math.max(0, attempt.leftMs));
}

/** Never pushed again before the vendor says that it has not arrived. */
const stepIntoDoubt = (attempt: Attempt, detail: string): Step =>
  attempt.repeats === 'by-check'
    ? again('sending', Math.max(CHECK_WAIT_MS, nextTryIn(attempt, 'push')), false, 'no_answer', detail)
    : ended('unconfirmed', 'no_answer', detail, null);

/** Decides from what the vendor says of the call before what becomes of the row. */
export function stepAfterCheck(attempt: Attempt, check: SentCheck): Step {
  switch (check) {
    case 'arrived':
      return { kind: 'sent', vendorMessageIds: [], requestId: null };
    case 'absent':
      return attempt.leftMs > 0
        ? again('pending', 0, true, 'no_answer', 'The call before has not arrived')
        : ended('failed', 'no_answer', 'No call has arrived', null);
    case 'unknown':
      return attempt.leftMs > 0
        ? again('sending', Math.max(CHECK_WAIT_MS, nextTryIn(attempt, 'push')), false, 'no_answer', UNCHECKED)
        : ended('unconfirmed', 'no_answer', UNCHECKED, null);
    default:
      return check satisfies never;
  }
}

/** A refused repeat says nothing about the call before it, so the doubt about that one stays. */
function stepAfterRejection(attempt: Attempt, outcome: SendOutcome & { kind: 'rejected' }): Step {
  const { reason, detail, requestId } = outcome;
  const inMs = waitAfterRejection(attempt, outcome);
  if (inMs !== null) return again(attempt.previousState, inMs, false, reason, detail);
  const isForm = reason === 'message_invalid' && attempt.hasPlainForm;
  if (isForm && attempt.previousState === 'pending') {
    return { ...again('pending', 0, false, reason, detail), inPlainWords: true };
  }
  return ended(attempt.previousState === 'sending' ? 'unconfirmed' : 'failed', reason, detail, requestId);
}

/** Null: trying again is not worth it, or there is no time left for it. */
function waitAfterRejection(
  attempt: Attempt,
  { reason, retryable, retryAfterMs = 0 }: SendOutcome & { kind: 'rejected' },
): number | null {
  if (reason === 'night_hours') {
    return attempt.tryingForMs < NIGHT_MS
      ? Math.max(waitBeforeNext(attempt), retryAfterMs || NIGHT_WAIT_MS)
      : null;
  }
  const { leftMs, replyTokenLeftMs } = attempt;
  if (!retryable || leftMs <= 0 || retryAfterMs > leftMs) return null;
  const method = replyTokenLeftMs > REPLY_MARGIN_MS ? 'reply' : 'push';
  return Math.max(nextTryIn(attempt, method), retryAfterMs);
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

/** Why a conversation waits for a person after a message that may not have arrived. */
export function waitingReason({ kind, reason }: Unsent): WaitingReason {
  if (kind === 'unconfirmed') return 'unconfirmed';
  if (reason === 'quota_exceeded') return 'quota_short';
  return DELIVERY_WAITING_REASONS.find((known) => known === reason) ?? 'vendor_error';
}
