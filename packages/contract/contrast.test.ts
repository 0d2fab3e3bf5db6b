import { describe, expect, test } from 'vitest';
import { cardAccent, cardButtonColors, isReadOnWhite, mixColors, standsOut } from './contrast.ts';

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

describe('a button of a card', () => {
  const colorsOf = (color: string | null, isSurvey = false) =>
    [0, 1].map((index) => cardButtonColors(cardAccent(color), { isSurvey, index }));

  test.each([
    ['#7a1f3d', { fill: '#7a1f3d', text: '#ffffff' }, { fill: null, text: '#7a1f3d' }],
    ['#ffd400', { fill: '#ffd400', text: '#000000' }, { fill: null, text: '#111827' }],
    [null, { fill: '#15803d', text: '#ffffff' }, { fill: null, text: '#15803d' }],
  ])('in %s stands out when it is the first, and is text below it', (color, first, second) => {
    expect(colorsOf(color)).toEqual([first, second]);
  });
  test('of a survey weighs as much as the others, whatever the colour', () => {
    const [first, second] = colorsOf('#7a1f3d', true);
    expect(first).toEqual(second);
  });
});

test('a share of a colour is mixed into its ground', () => {
  expect(mixColors('#7a1f3d', 0)).toBe('#ffffff');
  expect(mixColors('#7a1f3d', 1)).toBe('#7a1f3d');
  expect(mixColors('#ff8000', 0.5, '#000000')).toBe('#804000');
});
