import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaymentFacts, type Step, stepOf } from './payment-state.ts';

const FRESH: PaymentFacts = {
  tokens: 1_000,
  amount: 300,
  status: 'open',
  failure: null,
  refunded: 0,
  dispute: 'none',
  isCredited: false,
  takenTokens: 0,
};
type Seen = Parameters<typeof stepOf>[1];

/** States that a gateway may go through, the oldest first. */
const history = fc
  .record({
    before: fc.array(fc.constantFrom('open', 'action', 'processing'), { minLength: 1, maxLength: 5 }),
    isPaid: fc.boolean(),
    refunds: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 4 }),
    dispute: fc.constantFrom([], ['open'], ['open', 'won'], ['open', 'lost']),
  })
  .map(({ before, isPaid, refunds, dispute }): Seen[] => {
    const seen: Seen[] = before.map((status) => ({
      status: status as Seen['status'],
      failure: status === 'open' ? 'declined' : null,
      refunded: 0,
      dispute: 'none',
    }));
    if (!isPaid) return [...seen, { status: 'canceled', failure: null, refunded: 0, dispute: 'none' }];
    let now: Seen = { status: 'succeeded', failure: null, refunded: 0, dispute: 'none' };
    seen.push(now);
    for (const amount of refunds) {
      now = { ...now, refunded: Math.min(FRESH.amount, now.refunded + amount) };
      seen.push(now);
    }
    for (const state of dispute) {
      now = { ...now, dispute: state as Seen['dispute'] };
      seen.push(now);
    }
    return seen;
  });

function follow(order: readonly Seen[]): { facts: PaymentFacts; credits: number } {
  let facts = FRESH;
  let credits = 0;
  for (const seen of order) {
    const { credits: isCredited, tokensToTake, ...step }: Step = stepOf(facts, seen);
    if (isCredited) credits += 1;
    facts = {
      ...facts,
      ...step,
      isCredited: facts.isCredited || isCredited,
      takenTokens: tokensToTake,
    };
  }
  return { facts, credits };
}

test('whatever is seen, however often and in which order: credited once, and the end is the same', () => {
  fc.assert(
    fc.property(history, fc.array(fc.nat(), { maxLength: 120 }), (all, picks) => {
      const last = all.at(-1) as Seen;
      // Any of them, any number of times, and the last one at least once; older ones may come after it.
      const order = [...picks.map((pick) => all[pick % all.length] as Seen)];
      order.splice(picks.length === 0 ? 0 : (picks[0] ?? 0) % (order.length + 1), 0, last);
      const { facts, credits } = follow(order);
      const straight = follow(all).facts;
      expect(credits).toBe(last.status === 'succeeded' ? 1 : 0);
      expect(facts.status).toBe(straight.status);
      expect(facts.refunded).toBe(straight.refunded);
      expect(facts.dispute).toBe(straight.dispute);
      expect(facts.takenTokens).toBe(straight.takenTokens);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['nothing given back', { refunded: 0, dispute: 'none' }, 0],
  ['a third', { refunded: 100, dispute: 'none' }, 333],
  ['all of it', { refunded: 300, dispute: 'none' }, 1_000],
  ['a dispute freezes all', { refunded: 0, dispute: 'open' }, 1_000],
  ['one that was lost, too', { refunded: 0, dispute: 'lost' }, 1_000],
  ['one that was won nothing', { refunded: 0, dispute: 'won' }, 0],
] as const)('%s', (_name, seen, taken) => {
  const paid: PaymentFacts = { ...FRESH, status: 'succeeded', isCredited: true };
  expect(stepOf(paid, { status: 'succeeded', failure: null, ...seen }).tokensToTake).toBe(taken);
});

test('counts a payment as paid that was paid after it could not be paid any more', () => {
  const canceled: PaymentFacts = { ...FRESH, status: 'canceled' };
  const seen = { status: 'succeeded', failure: null, refunded: 0, dispute: 'none' } as const;
  expect(stepOf(canceled, seen)).toMatchObject({ status: 'succeeded', credits: true });
});
