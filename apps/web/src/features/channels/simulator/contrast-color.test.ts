import { expect, it } from 'vitest';
import { contrastColor } from '../ChannelCard.tsx';

it.each([
  ['#06C755', '#04210f'],
  ['#0068FF', '#ffffff'],
  ['#ffffff', '#04210f'],
  ['#000000', '#ffffff'],
])('on %s stands %s', (color, ink) => {
  expect(contrastColor(color)).toBe(ink);
});
