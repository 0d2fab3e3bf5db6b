import { expect, test } from 'vitest';
import { startOf } from './days.ts';

test('days begin at midnight where the account is, today’s among them', () => {
  const now = new Date('2026-11-22T15:30:00Z');
  expect(startOf('Asia/Tokyo', '7', now)).toBe('2026-11-16T15:00:00.000Z');
  expect(startOf('UTC', '7', now)).toBe('2026-11-16T00:00:00.000Z');
  expect(startOf('America/Los_Angeles', '30', now)).toBe('2026-10-24T07:00:00.000Z');
});
