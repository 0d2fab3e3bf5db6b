import { expect, it } from 'vitest';
import { flag, id, isId, mark, oneOf, page, search, text, textUpTo } from './search-params.ts';

const ID = '0195c8f0-7c1b-7c3a-9d52-3f1d6a2b4c5e';
const read = search({
  q: text,
  short: textUpTo(3),
  on: flag,
  there: mark,
  page,
  tab: oneOf(['one', 'two']),
  bot: id(),
});

it('reads each parameter that can be what it should be, and no other', () => {
  const given = { q: '', short: 'abc', on: false, there: true, page: 2, tab: 'two', bot: ID };
  expect(read({ ...given, more: 'x' })).toEqual(given);
});

it.each([
  { q: 1, short: 'abcd', on: 'true', there: false, page: 0, tab: 'three', bot: 'x' },
  { q: null, short: {}, on: 1, there: 1, page: 1.5, tab: ['one'], bot: `${ID}0` },
  { page: '2', bot: [ID] },
  { page: Number.POSITIVE_INFINITY },
])('leaves out what it cannot be: %j', (given) => {
  expect(JSON.stringify(read(given))).toBe('{}');
});

it('knows ids as the server makes them', () => {
  expect([ID, ID.toUpperCase(), ID.replace('7c3a', '9c3a'), `${ID}\n`].map((one) => isId(one))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
