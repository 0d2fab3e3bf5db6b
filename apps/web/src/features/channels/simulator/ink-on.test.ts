import { expect, it } from 'vitest';
import { inkOn } from './ink-on.ts';

it.each([
  ['#06C755', '#04210f'],
  ['#0068FF', '#ffffff'],
  ['#ffffff', '#04210f'],
  ['#000000', '#ffffff'],
])('on %s stands %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink);
});
