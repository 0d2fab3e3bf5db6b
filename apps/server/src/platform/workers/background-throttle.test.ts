import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type BackgroundThrottle, createBackgroundThrottle } from './background-throttle.ts';

let time = 0;
let late = 0;
let waited: number[] = [];
let way: BackgroundThrottle;
const start = () => {
  time = 1_000;
  late = 0;
  waited = [];
  way = createBackgroundThrottle({
    slowMs: 10,
    longestMs: 80,
    now: () => time,
    loopDelay: () => late,
    sleep: async (milliseconds) => {
      time += milliseconds;
      waited.push(milliseconds);
    },
  });
};
afterEach(() => way.stop());
const call = (milliseconds: number) =>
  way.watch(async () => {
    time += milliseconds;
  });
const total = () => waited.reduce((sum, one) => sum + one, 0);

describe('work in the background', () => {
  test('goes on at once while calls are quick', async () => {
    start();
    for (let count = 0; count < 20; count += 1) await call(2);
    await way.wait();
    expect(waited).toEqual([]);
  });

  test('waits while calls are slow, but never for ever', async () => {
    start();
    for (let count = 0; count < 20; count += 1) await call(40);
    await way.wait();
    expect(total()).toBeGreaterThanOrEqual(80);
    expect(total()).toBeLessThan(100);
  });

  test('waits for what is noted as late, and says that it still is', async () => {
    start();
    expect(await way.wait()).toBe(false);
    for (let count = 0; count < 20; count += 1) way.recordLatency(40);
    expect(await way.wait()).toBe(true);
    for (let count = 0; count < 20; count += 1) way.recordLatency(1);
    expect(await way.wait()).toBe(false);
  });

  test('does not wait behind a slow call that came alone', async () => {
    start();
    await call(400);
    await way.wait();
    expect(waited).toEqual([]);
  });

  test('waits for a call that hangs just now', async () => {
    start();
    let end: () => void = () => undefined;
    const running = way.watch(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    time += 20;
    await way.wait();
    expect(total()).toBeGreaterThan(0);
    end();
    await running;
  });

  test('waits when the event loop is late while calls come', async () => {
    start();
    late = 30;
    await way.wait();
    expect(waited).toEqual([]);
    for (let count = 0; count < 3; count += 1) await call(1);
    await way.wait();
    expect(total()).toBeGreaterThan(0);
  });

  test('goes on soon after the last call, and a call that fails counts as well', async () => {
    start();
    for (let count = 0; count < 20; count += 1)
      await way
        .watch(async () => {
          time += 50;
          throw new Error('refused');
        })
        .catch(() => undefined);
    time += 300;
    await way.wait();
    expect(waited).toEqual([]);
  });

  test('waits while calls come to an event loop that is measured to be late', async () => {
    way = createBackgroundThrottle({ slowMs: 10, longestMs: 1 });
    expect(await way.wait()).toBe(false);
    let isLate = false;
    for (let count = 0; count < 50 && !isLate; count += 1) {
      await way.watch(async () => undefined);
      const until = performance.now() + 60;
      while (performance.now() < until);
      await sleep(1);
      isLate = await way.wait();
    }
    expect(isLate).toBe(true);
  });
});
