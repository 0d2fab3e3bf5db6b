import { describe, expect, test } from 'vitest';
import {
  isPhoneText,
  japanesePostalCode,
  joinExtensions,
  plainDate,
  plainEmail,
  plainKana,
  plainNumber,
  plainPhone,
  plainUrl,
  splitExtension,
} from './typed-formats.ts';

/**
 * What Japanese keyboards, input methods and word processors give for a hyphen. baserproject/basercms#3275 lists those
 * that forms of others refused.
 */
const HYPHENS =
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u207b\u2500\u2501\u30fc\u4e00\ufe63\uff0d\uff70';

describe('a phone number', () => {
  test.each([...HYPHENS])('is read with %s as its hyphen', (hyphen) => {
    const typed = `０９０${hyphen}１２３４${hyphen}５６７８`;
    expect([isPhoneText(typed), plainPhone(typed)]).toEqual([true, '090-1234-5678']);
  });

  test.each([
    ['（０９０）１２３４－５６７８', '(090)1234-5678'],
    ['〔090〕1234―5678', '(090)1234-5678'],
    ['＋８１９０１２３４５６７８', '+819012345678'],
    ['＋８１（０）９０－１２３４－５６７８', '+81(0)90-1234-5678'],
    ['090・1234・5678', '090-1234-5678'],
    ['090･1234･5678', '090-1234-5678'],
    ['０９０。１２３４。５６７８', '090.1234.5678'],
    ['０９０　１２３４　５６７８', '090 1234 5678'],
    ['\u202a+84\u00a0912\u00a0345\u00a0678\u202c', '+84 912 345 678'],
    // RFC 3966, section 5.3: the extension is a parameter.
    ['03-1234-5678（内線１２）', '03-1234-5678;ext=12'],
    ['０３ー１２３４ー５６７８　内線：１２', '03-1234-5678;ext=12'],
    ['03-1234-5678 ext. 12', '03-1234-5678;ext=12'],
    ['03-1234-5678 x12', '03-1234-5678;ext=12'],
    ['028 3822 1234 máy lẻ 5', '028 3822 1234;ext=5'],
    ['03-1234-5678（代表）内線１２３番', '03-1234-5678;ext=123'],
    ['代表 03-1234-5678（内）123', '03-1234-5678;ext=123'],
    ['03-1234-5678・内線123', '03-1234-5678;ext=123'],
    ['tel:+81-3-1234-5678;ext=123', '+81-3-1234-5678;ext=123'],
    ['028 3823 4567 - máy nhánh 12', '028 3823 4567;ext=12'],
    ['028 3823 4567 SỐ NỘI BỘ: 12'.normalize('NFD'), '028 3823 4567;ext=12'],
    ['028 3823 4567 bấm phím 12', '028 3823 4567;ext=12'],
    ['03-1234-5678 Ext. No. 123', '03-1234-5678;ext=123'],
    ['+81312345678;ext=12', '+81312345678;ext=12'],
  ])('%s is read as %s', (typed, plain) => {
    expect([isPhoneText(typed), plainPhone(typed)]).toEqual([true, plain]);
    expect(plainPhone(plain)).toBe(plain);
  });

  test.each([
    '090-1234-5678; drop table',
    '((((((',
    'ーーーーーー',
    'ハナ',
    '12345',
    '1234567890123456',
    '090-1234+5678',
    '内線12',
    '03-1234-5678 内線12345678',
    '山田 内 123',
    'hana@example.com',
    '('.repeat(10_000),
  ])('%.40s is none', (typed) => {
    expect(isPhoneText(typed)).toBe(false);
  });
});

test.each([
  ['03-1234-5678、内線12', '03-1234-5678 内線12'],
  ['03-1234-5678;ext=12;03-1234-5679', '03-1234-5678 ext=12;03-1234-5679'],
  ['028 3823 4567, máy lẻ 12, 0912345678', '028 3823 4567 máy lẻ 12, 0912345678'],
  ['０３－１２３４－５６７８，（内線：１２）', '０３－１２３４－５６７８ （内線：１２）'],
  ['03-1234-5678（代表）、（内）34', '03-1234-5678（代表） （内）34'],
  ['090-1234-5678;03-1234-5678', '090-1234-5678;03-1234-5678'],
])('in a list, the extension of %s stays with its number', (typed, joined) => {
  expect(joinExtensions(typed)).toBe(joined);
});

test('a stored number is parted from its extension', () => {
  expect(splitExtension('+81312345678;ext=123')).toEqual({ number: '+81312345678', extension: '123' });
  expect(splitExtension('+81312345678')).toEqual({ number: '+81312345678', extension: null });
});

test.each([
  ['ｈａｎａ＠ｅｘａｍｐｌｅ．ｊｐ', 'hana@example.jp'],
  ['hana＠example。jp', 'hana@example.jp'],
  ['hana@exampleーshop.jp', 'hana@example-shop.jp'],
  ['hana@コーヒー.jp', 'hana@コーヒー.jp'],
  ['　hana_ko@example.jp\u200b', 'hana_ko@example.jp'],
])('the e-mail address %s is read as %s', (typed, plain) => {
  expect(plainEmail(typed)).toBe(plain);
});

test.each([
  ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／ａ', 'https://example.jp/a'],
  ['https://例え。jp/①?q=ｶ', 'https://例え.jp/①?q=ｶ'],
  ['https://ex−ample.jp/ー', 'https://ex-ample.jp/ー'],
])('the address %s is read as %s', (typed, plain) => {
  expect(plainUrl(typed)).toBe(plain);
});

test.each([
  ['ー１２', '-12'],
  ['－５．５', '-5.5'],
  ['−¥500', '-¥500'],
  ['１，２００', '1,200'],
  ['1、200', '1,200'],
  ['３。５', '3.5'],
])('the number %s is read as %s', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain);
});

test.each([
  ['２０２６ー１１ー２８', '2026-11-28'],
  ['2026一11一28', '2026-11-28'],
  ['２０２６／１１／２８', '2026/11/28'],
  ['２０２６年１１月２８日', '2026年11月28日'],
  ['１０：３０', '10:30'],
])('the date or time %s is read as %s', (typed, plain) => {
  expect(plainDate(typed)).toBe(plain);
});

test.each([
  ['5300001', '530-0001'],
  ['〒530-0001', '530-0001'],
  ['５３０ー０００１', '530-0001'],
  ['〒　５３０―０００１', '530-0001'],
  ['530 0001', '530-0001'],
  ['530・0001', '530-0001'],
  ['530-000', null],
  ['53000011', null],
  ['70000', null],
])('the postal code %s is %s', (typed, code) => {
  expect(japanesePostalCode(typed)).toBe(code);
});

test('kana are read in one width, with a long vowel for a hyphen', () => {
  expect(plainKana('ﾊﾅﾀﾞ　ﾖ-ｺ')).toBe('ハナダ ヨーコ');
});
