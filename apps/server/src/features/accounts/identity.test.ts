import { describe, expect, test } from 'vitest';
import { emailKey, mixesScripts, usernameKey } from './identity.ts';

describe('one name', () => {
  test.each([
    ['case', 'Hanako', 'hANAKO'],
    ['width', 'ｏｆｆｉｃｅ', 'office'],
    ['half-width kana', 'ﾊﾅｺ', 'ハナコ'],
    ['a Cyrillic letter', 'аdmin', 'admin'],
    ['all Cyrillic', 'сосо', 'coco'],
    ['Cyrillic capitals', 'ВОТ', 'bot'],
    ['Greek', 'αpple', 'apple'],
    ['dotless i', 'admın', 'admin'],
    ['a character without width', 'ad\u200bmin', 'admin'],
    ['composed and decomposed', 'tie\u0302\u0301ng', 'tiếng'],
  ])('%s', (_what, one, other) => {
    expect(usernameKey(one)).toBe(usernameKey(other));
  });
});

describe('two names', () => {
  test.each([
    ['accents', 'hoa', 'hòa'],
    ['other accents', 'nhân', 'nhẫn'],
    ['voiced kana', 'カキ', 'ガギ'],
    ['kana', 'はな', 'ハナ'],
    ['digits', 'shop1', 'shopl'],
  ])('%s', (_what, one, other) => {
    expect(usernameKey(one)).not.toBe(usernameKey(other));
  });
});

test('look-alike addresses are two: mail to them goes to two mailboxes', () => {
  expect(emailKey('а@example.com')).not.toBe(emailKey('a@example.com'));
  expect(emailKey(' A@Example.com')).toBe('a@example.com');
});

test.each([
  'hanako_1',
  'Nguyễn.Văn',
  '花子',
  'ハナコ_shop',
  'お花屋さん',
  '東京タワー',
  'иван-1',
  'ελένη',
  '한글kim',
])('may be written: %s', (name) => {
  expect(mixesScripts(name)).toBe(false);
});

test.each(['аdmin', 'αpple', 'иvan', 'ハナкo', 'かなж', '한かな', 'αб'])('mixes alphabets: %s', (name) => {
  expect(mixesScripts(name)).toBe(true);
});
