import { describe, expect, test } from 'vitest';
import { readTypedCount } from './typed-counts.ts';
import { numberStyleOf } from './typed-numbers.ts';

const read = (text: string, language: 'en' | 'ja' | 'vi') =>
  readTypedCount(text, numberStyleOf({ language }));

describe('a number as people say it', () => {
  // Counters of Japan: Agency for Cultural Affairs, "数え方"; kanji numerals: Unicode CLDR 46, jpan spellout.
  test.each([
    ['2名', 2],
    ['２名', 2],
    ['２', 2],
    ['二人', 2],
    ['お二人', 2],
    ['ふたり', 2],
    ['2名様です', 2],
    ['3名でお願いします', 3],
    ['大人2名', 2],
    ['十二名', 12],
    ['二十五人', 25],
    ['三百', 300],
    ['二〇', 20],
    ['3つ', 3],
    ['みっつ', 3],
    ['約10人くらい', 10],
    ['1,500円', 1_500],
    ['五点', 5],
  ])('%s is %d in Japanese', (text, value) => {
    expect(read(text, 'ja')).toBe(value);
  });

  // Number words of Vietnam: Unicode CLDR 46, vi spellout.
  test.each([
    ['2 người', 2],
    ['hai người', 2],
    ['hai nguoi', 2],
    ['dạ 3 người ạ', 3],
    ['khoảng 4 khách', 4],
    ['mười hai người', 12],
    ['hai mươi lăm', 25],
    ['hai mươi mốt', 21],
    ['năm người', 5],
    ['2 đêm', 2],
    ['150.000đ', 150_000],
    ['3 bé nhé', 3],
  ])('%s is %d in Vietnamese', (text, value) => {
    expect(read(text, 'vi')).toBe(value);
  });

  test.each([
    ['two people', 2],
    ['2 guests please', 2],
    ['a table for four', 4],
    ['a party of 6', 6],
    ['twenty five', 25],
    ['twelve', 12],
    ['three nights', 3],
    ['just two of us', 2],
  ])('%s is %d in English', (text, value) => {
    expect(read(text, 'en')).toBe(value);
  });
});

test.each([
  '',
  '多数',
  '2〜3名',
  '大人2名子供1名',
  'nhiều người',
  'some people',
  'hai ba người',
  '2名3名',
  'はい',
])('%j is no number', (text) => {
  for (const language of ['ja', 'vi', 'en'] as const) expect(read(text, language)).toBeNull();
});
