import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test.each([
  ['ten minutes ahead', 600_000],
  ['ten minutes behind', -600_000],
])('a machine whose clock is %s goes by the database', async (_what, milliseconds) => {
  const real = Date.now;
  Date.now = () => real() + milliseconds;
  try {
    const between = await database.system(async (transaction) => {
      const row = await transaction.one<{ now: string }>(
        'select extract(epoch from clock_timestamp()) * 1000 as now',
      );
      return transaction.now() - Number(row?.now);
    });
    // Far from ten minutes, however slow the machine is.
    expect(Math.abs(between)).toBeLessThan(60_000);
  } finally {
    Date.now = real;
  }
});

test('a clock that is set while the process runs moves nothing', () => {
  let monotonic = 1_000;
  const clock = createDatabaseClock(() => monotonic);
  expect(clock.isStale()).toBe(true);
  clock.measure(5_000_000, 900, 1_100);
  expect(clock.now()).toBe(5_000_000);
  const real = Date.now;
  try {
    Date.now = () => real() + 86_400_000;
    monotonic += 7_000;
    expect(clock.now()).toBe(5_007_000);
    expect(clock.isStale()).toBe(false);
    monotonic += 7_000;
    expect(clock.isStale()).toBe(true);
    expect(clock.now()).toBe(5_014_000);
  } finally {
    Date.now = real;
  }
});
