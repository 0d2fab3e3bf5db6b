import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BalanceUse, type CallUrgency, roomForCall } from './room-for-call.ts';

const amount = fc.nat({ max: 1_000 });
const uses = fc.record({
  balance: fc.integer({ min: -500, max: 1_000 }),
  reserved: amount,
  largestAnswer: amount,
  isWaitedFor: fc.boolean(),
}) satisfies fc.Arbitrary<BalanceUse>;
const urgencies = fc.constantFrom<CallUrgency>('turn', 'staff', 'background');
const prices = fc.integer({ min: 1, max: 1_000 });

test('only a balance below the price is spent, whatever others hold', () => {
  fc.assert(
    fc.property(uses, prices, urgencies, (use, tokens, urgency) => {
      expect(roomForCall({ tokens, urgency }, use) === 'spent').toBe(use.balance < tokens);
    }),
  );
});

test('what is granted stays within the balance, and within one answer more inside a turn', () => {
  fc.assert(
    fc.property(uses, prices, urgencies, (use, tokens, urgency) => {
      if (roomForCall({ tokens, urgency }, use) !== 'granted') return;
      const beyond = urgency === 'turn' ? use.largestAnswer : 0;
      expect(use.reserved + tokens).toBeLessThanOrEqual(use.balance + beyond);
    }),
  );
});

test('a free balance is given to whoever asks; jobs give way to turns that wait', () => {
  const free = { balance: 100, reserved: 0, largestAnswer: 0, isWaitedFor: true };
  expect(roomForCall({ tokens: 100, urgency: 'turn' }, free)).toBe('granted');
  expect(roomForCall({ tokens: 100, urgency: 'staff' }, free)).toBe('granted');
  expect(roomForCall({ tokens: 100, urgency: 'background' }, free)).toBe('busy');
  expect(roomForCall({ tokens: 100, urgency: 'background' }, { ...free, isWaitedFor: false })).toBe(
    'granted',
  );
});

test('answers that hold the whole balance do not wait for their own retrieval', () => {
  const full = { balance: 1_000, reserved: 1_000, largestAnswer: 300, isWaitedFor: true };
  expect(roomForCall({ tokens: 20, urgency: 'turn' }, full)).toBe('granted');
  expect(roomForCall({ tokens: 20, urgency: 'turn' }, { ...full, reserved: 1_290 })).toBe('busy');
  expect(roomForCall({ tokens: 20, urgency: 'staff' }, full)).toBe('busy');
});
