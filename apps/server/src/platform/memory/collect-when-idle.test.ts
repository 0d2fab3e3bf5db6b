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

test('collects once a thread has been idle for a while', () => {
  const { state, collecting } = start();
  state.busy = 0.5;
  vi.advanceTimersByTime(60_000);
  state.busy = 0.01;
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(0);
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(1);
  collecting.stop();
});

test('collects again after minutes, when the heap has grown from its smallest', () => {
  const { state, collecting } = start();
  vi.advanceTimersByTime(40_000);
  state.heap = 70 * MIB;
  vi.advanceTimersByTime(20_000);
  state.heap = 101 * MIB;
  vi.advanceTimersByTime(600_000);
  expect(state.collections).toBe(1);
  state.heap = 103 * MIB;
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(2);
  state.heap = 200 * MIB;
  vi.advanceTimersByTime(280_000);
  expect(state.collections).toBe(2);
  vi.advanceTimersByTime(20_000);
  expect(state.collections).toBe(3);
  collecting.stop();
  state.heap = 300 * MIB;
  vi.advanceTimersByTime(600_000);
  expect(state.collections).toBe(3);
});

test('gives back the memory of this thread', () => {
  let kept: unknown[] | null = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = getHeapStatistics().total_heap_size;
  expect(kept).toHaveLength(1_000_000);
  kept = null;
  const collecting = collectWhenIdle({ busyShare: () => 0 });
  vi.advanceTimersByTime(40_000);
  expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(24 * MIB);
  collecting.stop();
});
