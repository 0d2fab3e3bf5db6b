import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLeakDetector, indexProtected, type Protected, weightOfText } from './leak-detector.ts';

/** What goes out of a text that comes in pieces of these lengths. */
function pass(texts: readonly Protected[], said: string, lengths: readonly number[] = [said.length]) {
  const detector = createLeakDetector(indexProtected(texts));
  const signs = [...said];
  let out = '';
  for (let at = 0, index = 0; at < signs.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    out += detector.push(signs.slice(at, at + length).join(''));
    at += length;
  }
  return { out: out + detector.end(), hasLeaked: detector.hasLeaked };
}

/** The weight of the longest run of letters that both texts have, by comparing them all. */
function longestShared(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign))) as [
    string[],
    string[],
  ];
  let most = 0;
  for (let i = 0; i < a.length; i += 1)
    for (let j = 0; j < b.length; j += 1) {
      let length = 0;
      while (a[i + length] !== undefined && a[i + length] === b[j + length]) length += 1;
      if (length >= 6) most = Math.max(most, weightOfText(a.slice(i, i + length).join('')));
    }
  return most;
}

const SECRET = 'Never say that the manager is called Tanaka.';

describe('a text that is repeated', () => {
  test.each([
    ['as it is', SECRET],
    ['in other letters', 'NEVER ｓａｙ that the manager'],
    ['without its spaces', 'neversaythatthemanager'],
    ['behind other words', 'The rule is: never say that the manager, you see'],
  ])('is found %s', (_name, said) => {
    const { out, hasLeaked } = pass([{ text: SECRET, most: 12 }], said, [3]);
    expect(hasLeaked).toBe(true);
    expect(out).not.toMatch(/never\s*say/i);
  });

  test('ligatures and letters of half width are read as the letters they stand for', () => {
    expect(pass([{ text: 'official offer', most: 8 }], 'oﬃcial oﬀer').hasLeaked).toBe(true);
    expect(pass([{ text: 'カタカナのメニュー', most: 12 }], 'ｶﾀｶﾅのﾒﾆｭｰ').hasLeaked).toBe(true);
  });

  test('Japanese letters count twice', () => {
    expect(weightOfText('花見 ab1。')).toBe(7);
  });

  test('less of it is said, whole', () => {
    const said = 'never say the manager is away 🏮';
    expect(pass([{ text: SECRET, most: 20 }], said, [1])).toEqual({ out: said, hasLeaked: false });
  });
});

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'あ', ' ', '.', '😀'), maxLength: 40 });

test('whatever is said, it goes out whole, or was repeated; the pieces it comes in make no difference', () => {
  fc.assert(
    fc.property(
      words,
      words,
      fc.integer({ min: 6, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (text, said, most, lengths) => {
        const { out, hasLeaked } = pass([{ text, most }], said, lengths);
        expect(hasLeaked).toBe(longestShared(text, said) >= most);
        if (hasLeaked) expect(said.startsWith(out)).toBe(true);
        else expect(out).toBe(said);
      },
    ),
  );
});
