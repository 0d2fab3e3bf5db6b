import { afterEach, describe, expect, test, vi } from 'vitest';
import { createErrorReporter, runAs } from './current-work.ts';
import { createLeasedWorker, DONE } from './leased-worker.ts';
import { runInLanes } from './run-in-lanes.ts';

interface Item {
  readonly id: string;
  readonly group: string;
  readonly ended: PromiseWithResolvers<unknown>;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const item = (id: string, group = 'one'): Item => ({ id, group, ended: Promise.withResolvers<unknown>() });

function workerOn(
  waiting: Item[],
  given: { onError?: (error: unknown) => void; renewEveryMs?: number } = {},
) {
  const claims: { limit: number; running: [string, number][] }[] = [];
  const renewed: string[] = [];
  const signals: AbortSignal[] = [];
  const worker = createLeasedWorker<Item>({
    name: 'tested',
    idleMs: 1_000,
    concurrency: 2,
    claim: async ({ limit, running }) => {
      claims.push({ limit, running: [...running] });
      return { items: waiting.splice(0, limit), nextIn: waiting.length > 0 ? 0 : null };
    },
    run: ({ ended }, signal) => {
      signals.push(signal);
      return ended.promise;
    },
    keyOf: ({ id }) => id,
    groupOf: ({ group }) => group,
    renew: { everyMs: given.renewEveryMs ?? 1_000, extend: async ({ id }) => renewed.push(id) },
    onError: given.onError ?? (() => undefined),
  });
  return { worker, claims, renewed, signals };
}

afterEach(() => void vi.useRealTimers());

test('it claims as many items as there is room for, and says which groups run', async () => {
  const items = [item('a'), item('b', 'two'), item('c')] as const;
  const { worker, claims } = workerOn([...items]);
  const notify = vi.fn();
  expect(await worker.runOnce(notify)).toBe(0);
  // Both places are taken.
  expect(await worker.runOnce(notify)).toBeNull();
  items[0].ended.resolve(null);
  await expect.poll(() => notify).toHaveBeenCalledOnce();
  expect(await worker.runOnce(notify)).toBeNull();
  expect(claims).toEqual([
    { limit: 2, running: [] },
    { limit: 1, running: [['two', 1]] },
  ]);
  for (const { ended } of items) ended.resolve(null);
  await worker.drain();
});

describe('an item that is done for good', () => {
  test('is no reason to claim again, unless more was due when it was claimed', async () => {
    const waiting = [item('a'), item('b')];
    const [first, second] = waiting;
    const { worker } = workerOn(waiting);
    const notify = vi.fn();
    await worker.runOnce(notify, 1);
    first?.ended.resolve(DONE);
    await expect.poll(() => notify).toHaveBeenCalledOnce();
    await worker.runOnce(notify);
    second?.ended.resolve(DONE);
    await worker.drain();
    expect(notify).toHaveBeenCalledOnce();
  });

  test('is one when another round took place meanwhile, which may have found its row taken', async () => {
    const only = item('a');
    const { worker } = workerOn([only]);
    const notify = vi.fn();
    await worker.runOnce(notify);
    await worker.runOnce(() => undefined);
    only.ended.resolve(DONE);
    await worker.drain();
    expect(notify).toHaveBeenCalledOnce();
  });
});

test('a caller may want fewer items started in a round', async () => {
  const { worker, claims } = workerOn([item('a'), item('b')]);
  await worker.runOnce(undefined, 1);
  expect(claims).toEqual([{ limit: 1, running: [] }]);
});

test('a lease is renewed while its item runs, and no longer', async () => {
  vi.useFakeTimers();
  const only = item('a');
  const { worker, renewed } = workerOn([only], { renewEveryMs: 5 });
  await worker.runOnce();
  await vi.advanceTimersByTimeAsync(11);
  expect(renewed).toHaveLength(2);
  only.ended.resolve(null);
  await worker.drain();
  await vi.advanceTimersByTimeAsync(100);
  expect(renewed).toHaveLength(2);
});

test('stop aborts what runs, waits for it, and starts nothing more', async () => {
  const only = item('a');
  const { worker, signals, claims } = workerOn([only]);
  await worker.runOnce();
  let isStopped = false;
  const stopped = worker.stop().then(() => {
    isStopped = true;
  });
  // What a stop that did not wait would do is done by the next turn of the event loop.
  await nextTurn();
  expect({ isStopped, isAborted: signals[0]?.aborted }).toEqual({ isStopped: false, isAborted: true });
  only.ended.resolve(null);
  await stopped;
  expect(await worker.runOnce()).toBeNull();
  expect(claims).toHaveLength(1);
});

test('what fails is logged with its worker, key and code, and the others go on', async () => {
  const [failing, other] = [item('a'), item('b')];
  const lines: object[] = [];
  const onError = createErrorReporter({ error: (facts) => lines.push(facts) });
  const { worker } = workerOn([failing, other], { onError });
  await runAs({ worker: worker.name }, () => worker.runOnce());
  const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  failing.ended.reject(lost);
  other.ended.resolve(null);
  await worker.drain();
  expect(lines).toEqual([{ worker: 'tested', key: 'a', code: 'ECONNRESET', err: lost }]);
});

test('lanes work on all items, so many at a time', async () => {
  let now = 0;
  let most = 0;
  const seen: number[] = [];
  await runInLanes([1, 2, 3, 4, 5], 2, async (one) => {
    now += 1;
    most = Math.max(most, now);
    await nextTurn();
    seen.push(one);
    now -= 1;
  });
  expect({ seen, most }).toEqual({ seen: [1, 2, 3, 4, 5], most: 2 });
});

test('pauses longer and longer after rounds that claimed nothing, although the store says that an item is due', async () => {
  const stored: Item[] = [];
  const worker = createLeasedWorker<Item>({
    name: 'tested',
    concurrency: 2,
    claim: async ({ limit }) => ({ items: stored.splice(0, limit), nextIn: 0 }),
    run: async () => undefined,
    keyOf: ({ id }) => id,
    onError: () => undefined,
  });
  const pauses: (number | null)[] = [];
  for (let round = 0; round < 12; round += 1) pauses.push(await worker.runOnce());
  expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
  expect(pauses.at(-1)).toBe(5_000);

  // A round that claims something is followed by another at once.
  stored.push(item('a'));
  expect(await worker.runOnce()).toBe(0);
  expect(await worker.runOnce()).toBe(10);
});
