import { describe, expect, test } from 'vitest';
import { isQuotaShort, sendCost } from './send-request.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const manifest = (quota: boolean, window: { freeMs: number; openMs: number } | null) =>
  ({ capabilities: { quota }, limits: { window } }) as unknown as Parameters<typeof sendCost>[0];
const windowed = manifest(true, { freeMs: 48 * HOUR, openMs: 168 * HOUR });

describe('what a call costs', () => {
  test.each([
    ['a reply is free', manifest(true, null), 'reply', null, 'free'],
    ['a push is counted where the vendor counts', manifest(true, null), 'push', null, 'paid'],
    ['and free where it does not', manifest(false, null), 'push', null, 'free'],
    ['in the free part of the window', windowed, 'push', 48, 'free'],
    ['after it', windowed, 'push', 49, 'paid'],
    ['until it closes', windowed, 'push', 168, 'paid'],
    ['when it has closed', windowed, 'push', 169, 'closed'],
    ['somebody of whom no word is known', windowed, 'push', null, 'free'],
  ] as const)('%s', (_, of, method, hours, cost) => {
    const lastCustomerAt = hours === null ? null : NOW - hours * HOUR;
    expect(sendCost(of, { method, lastCustomerAt, now: NOW })).toBe(cost);
  });
});

test.each([
  ['unknown', null, 100, false, 1, false],
  ['more than is kept', 11, 10, false, 1, false],
  ['what is kept', 10, 10, false, 1, true],
  ['what is kept, by a person', 10, 10, true, 1, false],
  ['nothing left, by a person', 0, 10, true, 1, true],
  ['nothing kept, one left', 1, 0, false, 1, false],
  ['a group that just fits beside what is kept', 40, 10, false, 30, false],
  ['a group that would eat into what is kept', 39, 10, false, 30, true],
  ['a group of a person, who may have what is kept', 30, 10, true, 30, false],
  ['a group of a person, larger than what is left', 29, 10, true, 30, true],
])('short of quota: %s', (_, left, keep, isByPerson, recipients, short) => {
  expect(isQuotaShort(left, { keep, isByPerson, recipients })).toBe(short);
});
