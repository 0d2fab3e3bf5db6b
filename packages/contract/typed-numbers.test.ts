import { describe, expect, test } from 'vitest';
import {
  type DecimalMark,
  numberStyleOf,
  numberText,
  readOneNumber,
  readTypedNumber,
} from './typed-numbers.ts';

const read = (text: string, decimal: DecimalMark | null, isCertain = false) => {
  const result = readTypedNumber(text, { decimal, isCertain });
  if (!result) return null;
  return result.kind === 'number' ? result.value : result.readings;
};

// How numbers are written: Unicode CLDR 46, "numbers" of vi, ja, de, fr and de-CH. Aam-Digital/ndb-core#3453 reports
// imports that read 1.500 as one and a half.
describe('a number of Vietnam', () => {
  test.each([
    ['150.000', 150_000],
    ['-150.000', -150_000],
    ['−150.000', -150_000],
    ['150.000 ₫', 150_000],
    ['150.000đ', 150_000],
    ['₫150.000', 150_000],
    ['150.000 VND', 150_000],
    ['150.000 VNĐ', 150_000],
    ['150.000 đồng', 150_000],
    ['150000', 150_000],
    ['1.500.000', 1_500_000],
    ['1.500,50', 1_500.5],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['12.5', 12.5],
    ['50k', 50_000],
    ['1,5 triệu', 1_500_000],
    ['2tr', 2_000_000],
    ['150 nghìn đồng', 150_000],
  ])('%s is %d', (text, value) => {
    expect(read(text, ',')).toBe(value);
  });

  test('a comma before three digits can be read in two ways', () => {
    expect(read('1,500', ',')).toEqual({ '.': 1_500, ',': 1.5 });
  });
});

describe('a number of Japan', () => {
  test.each([
    ['１，５００', 1_500],
    ['１５００００', 150_000],
    ['¥1,500', 1_500],
    ['￥１，５００', 1_500],
    ['-¥1,500', -1_500],
    ['¥-1,500', -1_500],
    ['▲1,500', -1_500],
    ['1,500円', 1_500],
    ['¥1,500-', 1_500],
    ['1、500', 1_500],
    ['1,500.50', 1_500.5],
    ['1.5万', 15_000],
    ['15万円', 150_000],
    ['１２．５％', 12.5],
  ])('%s is %d', (text, value) => {
    expect(read(text, '.')).toBe(value);
  });

  test('a point before three digits can be read in two ways', () => {
    expect(read('150.000', '.')).toEqual({ '.': 150, ',': 150_000 });
    expect(readOneNumber('150.000', { decimal: '.' })).toBeNull();
  });
});

describe('a number of Europe', () => {
  test.each([
    ['1 500,50', 1_500.5],
    ['1\u202f500,50', 1_500.5],
    ['1\u00a0500', 1_500],
    ["1'500.50", 1_500.5],
    ['1’500’000', 1_500_000],
    ['1.500,- €', 1_500],
    ['€ 1.500,50', 1_500.5],
  ])('%s is %d', (text, value) => {
    expect(read(text, ',')).toBe(value);
  });
});

test('where nothing is known, both marks before three digits can be read in two ways, but for money without cents', () => {
  expect(read('150.000', null)).toEqual({ '.': 150, ',': 150_000 });
  expect(read('-1,500', null)).toEqual({ '.': -1_500, ',': -1.5 });
  expect(read('150.000đ', null)).toBe(150_000);
  expect(read('1,500円', ',')).toBe(1_500);
});

test('a style that was chosen decides over both marks', () => {
  expect([read('150.000', '.', true), read('150.000', ',', true)]).toEqual([150, 150_000]);
  expect([read('1,500', '.', true), read('1,500', ',', true)]).toEqual([1_500, 1.5]);
});

test.each([
  '',
  'abc',
  '1.2.3',
  '1,50,000',
  '1.500.00',
  '1,234.567,8',
  '10²',
  '12,3456',
  '--5',
  '5-',
  '1 2',
  '1.500k',
])('%j is no number', (text) => {
  expect(read(text, '.')).toBeNull();
});

test.each([0, 1.234, -150.125, 150_000, 1_500.5, 0.125, 1e21, 1234.567, 1e-7, -2])(
  '%d is written as text that gives it back in every style',
  (value) => {
    for (const decimal of ['.', ',', null] as const) expect(read(numberText(value), decimal)).toBe(value);
  },
);

test('thousands show the decimal mark of their column', () => {
  const proves = (text: string) => {
    const result = readTypedNumber(text, { decimal: null });
    return result?.kind === 'number' ? result.proves : null;
  };
  expect(['1.500.000', '1.500,50', '1 500,5', '150.000đ', '1,500.5', '¥1,500'].map(proves)).toEqual([
    ',',
    ',',
    ',',
    ',',
    '.',
    '.',
  ]);
  expect(['12.5', '0,5', '150000', '150.000'].map(proves)).toEqual([null, null, null, null]);
});

test.each([
  [{ timeZone: 'Asia/Ho_Chi_Minh', language: 'en' }, ','],
  [{ timeZone: 'Asia/Tokyo', language: 'vi' }, '.'],
  [{ timeZone: 'UTC', language: 'vi' }, ','],
  [{ timeZone: 'Europe/Berlin', language: 'en' }, null],
  [{ timeZone: 'UTC' }, null],
] as const)('numbers of %j have %s before their decimals', (given, decimal) => {
  expect(numberStyleOf(given).decimal).toBe(decimal);
});
