import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SegmentSize, segmentsToMerge } from './segment.ts';

it('leaves a few segments alone and merges a crowd of one tier', () => {
  const small = Array.from({ length: 8 }, (_, index) => ({ id: `s${index}`, chunks: 3 }));
  const large = { id: 'large', chunks: 5000 };
  expect(segmentsToMerge([...small.slice(1), large])).toEqual([]);
  expect(segmentsToMerge([...small, large])).toEqual(small.map(({ id }) => id));
});

it('rewrites a segment that is mostly removed chunks', () => {
  expect(segmentsToMerge([{ id: 'a', chunks: 60, removed: 40 }])).toEqual([]);
  expect(segmentsToMerge([{ id: 'a', chunks: 40, removed: 60 }])).toEqual(['a']);
  expect(segmentsToMerge([{ id: 'a', chunks: 0, removed: 1 }])).toEqual(['a']);
});

it('keeps segments logarithmic and each chunk rarely rewritten', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 400 }), (additions) => {
      let segments: SegmentSize[] = [];
      let rewritten = 0;
      for (const [index, chunks] of additions.entries()) {
        segments.push({ id: `added-${index}`, chunks });
        for (let ids = segmentsToMerge(segments); ids.length > 0; ids = segmentsToMerge(segments)) {
          const merged = segments.filter(({ id }) => ids.includes(id));
          const total = merged.reduce((sum, segment) => sum + segment.chunks, 0);
          segments = [
            ...segments.filter(({ id }) => !ids.includes(id)),
            { id: `merged-${rewritten}`, chunks: total },
          ];
          rewritten += total;
        }
      }
      const total = additions.reduce((sum, chunks) => sum + chunks, 0);
      const tiers = 1 + Math.max(0, Math.ceil(Math.log(total / 32) / Math.log(8)));
      expect(segments.length).toBeLessThanOrEqual(7 * (tiers + 1));
      expect(rewritten).toBeLessThanOrEqual(total * 8);
      expect(segments.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(total);
    }),
  );
});
