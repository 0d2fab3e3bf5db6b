import { expect, test } from 'vitest';
import { writeMoney } from './write-money.ts';

test('amounts are in the smallest unit of their currency', () => {
  expect(writeMoney('en', 1100, 'JPY')).toBe('¥1,100');
  expect(writeMoney('ja-JP', 1100, 'JPY')).toBe('￥1,100');
  expect(writeMoney('en', 799, 'USD')).toBe('$7.99');
  expect(writeMoney('vi-VN', 180_000, 'VND').replace(/\s/u, ' ')).toBe('180.000 ₫');
});
