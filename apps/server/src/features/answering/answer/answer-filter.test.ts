import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { citedNumbers, createAnswerFilter } from './answer-guard.ts';

const KNOWN = new Set([1, 2, 12]);

function filter(pieces: readonly string[]): { text: string; saidNoAnswer: boolean } {
  const one = createAnswerFilter(KNOWN);
  const text = pieces.map((piece) => one.push(piece)).join('') + one.end();
  return { text, saidNoAnswer: one.saidNoAnswer };
}

const fragment = fc.constantFrom(
  ...[
    '[1]',
    '[2]',
    '[9]',
    '[12]',
    '[123]',
    '[1234]',
    '【1】',
    '【9】',
    '[',
    ']',
    '【',
    '1',
    '[1',
    '2]',
    '[[1]',
  ],
  ...[
    'NO_ANSWER',
    'NO_',
    'ANSWER',
    'N',
    ' ',
    '\n',
    'Parking is free',
    '定休日',
    'ế',
    '👍🏽',
    '[text](url)',
    '[x]',
  ],
);
const texts = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

test('however a text is cut into pieces, the same is shown', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat({ max: 80 }), { maxLength: 12 }), (text, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted(
        (a, b) => a - b,
      );
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(filter(pieces)).toEqual(filter([text]));
      expect(filter([...text])).toEqual(filter([text]));
    }),
    { numRuns: 5_000 },
  );
});

test('nobody ever sees the mark', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('NO_ANSWER', 'NO_', 'ANSWER', ' ', 'Sorry.', '[1]', '\n'), { maxLength: 8 }),
      (parts) => {
        expect(filter(parts).text).not.toContain('NO_ANSWER');
      },
    ),
  );
});

describe('what is shown', () => {
  test.each([
    ['It is free [1] and large [2].', 'It is free [1] and large [2].'],
    ['It is free [9].', 'It is free .'],
    ['無料です【1】【9】', '無料です[1]'],
    ['a[0]b', 'ab'],
    ['a [link](https://example.com) and [12]', 'a [link](https://example.com) and [12]'],
    ['year [2024]', 'year [2024]'],
    ['ends open [1', 'ends open [1'],
    ['  spaced', '  spaced'],
    ['NO', 'NO'],
    ['Sorry, NO_ANSWER', 'Sorry, '],
    ['see 【NO_ANSWER2] and [NO_ANSWER9]', 'see [2] and '],
  ])('%s → %s', (text, shown) => {
    expect(filter([text])).toEqual({ text: shown, saidNoAnswer: false });
  });

  test.each(['NO_ANSWER', '\n NO_ANSWER', 'NO_ANSWER.', 'NO_ANSWER\nBut perhaps [1]'])(
    'nothing of %j',
    (text) => {
      expect(filter([text])).toEqual({ text: '', saidNoAnswer: true });
    },
  );

  test('text is shown as soon as it can be', () => {
    const one = createAnswerFilter(KNOWN);
    expect(['N', 'OT', ' yet [', '1', '] x'].map((piece) => one.push(piece))).toEqual([
      '',
      'NOT',
      ' yet ',
      '',
      '[1] x',
    ]);
  });
});

test('cited numbers come once each, in order', () => {
  expect(citedNumbers('b [12] a [2][1] again [2]')).toEqual([1, 2, 12]);
});
