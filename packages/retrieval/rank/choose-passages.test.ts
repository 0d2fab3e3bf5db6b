import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choosePassages, type Placed } from './choose-passages.ts';

const TEXT = Array.from({ length: 40 }, (_, index) => `Sentence ${index}. `).join('');
const countTokens = (text: string) => text.length;

function passage(documentId: string, position: number, length = 30, overlap = 5): Placed {
  const start = Math.max(0, position * length - overlap);
  const end = (position + 1) * length;
  return { documentId, position, start, end, text: TEXT.slice(start, end) };
}

it('takes whole passages, best first, while they fit', () => {
  const ranked = [passage('a', 3), passage('b', 0), passage('c', 7)];
  const chosen = choosePassages(ranked, { tokens: 70, countTokens });
  expect(chosen.map(({ found }) => found.documentId)).toEqual(['a', 'b']);
  expect(chosen.map(({ text }) => text)).toEqual(ranked.slice(0, 2).map(({ text }) => text));
});

it('lets a shorter one in where a longer one did not fit', () => {
  const ranked = [passage('a', 3), passage('b', 2, 100), passage('c', 0)];
  expect(choosePassages(ranked, { tokens: 70, countTokens }).map(({ found }) => found.documentId)).toEqual([
    'a',
    'c',
  ]);
});

it('gives the best one even when it is over the budget', () => {
  expect(choosePassages([passage('a', 1)], { tokens: 5, countTokens })).toHaveLength(1);
});

it('joins what touches and says overlaps once', () => {
  const ranked = [passage('a', 4), passage('b', 1), passage('a', 2), passage('a', 3)];
  const [first, second] = choosePassages(ranked, { tokens: 1000, countTokens });
  expect(first?.text).toBe(TEXT.slice(55, 150));
  expect(first?.passages.map(({ position }) => position)).toEqual([2, 3, 4]);
  expect(first?.found.position).toBe(4);
  expect(second?.found.documentId).toBe('b');
});

it('spends what is left on neighbours of the best', () => {
  const neighbours = (found: Placed) => ({
    before: passage(found.documentId, found.position - 1),
    after: passage(found.documentId, found.position + 1),
  });
  const ranked = [passage('a', 4), passage('b', 8)];
  const [first, second] = choosePassages(ranked, { tokens: 105, countTokens, neighbours });
  expect(first?.passages.map(({ position }) => position)).toEqual([4, 5]);
  expect(second?.passages.map(({ position }) => position)).toEqual([8]);
});

it('does not cut the text of a passage that a person has changed', () => {
  const changed = { ...passage('a', 2), text: 'Written by hand.' };
  const [only] = choosePassages([passage('a', 1), changed, passage('a', 3)], { tokens: 1000, countTokens });
  expect(only?.text).toBe(`${passage('a', 1).text}\nWritten by hand.\n${passage('a', 3).text}`);
});

it('keeps to the budget and the limit, with every passage once', () => {
  const ranked = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(11)), {
    maxLength: 15,
    selector: ([document, position]) => `${document}${position}`,
  });
  fc.assert(
    fc.property(
      ranked,
      fc.integer({ min: 30, max: 400 }),
      fc.integer({ min: 1, max: 5 }),
      (rows, tokens, limit) => {
        const passages = rows.map(([document, position]) => passage(document, position));
        const neighbours = (found: Placed) => ({ after: passage(found.documentId, found.position + 1) });
        const chosen = choosePassages(passages, { tokens, limit, countTokens, neighbours });
        const members = chosen.flatMap((place) => place.passages);
        const keys = members.map(({ documentId, position }) => `${documentId}${position}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(chosen.length).toBeLessThanOrEqual(limit);
        const total = chosen.reduce((sum, place) => sum + place.tokens, 0);
        if (members.length > 1) expect(total).toBeLessThanOrEqual(tokens);
        if (passages[0]) expect(chosen[0]?.passages.map(({ position }) => position)).toContain(rows[0]?.[1]);
      },
    ),
  );
});
