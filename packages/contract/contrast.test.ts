import { describe, expect, test } from 'vitest';
import { isReadOnWhite } from './contrast.ts';

describe('contrast with white', () => {
  test.each([
    ['#000000', true],
    ['#0d6538', true],
    // The greys on both sides of 4.5, which are the example of WebAIM.
    ['#767676', true],
    ['#777777', false],
    ['#ffd400', false],
    ['#ffffff', false],
  ])('%s can be read on white: %s', (color, isRead) => {
    expect(isReadOnWhite(color)).toBe(isRead);
  });
});
