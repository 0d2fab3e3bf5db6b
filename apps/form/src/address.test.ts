import { expect, test } from 'vitest';
import { withPlace } from './address.tsx';

const address = { country: 'JP', postalCode: '530-0001', region: '', city: '', line1: '', line2: '' };
const umeda = { region: '大阪府', city: '大阪市北区', town: '梅田' };
const ginza = { region: '東京都', city: '中央区', town: '銀座' };

test('fills what several places have in common, then the one that is chosen', () => {
  const common = withPlace(address, { region: '愛知県', city: '', town: '' }, umeda);
  expect(common).toMatchObject({ region: '愛知県', city: '', line1: '' });
  const yatomi = { region: '愛知県', city: '弥富市', town: '' };
  expect(withPlace(common, yatomi, { region: '愛知県', city: '', town: '' })).toMatchObject({
    city: '弥富市',
  });
  const kisosaki = { region: '三重県', city: '桑名郡木曽岬町', town: '' };
  expect(withPlace({ ...common, city: '弥富市' }, kisosaki, yatomi)).toMatchObject({
    region: '三重県',
    city: '桑名郡木曽岬町',
  });
});

test('fills empty fields, refills them for another code, and keeps what was written', () => {
  const first = withPlace(address, umeda, null);
  expect(first).toMatchObject({ region: '大阪府', city: '大阪市北区', line1: '梅田' });
  expect(withPlace(first, ginza, umeda)).toMatchObject({ region: '東京都', city: '中央区', line1: '銀座' });
  const written = { ...first, line1: '梅田1-2-3' };
  expect(withPlace(written, ginza, umeda)).toMatchObject({ region: '東京都', line1: '梅田1-2-3' });
});
