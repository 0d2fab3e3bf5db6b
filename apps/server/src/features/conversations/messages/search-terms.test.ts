import type { AccountId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findWords, queryTerms, searchTerms, snippetOf } from './search.store.ts';

const account = '0190aaaa-0000-7000-8000-000000000001' as AccountId;
const other = '0190aaaa-0000-7000-8000-000000000002' as AccountId;

/** As the search does it: the terms first, then the text. */
function isFound(text: string, query: string): boolean {
  const terms = new Set(searchTerms(account, text));
  return (
    queryTerms(account, query).every((term) => terms.has(term)) &&
    findWords(foldForSearch(text), query) !== null
  );
}

describe('what is found', () => {
  test.each([
    ['東京タワーの近くの駐車場はありますか', '駐車場'],
    ['東京タワーの近くの駐車場はありますか', 'タワー'],
    ['東京タワーの近くの駐車場はありますか', 'ﾀﾜｰ'],
    ['東京タワーの近くの駐車場はありますか', 'たわー'],
    ['ラーメンが好き', 'らーめん'],
    ['お酢を買う', '酢'],
    ['ガラスのびん', 'ｶﾞﾗｽ'],
    ['Tôi muốn đổi trả hàng', 'đổi trả'],
    ['Tôi muốn đổi trả hàng', 'doi tra'],
    ['Tôi muốn đổi trả hàng', 'DOI'],
    ['Toi muon doi tra hang', 'đổi trả'],
    ['Bãi đỗ xe ở đâu?'.normalize('NFD'), 'bai do xe'],
    ['Is parking free for two hours?', 'park'],
    ['Is parking free for two hours?', 'free parking'],
    ['Is parking free for two hours?', 'is'],
    ['Ｐａｒｋｉｎｇ', 'parking'],
    ['100%果汁', '100%'],
    ['100%果汁', '果汁'],
    ['snake_case drivers', 'snake_case'],
    ['iPhone15ケース', 'iphone15ケース'],
    ['ภาษาไทยไม่มีช่องว่าง', 'ไทย'],
    ['환불해 주세요', '환불'],
  ])('%j holds %j', (text, query) => expect(isFound(text, query)).toBe(true));

  test.each([
    ['東京タワー', '京都'],
    ['駐車場', '車駐'],
    ['かき', 'がき'],
    ['Is parking free?', 'king'],
    ['Is parking free?', 'parking lot'],
    ['snake_case', 'snake-case'],
    ['100%', '0%0'],
    ['Is parking free?', 'par king'],
    ['parking', 'pa'],
  ])('%j does not hold %j', (text, query) => expect(isFound(text, query)).toBe(false));
});

test('a word has other terms in another account', () => {
  const terms = new Set(searchTerms(account, 'parking 駐車場'));
  expect(searchTerms(other, 'parking 駐車場').some((term) => terms.has(term))).toBe(false);
});

test('what was looked at is never empty, what is asked for may be', () => {
  expect(searchTerms(account, '')).toEqual([0]);
  expect(searchTerms(account, '👍🏽 …')).toEqual([0]);
  expect(queryTerms(account, 'を')).toEqual([]);
  expect(queryTerms(account, '%')).toEqual([]);
});

test('whatever the text holds passes its terms, but beginnings of fewer than three letters', () => {
  const unit = fc.constantFrom('a', 'b', 'đ', '1', ' ', '。', '-', '車', '場', 'カ', 'ー', '𐀀', '𠮷');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), fc.nat(40), fc.nat(12), (text, from, length) => {
      const part = [...text].slice(from, from + length).join('');
      fc.pre(findWords(foldForSearch(text), part) !== null);
      const isShort = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,2}$/u.test(part.replaceAll(/[車場カー𠮷]/gu, ' '));
      fc.pre(!isShort && !part.split(/\s/).some((word) => /(?:^|[^a-zđ1𐀀])[a-zđ1𐀀]{1,2}$/u.test(word)));
      expect(isFound(text, part)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('terms are bounded and are numbers of 32 bits', () => {
  const terms = searchTerms(
    account,
    Array.from({ length: 9_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
  );
  expect(terms).toHaveLength(3_000);
  expect(terms.every((term) => (term | 0) === term)).toBe(true);
});

test('a snippet stands around the first word', () => {
  const text = `${'あ'.repeat(100)}駐車場${'い'.repeat(200)}`;
  const snippet = snippetOf(text, '駐車場');
  expect(snippet).toContain('駐車場');
  expect(snippet.length).toBeLessThan(130);
  expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true);
  expect(snippetOf('Is parking free?', 'parking')).toBe('Is parking free?');
});
