import { describe, expect, it } from 'vitest';
import { firstDayOfWeek, makeFormat } from './use-words.ts';

const DAYS = [
  ['en-US', 0],
  ['ja-JP', 0],
  ['vi-VN', 1],
] as const;

describe.each(DAYS)('the first day of the week of %s', (tag, day) => {
  it('is what the browser knows', () => {
    expect(firstDayOfWeek(tag)).toBe(day);
    expect(makeFormat(tag).firstDayOfWeek).toBe(day);
  });
  it('is known without the browser', () => {
    const plain = (name: string) => ({ language: new Intl.Locale(name).language }) as Intl.Locale;
    expect(firstDayOfWeek(tag, plain)).toBe(day);
  });
});
