import type { AccountId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { createAccountQueue } from './account-queue.ts';

const SHOP = 'shop' as AccountId;
const OTHER = 'other' as AccountId;
const ONE_RUNS = { running: 1, waiting: 2, refusal: 'Two wait already' };

/** Work that ends when the test says so. */
function createWork(started: string[], name: string) {
  const end = Promise.withResolvers<string>();
  return {
    end: () => end.resolve(name),
    run: () => {
      started.push(name);
      return end.promise;
    },
  };
}

/** Lets settled promises run their callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a queue for each account', () => {
  test('runs entries in order and refuses more than may wait', async () => {
    const queue = createAccountQueue(ONE_RUNS);
    const started: string[] = [];
    const works = ['a', 'b', 'c'].map((name) => createWork(started, name));
    const entries = works.map(({ run }) => queue({ accountId: SHOP }, run));
    await expect(queue({ accountId: SHOP }, async () => 'd')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Two wait already',
    });
    expect(started).toEqual(['a']);
    for (const { end } of works) {
      end();
      await settle();
    }
    expect(await Promise.all(entries)).toEqual(['a', 'b', 'c']);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('does not hold back another account', async () => {
    const queue = createAccountQueue(ONE_RUNS);
    const first = createWork([], 'first');
    const running = queue({ accountId: SHOP }, first.run);
    expect(await queue({ accountId: OTHER }, async () => 'at once')).toBe('at once');
    first.end();
    await running;
  });

  test('runs entries with the same key one after the other, and others beside them', async () => {
    const queue = createAccountQueue({ ...ONE_RUNS, running: 2 });
    const started: string[] = [];
    const first = createWork(started, 'first');
    const second = createWork(started, 'second');
    const beside = createWork(started, 'beside');
    const entries = [
      queue({ accountId: SHOP, key: 'one' }, first.run),
      queue({ accountId: SHOP, key: 'one' }, second.run),
      queue({ accountId: SHOP, key: 'two' }, beside.run),
    ];
    await settle();
    expect(started).toEqual(['first', 'beside']);
    for (const work of [first, second, beside]) work.end();
    await Promise.all(entries);
    expect(started).toEqual(['first', 'beside', 'second']);
  });

  test('goes on after work that failed', async () => {
    const queue = createAccountQueue(ONE_RUNS);
    const failing = queue({ accountId: SHOP }, () => Promise.reject(new Error('broken')));
    const next = queue({ accountId: SHOP }, async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  test('removes an entry whose caller has gone', async () => {
    const queue = createAccountQueue(ONE_RUNS);
    const started: string[] = [];
    const first = createWork(started, 'first');
    const running = queue({ accountId: SHOP }, first.run);
    const gone = new AbortController();
    const left = queue({ accountId: SHOP, signal: gone.signal }, createWork(started, 'left').run);
    gone.abort(new Error('closed'));
    await expect(left).rejects.toThrow('closed');
    first.end();
    await running;
    expect(started).toEqual(['first']);
  });
});
