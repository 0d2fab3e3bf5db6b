import { ApiKeyId, BotId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { type BudgetTarget, effectsOf, freePeriod, levelOf, shareOf } from './budget-state.ts';

const account: BudgetTarget = { kind: 'account' };
const bot: BudgetTarget = {
  kind: 'bot',
  uuid: BotId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Front desk',
};
const key: BudgetTarget = {
  kind: 'key',
  uuid: ApiKeyId.parse('01932f00-0000-7000-8000-000000000002'),
  name: 'Web shop',
};

describe('a budget', () => {
  test.each([
    [0, 0, 'ok'],
    [79_999, 0.79, 'ok'],
    [80_000, 0.8, 'near'],
    [99_999, 0.99, 'near'],
    [100_000, 1, 'reached'],
    [104_500, 1.04, 'reached'],
  ] as const)('with %i of 100,000 tokens spent shows %f and is %s', (spent, share, level) => {
    expect(shareOf({ spent, limit: 100_000 })).toBe(share);
    expect(levelOf({ spent, limit: 100_000, isReached: false })).toBe(level);
  });

  test('is short when what is left was too little for a question', () => {
    expect(levelOf({ spent: 900, limit: 1000, isReached: true })).toBe('short');
    expect(levelOf({ spent: 1000, limit: 1000, isReached: true })).toBe('reached');
  });

  test('names the share of a percent without an error of rounding', () => {
    expect(shareOf({ spent: 29, limit: 100 })).toBe(0.29);
    expect(shareOf({ spent: 999_999_999_999, limit: 1_000_000_000_000 })).toBe(0.99);
  });
});

describe('what a budget does', () => {
  const at = (spent: number) => ({ spent, limit: 100, isReached: false });

  test('follows its level and its action', () => {
    expect(effectsOf({ ...at(10), of: account, action: 'warn' })).toEqual(['warns', 'limitWarn']);
    expect(effectsOf({ ...at(80), of: account, action: 'warn' })).toEqual(['warned', 'limitWarn']);
    expect(effectsOf({ ...at(100), of: account, action: 'warn' })).toEqual(['reachedWarn']);
    expect(effectsOf({ ...at(10), of: bot, action: 'cheaper' })).toEqual(['economyFrom', 'limitPauseBot']);
    expect(effectsOf({ ...at(90), of: account, action: 'cheaper' })).toEqual(['economyNow', 'limitPause']);
    expect(effectsOf({ ...at(90), of: bot, action: 'cheaper' })).toEqual(['economyNowBot', 'limitPauseBot']);
    expect(effectsOf({ ...at(90), of: bot, action: 'builtin' })).toEqual(['warned', 'limitBuiltin']);
    expect(effectsOf({ ...at(120), of: bot, action: 'builtin' })).toEqual(['reachedBuiltin']);
  });

  test('says so when tokens are left but too few', () => {
    const short = { ...at(97), isReached: true };
    expect(effectsOf({ ...short, of: bot, action: 'pause' })).toEqual(['shortPause']);
    expect(effectsOf({ ...short, of: key, action: 'cheaper' })).toEqual(['shortPauseKey']);
    expect(effectsOf({ ...short, of: account, action: 'builtin' })).toEqual(['shortBuiltin']);
  });

  test('pauses at the limit, with the economy model too', () => {
    for (const action of ['pause', 'cheaper'] as const) {
      expect(effectsOf({ ...at(100), of: account, action })).toEqual(['reachedPause']);
      expect(effectsOf({ ...at(100), of: key, action })).toEqual(['reachedPauseKey']);
    }
  });
});

describe('the free period', () => {
  test('is the month, then the day, then none', () => {
    expect(freePeriod([], bot)).toBe('month');
    expect(freePeriod([{ of: bot, period: 'month' }], bot)).toBe('day');
    expect(freePeriod([{ of: bot, period: 'day' }], bot)).toBe('month');
    expect(
      freePeriod(
        [
          { of: bot, period: 'day' },
          { of: bot, period: 'month' },
        ],
        bot,
      ),
    ).toBeNull();
  });

  test('does not count budgets of others', () => {
    expect(freePeriod([{ of: account, period: 'month' }], bot)).toBe('month');
    expect(freePeriod([{ of: key, period: 'month' }], bot)).toBe('month');
  });
});
