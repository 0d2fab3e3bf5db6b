import type { AccountId } from '@hanasu/contract/ids';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { AccountTransaction, SystemTransaction } from '../database/database.ts';
import { runAs } from './current-work.ts';
import type { Worker } from './worker-registry.ts';

/** A kind of background work. Handlers may run twice and say in their file by which key that is harmless. */
export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly concurrency: number;
  readonly retryLimit: number;
  /** A worker that dies is noticed after this long. */
  readonly heartbeatSeconds: number;
  readonly handle: (payload: Payload, signal: AbortSignal) => Promise<void>;
  /** Cron, in UTC: queued by the clock, with an empty payload. */
  readonly schedule?: string;
}

export const HOURLY = '0 * * * *';
export const EVERY_MINUTE = '* * * * *';

/**
 * A clean-up that runs on a schedule: once for all processes, never twice at a time, and once after a pause in which
 * the program did not run.
 */
export const scheduledJob = (
  name: string,
  schedule: string,
  run: () => Promise<unknown>,
): JobDefinition<never> => ({
  name,
  schedule,
  concurrency: 1,
  retryLimit: 2,
  heartbeatSeconds: 60,
  async handle() {
    await run();
  },
});

export interface Jobs {
  /** Queues work in the caller's transaction: it exists if and only if that commits. */
  send<Payload extends object>(
    transaction: AccountTransaction | SystemTransaction,
    name: string,
    payload: Payload,
  ): Promise<void>;
  isReady(): boolean;
  stop(): Promise<void>;
}

export interface StartableJobs extends Jobs {
  /** Makes the queues and, where it works, begins to work. Before it, nothing can be sent. */
  start(definitions: readonly JobDefinition<never>[]): Promise<void>;
  /** Has jobs fetched when they are due: retries, and those whose notification was lost. For after the start. */
  createWorker(): Worker;
}

/** The queue's index is ordered by name, so any job that is due within a second is found instead of the earliest. */
const nextJobDue = (names: readonly string[]): string => `(select start_after from pgboss.job
  where name in (${names.map((name) => `'${name}'`).join(', ')}) and state < 'active'
    and start_after < now() + interval '1 second' limit 1)`;

export interface JobsOptions {
  readonly url: string;
  /** False: work is queued here and done elsewhere. */
  readonly works?: boolean;
  readonly onError: (error: unknown) => void;
}

/** Forgets the work of an account, also what is done or has failed. Returns how much there was. */
export const removeJobsOf = (transaction: SystemTransaction, accountId: AccountId): Promise<number> =>
  transaction.run(`delete from pgboss.job where data->>'accountId' = $1`, [accountId]);

/**
 * Work that a process that died was at is due at once, instead of when its heartbeat is missed; only while no other process
 * can be running. What has ended that way too often has failed.
 */
export async function releaseJobs(transaction: SystemTransaction): Promise<void> {
  const queue = await transaction.one<{ isThere: boolean }>(
    `select to_regclass('pgboss.job') is not null as "isThere"`,
  );
  if (!queue?.isThere) return;
  await transaction.run(
    `update pgboss.job set start_after = now(), heartbeat_on = null,
       state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
       completed_on = case when retry_count < retry_limit then null else now() end
     where state = 'active'`,
  );
}

/** SQL: work of this name, on what `value` stands for under this name in its payload, waits or is being done. */
export const isQueued = (
  name: string,
  { key, value }: { readonly key: string; readonly value: string },
): string =>
  `exists (select from pgboss.job j where j.name = '${name}' and j.state in ('created', 'retry', 'active')
     and j.data ->> '${key}' = ${value}::text)`;

/** Work that failed in the last days is tried again, at most `most`; how many. */
export const retryFailedJobs = (transaction: SystemTransaction, most: number): Promise<number> =>
  transaction.run(
    `update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), completed_on = null
      where (name, id) in (select name, id from pgboss.job
        where state = 'failed' and created_on > now() - interval '7 days' limit $1)`,
    [most],
  );

/** The queue of pg-boss. Queues are made by `start`, so `send` never needs the pool. */
export function createJobs(options: JobsOptions): StartableJobs {
  let running: PgBoss | null = null;
  let workerIds: readonly string[] = [];
  let names: readonly string[] = [];
  let isStopping = false;
  return {
    async start(definitions) {
      const started = await startBoss(options, definitions);
      running = started.boss;
      workerIds = started.workerIds;
      names = definitions.map(({ name }) => name);
    },
    createWorker: () => ({
      name: 'jobs',
      nextDue: nextJobDue(names),
      async runOnce() {
        for (const id of workerIds) running?.notifyWorker(id);
        return null;
      },
    }),
    async send(transaction, name, payload) {
      if (!running) throw new Error('the jobs have not started yet');
      await running.send(name, payload, {
        db: {
          executeSql: async (text: string, values?: unknown[]) => ({
            rows: await transaction.rows(text, values),
          }),
        },
      });
    },
    isReady: () => running !== null && !isStopping,
    async stop() {
      // What still runs may queue more until it has ended.
      isStopping = true;
      await running?.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Jobs that came due while no process ran are queued as one. */
const SCHEDULE_OPTIONS = { missed: 'once' } as const;

/** Options of `pg.Pool`, which pg-boss hands on: its rounds of each half a minute need no new connection. */
const POOL = { max: 4, idleTimeoutMillis: 60_000 } as const;

async function startBoss(
  options: JobsOptions,
  definitions: readonly JobDefinition<never>[],
): Promise<{ readonly boss: PgBoss; readonly workerIds: readonly string[] }> {
  const workerIds: string[] = [];
  const boss = new PgBoss({
    connectionString: options.url,
    schema: 'pgboss',
    useListenNotify: true,
    // An idle server should ask little: jobs are announced by LISTEN, flows are not used, schedules are by the minute.
    superviseIntervalSeconds: 30,
    flowIntervalSeconds: 60,
    cronWorkerIntervalSeconds: 30,
    supervise: options.works !== false,
    schedule: options.works !== false,
    application_name: 'hanasu-jobs',
    ...POOL,
  });
  boss.on('error', (error: Error) => runAs({ worker: 'jobs' }, () => options.onError(error)));
  try {
    await boss.start();
    // Reading all that earlier starts have created saves four statements for each queue.
    const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
    const hasQueue = new Set(queues.map(({ name }) => name));
    const isScheduled = ({ name, schedule }: JobDefinition<never>): boolean =>
      schedules.some(
        ({ options, ...found }) =>
          found.name === name && found.cron === schedule && options?.missed === SCHEDULE_OPTIONS.missed,
      );
    for (const definition of definitions) {
      if (!hasQueue.has(definition.name)) await addQueue(boss, definition);
      if (options.works === false) continue;
      workerIds.push(...(await work(boss, definition, options.onError)));
      const { name, schedule } = definition;
      if (schedule && !isScheduled(definition)) await boss.schedule(name, schedule, {}, SCHEDULE_OPTIONS);
    }
  } catch (error) {
    // The caller may try again, with another one.
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return { boss, workerIds };
}

const SCHEDULED_KEPT_SECONDS = 60 * 60;

async function addQueue(boss: PgBoss, definition: JobDefinition<never>): Promise<void> {
  await boss.createQueue(definition.name, {
    policy: definition.schedule ? 'exclusive' : 'standard',
    // What a clean-up has done is of no interest later.
    ...(definition.schedule && { deleteAfterSeconds: SCHEDULED_KEPT_SECONDS }),
    notify: true,
    heartbeatSeconds: definition.heartbeatSeconds,
    retryLimit: definition.retryLimit,
    retryDelay: 2,
    retryBackoff: true,
  });
  await boss.getQueue(definition.name);
}

/** Returns the ids of the workers: one for each job that may run at the same time. */
async function work(
  boss: PgBoss,
  definition: JobDefinition<never>,
  onError: JobsOptions['onError'],
): Promise<string[]> {
  const handle = async (job: Job): Promise<void> => {
    try {
      await definition.handle(job.data as never, job.signal);
    } catch (error) {
      // A stop ends what runs; it goes on with the next start.
      if (!job.signal.aborted) onError(error);
      throw error;
    }
  };
  const startWorker = async (): Promise<string> => {
    const id = await boss.work<object>(
      definition.name,
      {
        // Nobody waits for a clean-up.
        pollingIntervalSeconds: definition.schedule ? 30 : 0.5,
        // This holds while jobs are announced; `nextJobDue` finds those whose announcement was missed.
        notifyPollingIntervalSeconds: 300,
      },
      async (jobs) => {
        try {
          for (const job of jobs)
            await runAs({ worker: definition.name, key: keyOf(job) }, () => handle(job));
        } finally {
          // Several jobs may have been announced as one: the next is fetched at once, not with the next poll.
          boss.notifyWorker(id);
        }
      },
    );
    return id;
  };
  return Promise.all(Array.from({ length: definition.concurrency }, startWorker));
}

type Job = Pick<JobWithMetadata<object>, 'id' | 'data' | 'signal'>;

/** The ids of its payload, as far as there are any. */
const keyOf = ({ id, data }: Job): string =>
  Object.entries(data ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(' ') || id;
