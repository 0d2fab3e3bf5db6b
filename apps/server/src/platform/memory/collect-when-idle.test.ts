import { getHeapStatistics } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from './collect-when-idle.ts';

const MIB = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const state = { busy: 0, heap: 200 * MIB, collections: 0 };
  const collecting = collectWhenIdle({
    busyShare: () => state.busy,
    heapBytes: () => state.heap,
    collect() {
      state.collections += 1;
      state.heap = 90 * MIB;
    },
  });
  return { state, collecting };
}

test('collects once a thread has been idle, and again when the heap has grown', () => {
  const { state, collecting } = start();
  state.busy = 0.5;
  vi.advanceTimersByTime(60_000);
  expect(state.collections).toBe(0);
  state.busy = 0.01;
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(1);
  state.heap = 110 * MIB;
  vi.advanceTimersByTime(60_000);
  expect(state.collections).toBe(1);
  state.heap = 130 * MIB;
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(2);
  collecting.stop();
  state.heap = 200 * MIB;
  vi.advanceTimersByTime(60_000);
  expect(state.collections).toBe(2);
});

test('measures growth from the smallest heap since', () => {
  const { state, collecting } = start();
  vi.advanceTimersByTime(20_000);
  state.heap = 70 * MIB;
  vi.advanceTimersByTime(20_000);
  state.heap = 105 * MIB;
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(2);
  collecting.stop();
});

test('gives back the memory of this thread', () => {
  let kept: unknown[] | null = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = getHeapStatistics().total_heap_size;
  expect(kept).toHaveLength(1_000_000);
  kept = null;
  const collecting = collectWhenIdle({ busyShare: () => 0 });
  vi.advanceTimersByTime(20_000);
  expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(24 * MIB);
  collecting.stop();
});
