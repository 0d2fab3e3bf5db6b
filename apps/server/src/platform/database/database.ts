import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { Writable } from 'node:stream';
import type { AccountId } from '@hanasu/contract/ids';
import pg from 'pg';
import { type AccountQueue, createAccountQueue } from '../workers/account-queue.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createStatementNames } from './statement-names.ts';

/**
 * Runs SQL inside one transaction. Rows come back as `Row`; name columns in camelCase with `as "…"`. Statements are done
 * in the order they are asked in; those that don't need each other's rows may be asked with `Promise.all`, which saves
 * their round trips.
 */
interface Transaction {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row or null. */
  one<Row>(sql: string, values?: readonly unknown[]): Promise<Row | null>;
  /** Milliseconds since 1970 by the database's clock; for times that other processes compare too. */
  now(): number;
  /** Number of rows written. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Asks the last statements, all of them before the first is answered: the commit travels with them, which saves its round trip.
   * A statement that is asked later is refused.
   */
  last<T>(ask: () => Promise<T>): Promise<T>;
}

/** A transaction that sees one account only: row-level security refuses every other row. */
export interface AccountTransaction extends Transaction {
  readonly accountId: AccountId;
}

/** A transaction over all accounts, for sign-in, webhooks and workers. Every use names its account in SQL. */
export interface SystemTransaction extends Transaction {
  readonly scope: 'system';
}

/** The same transaction, for what is written for one account. */
export const within = (transaction: SystemTransaction, accountId: AccountId): AccountTransaction => ({
  rows: transaction.rows,
  one: transaction.one,
  run: transaction.run,
  last: transaction.last,
  now: transaction.now,
  accountId,
});

export interface Database {
  account<T>(accountId: AccountId, run: (transaction: AccountTransaction) => Promise<T>): Promise<T>;
  /** Read only, and every query sees the data as of one moment; for reads that take several queries. */
  snapshot<T>(accountId: AccountId, run: (transaction: AccountTransaction) => Promise<T>): Promise<T>;
  /**
   * `bitmapScans: false` is for tables whose rows are inserted and deleted all the time: a bitmap scan never marks an entry of an
   * index as dead (PostgreSQL 18), and reads again all that were deleted since the last vacuum.
   */
  system<T>(
    run: (transaction: SystemTransaction) => Promise<T>,
    options?: { readonly bitmapScans: false },
  ): Promise<T>;
  /**
   * Runs work that opens a transaction of its own to lock a row. It waits for earlier work of the account with the same
   * key before it takes a connection, so that locks of one account never hold more than a sixth of the pool.
   */
  readonly inQueue: AccountQueue;
  /**
   * The first row of one statement without values over all accounts. It is prepared once for each connection and sent as
   * a single message, without the round trips of a transaction: for what is asked every second.
   */
  poll(sql: string): Promise<Readonly<Record<string, unknown>>>;
  /** Milliseconds since 1970 by the database's clock; for times that other processes compare too. */
  now(): number;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly onError: (error: Error) => void;
  /** Called once for each place that opens a transaction inside of another one. */
  readonly onNested?: (place: string) => void;
}

/** A plan made while tables were small is not used for longer, even before they are analysed again. */
const PLAN_MS = 30_000;

interface HeldClient {
  readonly client: pg.PoolClient;
  failure?: Error;
}

/** What runs of one account: with more, the other accounts wait for the processors (`bench/busy-account.bench.ts`). */
const POOL_SHARE = 6;
/** Work of one account that waits for its turn. */
const MAX_WAITING = 300;
const QUEUE_REFUSAL = 'Too many changes of this account are waiting already; try again in a moment';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// bigint columns hold tokens and counts far below 2^53; numbers keep the JSON plain.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

/**
 * Opens a pool. Queries inside `account` and `system` must use the transaction handed to them, never the pool: requests
 * that hold one connection each and wait for another one would wait for each other.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const refuseNested = createNestedGuard(options.onNested);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // A statement need not wait for the answer to the one before it.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A database server that vanishes without a word is noticed within seconds, not when the system gives up.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'hanasu',
    // Prepared statements save parsing and rewriting. Planning stays per execution: a generic plan can be far slower.
    options: '-c plan_cache_mode=force_custom_plan',
  });
  // A restarting server ends idle clients; without a listener that would end the process.
  pool.on('error', options.onError);

  const clock = createDatabaseClock();
  const nameOf = createStatementNames();
  /** The statement that each connection has prepared for `poll`, and when. */
  const polled = new WeakMap<pg.PoolClient, { readonly sql: string; readonly preparedAt: number }>();

  async function lookAtClock(client: pg.PoolClient): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await query(client, 'select extract(epoch from clock_timestamp()) * 1000 as now');
    clock.measure(Number((rows[0] as { readonly now: string }).now), askedAt, performance.now());
  }

  /** A connection that breaks, or whose `failure` is set, does not go back into the pool. */
  async function withClient<T>(run: (held: HeldClient) => Promise<T>): Promise<T> {
    const hold = refuseNested();
    const client = await pool.connect();
    const held: HeldClient = { client };
    const onClientError = (error: Error) => {
      held.failure = error;
      options.onError(error);
    };
    client.on('error', onClientError);
    try {
      return await hold(() => run(held));
    } finally {
      client.off('error', onClientError);
      client.release(held.failure);
    }
  }

  const transact = <T>(begin: string, run: (transaction: Transaction) => Promise<T>): Promise<T> =>
    withClient(async (held) => {
      const { client } = held;
      // When one of several statements fails, another may come later: by then the connection serves another transaction.
      let isOver = false;
      const ask: Ask = (text, values) =>
        isOver
          ? Promise.reject(new Error('the transaction is over'))
          : query(client, text, values, values && nameOf(text));
      let committed: Promise<void> | null = null;
      const last = <Result>(askLast: () => Promise<Result>): Promise<Result> => {
        const asked = askLast();
        isOver = true;
        committed = commit(client);
        // Its error is that of a statement, or is met below.
        committed.catch(() => undefined);
        return asked;
      };
      try {
        // Travels with the first statement of `run`, which fails when it does.
        const begun = query(client, begin);
        begun.catch(() => undefined);
        if (clock.isStale()) {
          // Travels with the others, but for the first time: until then there is only this machine's clock.
          const looked = lookAtClock(client);
          if (clock.isMeasured()) looked.catch(() => undefined);
          else await looked;
        }
        const result = await run({ ...statements(ask), last, now: clock.now });
        await begun;
        isOver = true;
        await (committed ?? commit(client));
        return result;
      } catch (error) {
        isOver = true;
        if (isOutdated(error)) held.failure ??= error;
        await client.query('rollback').catch((rollbackError: Error) => {
          held.failure ??= rollbackError;
        });
        throw error;
      }
    });

  /** Planning what is asked every second takes longer than executing it. */
  const poll = (sql: string): Promise<Readonly<Record<string, unknown>>> =>
    withClient(async ({ client }) => {
      const prepared = polled.get(client);
      if (prepared?.sql !== sql || performance.now() - prepared.preparedAt > PLAN_MS) {
        polled.delete(client);
        await client.query(`${prepared ? 'deallocate polled; ' : ''}prepare polled as ${sql}`);
        polled.set(client, { sql, preparedAt: performance.now() });
      }
      // Several statements in one message are one transaction, which `set local` ends with.
      const results = (await client.query(
        "set local app.scope = 'system'; execute polled",
      )) as unknown as pg.QueryResult[];
      return (results.at(-1)?.rows[0] ?? {}) as Readonly<Record<string, unknown>>;
    });

  function ofAccount<T>(
    begin: string,
    accountId: AccountId,
    run: (transaction: AccountTransaction) => Promise<T>,
  ): Promise<T> {
    if (!UUID.test(accountId)) throw new Error('account id is not a uuid');
    return transact(`${begin}; set local app.account_id = '${accountId}'`, (transaction) =>
      run({ ...transaction, accountId }),
    );
  }

  return {
    account: (accountId, run) => ofAccount('begin', accountId, run),
    snapshot: (accountId, run) =>
      ofAccount('begin isolation level repeatable read read only', accountId, run),
    system(run, { bitmapScans = true }: { readonly bitmapScans?: boolean } = {}) {
      const plans = bitmapScans ? '' : '; set local enable_bitmapscan = off';
      return transact(`begin; set local app.scope = 'system'${plans}`, (transaction) =>
        run({ ...transaction, scope: 'system' }),
      );
    },
    inQueue: createAccountQueue({
      running: Math.max(1, Math.floor(options.poolSize / POOL_SHARE)),
      waiting: MAX_WAITING,
      refusal: QUEUE_REFUSAL,
    }),
    poll,
    now: clock.now,
    async ping() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

/** A migration changed the columns of a prepared `select *`: the connection is replaced, and the next one prepares it again. */
const isOutdated = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';

/** What is asked in one turn of the event loop travels together: a round trip costs more than most statements. */
function query(
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<pg.QueryResult> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query({ text, ...(values && { values: [...values] }), ...(name && { name }) });
}

/** Of a transaction in which a statement has failed, PostgreSQL makes a rollback without an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await query(client, 'commit');
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back, because a statement of it failed');
}

/** A connection was requested by work that holds one of the same pool. The tests subscribe and refuse it. */
export interface NestedUse {
  readonly place: string;
  isRefused: boolean;
}
export const NESTED_USE = 'hanasu.database.nested';
const nestedUses = channel(NESTED_USE);
const OWN_FRAME = '/platform/database/database.ts';

/** Answers how to run what holds a connection. Customers are served all the same: while the pool has one more, it works. */
function createNestedGuard(onNested: DatabaseOptions['onNested'] = () => undefined) {
  const holding = new AsyncLocalStorage<{ isOver: boolean }>();
  const reported = new Set<string>();

  function report(): void {
    const frames = new Error().stack?.split('\n').slice(1) ?? [];
    const place = frames.find((frame) => !frame.includes(OWN_FRAME))?.trim() ?? 'unknown';
    const use: NestedUse = { place, isRefused: false };
    nestedUses.publish(use);
    if (use.isRefused) throw new Error(`a transaction was opened inside of another one ${place}`);
    if (reported.has(place)) return;
    reported.add(place);
    onNested(place);
  }

  return () => {
    if (holding.getStore()?.isOver === false) report();
    return async <T>(run: () => Promise<T>): Promise<T> => {
      const held = { isOver: false };
      try {
        return await holding.run(held, run);
      } finally {
        held.isOver = true;
      }
    };
  };
}

type Ask = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/** A statement whose rows have a declared type. It is published while the caller is still on the stack. */
export interface PublishedStatement {
  readonly text: string;
  readonly result: Promise<pg.QueryResult>;
}
/** The tests subscribe to record what statements really return; see docs/decisions/0012. */
export const STATEMENTS = 'hanasu.database.statements';
const published = channel(STATEMENTS);

function statements(ask: Ask): Pick<Transaction, 'rows' | 'one' | 'run'> {
  const select = (text: string, values?: readonly unknown[]): Promise<pg.QueryResult> => {
    const result = ask(text, values);
    if (published.hasSubscribers) published.publish({ text, result } satisfies PublishedStatement);
    return result;
  };
  return {
    rows: async <Row>(sql: string, values?: readonly unknown[]) => (await select(sql, values)).rows as Row[],
    one: async <Row>(sql: string, values?: readonly unknown[]) =>
      ((await select(sql, values)).rows[0] as Row | undefined) ?? null,
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  };
}
