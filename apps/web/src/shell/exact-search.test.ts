import { expect, it } from 'vitest';
import { exactSearch } from './router-options.ts';

const { parseSearch, stringifySearch } = exactSearch;

it.each([
  ['?oa_id=4318657068771012646', { oa_id: '4318657068771012646' }],
  ['?code=1e5&state=007', { code: '1e5', state: '007' }],
  ['?page=2&open=true', { page: 2, open: true }],
  ['?tags=%5B%22a%22%5D', { tags: ['a'] }],
])('%s keeps its values', (search, values) => {
  expect(parseSearch(search)).toEqual(values);
  expect(parseSearch(stringifySearch(values))).toEqual(values);
  expect(stringifySearch(values)).toBe(search);
});

it('a text that reads like a number stays a text on the way through the address', () => {
  expect(parseSearch(stringifySearch({ q: '12' }))).toEqual({ q: '12' });
});
