import { describe, expect, test } from 'vitest';
import { isReadOnWhite, standsOut } from './contrast.ts';

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

describe('a colour that stands out', () => {
  test.each([
    ['#0d6538', true],
    ['#1b1f26', true],
    ['#ffd400', true],
    ['#87ceeb', true],
    ['#fffdf5', false],
    ['#fdeee8', false],
    ['#eef1f5', false],
  ])('%s: %s', (color, isStrong) => {
    expect(standsOut(color)).toBe(isStrong);
  });
});
