import type { SendOutcome, SentCheck } from '@hanasu/channels/spec/channel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Attempt,
  exhausted,
  isExhausted,
  MAX_ATTEMPTS,
  MAX_CLAIMS,
  planAttempt,
  type Step,
  stepAfter,
  stepAfterCheck,
} from './delivery-step.ts';

const fresh: Attempt = {
  previousState: 'pending',
  previousMethod: null,
  attempts: 1,
  hasLiveReplyToken: true,
  isRetryKeyAlive: true,
  repeats: 'by-key',
  isDoubtNoted: true,
};
const afterCrash = (method: 'reply' | 'push', changes: Partial<Attempt> = {}): Attempt => ({
  ...fresh,
  previousState: 'sending',
  previousMethod: method,
  attempts: 2,
  ...changes,
});
const checked: Attempt = { ...fresh, hasLiveReplyToken: false, repeats: 'by-check' };
const inDoubt = (changes: Partial<Attempt> = {}): Attempt => ({
  ...checked,
  previousState: 'sending',
  previousMethod: 'push',
  attempts: 2,
  ...changes,
});
const rejected = (reason: 'quota_exceeded' | 'rate_limited', retryable: boolean): SendOutcome => ({
  kind: 'rejected',
  reason,
  detail: 'no',
  retryable,
  requestId: 'r',
});

describe('the call that is made', () => {
  test.each([
    ['a reply token that lives is used', fresh, 'reply'],
    ['without one it is pushed', { ...fresh, hasLiveReplyToken: false }, 'push'],
    ['a push whose end was missed is repeated', afterCrash('push', { hasLiveReplyToken: true }), 'push'],
    ['a reply whose end was missed is repeated', afterCrash('reply'), 'reply'],
  ])('%s', (_, attempt, method) => {
    expect(planAttempt(attempt)).toEqual({ kind: 'call', method });
  });

  test.each([
    ['the token of a missed reply is over', afterCrash('reply', { hasLiveReplyToken: false })],
    ['the vendor has forgotten the key of a missed push', afterCrash('push', { isRetryKeyAlive: false })],
  ])('none is made when %s', (_, attempt) => {
    expect(planAttempt(attempt)).toMatchObject({
      kind: 'give-up',
      end: { kind: 'unconfirmed', reason: 'no_answer' },
    });
  });

  test('a row that was taken too often ends, and says whether it may have arrived', () => {
    const often = { ...fresh, attempts: MAX_CLAIMS + 1 };
    expect(planAttempt(often)).toMatchObject({ kind: 'give-up', end: { kind: 'failed' } });
    const doubtful = afterCrash('push', { attempts: MAX_CLAIMS + 1 });
    expect(planAttempt(doubtful)).toMatchObject({ kind: 'give-up', end: { kind: 'unconfirmed' } });
  });
});

describe('what an outcome means', () => {
  test('a refused token sends the message to push at once, without the token', () => {
    const step = stepAfter(fresh, 'reply', { kind: 'reply-token-invalid', detail: 'Invalid reply token' });
    expect(step).toMatchObject({ kind: 'again', state: 'pending', inMs: 0, dropsReplyToken: true });
  });

  test('a token refused after a call whose end was missed was used by that call', () => {
    const step = stepAfter(afterCrash('reply'), 'reply', { kind: 'reply-token-invalid', detail: 'x' });
    expect(step).toMatchObject({ kind: 'sent' });
  });

  test('no answer keeps the doubt and is tried again', () => {
    const step = stepAfter(fresh, 'push', { kind: 'unknown', detail: 'reset' });
    expect(step).toMatchObject({ kind: 'again', state: 'sending' });
  });

  test('waits grow and have a limit', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => {
      const step = stepAfter({ ...fresh, attempts }, 'push', rejected('rate_limited', true));
      return step.kind === 'again' ? step.inMs : null;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    const last = stepAfter({ ...fresh, attempts: MAX_ATTEMPTS }, 'push', rejected('rate_limited', true));
    expect(last).toMatchObject({ kind: 'failed', reason: 'rate_limited' });
  });

  test('an empty quota is no reason to try again', () => {
    const step = stepAfter(fresh, 'push', rejected('quota_exceeded', false));
    expect(step).toMatchObject({ kind: 'failed', reason: 'quota_exceeded' });
  });

  test('a refusal after a call whose end was missed does not claim that nothing arrived', () => {
    const step = stepAfter(afterCrash('push'), 'push', rejected('quota_exceeded', false));
    expect(step).toMatchObject({ kind: 'unconfirmed', reason: 'quota_exceeded' });
  });
});

describe('where a repeat would send it twice', () => {
  test('the vendor is asked what has arrived before anything is pushed again', () => {
    expect(planAttempt(checked)).toEqual({ kind: 'call', method: 'push' });
    expect(planAttempt(inDoubt())).toEqual({ kind: 'check' });
    expect(stepAfter(checked, 'push', { kind: 'unknown', detail: '' })).toMatchObject({
      kind: 'again',
      state: 'sending',
    });
  });

  test('after a crash the vendor gets time to show what it took', () => {
    expect(planAttempt(inDoubt({ isDoubtNoted: false }))).toMatchObject({
      kind: 'wait',
      step: { state: 'sending', inMs: 5_000, reason: 'no_answer' },
    });
  });

  test.each([
    ['arrived', 2, { kind: 'sent' }],
    ['absent', 2, { kind: 'again', state: 'pending', inMs: 0 }],
    ['absent', MAX_ATTEMPTS, { kind: 'again', state: 'pending', inMs: 0 }],
    ['absent', MAX_CLAIMS, { kind: 'failed' }],
    ['unknown', 2, { kind: 'again', state: 'sending' }],
    ['unknown', MAX_CLAIMS, { kind: 'unconfirmed' }],
  ] as const)('%s at attempt %d', (check, attempts, step) => {
    expect(stepAfterCheck(inDoubt({ attempts }), check)).toMatchObject(step);
  });

  test('where nothing can be asked either, doubt is the end', () => {
    expect(stepAfter({ ...checked, repeats: null }, 'push', { kind: 'unknown', detail: '' })).toMatchObject({
      kind: 'unconfirmed',
    });
    expect(planAttempt(inDoubt({ repeats: null }))).toMatchObject({ kind: 'give-up' });
  });
});

describe('when it is tried again', () => {
  const refused = (changes: object): SendOutcome => ({
    kind: 'rejected',
    reason: 'rate_limited',
    detail: '',
    retryable: true,
    requestId: null,
    ...changes,
  });
  test.each([
    ['not before the vendor says', { retryAfterMs: 90_000 }, 90_000],
    ['not at once because the vendor names a shorter time', { retryAfterMs: 5 }, 1_000],
    ['an hour later while the vendor sleeps', { reason: 'night_hours', retryable: false }, 3_600_000],
    ['when it wakes', { reason: 'night_hours', retryable: true, retryAfterMs: 7_200_000 }, 7_200_000],
  ])('%s', (_, changes, inMs) => {
    expect(stepAfter(fresh, 'push', refused(changes))).toMatchObject({ kind: 'again', inMs });
  });

  test('a night does not use up the tries', () => {
    const late = { ...fresh, attempts: MAX_ATTEMPTS + 2 };
    expect(stepAfter(late, 'push', refused({ reason: 'night_hours' }))).toMatchObject({ kind: 'again' });
  });
});

/** A vendor with the two rules that make sending safe: a token works once, a key is accepted once. */
class ModelVendor {
  delivered = 0;
  tokenUsed = false;
  keyAccepted = false;
  private readonly knowsKeys: boolean;

  constructor(knowsKeys: boolean) {
    this.knowsKeys = knowsKeys;
  }

  reply(): SendOutcome {
    if (this.tokenUsed) return { kind: 'reply-token-invalid', detail: 'Invalid reply token' };
    this.tokenUsed = true;
    return this.deliver();
  }

  push(): SendOutcome {
    if (this.knowsKeys && this.keyAccepted) return { kind: 'sent', vendorMessageIds: [], requestId: 'first' };
    this.keyAccepted = true;
    return this.deliver();
  }

  /** Where keys mean nothing: what stands in the chat. */
  check(mishap: Mishap): SentCheck {
    const isAway =
      mishap === 'no-answer-not-accepted' || mishap === 'never-left' || mishap === 'vendor-error';
    if (isAway) return 'unknown';
    return this.delivered > 0 ? 'arrived' : 'absent';
  }

  private deliver(): SendOutcome {
    this.delivered += 1;
    return { kind: 'sent', vendorMessageIds: ['1'], requestId: 'r' };
  }
}

/** What happens during one attempt; `stalled` is a worker that wakes up when another has already finished. */
const MISHAPS = [
  'none',
  'refused-token',
  'no-answer-not-accepted',
  'no-answer-accepted',
  'never-left',
  'vendor-error',
  'rejected-for-good',
  'crash-before-begin',
  'crash-before-call',
  'crash-after-call',
  'stalled',
] as const;
type Mishap = (typeof MISHAPS)[number];

interface Row {
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'unconfirmed';
  method: 'reply' | 'push' | null;
  attempts: number;
  hasToken: boolean;
  isDoubtNoted: boolean;
}

function callVendor(vendor: ModelVendor, method: 'reply' | 'push', mishap: Mishap): SendOutcome {
  switch (mishap) {
    case 'refused-token':
      // The vendor's own reasons: too late, or used for another message.
      if (method === 'reply') vendor.tokenUsed = true;
      return method === 'reply' ? { kind: 'reply-token-invalid', detail: 'late' } : vendor.push();
    case 'no-answer-not-accepted':
      return { kind: 'unknown', detail: 'reset' };
    case 'no-answer-accepted':
      vendor[method]();
      return { kind: 'unknown', detail: 'reset' };
    case 'never-left':
    case 'vendor-error':
      return { kind: 'rejected', reason: 'vendor_error', detail: '', retryable: true, requestId: null };
    case 'rejected-for-good':
      return {
        kind: 'rejected',
        reason: 'credentials_rejected',
        detail: '',
        retryable: false,
        requestId: null,
      };
    default:
      return vendor[method]();
  }
}

function write(row: Row, step: Step): void {
  row.state = step.kind === 'again' ? step.state : step.kind;
  row.isDoubtNoted = true;
  if (step.kind === 'again' && step.dropsReplyToken) row.hasToken = false;
}

/** One worker's attempt, as `deliverRow` makes it; returns what is left to do by a worker that stalled. */
function attemptOnce(row: Row, vendor: ModelVendor, clock: Clock, mishap: Mishap): (() => void) | null {
  row.attempts += 1;
  const taken = row.attempts;
  const attempt: Attempt = {
    previousState: row.state === 'sending' ? 'sending' : 'pending',
    previousMethod: row.method,
    attempts: taken,
    hasLiveReplyToken: row.hasToken && clock.isTokenAlive,
    isRetryKeyAlive: clock.isKeyAlive,
    repeats: clock.repeats,
    isDoubtNoted: row.isDoubtNoted,
  };
  const isOurs = () => row.attempts === taken && (row.state === 'pending' || row.state === 'sending');
  if (isExhausted(attempt)) {
    write(row, exhausted(attempt));
    return null;
  }
  const plan = planAttempt(attempt);
  if (plan.kind === 'give-up') {
    write(row, plan.end);
    return null;
  }
  if (plan.kind === 'wait') {
    write(row, plan.step);
    return null;
  }
  if (plan.kind === 'check') {
    const check = vendor.check(mishap);
    if (!mishap.startsWith('crash')) write(row, stepAfterCheck(attempt, check));
    return null;
  }
  if (mishap === 'crash-before-begin') return null;
  row.state = 'sending';
  row.isDoubtNoted = false;
  row.method = plan.method;
  if (mishap === 'crash-before-call') return null;
  const finish = () => {
    // Where a late call would do harm a worker looks at the clock, and makes none when its lease is over.
    if (clock.repeats !== 'by-key' && !isOurs()) return;
    const outcome = callVendor(vendor, plan.method, mishap);
    if (mishap !== 'crash-after-call' && isOurs()) write(row, stepAfter(attempt, plan.method, outcome));
  };
  if (mishap === 'stalled') return finish;
  finish();
  return null;
}

interface Clock {
  isTokenAlive: boolean;
  isKeyAlive: boolean;
  readonly repeats: Attempt['repeats'];
}

const attempts = fc.array(
  fc.record({
    mishap: fc.constantFrom(...MISHAPS),
    tokenExpires: fc.boolean(),
    /** A stalled worker goes on before this attempt. */
    wakes: fc.boolean(),
  }),
  { maxLength: 2 * MAX_CLAIMS },
);

test('whatever happens, a message is never sent twice, always comes to an end, and its end is true', () => {
  fc.assert(
    fc.property(
      attempts,
      fc.boolean(),
      fc.constantFrom('by-key', 'by-check', null),
      (script, hasToken, repeats) => {
        const vendor = new ModelVendor(repeats === 'by-key');
        const clock: Clock = { isTokenAlive: true, isKeyAlive: true, repeats };
        const row: Row = { state: 'pending', method: null, attempts: 0, hasToken, isDoubtNoted: false };
        const stalled: (() => void)[] = [];
        const calm = { mishap: 'none' as const, tokenExpires: false, wakes: true };
        const steps = [...script, ...Array.from({ length: MAX_CLAIMS + 1 }, () => calm)];
        for (const { mishap, tokenExpires, wakes } of steps) {
          if (tokenExpires) clock.isTokenAlive = false;
          if (wakes) stalled.shift()?.();
          if (row.state !== 'pending' && row.state !== 'sending') continue;
          const later = attemptOnce(row, vendor, clock, mishap);
          if (later) stalled.push(later);
        }
        for (const finish of stalled) finish();

        expect(vendor.delivered).toBeLessThanOrEqual(1);
        expect(['sent', 'failed', 'unconfirmed']).toContain(row.state);
        const refusedOnRepeat = script.some(({ mishap }) => mishap === 'refused-token');
        if (row.state === 'sent' && !refusedOnRepeat) expect(vendor.delivered).toBe(1);
        const hadStall = script.some(({ mishap }) => mishap === 'stalled');
        if (row.state === 'failed' && !hadStall) expect(vendor.delivered).toBe(0);
      },
    ),
    { numRuns: 3_000 },
  );
});
