import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wantedRange } from './byte-range.ts';

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-3', { kind: 'part', range: { start: 0, end: 3 } }],
  ['bytes=4-', { kind: 'part', range: { start: 4, end: 9 } }],
  ['bytes=-3', { kind: 'part', range: { start: 7, end: 9 } }],
  ['bytes=-30', { kind: 'part', range: { start: 0, end: 9 } }],
  ['bytes=8-30', { kind: 'part', range: { start: 8, end: 9 } }],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-2', { kind: 'whole' }],
  ['bytes=0-1,3-4', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
])('%s of ten bytes', (header, wanted) => {
  expect(wantedRange(header, 10)).toEqual(wanted);
});

test('a part is never outside of the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(), (text, from, to, size) => {
      for (const header of [text, `bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
        const wanted = wantedRange(header, size);
        if (wanted.kind !== 'part') continue;
        const { start, end } = wanted.range;
        expect(start >= 0 && start <= end && end < size).toBe(true);
      }
    }),
  );
});
