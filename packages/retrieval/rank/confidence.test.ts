import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leadsOf, passageConfidence } from './confidence.ts';
import { prominence } from './fuse.ts';

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
