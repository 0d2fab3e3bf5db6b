import type { BudgetView } from '@hanasu/contract/budgets';
import { ApiKeyId, BotId, BudgetId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import {
  type BudgetTarget,
  compareStrength,
  effectsOf,
  freePeriod,
  levelOf,
  precedenceOf,
  shareOf,
} from './budget-state.ts';

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
  const at = (spent: number) => ({ spent, limit: 100, isReached: false, economyModels: null });

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

  test('names economy models only where bots have them', () => {
    const cheaper = (spent: number, without: number) =>
      effectsOf({
        ...at(spent),
        of: account,
        action: 'cheaper',
        economyModels: { bots: 2, without, examples: [] },
      });
    expect(cheaper(10, 0)).toEqual(['economyFrom', 'limitPause']);
    expect(cheaper(90, 0)).toEqual(['economyNow', 'limitPause']);
    expect(cheaper(10, 1)).toEqual(['economyFromSome', 'limitPause']);
    expect(cheaper(90, 1)).toEqual(['economyNowSome', 'limitPause']);
    expect(cheaper(10, 2)).toEqual(['warns', 'limitPause']);
    expect(cheaper(90, 2)).toEqual(['warned', 'limitPause']);
  });

  test('pauses at the limit, with the economy model too', () => {
    for (const action of ['pause', 'cheaper'] as const) {
      expect(effectsOf({ ...at(100), of: account, action })).toEqual(['reachedPause']);
      expect(effectsOf({ ...at(100), of: key, action })).toEqual(['reachedPauseKey']);
    }
  });
});

describe('of several budgets', () => {
  let count = 0;
  const budget = (changes: Partial<BudgetView>): BudgetView => ({
    uuid: BudgetId.parse(`01932f00-0000-7000-8000-${String(count++).padStart(12, '0')}`),
    of: bot,
    period: 'day',
    limit: 100,
    action: 'pause',
    spent: 100,
    isReached: true,
    endsAt: '2026-01-02T00:00:00Z',
    economyModels: null,
    ...changes,
  });
  const ofAccount = { of: account, period: 'month', endsAt: '2026-02-01T00:00:00Z' } as const;

  test('a pause counts more than the built-in model, that more than economy models, and those more than a warning', () => {
    const [pause, builtin, warn] = (['pause', 'builtin', 'warn'] as const).map((action) =>
      budget({ action }),
    );
    const cheaper = budget({ action: 'cheaper', spent: 90, isReached: false });
    const all = [warn, pause, cheaper, builtin].filter((one) => one !== undefined);
    expect(all.toSorted(compareStrength)).toEqual([warn, cheaper, builtin, pause]);
  });

  test('the stronger one of the bot or its account wins over a weaker one', () => {
    const builtin = budget({ action: 'builtin' });
    const pause = budget(ofAccount);
    const all = [builtin, pause, budget({ of: key, action: 'pause' })];
    expect(precedenceOf(builtin, all)).toEqual({ winner: pause, exceptions: [] });
    expect(precedenceOf(pause, all)).toEqual({ winner: null, exceptions: [] });
  });

  test('a stronger one of a bot is an exception from that of the account', () => {
    const pause = budget({});
    const builtin = budget({ ...ofAccount, action: 'builtin' });
    expect(precedenceOf(builtin, [builtin, pause])).toEqual({ winner: null, exceptions: [pause] });
    const stronger = budget({ ...ofAccount, action: 'cheaper', period: 'day' });
    expect(precedenceOf(builtin, [builtin, pause, stronger])).toEqual({ winner: stronger, exceptions: [] });
  });

  test('of two that pause the longer one wins', () => {
    const [day, month] = [budget({}), budget({ ...ofAccount, action: 'cheaper' })];
    expect(precedenceOf(day, [day, month]).winner).toBe(month);
    expect(precedenceOf(month, [day, month]).winner).toBeNull();
  });

  test('none wins before its limit, or while it decides over some questions only', () => {
    const builtin = budget({ action: 'builtin' });
    const others = [
      budget({ ...ofAccount, spent: 90, isReached: false }),
      budget({ ...ofAccount, spent: 90, isReached: true }),
    ];
    expect(precedenceOf(builtin, [builtin, ...others])).toEqual({ winner: null, exceptions: [] });
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
