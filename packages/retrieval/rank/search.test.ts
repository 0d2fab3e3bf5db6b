import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkTerms } from '../analyse/analyse.ts';
import { ReferenceIndex } from '../bench/reference-index.ts';
import { StoredIndex } from './stored-index.fixture.ts';

const WORDS =
  'refund refunds running the a of order 返金 返品 カード かーど 支払い の です 猫 điện thoại dien thoai có không giá 123 , 。'.split(
    ' ',
  );
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
const chunk = fc.record({ title: text, text });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), chunks: fc.array(chunk, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      picks: fc.array(fc.nat(), { maxLength: 4 }),
    }),
  },
);

describe('the stored index', () => {
  it('ranks like the plain one after any additions, removals and merges', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        (steps, queries) => {
          const stored = new StoredIndex();
          const plain = new ReferenceIndex<number>();
          for (const action of steps) {
            if (action.kind === 'add') {
              for (const [index, ordinal] of stored.add(action.chunks).entries()) {
                plain.add(ordinal, action.chunks[index] ?? { title: '', text: '' });
              }
            } else if (action.kind === 'remove') plain.remove(stored.removeAny(action.pick));
            else stored.mergeAny(action.picks);
          }
          for (const query of queries) expectSame(stored.search(query, 1000), plain.search(query, 1000));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ranks like the plain one when terms are spread over many blocks', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const pages = Array.from({ length: 60 }, (_, index) => pageOf(seed + index));
        const chunks = pages.map((page) => ({ title: page.slice(0, 12), text: page }));
        const query = pageOf(seed - 1);
        const stored = new StoredIndex();
        const plain = new ReferenceIndex<number>();
        for (const part of [chunks.slice(0, 50), chunks.slice(50)]) {
          for (const [index, ordinal] of stored.add(part).entries()) {
            plain.add(ordinal, part[index] ?? { title: '', text: '' });
          }
        }
        for (const pick of [3, 17, 40]) plain.remove(stored.removeAny(pick));
        expect(stored.blockCount).toBeGreaterThan(64);
        expectSame(stored.search(query, 1000), plain.search(query, 1000));
        stored.mergeAny([0, 1]);
        expectSame(stored.search(query, 1000), plain.search(query, 1000));
      }),
      { numRuns: 6 },
    );
  });

  it('gives the best first and no more than asked, and only accepted chunks', () => {
    const stored = new StoredIndex();
    const ordinals = stored.add([
      { title: '', text: 'shipping takes two days' },
      { title: 'Refunds', text: 'a refund takes five days' },
      { title: '', text: 'refund' },
    ]);
    expect(stored.search('refund days', 1).map(({ ordinal }) => ordinal)).toEqual([ordinals[1]]);
    expect(stored.search('refund days', 10, (ordinal) => ordinal !== ordinals[1])[0]?.ordinal).toBe(
      ordinals[2],
    );
    expect(stored.search('refund', 0)).toEqual([]);
    expect(stored.search('', 5)).toEqual([]);
    expect(stored.search('?!', 5)).toEqual([]);
  });

  it('has confidence from 0 to 1 that falls with words the base does not have', () => {
    const stored = new StoredIndex();
    stored.add([
      { title: '', text: '返金は五日かかります' },
      { title: '', text: '送料は無料です' },
    ]);
    const [sure] = stored.search('返金', 1);
    const [unsure] = stored.search('返金 quantum chromodynamics', 1);
    expect(sure?.confidence).toBeLessThanOrEqual(1);
    expect(sure?.confidence).toBeGreaterThan(unsure?.confidence ?? 1);
  });

  it('finds Vietnamese without marks, half-width katakana and hiragana for katakana', () => {
    const stored = new StoredIndex();
    const [vietnamese, japanese] = stored.add([
      { title: '', text: 'Thời gian giao hàng là ba ngày' },
      { title: '', text: 'クレジットカードで支払えます' },
    ]);
    expect(stored.search('thoi gian giao hang', 1)[0]?.ordinal).toBe(vietnamese);
    expect(stored.search('ｸﾚｼﾞｯﾄｶｰﾄﾞ', 1)[0]?.ordinal).toBe(japanese);
    expect(stored.search('くれじっとかーど', 1)[0]?.ordinal).toBe(japanese);
  });

  it('ranks ordinals that are far apart', () => {
    const stored = new StoredIndex(4_000_000_000);
    const ordinals = stored.add([{ title: '', text: 'blue cat' }]);
    stored.skip(200_000_000);
    const [far] = stored.add([{ title: '', text: 'blue dog' }]);
    expect(stored.search('dog', 5).map(({ ordinal }) => ordinal)).toEqual([far]);
    expect(stored.search('cat', 5).map(({ ordinal }) => ordinal)).toEqual(ordinals);
  });
});

it('adds the lengths of a title twice in the plain index too', () => {
  const plain = new ReferenceIndex<number>();
  plain.add(1, { title: 'refund', text: 'refund' });
  expect(chunkTerms({ title: 'refund', text: 'refund' }).lengths[0]).toBe(3);
  expect(plain.size).toBe(1);
});

const SYLLABLES = 'ka tô ran mi 東 都 駅 で す く カ ー ド ex ing nhà'.split(' ');

// 60 words of up to 4 syllables and a number: too many different terms for one block.
function pageOf(seed: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 16) % below;
  };
  const word = () =>
    Array.from({ length: 1 + next(4) }, () => SYLLABLES[next(SYLLABLES.length)]).join('') + next(300);
  return Array.from({ length: 60 }, word).join(' ');
}

type Hit = { readonly score: number; readonly confidence: number };

function expectSame(
  stored: readonly (Hit & { readonly ordinal: number })[],
  plain: readonly (Hit & { readonly id: number })[],
): void {
  const scores = new Map(plain.map((hit) => [hit.id, hit]));
  expect(stored.map(({ ordinal }) => ordinal).sort()).toEqual(plain.map(({ id }) => id).sort());
  for (const [place, { ordinal, score, confidence }] of stored.entries()) {
    const expected = scores.get(ordinal) ?? { score: Number.NaN, confidence: Number.NaN };
    expect(Math.abs(score / expected.score - 1)).toBeLessThan(1e-9);
    expect(Math.abs(confidence / expected.confidence - 1)).toBeLessThan(1e-9);
    expect(score).toBeLessThanOrEqual(stored[place - 1]?.score ?? Number.POSITIVE_INFINITY);
  }
}
