// @vitest-environment jsdom

import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeConversation } from '../testing.ts';
import { createBatcher, createRefetchQueue, createThrottle, useBatcher } from './update-queues.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PAUSE = 50;

describe('batcher', () => {
  test('hands over at once when it is quiet, and what comes right after it together, in order', () => {
    const taken: number[][] = [];
    const batcher = createBatcher<number>((items) => taken.push([...items]), PAUSE);
    for (const item of [1, 2, 3]) batcher.add(item);
    expect(taken).toEqual([[1]]);
    vi.advanceTimersByTime(PAUSE);
    expect(taken).toEqual([[1], [2, 3]]);
    batcher.add(4);
    expect(taken).toHaveLength(2);
    vi.advanceTimersByTime(2 * PAUSE);
    expect(taken).toEqual([[1], [2, 3], [4]]);
    batcher.add(5);
    expect(taken.at(-1)).toEqual([5]);
  });

  test('of many that keep coming none is lost or handed over twice, in as many times as there are pauses', () => {
    const taken: (readonly number[])[] = [];
    const batcher = createBatcher<number>((items) => taken.push(items), PAUSE);
    const all = Array.from({ length: 500 }, (_, index) => index);
    for (const item of all) {
      batcher.add(item);
      vi.advanceTimersByTime(2);
    }
    vi.advanceTimersByTime(PAUSE);
    expect(taken.flat()).toEqual(all);
    expect(taken.length).toBeLessThanOrEqual((500 * 2) / PAUSE + 2);
  });

  test('goes on after it could not be taken', () => {
    const taken: number[] = [];
    const batcher = createBatcher<number>((items) => {
      if (items.includes(1)) throw new Error('no');
      taken.push(...items);
    }, PAUSE);
    expect(() => batcher.add(1)).toThrow('no');
    batcher.add(2);
    vi.advanceTimersByTime(PAUSE);
    expect(taken).toEqual([2]);
  });

  test('what still waits when the component leaves is handed over, to what it calls by then', () => {
    const taken: string[] = [];
    const { result, rerender, unmount } = renderHook(
      ({ name }) =>
        useBatcher<number>((items) => taken.push(...items.map((item) => `${name} ${item}`)), PAUSE),
      { initialProps: { name: 'first' } },
    );
    for (const item of [1, 2, 3]) result.current.add(item);
    rerender({ name: 'second' });
    unmount();
    expect(taken).toEqual(['first 1', 'second 2', 'second 3']);
    vi.advanceTimersByTime(10 * PAUSE);
    expect(taken).toHaveLength(3);
  });
});

/** A request that is answered when the test says so. */
function requests<Answer>() {
  const open: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  return { open, ask: () => new Promise<Answer>((resolve, reject) => open.push({ resolve, reject })) };
}

describe('throttle', () => {
  test('runs at once, then one at a time and at most once in a pause, and once more after the last wish', async () => {
    const { open, ask } = requests<void>();
    const want = createThrottle(ask, 1000);
    for (let wish = 0; wish < 10; wish += 1) want();
    expect(open).toHaveLength(1);
    // Longer than the pause, and still only one on its way.
    await vi.advanceTimersByTimeAsync(3000);
    want();
    expect(open).toHaveLength(1);
    open[0]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(open).toHaveLength(2);
    open[1]?.resolve();
    await vi.advanceTimersByTimeAsync(5000);
    expect(open).toHaveLength(2);
    want();
    expect(open).toHaveLength(3);
  });

  test('goes on after a failure', async () => {
    const { open, ask } = requests<void>();
    const want = createThrottle(ask, 1000);
    want();
    want();
    open[0]?.reject(new Error('offline'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(open).toHaveLength(2);
  });
});

describe('refetch queue', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => makeConversation(index).uuid);
  function makeAsking(newest: ConversationView[]) {
    const asked: (ConversationId | 'newest')[] = [];
    const answered: ConversationId[] = [];
    const ask = createRefetchQueue({
      one: async (uuid) => {
        asked.push(uuid);
        return { ...makeConversation(1), uuid };
      },
      newest: async () => {
        asked.push('newest');
        return newest;
      },
      answered: (conversations) => answered.push(...conversations.map(({ uuid }) => uuid)),
      pauseMs: 1000,
    });
    return { ask, asked, answered };
  }

  test('one is asked for by itself, at once', async () => {
    const { ask, asked, answered } = makeAsking([]);
    const [uuid] = ids(1);
    ask(uuid ? [uuid] : []);
    await vi.advanceTimersByTimeAsync(0);
    expect([asked, answered]).toEqual([[uuid], [uuid]]);
    ask([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(1);
  });

  test('many cost one request, those that are not among the newest one each, a second apart', async () => {
    const newest = Array.from({ length: 38 }, (_, index) => makeConversation(index));
    const { ask, asked, answered } = makeAsking(newest);
    const all = ids(40);
    ask(all);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual(['newest']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toEqual(['newest', all[38], all[39]]);
    expect(answered.toSorted()).toEqual(all);
  });

  test('a flood is not remembered for ever', async () => {
    const { ask, asked } = makeAsking([]);
    ask(ids(1000));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(201);
    expect(asked.at(-1)).toBe(ids(1000).at(-1));
  });
});
