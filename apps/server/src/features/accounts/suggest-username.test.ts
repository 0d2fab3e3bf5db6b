import { Username } from '@hanasu/contract/accounts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixesScripts, suggestUsername } from './identity.ts';

test.each([
  [{ name: 'Hanako Yamada', email: 'h@gmail.com' }, 'Hanako-Yamada'],
  [{ name: '山田 花子', email: null }, '山田-花子'],
  [{ name: 'Nguyễn Thị Hoa', email: null }, 'Nguyễn-Thị-Hoa'],
  [{ name: '🌸', email: 'hana.ko+test@gmail.com' }, 'hana.ko-test'],
  // One letter is too short.
  [{ name: 'H', email: 'hanako@gmail.com' }, 'hanako'],
  // Half Cyrillic: made to be taken for somebody else.
  [{ name: 'Hаnаko', email: 'real@gmail.com' }, 'real'],
  [{ name: null, email: null }, 'user'],
])('%j becomes %s', (profile, expected) => {
  expect(suggestUsername(profile)).toBe(expected);
});

test('is always a name that somebody could have registered with', () => {
  const text = fc.option(fc.string({ unit: 'binary', maxLength: 80 }), { nil: null });
  fc.assert(
    fc.property(text, text, (name, email) => {
      const suggested = suggestUsername({ name, email });
      expect(Username.parse(suggested)).toBe(suggested);
      expect(mixesScripts(suggested)).toBe(false);
    }),
  );
});
