import { describe, expect, it } from 'vitest';
import { isNoteMark, scriptText } from './scripts.ts';

describe('raised text', () => {
  it.each([
    ['3', '³'],
    ['-3', '⁻³'],
    ['n', 'ⁿ'],
    ['２', '²'],
    ['(1)', '⁽¹⁾'],
    ['※1', '※¹'],
    ['注2', '注²'],
    ['(注1)', '(注¹)'],
    ['1, 2', '¹, ²'],
    ['st', 'st'],
    ['円', '円'],
    ['税込', '税込'],
    ['TM', '™'],
    ['[1]', '[1]'],
    ['†', '†'],
    ['2y/3', '^(2y/3)'],
    [' 2 ', ' ² '],
  ])('writes %s as %s', (text, written) => {
    expect(scriptText(text, 'super')).toBe(written);
  });
});

describe('lowered text', () => {
  it.each([
    ['2', '₂'],
    ['max', 'ₘₐₓ'],
    ['B', '_B'],
    ['外気', '外気'],
    ['10', '₁₀'],
  ])('writes %s as %s', (text, written) => {
    expect(scriptText(text, 'sub')).toBe(written);
  });
});

describe('marks of notes', () => {
  it.each(['1', '[12]', '（3）', '注4', '†', 'a', 'iv', '1, 2', '↩︎', '^', '※１'])('recognise %s', (text) => {
    expect(isNoteMark(text)).toBe(true);
  });
  it.each(['2024', 'here', 'こちら', '10名', 'a long sentence, no mark'])('are not %s', (text) => {
    expect(isNoteMark(text)).toBe(false);
  });
});
