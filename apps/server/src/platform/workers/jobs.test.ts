import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createErrorReporter } from './current-work.ts';
import {
  createJobs,
  HOURLY,
  type JobDefinition,
  releaseJobs,
  type StartableJobs,
  scheduledJob,
} from './jobs.ts';

let stored: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let jobs: StartableJobs;
const lines: object[] = [];
const cleanUp = vi.fn(async () => undefined);

const failing: JobDefinition<{ accountId: string; id: string }> = {
  name: 'failing',
  concurrency: 1,
  retryLimit: 0,
  heartbeatSeconds: 10,
  handle: async () => {
    throw Object.assign(new Error('no'), { code: '57014' });
  },
};

beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase({ url: stored.url, poolSize: 2, onError: () => undefined });
  const onError = createErrorReporter({ error: (facts) => lines.push(facts) });
  jobs = createJobs({ url: stored.url, onError });
  await jobs.start([scheduledJob('clean-up', HOURLY, cleanUp), failing]);
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await stored.drop();
});

test('a scheduled job is queued by the clock, and once for hours that were missed', async () => {
  const schedules = await database.system((transaction) =>
    transaction.rows<{ name: string; cron: string; missed: string }>(
      `select name, cron, options ->> 'missed' as missed from pgboss.schedule`,
    ),
  );
  expect(schedules).toEqual([{ name: 'clean-up', cron: HOURLY, missed: 'once' }]);
});

/** Never due while a test runs. */
const YEARLY = '0 0 1 1 *';

test('another start keeps the schedules that are as wanted and changes the others', async () => {
  const readSchedules = () =>
    database.system((transaction) =>
      transaction.rows<{ cron: string; row: string }>('select cron, xmin::text as row from pgboss.schedule'),
    );
  const startAgain = async (cron: string) => {
    const again = createJobs({ url: stored.url, onError: () => undefined, works: false });
    await again.start([failing]);
    await again.stop();
    const working = createJobs({ url: stored.url, onError: () => undefined });
    await working.start([scheduledJob('clean-up', cron, cleanUp)]);
    await working.stop();
  };
  const before = await readSchedules();
  await startAgain(HOURLY);
  expect(await readSchedules()).toEqual(before);
  await startAgain(YEARLY);
  expect(await readSchedules()).toMatchObject([{ cron: YEARLY }]);
  await startAgain(HOURLY);
  expect(await readSchedules()).toMatchObject([{ cron: HOURLY }]);
});

test('a scheduled job runs when it is queued, and waits for the one that runs', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  cleanUp.mockReturnValueOnce(ended);
  await database.system((transaction) => jobs.send(transaction, 'clean-up', {}));
  await expect.poll(() => cleanUp).toHaveBeenCalledOnce();
  await database.system((transaction) => jobs.send(transaction, 'clean-up', {}));
  resolve(undefined);
  const states = () =>
    database.system((transaction) =>
      transaction.rows<{ state: string }>(`select state::text from pgboss.job where name = 'clean-up'`),
    );
  await expect.poll(states).toEqual([{ state: 'completed' }]);
});

test('jobs that were queued together are done one after another, without a pause', async () => {
  const handled: number[] = [];
  const queue = createJobs({ url: stored.url, onError: () => undefined });
  const numbered: JobDefinition<{ number: number }> = {
    name: 'numbered',
    concurrency: 1,
    retryLimit: 0,
    heartbeatSeconds: 10,
    handle: async ({ number }) => void handled.push(number),
  };
  await queue.start([numbered]);
  await database.system(async (transaction) => {
    for (const number of [1, 2, 3, 4]) await queue.send(transaction, 'numbered', { number });
  });
  await expect.poll(() => handled.toSorted()).toEqual([1, 2, 3, 4]);
  await queue.stop();
});

test('a retry is done when its due time is polled', async () => {
  let attempts = 0;
  const queue = createJobs({ url: stored.url, onError: () => undefined });
  const flaky: JobDefinition<{ id: string }> = {
    name: 'flaky',
    concurrency: 1,
    retryLimit: 2,
    heartbeatSeconds: 10,
    handle: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
    },
  };
  await queue.start([flaky]);
  await database.system((transaction) => queue.send(transaction, 'flaky', { id: 'a' }));
  await expect.poll(() => attempts).toBe(1);
  const worker = queue.createWorker();
  await expect.poll(() => database.poll(`select ${worker.nextDue} <= now() as due`)).toEqual({ due: true });
  await worker.runOnce(() => undefined);
  await expect.poll(() => attempts).toBe(2);
  await queue.stop();
});

test('a job that fails is logged with its name, key and code', async () => {
  await database.system((transaction) => jobs.send(transaction, 'failing', { accountId: 'a', id: 'b' }));
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines).toMatchObject([{ worker: 'failing', key: 'accountId=a id=b', code: '57014' }]);
});

test('what a process that died was at is due at once; what ended that way too often has failed', async () => {
  const queue = createJobs({ url: stored.url, works: false, onError: () => undefined });
  const left = {
    name: 'left',
    concurrency: 1,
    retryLimit: 4,
    heartbeatSeconds: 30,
    handle: async () => undefined,
  };
  await queue.start([left]);
  const states = await database.system(async (transaction) => {
    for (const tries of [0, 4]) await queue.send(transaction, 'left', { tries });
    await transaction.run(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
         retry_count = (data ->> 'tries')::int where name = 'left'`,
    );
    await releaseJobs(transaction);
    return transaction.rows<{ state: string; isDue: boolean }>(
      `select state::text as state, start_after <= now() as "isDue" from pgboss.job where name = 'left'
       order by retry_count`,
    );
  });
  expect(states).toEqual([
    { state: 'retry', isDue: true },
    { state: 'failed', isDue: true },
  ]);
  await queue.stop();
});
