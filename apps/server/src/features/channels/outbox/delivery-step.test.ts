import type { SendOutcome, SentCheck } from '@hanasu/channels/spec/sending';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANSWER_MS,
  type Attempt,
  exhausted,
  isExhausted,
  later,
  MAX_CLAIMS,
  planAttempt,
  STAFF_MS,
  type Step,
  stepAfter,
  stepAfterCheck,
  timeLeft,
} from './delivery-step.ts';

const fresh: Attempt = {
  previousState: 'pending',
  previousMethod: null,
  claims: 1,
  replyTokenLeftMs: 50_000,
  tryingForMs: 0,
  leftMs: ANSWER_MS,
  isRetryKeyAlive: true,
  repeats: 'by-key',
  isDoubtNoted: true,
  hasPlainForm: false,
};
const afterCrash = (method: 'reply' | 'push', changes: Partial<Attempt> = {}): Attempt => ({
  ...fresh,
  previousState: 'sending',
  previousMethod: method,
  ...changes,
});
const checked: Attempt = { ...fresh, replyTokenLeftMs: 0, repeats: 'by-check' };
const inDoubt = (changes: Partial<Attempt> = {}): Attempt => ({
  ...checked,
  previousState: 'sending',
  previousMethod: 'push',
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
    ['without one it is pushed', { ...fresh, replyTokenLeftMs: 0 }, 'push'],
    ['a push whose end was missed is repeated', afterCrash('push', { replyTokenLeftMs: 50_000 }), 'push'],
    ['a reply whose end was missed is repeated', afterCrash('reply'), 'reply'],
  ])('%s', (_, attempt, method) => {
    expect(planAttempt(attempt)).toEqual({ kind: 'call', method });
  });

  test.each([
    ['the token of a missed reply is over', afterCrash('reply', { replyTokenLeftMs: 0 })],
    ['the vendor has forgotten the key of a missed push', afterCrash('push', { isRetryKeyAlive: false })],
  ])('none is made when %s', (_, attempt) => {
    expect(planAttempt(attempt)).toMatchObject({
      kind: 'give-up',
      end: { kind: 'unconfirmed', reason: 'no_answer' },
    });
  });

  test('a row that was taken too often ends, and says whether it may have arrived', () => {
    const often = { ...fresh, claims: MAX_CLAIMS + 1 };
    expect(planAttempt(often)).toMatchObject({ kind: 'give-up', end: { kind: 'failed' } });
    const doubtful = afterCrash('push', { claims: MAX_CLAIMS + 1 });
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

  test('waits grow with the time that was tried, and have a limit', () => {
    const waits = (replyTokenLeftMs: number, times: readonly number[]) =>
      times.map((tryingForMs) => {
        const attempt = { ...fresh, replyTokenLeftMs, tryingForMs, leftMs: STAFF_MS };
        const step = stepAfter(attempt, 'push', rejected('rate_limited', true));
        return step.kind === 'again' ? step.inMs : null;
      });
    const hour = 3_600_000;
    expect(waits(0, [0, 4_000, 20_000, 240_000, hour, 20 * hour])).toEqual([
      1_000, 2_000, 10_000, 60_000, 180_000, 600_000,
    ]);
    expect(waits(50_000, [0, 4_000, 20_000])).toEqual([500, 2_000, 5_000]);
  });

  test('the last try is made when the time is over, and is the last', () => {
    const closing = { ...fresh, replyTokenLeftMs: 0, tryingForMs: ANSWER_MS - 5_000, leftMs: 5_000 };
    const unanswered = { kind: 'unknown', detail: 'HTTP 500' } as const;
    expect(stepAfter(closing, 'push', unanswered)).toMatchObject({ kind: 'again', inMs: 5_000 });
    const over = later(closing, 5_001);
    expect(stepAfter(over, 'push', unanswered)).toMatchObject({ kind: 'unconfirmed', reason: 'no_answer' });
    expect(stepAfter(over, 'push', rejected('rate_limited', true))).toMatchObject({
      kind: 'failed',
      reason: 'rate_limited',
    });
    const closingReply = { ...fresh, tryingForMs: 49_000, replyTokenLeftMs: 1_000 };
    expect(stepAfter(closingReply, 'reply', unanswered)).toMatchObject({ kind: 'again', inMs: 700 });
    expect(stepAfter(later(closingReply, 800), 'reply', unanswered)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a message that was refused for its form is said once more in plain words', () => {
    const invalid = { ...rejected('quota_exceeded', false), reason: 'message_invalid' } as SendOutcome;
    const formed = { ...fresh, hasPlainForm: true };
    expect(stepAfter(formed, 'reply', invalid)).toMatchObject({
      kind: 'again',
      state: 'pending',
      inMs: 0,
      inPlainWords: true,
      dropsReplyToken: false,
    });
    expect(stepAfter(fresh, 'reply', invalid)).toMatchObject({ kind: 'failed', reason: 'message_invalid' });
    const doubtful = afterCrash('push', { hasPlainForm: true });
    expect(stepAfter(doubtful, 'push', invalid)).toMatchObject({ kind: 'unconfirmed' });
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
    ['arrived', ANSWER_MS, { kind: 'sent' }],
    ['arrived', 0, { kind: 'sent' }],
    ['absent', 1, { kind: 'again', state: 'pending', inMs: 0 }],
    ['absent', 0, { kind: 'failed' }],
    ['unknown', 1, { kind: 'again', state: 'sending' }],
    ['unknown', 0, { kind: 'unconfirmed' }],
  ] as const)('%s with %d ms left', (check, leftMs, step) => {
    expect(stepAfterCheck(inDoubt({ leftMs }), check)).toMatchObject(step);
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
    ['not at once because the vendor names a shorter time', { retryAfterMs: 5 }, 500],
    ['an hour later while the vendor sleeps', { reason: 'night_hours', retryable: false }, 3_600_000],
    ['when it wakes', { reason: 'night_hours', retryable: true, retryAfterMs: 7_200_000 }, 7_200_000],
  ])('%s', (_, changes, inMs) => {
    expect(stepAfter(fresh, 'push', refused(changes))).toMatchObject({ kind: 'again', inMs });
  });

  test('a pause longer than the time that is left is not waited for', () => {
    expect(stepAfter(fresh, 'push', refused({ retryAfterMs: ANSWER_MS + 1 }))).toMatchObject({
      kind: 'failed',
    });
  });

  test('a night may be longer than an answer is tried', () => {
    const late = { ...fresh, replyTokenLeftMs: 0, tryingForMs: 4 * 3_600_000, leftMs: -1 };
    expect(stepAfter(late, 'push', refused({ reason: 'night_hours' }))).toMatchObject({ kind: 'again' });
  });

  test('staff have 23 hours, an answer 20 minutes, and nobody more than the vendor remembers a key', () => {
    const series = { isByPerson: true, tryingForMs: 60_000, keyLeftMs: null };
    expect(timeLeft(series)).toBe(STAFF_MS - 60_000);
    expect(timeLeft({ ...series, isByPerson: false })).toBe(ANSWER_MS - 60_000);
    expect(timeLeft({ ...series, keyLeftMs: 5_000 })).toBe(5_000);
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
  concluded: number;
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
  row.concluded = row.attempts;
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
    claims: taken - row.concluded,
    replyTokenLeftMs: row.hasToken ? clock.tokenLeftMs : 0,
    tryingForMs: clock.tryingForMs,
    leftMs: ANSWER_MS - clock.tryingForMs,
    isRetryKeyAlive: clock.isKeyAlive,
    repeats: clock.repeats,
    isDoubtNoted: row.isDoubtNoted,
    hasPlainForm: false,
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
  tokenLeftMs: number;
  tryingForMs: number;
  isKeyAlive: boolean;
  readonly repeats: Attempt['repeats'];
}

const attempts = fc.array(
  fc.record({
    mishap: fc.constantFrom(...MISHAPS),
    /** So much later than the attempt before. */
    afterMs: fc.constantFrom(0, 500, 5_000, 60_000, 10 * 60_000),
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
        const clock: Clock = { tokenLeftMs: 50_000, tryingForMs: 0, isKeyAlive: true, repeats };
        const row: Row = {
          state: 'pending',
          method: null,
          attempts: 0,
          concluded: 0,
          hasToken,
          isDoubtNoted: false,
        };
        const stalled: (() => void)[] = [];
        const calm = { mishap: 'none' as const, afterMs: 60_000, wakes: true };
        const steps = [...script, ...Array.from({ length: MAX_CLAIMS + 1 }, () => calm)];
        for (const { mishap, afterMs, wakes } of steps) {
          clock.tokenLeftMs = Math.max(0, clock.tokenLeftMs - afterMs);
          clock.tryingForMs += afterMs;
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

describe('an outage', () => {
  interface Outage {
    readonly hasToken: boolean;
    readonly repeats: Attempt['repeats'];
    readonly isByPerson?: boolean;
    /** How calls end meanwhile. */
    readonly outcome: SendOutcome;
  }
  const NO_ANSWER: SendOutcome = { kind: 'unknown', detail: 'HTTP 503' };
  const NOT_SENT: SendOutcome = {
    kind: 'rejected',
    reason: 'vendor_error',
    detail: 'not sent',
    retryable: true,
    requestId: null,
  };

  /** A vendor that takes nothing for so long; resolves with the end of the row, when it came, and the calls made. */
  function live(outageMs: number, { hasToken, repeats, isByPerson = false, outcome }: Outage) {
    let now = 0;
    let calls = 0;
    let previous: Pick<Attempt, 'previousState' | 'previousMethod'> = {
      previousState: 'pending',
      previousMethod: null,
    };
    for (;;) {
      const attempt: Attempt = {
        ...fresh,
        ...previous,
        repeats,
        replyTokenLeftMs: hasToken ? Math.max(0, 50_000 - now) : 0,
        tryingForMs: now,
        leftMs: timeLeft({ isByPerson, tryingForMs: now, keyLeftMs: null }),
      };
      const plan = planAttempt(attempt);
      if (plan.kind === 'give-up' || plan.kind === 'wait') return { now, calls, step: plan };
      const isDown = now < outageMs;
      const sent: SendOutcome = { kind: 'sent', vendorMessageIds: [], requestId: null };
      const step =
        plan.kind === 'check'
          ? stepAfterCheck(attempt, isDown ? 'unknown' : 'absent')
          : stepAfter(attempt, plan.method, isDown ? outcome : sent);
      calls += 1;
      if (step.kind !== 'again') return { now, calls, step };
      now += step.inMs;
      previous = {
        previousState: step.state,
        previousMethod: plan.kind === 'call' ? plan.method : attempt.previousMethod,
      };
    }
  }

  const minutes = 60_000;
  test.each([
    ['of a reply', 6_000, { hasToken: true, repeats: 'by-key', outcome: NO_ANSWER }, 10_000],
    [
      'of a reply that never leaves',
      60_000,
      { hasToken: true, repeats: 'by-key', outcome: NOT_SENT },
      100_000,
    ],
    ['of a push', 45_000, { hasToken: false, repeats: 'by-key', outcome: NO_ANSWER }, 70_000],
    ['of a push that never leaves', 40_000, { hasToken: false, repeats: null, outcome: NOT_SENT }, 61_000],
    [
      'of a vendor that is asked what arrived',
      45_000,
      { hasToken: false, repeats: 'by-check', outcome: NO_ANSWER },
      70_000,
    ],
    [
      'as long as an answer is tried',
      19 * minutes,
      { hasToken: false, repeats: 'by-key', outcome: NO_ANSWER },
      20 * minutes,
    ],
    [
      'of a day, for staff',
      1_380 * minutes,
      { hasToken: false, repeats: 'by-key', isByPerson: true, outcome: NO_ANSWER },
      1_380 * minutes,
    ],
  ] as const)('%s of %d ms is outlived', (_, outageMs, outage, byMs) => {
    const end = live(outageMs - 1, outage);
    expect(end.step.kind).toBe('sent');
    expect(end.now).toBeLessThanOrEqual(byMs);
    expect(end.calls).toBeLessThan(250);
  });

  test.each([
    [
      'a reply, when its token has expired',
      { hasToken: true, repeats: 'by-key', outcome: NO_ANSWER },
      'unconfirmed',
      50_000,
    ],
    [
      'an answer, after twenty minutes',
      { hasToken: false, repeats: 'by-key', outcome: NOT_SENT },
      'failed',
      ANSWER_MS,
    ],
    [
      'what staff wrote, after 23 hours',
      { hasToken: false, repeats: 'by-key', isByPerson: true, outcome: NOT_SENT },
      'failed',
      STAFF_MS,
    ],
  ] as const)('without end ends %s', (_, outage, kind, afterMs) => {
    const end = live(Number.POSITIVE_INFINITY, outage);
    expect(end.step.kind).toBe(kind);
    expect(Math.abs(end.now - afterMs)).toBeLessThan(1_000);
  });
});
