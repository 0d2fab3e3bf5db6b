import { expect, test } from 'vitest';
import { askedRange } from './byte-range.ts';

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-9', { kind: 'part', start: 0, end: 9 }],
  ['bytes=10-', { kind: 'part', start: 10, end: 99 }],
  ['bytes=10-999', { kind: 'part', start: 10, end: 99 }],
  ['bytes=-5', { kind: 'part', start: 95, end: 99 }],
  ['bytes=-500', { kind: 'part', start: 0, end: 99 }],
  ['bytes=-0', { kind: 'outside' }],
  ['bytes=100-', { kind: 'outside' }],
  ['bytes=9-3', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
])('%s of 100 bytes', (header, expected) => {
  expect(askedRange(header, 100)).toEqual(expected);
});

test('an empty file has no part', () => {
  expect(askedRange('bytes=0-', 0)).toEqual({ kind: 'outside' });
});
