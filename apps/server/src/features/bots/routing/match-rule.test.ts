import type { GroupRule } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRule, matchesWildcards, ruleQuestion } from './decide.ts';
import type { GroupPlan } from './group-plan.ts';

const planOf = (...rules: GroupRule[][]): GroupPlan => ({
  router: 'rules',
  serviceUuid: null,
  fallbackBotId: null,
  members: rules.map((own, index) => ({
    botId: `bot-${index}` as BotId,
    name: `Bot ${index}`,
    whenToUse: '',
    rules: own,
    knowledgeIds: [],
  })),
});

const fits = (rule: GroupRule, text: string): boolean =>
  findRule(planOf([rule]), ruleQuestion(text, '')) !== null;

describe('words', () => {
  test.each([
    ['Where is my REFUND?', 'refund', true],
    ['I was refunded', 'refund', false],
    ['refunds', 'refund', false],
    ['"refund".', 'refund', true],
    ['Give me my money back now', 'money  back', true],
    ['Tôi muốn đổi trả hàng', 'đổi trả', true],
    ['toi muon doi tra hang', 'đổi trả', true],
    ['Tôi muốn ĐỔI TRẢ', 'doi tra', true],
    ['返品したいのですが', '返品', true],
    ['ヘンピン', 'へんぴん', true],
    ['ｒｅｆｕｎｄ', 'refund', true],
    ['LINEで予約', 'line', true],
    ['online', 'line', false],
    ['送料はいくら', '返品', false],
  ])('%s contains %s: %s', (text, word, expected) => {
    expect(fits({ kind: 'contains', words: ['nothing', word] }, text)).toBe(expected);
  });

  test('a question starts with a word, not with a part of one', () => {
    const rule: GroupRule = { kind: 'starts', words: ['book', '予約'] };
    expect(fits(rule, '  Book a table')).toBe(true);
    expect(fits(rule, 'Booking')).toBe(false);
    expect(fits(rule, '予約したい')).toBe(true);
    expect(fits(rule, 'I want to book')).toBe(false);
  });
});

test('the language of the question decides, or of the one before it', () => {
  const rule: GroupRule = { kind: 'language', language: 'vi' };
  expect(fits(rule, 'Cửa hàng mở cửa lúc mấy giờ?')).toBe(true);
  expect(fits(rule, 'When do you open?')).toBe(false);
  expect(findRule(planOf([rule]), ruleQuestion('123', 'Cửa hàng ở đâu?'))).not.toBeNull();
});

test('members and their rules are asked in order, and what fits otherwise comes last', () => {
  const plan = planOf(
    [{ kind: 'otherwise' }],
    [
      { kind: 'contains', words: ['room'] },
      { kind: 'contains', words: ['price'] },
    ],
    [{ kind: 'contains', words: ['price'] }],
  );
  expect(findRule(plan, ruleQuestion('the price?', ''))).toMatchObject({ botId: 'bot-1', position: 1 });
  expect(findRule(plan, ruleQuestion('hello', ''))).toMatchObject({ botId: 'bot-0', position: 0 });
  expect(findRule(planOf([], [{ kind: 'contains', words: ['x'] }]), ruleQuestion('hello', ''))).toBeNull();
});

describe('patterns', () => {
  test.each([
    ['order 12 late', 'order*', true],
    ['my order 12', 'order*', false],
    ['my order is late', '*order*late*', true],
    ['late order', '*order*late*', false],
    ['abc', 'abc', true],
    ['abcd', 'abc', false],
    ['aba', 'ab*ba', false],
    ['abba', 'ab*ba', true],
    ['', '*', true],
    ['a(b)+c.', 'a(b)+c.', true],
    ['注文の件', '注文*', true],
  ])('%j fits %j: %s', (text, pattern, expected) => {
    expect(matchesWildcards(text, pattern)).toBe(expected);
  });

  test('says the same as a regular expression of the same meaning', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 }), letters, (text, pattern) => {
        const meaning = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(matchesWildcards(text, pattern)).toBe(meaning.test(text));
      }),
    );
  });

  test('what would take a regular expression for ever is decided', () => {
    const text = `${'a'.repeat(8_000)}!`;
    expect(matchesWildcards(text, `${'*a'.repeat(100)}b`)).toBe(false);
    expect(fits({ kind: 'matches', pattern: '(a+)+$' }, text)).toBe(false);
    expect(fits({ kind: 'contains', words: ['a'.repeat(60)] }, text)).toBe(false);
  });
});
