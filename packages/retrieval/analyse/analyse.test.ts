import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, CHANNELS, chunkTerms } from './analyse.ts';
import { isStopTerm } from './stop-words.ts';

describe('analyse', () => {
  it('gives English words as written, stemmed, in pairs and in pieces', () => {
    expect(analyse('Running shoes')).toEqual({
      W: ['Wrunning', 'Wshoes'],
      P: ['Prun', 'Pshoe'],
      B: ['Brun_shoe'],
      C: ['C^run', 'Crunn', 'Cunni', 'Cnnin', 'Cning', 'Cing$', 'C^sho', 'Cshoe', 'Choes', 'Coes$'],
      S: [],
      G: [],
      U: [],
      K: [],
    });
  });

  it('gives Japanese as dictionary words, pairs, Han characters and katakana runs', () => {
    expect(analyse('財布のケース')).toEqual({
      W: [],
      P: [],
      B: [],
      C: [],
      S: ['S財布', 'Sの', 'Sケース'],
      G: ['G財布', 'G布の', 'Gのけ', 'Gけー', 'Gーす'],
      U: ['U財', 'U布'],
      K: ['Kケース'],
    });
  });

  it('keeps one spelling of Vietnamese with its marks and one without', () => {
    const found = analyse('Điện thoại');
    expect(found.W).toEqual(['Wđiện', 'Wthoại']);
    expect(found.P).toEqual(['Pdien', 'Pthoai']);
    expect(found.B).toEqual(['Bdien_thoai']);
    expect(analyse('dien thoai').P).toEqual(found.P);
  });

  it.each([
    ['composition', 'Cà phê が ガ', 'Cà phê が ガ'.normalize('NFD')],
    ['width of Latin and katakana', 'ABC123 カタカナ', 'ＡＢＣ１２３ ｶﾀｶﾅ'],
    ['case', 'đà nẵng', 'ĐÀ NẴNG'],
    ['apostrophe', "don't", 'don’t'],
  ])('does not depend on %s', (_, one, other) => {
    expect(analyse(other)).toEqual(analyse(one));
  });

  it('finds kana of the other script by pairs, and keeps voicing marks', () => {
    expect(analyse('りんご').G).toEqual(analyse('リンゴ').G);
    expect(analyse('がき').G).not.toEqual(analyse('かき').G);
  });

  it('does not pair words across punctuation or Japanese', () => {
    expect(analyse('red, blue').B).toEqual([]);
    expect(analyse('red 猫 blue').B).toEqual([]);
    expect(analyse('red-blue').B).toEqual(['Bred_blue']);
  });

  it('has a single character as its own pair, and counts rare Han as one character', () => {
    expect(analyse('猫').G).toEqual(['G猫']);
    expect(analyse('𠮷野').U).toEqual(['U𠮷', 'U野']);
    expect(analyse('𠮷野').G).toEqual(['G𠮷野']);
  });

  it.each([
    'ภาษาไทยไม่มีช่องว่าง',
    '한국어 검색',
    'русский язык',
    'العربية',
    '👩‍👩‍👧 😀',
    '\ud800 lone',
    '𐐷𐐷𐐷𐐷𐐷𐐷',
    '',
  ])('accepts %j', (text) => {
    for (const channel of CHANNELS)
      expect(analyse(text)[channel].every((term) => term.isWellFormed())).toBe(true);
  });

  it('cuts huge unbroken text into bounded keys and keeps every piece', () => {
    const latin = analyse('a'.repeat(1_000_000));
    expect(latin.W).toEqual([`W${'a'.repeat(64)}`]);
    expect(latin.C).toHaveLength(999_999);
    const kana = analyse('あ'.repeat(1_000_000));
    expect(kana.G).toHaveLength(999_999);
    expect(Math.max(...new Set(kana.S.map((term) => term.length)))).toBeLessThanOrEqual(65);
  });

  it('keeps a mark that stands alone', () => {
    expect(analyse('\u0300').P).toEqual(['P\u0300']);
  });

  it('gives well-formed keys of bounded length for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const channel of CHANNELS) {
          for (const term of analyse(text)[channel]) {
            expect(term.startsWith(channel) && term.length > 1 && term.length <= 130).toBe(true);
          }
        }
      }),
    );
  });
});

describe('isStopTerm', () => {
  it('knows function words in every form, and pairs of two', () => {
    expect(['Wthe', 'Pcó', 'Pco', 'Sです', 'Bof_the', 'Bred_blue'].map(isStopTerm)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(['Wrefund', 'S財布', 'Brefund_the'].some(isStopTerm)).toBe(false);
  });
});

it('counts a title token twice and gives lengths by channel', () => {
  const { lengths, terms } = chunkTerms({ title: 'Refund', text: 'refund 返金' });
  expect(terms.get('Wrefund')).toBe(3);
  expect(terms.get('S返金')).toBe(1);
  expect(lengths).toEqual([3, 3, 0, 15, 1, 1, 2, 0]);
});

it('adds up: the counts of a channel are its length', () => {
  const { lengths, terms } = chunkTerms({ title: 'カード払い', text: 'Thanh toán bằng thẻ, カードで払う' });
  const sum = (channel: string) =>
    [...terms].filter(([term]) => term.startsWith(channel)).reduce((total, [, count]) => total + count, 0);
  expect([...'WPBCSGUK'].map(sum)).toEqual(lengths);
});
