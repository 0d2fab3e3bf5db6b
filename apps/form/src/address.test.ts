import { expect, test } from 'vitest';
import { japaneseCode, withPlace } from './address.tsx';

test.each([
  ['5300001', '530-0001'],
  ['〒530-0001', '530-0001'],
  ['５３０ー０００１', '530-0001'],
  ['530-000', null],
  ['53000011', null],
  ['70000', null],
])('a postal code as people type it: %s', (typed, code) => {
  expect(japaneseCode(typed)).toBe(code);
});

const address = { country: 'JP', postalCode: '530-0001', region: '', city: '', line1: '', line2: '' };
const umeda = { region: '大阪府', city: '大阪市北区', town: '梅田' };
const ginza = { region: '東京都', city: '中央区', town: '銀座' };

test('fills empty fields, refills them for another code, and keeps what was written', () => {
  const first = withPlace(address, umeda, null);
  expect(first).toMatchObject({ region: '大阪府', city: '大阪市北区', line1: '梅田' });
  expect(withPlace(first, ginza, umeda)).toMatchObject({ region: '東京都', city: '中央区', line1: '銀座' });
  const written = { ...first, line1: '梅田1-2-3' };
  expect(withPlace(written, ginza, umeda)).toMatchObject({ region: '東京都', line1: '梅田1-2-3' });
});
