import type { KeywordReply } from '@hanasu/contract/channel-settings';
import { describe, expect, test } from 'vitest';
import { findKeyword, findUnsafePattern } from './keywords.ts';

const keyword = (match: KeywordReply['match'], words: string[], change: Partial<KeywordReply> = {}) => ({
  id: crypto.randomUUID(),
  enabled: true,
  match,
  words,
  reply: 'reply',
  wantsPerson: false,
  ...change,
});

describe('a keyword', () => {
  test.each([
    ['exact', '営業時間', '営業時間？', true],
    ['exact', '営業時間', '営業時間を教えて', false],
    ['exact', 'Price', 'ＰＲＩＣＥ!', true],
    ['exact', 'mở cửa', 'mo cua', true],
    ['exact', 'ﾒﾆｭｰ', 'メニュー', true],
    ['exact', '👍', ' 👍 ', true],
    ['exact', '👍', '👎', false],
    ['contains', '値段', 'お値段はいくらですか', true],
    ['contains', 'giá', 'cho hoi GIA bao nhieu', true],
    ['contains', 'price', 'what are your prices?', false],
    ['contains', 'price', 'the price, please', true],
    ['contains', '🎁', 'for a friend 🎁', true],
    ['pattern', '(?i)^order\\s+#?\\d{4}$', 'Order #1234', true],
    ['pattern', '注文番号[0-9]{4}', '注文番号1234です', true],
    ['pattern', 'a+$', 'banana!', false],
  ] as const)('%s %s on “%s”: %s', (match, word, text, expected) => {
    expect(findKeyword([keyword(match, [word])], text) !== null).toBe(expected);
  });

  test('that comes first replies, unless it is switched off', () => {
    const off = keyword('contains', ['tea'], { enabled: false });
    const first = keyword('contains', ['coffee', 'tea']);
    const second = keyword('contains', ['tea']);
    expect(findKeyword([off, first, second], 'green tea')).toBe(first);
    expect(findKeyword([off], 'green tea')).toBeNull();
  });
});

describe('a pattern that can’t be used', () => {
  test.each([['(?=a)'], ['(?<!a)b'], ['(a)\\1'], ['(a'], ['a{1001}'], ['((a{100}){100}){100}']])(
    '%s',
    (pattern) => {
      const keywords = [keyword('exact', ['(']), keyword('pattern', ['fine', pattern])];
      expect(findUnsafePattern(keywords)).toMatchObject({ keyword: 1, word: 1 });
    },
  );

  test('is one too many large ones', () => {
    const large = Array.from({ length: 30 }, () => 'x[0-9]{900}');
    expect(findUnsafePattern([keyword('pattern', large)])).toMatchObject({ keyword: 0, word: 4 });
  });

  test('what makes other engines hang is harmless', () => {
    const evil = keyword('pattern', ['(a+)+$', '(a|aa)+$', '([a-zA-Z]+)*!']);
    expect(findUnsafePattern([evil])).toBeNull();
    expect(findKeyword([evil], `${'a'.repeat(4_900)}?`)).toBeNull();
  });
});
