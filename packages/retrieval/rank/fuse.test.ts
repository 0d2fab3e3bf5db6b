import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FusionSample,
  fuse,
  leadsOf,
  learnFusionWeights,
  passageConfidence,
  prominence,
} from './fuse.ts';

const words = (scores: Readonly<Record<string, number>>) =>
  Object.entries(scores).map(([key, score]) => ({ key, score, confidence: score / 40 }));
const meaning = (scores: Readonly<Record<string, number>>) =>
  Object.entries(scores).map(([key, score]) => ({ key, score }));
/** A list that falls as chance does, with some scores on top. */
const chance = (top: number, step: number, count = 50) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, rank) => [`c${rank}`, top - step * Math.log(rank + 1)]),
  );

describe('fuse', () => {
  it('follows the list in which something stands out', () => {
    const sure = { right: 30, ...chance(9, 1) };
    const vague = { other: 0.61, ...chance(0.6, 0.02) };
    expect(fuse({ words: words(sure), meaning: meaning(vague) })[0]?.key).toBe('right');
    const sureMeaning = { right: 0.9, ...chance(0.6, 0.02) };
    expect(
      fuse({ words: words({ other: 9.2, ...chance(9, 1) }), meaning: meaning(sureMeaning) })[0]?.key,
    ).toBe('right');
  });

  it('puts what both lists find before what one of them finds', () => {
    const one = { a: 12, both: 11.5, ...chance(9, 1) };
    const other = { b: 0.7, both: 0.69, ...chance(0.6, 0.02) };
    expect(fuse({ words: words(one), meaning: meaning(other) })[0]?.key).toBe('both');
  });

  it('is sure when both are, and less so when one is', () => {
    const sure = words({ right: 30, ...chance(9, 1) });
    const both = fuse({ words: sure, meaning: meaning({ right: 0.9, ...chance(0.6, 0.02) }) })[0];
    const one = fuse({ words: sure, meaning: meaning(chance(0.6, 0.02)) })[0];
    expect(both?.key).toBe('right');
    expect(both?.confidence).toBeGreaterThan(one?.confidence ?? 1);
  });

  const scores = fc
    .array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 60 })
    .map((values) => values.sort((one, other) => other - one));
  const keyed = (prefix: string, values: readonly number[]) =>
    values.map((score, index) => ({ key: `${prefix}${index}`, score, confidence: Math.min(1, score / 50) }));

  it('keeps the order of a list that is alone', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const list = keyed('k', values);
        const keys = list.map(({ key }) => key);
        expect(fuse({ words: list, meaning: [] }).map(({ key }) => key)).toEqual(keys);
        expect(fuse({ words: [], meaning: list }).map(({ key }) => key)).toEqual(keys);
        expect(fuse({ words: list, meaning: list }).map(({ key }) => key)).toEqual(keys);
      }),
    );
  });

  it('gives every passage once, in falling order, whatever the unit of the scores', () => {
    fc.assert(
      fc.property(scores, scores, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        const lists = { words: keyed('a', one), meaning: keyed('a', other), weights: { meaning: share } };
        const fused = fuse(lists);
        expect(fused).toHaveLength(Math.max(one.length, other.length));
        for (const [index, { score, confidence }] of fused.entries()) {
          expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? Number.POSITIVE_INFINITY);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('learnFusionWeights', () => {
  /** The wrong passage stands out more than the right one. */
  const sample = (isMeaningRight: boolean): FusionSample<string> => ({
    words: words(isMeaningRight ? { wrong: 40, ...chance(9, 1) } : { right: 12, ...chance(9, 1) }),
    meaning: meaning(
      isMeaningRight ? { right: 0.66, ...chance(0.6, 0.02) } : { wrong: 1, ...chance(0.6, 0.02) },
    ),
    relevant: new Set(['right']),
  });

  it('leans to the list that is right', () => {
    const by = (isMeaningRight: boolean) =>
      learnFusionWeights(Array.from({ length: 20 }, () => sample(isMeaningRight))).meaning;
    expect(by(true)).toBeGreaterThan(0.5);
    expect(by(false)).toBeLessThan(0.5);
  });

  it('stays even without questions', () => {
    expect(learnFusionWeights([]).meaning).toBe(0.5);
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

it('rises with every kind of evidence and stays between 0 and 1', () => {
  fc.assert(
    fc.property(share, share, share, share, share, (one, other, lead, near, rerank) => {
      const of = (confidence: number, score: number) =>
        passageConfidence({ words: { confidence, lead }, meaning: near * 10, rerank: score });
      expect(of(Math.max(one, other), rerank)).toBeGreaterThanOrEqual(of(Math.min(one, other), rerank));
      expect(of(rerank, Math.max(one, other))).toBeGreaterThanOrEqual(of(rerank, Math.min(one, other)));
      expect(of(one, other)).toBeGreaterThanOrEqual(0);
      expect(of(one, other)).toBeLessThanOrEqual(1);
    }),
  );
});

it('doubts a passage that others are as good as', () => {
  const [ahead] = leadsOf([0.3, 0.1, 0.1, 0.1, 0.1]);
  const [among] = leadsOf([0.3, 0.3, 0.29, 0.29, 0.28]);
  const sure = passageConfidence({ words: { confidence: 0.3, lead: ahead ?? 0 }, meaning: null });
  const unsure = passageConfidence({ words: { confidence: 0.3, lead: among ?? 0 }, meaning: null });
  expect(sure).toBeGreaterThan(0.6);
  expect(unsure).toBeLessThan(0.3);
});

it('does not need five passages', () => {
  const [lead] = leadsOf([0.8]);
  expect(passageConfidence({ words: { confidence: 0.8, lead: lead ?? 0 }, meaning: null })).toBeGreaterThan(
    0.9,
  );
  expect(leadsOf([])).toEqual([]);
});

it('measures how far a score stands out in steps of chance', () => {
  const rest = Array.from({ length: 49 }, (_, rank) => 5 - Math.log(rank + 2));
  const [top, second] = prominence([9, ...rest]);
  expect(second).toBeGreaterThan(2);
  expect(second).toBeLessThan(4.5);
  expect(top).toBeGreaterThan(6);
  expect(prominence([])).toEqual([]);
  expect(prominence([3])).toEqual([0]);
  expect(prominence([2, 2, 2])).toEqual([0, 0, 0]);
});

it('does not depend on the unit of the scores', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(scores, (values) => {
      const sorted = values.map((value) => Math.round(value * 1000)).sort((one, other) => other - one);
      const steps = prominence(sorted);
      for (const [index, other] of prominence(sorted.map((value) => value * 8 + 16)).entries()) {
        expect(other).toBeCloseTo(steps[index] ?? 0, 6);
      }
    }),
  );
});
