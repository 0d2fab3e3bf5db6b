import { AccountId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createBlockCache } from './block-cache.ts';

const SEGMENT = newId<string>();

/** A table whose buckets 0 to 9 are there, with as many bytes as it says; it notes what it was asked for. */
function table(size: number) {
  const asked: number[][] = [];
  const transaction = {
    accountId: AccountId.parse(newId()),
    rows: async (_sql: string, values: readonly unknown[] = []) => {
      const buckets = values[2] as number[];
      asked.push(buckets);
      return buckets
        .filter((bucket) => bucket < 10)
        .map((bucket) => ({ segmentId: SEGMENT, bucket, data: Buffer.alloc(size, bucket) }));
    },
  } as unknown as AccountTransaction;
  const want = (...buckets: number[]) => buckets.map((bucket) => ({ segmentId: SEGMENT, bucket }));
  return { transaction, asked, want };
}

test('asks for a block once, also for one that is not there', async () => {
  const { transaction, asked, want } = table(10);
  const cache = createBlockCache(100_000);
  const first = await cache.load(transaction, want(1, 2, 77));
  const second = await cache.load(transaction, want(2, 77, 1, 3));
  expect(asked).toEqual([[1, 2, 77], [3]]);
  expect(first.map(({ bucket }) => bucket)).toEqual([1, 2]);
  expect(second.map(({ bucket }) => bucket).sort()).toEqual([1, 2, 3]);
  expect(second.find(({ bucket }) => bucket === 2)?.data[0]).toBe(2);
});

test('lets go of what was not asked for longest when it is full', async () => {
  const { transaction, asked, want } = table(850);
  const cache = createBlockCache(2_500);
  await cache.load(transaction, want(1));
  await cache.load(transaction, want(2));
  await cache.load(transaction, want(1));
  await cache.load(transaction, want(3));
  await cache.load(transaction, want(1, 3));
  expect(asked).toEqual([[1], [2], [3]]);
  await cache.load(transaction, want(2));
  expect(asked.at(-1)).toEqual([2]);
});
