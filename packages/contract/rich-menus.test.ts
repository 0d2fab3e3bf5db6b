import { expect, test } from 'vitest';
import { TapAction } from './rich-menus.ts';

test.each([
  ['03-1234-5678', '03-1234-5678'],
  ['０３－１２３４－５６７８', '03-1234-5678'],
  ['+84 (28) 1234 5678', '+84 (28) 1234 5678'],
  ['call us', null],
])('the telephone number of an area %s is stored as %s', (typed, stored) => {
  const { data } = TapAction.safeParse({ kind: 'phone', number: typed });
  expect(data?.kind === 'phone' ? data.number : null).toBe(stored);
});
