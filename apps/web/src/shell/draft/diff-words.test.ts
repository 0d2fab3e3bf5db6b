import { expect, it } from 'vitest';
import { type DiffPart, diffWords, shortened } from './diff-words.ts';

const marked = (parts: readonly DiffPart[]) =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('');
const sideOf = (parts: readonly DiffPart[], left: boolean) =>
  parts
    .filter(({ kind }) => kind === 'same' || (kind === 'removed') === left)
    .map(({ text }) => text)
    .join('');

it.each([
  ['Be kind and brief.', 'Be kind and very brief.', 'en', 'Be kind and +very +brief.'],
  ['', 'New', 'en', '+New+'],
  ['Old', '', 'en', '-Old-'],
  ['営業時間は午前9時からです。', '営業時間は午前10時からです。', 'ja', '営業時間は午前-9-+10+時からです。'],
  ['Mở cửa lúc 9 giờ.', 'Mở cửa lúc 10 giờ.', 'vi', 'Mở cửa lúc -9-+10+ giờ.'],
])('%s → %s', (before, after, locale, expected) => {
  expect(marked(diffWords(before, after, locale))).toBe(expected);
});

it('is made of both texts, however long they are', () => {
  const before = Array.from({ length: 4000 }, (_, line) => `line ${line} of the old text\n`).join('');
  const after = before.replace('line 7 ', 'line seven ').replace('line 3990 ', '');
  const parts = diffWords(before, after, 'en');
  expect(sideOf(parts, true)).toBe(before);
  expect(sideOf(parts, false)).toBe(after);
  expect(parts.filter(({ kind }) => kind !== 'same').length).toBeLessThanOrEqual(4);
  expect(marked(shortened(parts)).length).toBeLessThan(2_000);
});
