import { expect, test } from 'vitest';
import { pathOf, shortAddress } from './short-address.ts';

test('addresses are shown as people read them', () => {
  expect(shortAddress('https://www.example.com/')).toBe('www.example.com');
  expect(shortAddress('https://example.com:8080/%E6%96%99%E9%87%91/?a=1')).toBe('example.com:8080/料金/?a=1');
  expect(pathOf('https://example.com/a/%82%a0')).toBe('/a/%82%a0');
  expect(pathOf('nothing')).toBe('nothing');
});
