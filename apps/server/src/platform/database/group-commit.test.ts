import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupCommit } from './group-commit.ts';

test('everybody gets their own result, in batches no larger than allowed and no more lanes than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 3 }),
      async (gaps, maxBatch, lanes) => {
        let running = 0;
        const sizes: number[] = [];
        const group = groupCommit<number, string>(
          async (items) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(lanes);
            sizes.push(items.length);
            await sleep(0);
            running -= 1;
            return items.map((item) => `done ${item}`);
          },
          { maxBatch, lanes },
        );
        const results: Promise<string>[] = [];
        for (const [index, gap] of gaps.entries()) {
          if (gap === 0) await sleep(0);
          results.push(group.add(index));
        }
        expect(await Promise.all(results)).toEqual(gaps.map((_, index) => `done ${index}`));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(gaps.length);
        for (const size of sizes) expect(size).toBeLessThanOrEqual(maxBatch);
      },
    ),
    { numRuns: 40 },
  );
});

test('one bad item spoils no other', async () => {
  const written: number[] = [];
  const group = groupCommit<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error('two is not allowed');
      written.push(...items);
      return items;
    },
    { maxBatch: 10, lanes: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual([1, 3]);
});

test('without a database nobody is tried alone', async () => {
  let calls = 0;
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const group = groupCommit<number, number>(
    async () => {
      calls += 1;
      throw gone;
    },
    { maxBatch: 10, lanes: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason: gone })));
  expect(calls).toBe(1);
});
