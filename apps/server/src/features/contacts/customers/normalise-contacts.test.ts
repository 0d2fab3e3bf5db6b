import { describe, expect, test } from 'vitest';
import { normalAddress, normalEmail, normalPhone } from './normalise-contacts.ts';

describe('a phone number of Japan', () => {
  test.each([
    ...[...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\uff0d\uff70・･。　'].map(
      (mark) => `０９０${mark}１２３４${mark}５６７８`,
    ),
    '（０９０）１２３４－５６７８',
    '＋８１９０１２３４５６７８',
    '＋８１（０）９０－１２３４－５６７８',
  ])('%s is +819012345678', (typed) => {
    expect(normalPhone(typed, 'JP')).toBe('+819012345678');
  });

  /** RFC 3966, section 5.3: numbers with another extension are other numbers. */
  test.each([
    '03-1234-5678（内線１２）',
    '代表 03-1234-5678（内）12',
    '03 1234 5678 máy lẻ 12',
    '03-1234-5678 ext. 12',
    '03-1234-5678 #12',
    '+81312345678;ext=12',
  ])('%s keeps its extension', (typed) => {
    expect(normalPhone(typed, 'JP')).toBe('+81312345678;ext=12');
  });

  test.each(['ーーーーーー', 'ハナ', '０９０ー１２３'])('%s is none', (typed) => {
    expect(normalPhone(typed, 'JP')).toBeNull();
  });
});

test('an e-mail address in full width is the one in ASCII', () => {
  expect(normalEmail('Ｈａｎａ＠ｅｘａｍｐｌｅ。ｊｐ')).toBe('hana@example.jp');
});

test('a postal code of Japan is kept as 530-0001, that of another country as it was typed', () => {
  const address = {
    country: 'JP',
    postalCode: '〒５３０ー０００１',
    region: '',
    city: '',
    line1: '',
    line2: '',
  };
  expect(normalAddress(address).postalCode).toBe('530-0001');
  expect(normalAddress({ ...address, country: 'VN' }).postalCode).toBe('〒５３０ー０００１');
});
