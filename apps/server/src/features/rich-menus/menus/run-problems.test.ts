import { expect, test } from 'vitest';
import { estimateEnd } from './run-problems.ts';

test('menus that are left are made and deleted a hundred an hour', () => {
  const limits = { madeInAnHour: 100, deletedInAnHour: 100, linkedAtOnce: 500, menus: 1000 };
  const endOf = (toCreate: number, toDelete: number) =>
    estimateEnd(new Date('2026-12-01T10:00:00Z'), { toCreate, toDelete }, limits).toISOString().slice(11, 16);
  expect([endOf(0, 0), endOf(1, 0), endOf(100, 100)]).toEqual(['10:00', '10:00', '10:00']);
  expect([endOf(101, 0), endOf(0, 101), endOf(950, 201)]).toEqual(['11:00', '11:00', '19:00']);
});
