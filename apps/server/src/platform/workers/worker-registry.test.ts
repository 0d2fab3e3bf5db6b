import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorkerRegistry, type Worker, type WorkerRegistry } from './worker-registry.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A registry with one worker, whose next row is due in `dueIn` milliseconds by the database; null: there is none. */
function startOne(given: Partial<Worker> = {}, options: { readonly isOnlyProcess?: boolean } = {}) {
  const state = { dueIn: null as number | null, rounds: 0, statements: [] as string[] };
  const errors: unknown[] = [];
  const registry = createWorkerRegistry({
    database: {
      async poll(sql) {
        state.statements.push(sql);
        return { 0: state.dueIn };
      },
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  registry.start([
    {
      name: 'outbox',
      nextDue: '(select min(due_at) from deliveries)',
      async runOnce() {
        state.rounds += 1;
        return null;
      },
      ...given,
    },
  ]);
  return { registry, state, errors };
}

test('has a first round at once and none while nothing is due', async () => {
  const { registry, state } = startOne();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state.rounds).toBe(1);
  expect(state.statements).toContain(
    'select (extract(epoch from (select min(due_at) from deliveries) - now()) * 1000)::float8 as "0"',
  );
  await vi.advanceTimersByTimeAsync(31_000);
  expect(state.rounds).toBe(2);
  await registry.stop();
});

test('has a round when a row is due that another process has written', async () => {
  const { registry, state } = startOne();
  await vi.advanceTimersByTimeAsync(1_500);
  state.dueIn = 400.5;
  await vi.advanceTimersByTimeAsync(500);
  expect(state.rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(state.rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(state.rounds).toBe(2);
  await registry.stop();
});

test('has at most a round a second while a due row cannot be claimed', async () => {
  const { registry, state } = startOne();
  await vi.advanceTimersByTimeAsync(500);
  expect(state.rounds).toBe(1);
  state.dueIn = -60_000;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.rounds).toBe(11);
  await registry.stop();
});

test('keeps the time that the worker itself returned when that is earlier', async () => {
  let rounds = 0;
  const { registry, state } = startOne({
    async runOnce() {
      rounds += 1;
      return rounds === 1 ? 1_100 : null;
    },
  });
  await vi.advanceTimersByTimeAsync(900);
  state.dueIn = 900;
  await vi.advanceTimersByTimeAsync(190);
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(rounds).toBe(2);
  await registry.stop();
});

test('has a round when something was announced to be due, also while one was running', async () => {
  const running = Promise.withResolvers<null>();
  let rounds = 0;
  const { registry } = startOne({
    async runOnce() {
      rounds += 1;
      return rounds === 2 ? running.promise : null;
    },
  });
  await vi.advanceTimersByTimeAsync(10);
  registry.notify('outbox', 1_300);
  await vi.advanceTimersByTimeAsync(1_299);
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  registry.notify('outbox', 500);
  registry.notify('outbox', 900);
  await vi.advanceTimersByTimeAsync(200);
  running.resolve(null);
  await vi.advanceTimersByTimeAsync(299);
  expect(rounds).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(3);
  await registry.stop();
});

test('reports that due times cannot be polled, and polls on', async () => {
  const errors: unknown[] = [];
  let polls = 0;
  const registry = createWorkerRegistry({
    database: {
      async poll() {
        polls += 1;
        throw new Error('the database is away');
      },
    },
    onError: (error) => errors.push(error),
  });
  registry.start([{ name: 'mails', nextDue: 'now()', runOnce: async () => null }]);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(polls).toBe(4);
  expect(errors).toHaveLength(4);
  await registry.stop();
});

test('polls each second without activity when another process may write', async () => {
  const { registry, state } = startOne();
  await vi.advanceTimersByTimeAsync(120_500);
  state.statements.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.statements).toHaveLength(10);
  await registry.stop();
});

describe('the only process', () => {
  const startIdle = async () => {
    const started = startOne({}, { isOnlyProcess: true });
    await vi.advanceTimersByTimeAsync(65_500);
    started.state.statements.length = 0;
    started.state.rounds = 0;
    return started;
  };

  test.each([
    ['activity', (registry: WorkerRegistry) => registry.recordActivity()],
    ['a notification', (registry: WorkerRegistry) => registry.notify('outbox')],
  ])(
    'polls every five seconds after a minute without activity, and each second again after %s',
    async (_what, act) => {
      const { registry, state } = await startIdle();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(state.statements).toHaveLength(12);
      act(registry);
      state.statements.length = 0;
      await vi.advanceTimersByTimeAsync(10_500);
      expect(state.statements).toHaveLength(10);
      await registry.stop();
    },
  );

  test('polls each second once a row is due within seconds, for that row and what comes of it', async () => {
    const { registry, state } = await startIdle();
    state.dueIn = 4_000;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(state.rounds).toBe(0);
    state.dueIn = 400;
    state.statements.length = 0;
    await vi.advanceTimersByTimeAsync(1_400);
    expect(state.rounds).toBe(1);
    state.dueIn = null;
    await vi.advanceTimersByTimeAsync(8_600);
    expect(state.statements).toHaveLength(10);
    await registry.stop();
  });
});
