import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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

/** Batches that are written until they are let go, in the order in which they began. */
function heldGroup(options: { readonly maxBatch: number; readonly lanes: number }) {
  const begun: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const group = groupCommit<number, number>((items) => {
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    begun.push({ items, end: () => resolve(items) });
    return promise;
  }, options);
  const batches = () => begun.map(({ items }) => items);
  return { group, begun, batches };
}

test('while a batch is written others gather; once it is slow, or they fill a batch, they begin beside it', async () => {
  vi.useFakeTimers();
  try {
    const { group, begun, batches } = heldGroup({ maxBatch: 3, lanes: 2 });
    const results = [group.add(1)];
    await vi.advanceTimersByTimeAsync(1);
    results.push(group.add(2));
    await vi.advanceTimersByTimeAsync(20);
    results.push(group.add(3));
    await vi.advanceTimersByTimeAsync(20);
    expect(batches()).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(batches()).toEqual([[1], [2, 3]]);
    results.push(group.add(4));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches()).toEqual([[1], [2, 3]]);
    begun[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    // What is written beside it is slow.
    expect(batches()).toEqual([[1], [2, 3], [4]]);
    for (const { end } of begun.slice(1)) end();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
    const more = [group.add(5)];
    await vi.advanceTimersByTimeAsync(0);
    more.push(...[6, 7, 8].map(group.add));
    await vi.advanceTimersByTimeAsync(0);
    expect(batches().slice(3)).toEqual([[5], [6, 7, 8]]);
    for (const { end } of begun) end();
    expect(await Promise.all(more)).toEqual([5, 6, 7, 8]);
  } finally {
    vi.useRealTimers();
  }
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
