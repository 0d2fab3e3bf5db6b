import { AccountId, ApiKeyId, BotId, BudgetId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Admitted,
  allotGrowth,
  allotRoom,
  type BudgetRoom,
  estimateCost,
  type RoomCandidate,
  type RunningShare,
} from './allot-room.ts';
import { simulateTurns } from './simulate-turns.fixture.ts';

const ACCOUNT = AccountId.parse('00000000-0000-7000-8000-000000000001');
const LIMIT = 1_000;

const candidate = (number: number, changes: Partial<RoomCandidate> = {}): RoomCandidate => ({
  accountId: ACCOUNT,
  holder: String(number).padStart(6, '0'),
  entrance: 'line',
  isAnonymous: false,
  botId: null,
  apiKeyId: null,
  estimate: 100,
  limit: LIMIT,
  waitedMs: 10_000 - number,
  ...changes,
});

const several = (count: number, changes: (index: number) => Partial<RoomCandidate> = () => ({})) =>
  Array.from({ length: count }, (_, index) => candidate(index, changes(index)));

const share = (changes: Partial<RunningShare>): RunningShare => ({
  entrance: 'line',
  isAnonymous: false,
  count: 1,
  tokens: 100,
  growth: 0,
  growthSquared: 0,
  ...changes,
});

const numbers = (admitted: readonly Admitted[]) => admitted.map((one) => Number(one.candidate.holder));

const turns = fc
  .array(
    fc.record({
      estimate: fc.integer({ min: 1, max: 500 }),
      growth: fc.nat({ max: 2_000 }),
      entrance: fc.constantFrom('line', 'zalo', 'api'),
      isAnonymous: fc.boolean(),
      waitedMs: fc.nat({ max: 40_000 }),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map(({ growth, ...one }, index) => candidate(index, { ...one, limit: one.estimate + growth })),
  );

test('reservations never exceed the balance, and anonymous visitors hold a quarter of it at most', () => {
  const sum = (some: readonly Admitted[]) => some.reduce((total, { tokens }) => total + tokens, 0);
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 5_000 }), (waiting, balance) => {
      const admitted = allotRoom(waiting, { balance, running: [] });
      expect(sum(admitted)).toBeLessThanOrEqual(balance);
      const anonymous = admitted.filter((one) => one.candidate.isAnonymous);
      expect(sum(anonymous)).toBeLessThanOrEqual(Math.max(1, Math.floor(balance / 4)));
      for (const { tokens } of admitted) expect(tokens).toBeGreaterThan(0);
      // Nobody waits for nothing.
      if (waiting.length > 0) expect(admitted.length).toBeGreaterThan(0);
    }),
  );
});

test('the length of an answer is never cut by what others hold', () => {
  const admitted = allotRoom(several(4), { balance: 5_000, running: [share({ tokens: 3_000, count: 3 })] });
  expect(admitted.map(({ limit }) => limit)).toEqual([LIMIT, LIMIT, LIMIT, LIMIT]);
  // Only by what the account has at all.
  expect(allotRoom(several(1), { balance: 70, running: [] })).toMatchObject([{ tokens: 70, limit: 70 }]);
});

test('no turn starts while reservations hold the balance, and one starts when nobody runs', () => {
  const running = [share({ tokens: 950, count: 2 })];
  expect(allotRoom(several(3), { balance: 1_000, running })).toEqual([]);
  expect(numbers(allotRoom(several(3), { balance: 60, running: [] }))).toEqual([0]);
});

test('within an entrance they start by arrival; a dear answer is not overtaken for ever', () => {
  const waiting = several(4, (index) => ({ estimate: index === 1 ? 600 : 100, limit: 600 }));
  expect(numbers(allotRoom(waiting, { balance: 650, running: [] }))).toEqual([0]);
  expect(numbers(allotRoom(waiting.toReversed(), { balance: 10_000, running: [] }))).toEqual([0, 1, 2, 3]);
});

test('entrances take turns, whoever came in masses before', () => {
  // A hundred wait on one channel; one came later on another and one by the API.
  const waiting = [
    ...several(100),
    candidate(200, { entrance: 'zalo' }),
    candidate(201, { entrance: 'api' }),
  ];
  const admitted = numbers(allotRoom(waiting, { balance: 3_000, running: [] }));
  expect(admitted.slice(0, 3)).toEqual([0, 200, 201]);
  // Where many run already, the others are next.
  const running = [share({ count: 5, tokens: 500 })];
  expect(numbers(allotRoom(waiting, { balance: 3_000, running })).slice(0, 2)).toEqual([200, 201]);
});

test('four anonymous visitors with long answers leave room for the others', () => {
  const anonymous = several(4, () => ({ isAnonymous: true, entrance: 'embed' }));
  const known = candidate(9, { waitedMs: 0 });
  const admitted = numbers(allotRoom([...anonymous, known], { balance: 1_000, running: [] }));
  expect(admitted).toContain(9);
  expect(admitted.filter((number) => number < 4)).toHaveLength(2);
  // Their answers have grown beyond their share: it still is all that they keep from others.
  const running = [share({ isAnonymous: true, entrance: 'embed', count: 2, tokens: 2_000 })];
  expect(numbers(allotRoom([...anonymous, known], { balance: 1_000, running }))).toEqual([9]);
});

test('an answer is estimated by a tenth of its limit, and from twenty answers on so that one of their cost does not grow', () => {
  expect(estimateCost(1_000, { answers: 19, percentile: 400 })).toBe(100);
  expect(estimateCost(1_000, { answers: 20, percentile: 400 })).toBe(407);
  expect(estimateCost(1_000, { answers: 200, percentile: 4_000 })).toBe(1_000);
  expect(estimateCost(3, { answers: 0, percentile: 0 })).toBe(1);
});

const bursts = (longShare: number) =>
  fc.record({
    seed: fc.nat(),
    limit: fc.constant(10_000),
    balance: fc.integer({ min: 1, max: 400_000 }),
    turns: fc.integer({ min: 1, max: 500 }),
    usualCost: fc.integer({ min: 50, max: 1_000 }),
    longShare: fc.constant(longShare),
    answersBefore: fc.constantFrom(0, 200),
    ticksOfAnswer: fc.integer({ min: 1, max: 12 }),
  });

/** Chance decides who writes the long answers, so the bursts are the same in each run. */
const REPEATABLE = { seed: 20_261_122, numRuns: 400 };

test.each([
  [0, 'balance'],
  [0.01, 'balance'],
  [0.05, 'balance'],
  [0, 'budget'],
  [0.05, 'budget'],
] as const)(
  'with %d of the answers at their limit a %s is exceeded by one answer at most',
  (longShare, what) => {
    const ends = { answers: 0, cut: 0 };
    fc.assert(
      fc.property(bursts(longShare), (burst) => {
        const isBudget = what === 'budget';
        const { lowest, balance, answered, unpaid, reserved, cut } = simulateTurns({ ...burst, isBudget });
        expect(lowest).toBeGreaterThanOrEqual(-burst.limit);
        expect(answered + unpaid).toBe(burst.turns);
        // Everybody is answered while there is anything left, and nothing stays reserved.
        if (unpaid > 0) expect(balance).toBeLessThanOrEqual(0);
        expect(reserved).toBe(0);
        ends.answers += answered;
        ends.cut += cut;
      }),
      REPEATABLE,
    );
    // Long answers come to their end; growth is refused to what nobody expects.
    expect(ends.cut).toBeLessThan(ends.answers / 1_000);
  },
);

test('an answer is not ended by what others reserve, only by what has been used', () => {
  const wanted = { id: 'one', botId: null, apiKeyId: null, from: 100, to: 200, limit: LIMIT };
  // Sixty answers reserve much more than there is, and have used less of it.
  const reserving = [share({ count: 60, tokens: 2_700, growth: 57_300 })];
  expect(allotGrowth([wanted], { balance: 1_500, running: reserving })).toEqual(['grown']);
  // Three have used all of it and one whole answer.
  const using = [share({ count: 3, tokens: 3_000, growth: 0 })];
  expect(allotGrowth([wanted], { balance: 1_500, running: using })).toEqual(['spent']);
});

describe('a budget', () => {
  const BOT = BotId.parse('00000000-0000-7000-8000-000000000002');
  const OTHER = BotId.parse('00000000-0000-7000-8000-000000000003');
  const KEY = ApiKeyId.parse('00000000-0000-7000-8000-000000000004');
  const budget = (changes: Partial<BudgetRoom>): BudgetRoom => ({
    id: BudgetId.parse('00000000-0000-7000-8000-000000000005'),
    ...{ botId: null, apiKeyId: null, action: 'pause', left: 1_000, isReached: false },
    running: [],
    ...changes,
  });
  const rich = { balance: 1_000_000, running: [] };

  test('is held to as the balance is: what is admitted under one is what is admitted under the other', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 5_000 }), (waiting, left) => {
        const known = waiting.map((one) => ({ ...one, botId: BOT }));
        const byBalance = allotRoom(known, { balance: left, running: [] });
        const byBudget = allotRoom(known, { ...rich, budgets: [budget({ botId: BOT, left })] });
        expect(byBudget.map(({ tokens, limit }) => [tokens, limit])).toEqual(
          byBalance.map(({ tokens, limit }) => [tokens, limit]),
        );
      }),
    );
  });

  test('of one bot or key ends its own turns only, and none of them passes another', () => {
    const running = [share({ count: 4, tokens: 480, growth: 3_520, growthSquared: 3.1e6 })];
    const full = budget({ botId: BOT, left: 500, running });
    const waiting = several(4, (index) => ({ botId: index % 2 ? OTHER : BOT, estimate: index ? 10 : 400 }));
    expect(numbers(allotRoom(waiting, { ...rich, budgets: [full] }))).toEqual([1, 3]);
    const ofKey = { ...full, botId: null, apiKeyId: KEY };
    const called = several(3, (index) => ({ apiKeyId: index === 1 ? KEY : null, botId: BOT }));
    expect(numbers(allotRoom(called, { ...rich, budgets: [ofKey] }))).toEqual([0, 2]);
  });

  test('that is full holds up its own turns only, also where the balance is tight', () => {
    const running = [share({ count: 4, tokens: 480 })];
    const full = budget({ botId: BOT, left: 500, running });
    const waiting = several(3, (index) => ({
      ...{ botId: index ? OTHER : BOT, estimate: index ? 10 : 900, limit: index ? 10 : LIMIT },
    }));
    expect(numbers(allotRoom(waiting, { balance: 900, running, budgets: [full] }))).toEqual([1, 2]);
  });

  test('limits an answer to what it leaves', () => {
    const budgets = [budget({}), budget({ botId: BOT, left: 300 })];
    const limitOf = (botId: BotId) =>
      allotRoom(
        several(1, () => ({ botId })),
        { ...rich, budgets },
      )[0]?.limit;
    expect(limitOf(BOT)).toBe(300);
    expect(limitOf(OTHER)).toBe(LIMIT);
  });

  test('that is used up ends a running answer, unless another bot’s', () => {
    const wanted = { id: 'one', botId: BOT, apiKeyId: null, from: 100, to: 200, limit: LIMIT };
    const running = [share({ count: 3, tokens: 3_000 })];
    const used = budget({ botId: BOT, left: 1_000, running });
    const account = { balance: 1_000_000, running, budgets: [used] };
    expect(allotGrowth([wanted, { ...wanted, botId: OTHER }], account)).toEqual(['over_budget', 'grown']);
    expect(allotGrowth([wanted], { ...account, balance: 1_000 })).toEqual(['spent']);
  });
});
