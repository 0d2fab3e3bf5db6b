import { expect, test } from 'vitest';
import { withPlace } from './address.tsx';

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
