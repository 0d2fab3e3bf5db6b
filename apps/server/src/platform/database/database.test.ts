import { AsyncResource } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AccountId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import {
  type AccountTransaction,
  type Database,
  type DatabaseOptions,
  NESTED_USE,
  type NestedUse,
  openDatabase,
} from './database.ts';

import { retryDeadlocks } from './unavailable.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 1, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const grant = (transaction: AccountTransaction, balance: number) =>
  transaction.run(
    `insert into token_balances (account_id, balance) values ($1, $2)
     on conflict (account_id) do update set balance = excluded.balance`,
    [accountId, balance],
  );
const balance = async (transaction: AccountTransaction) =>
  (await transaction.one<{ balance: number }>('select balance from token_balances'))?.balance ?? null;

test('statements asked together are done in the order they were asked in', async () => {
  const seen = await database.account(accountId, (transaction) =>
    Promise.all([
      balance(transaction),
      grant(transaction, 7),
      balance(transaction),
      grant(transaction, 8),
      balance(transaction),
    ]),
  );
  expect(seen).toEqual([null, 1, 7, 1, 8]);
});

test('when one of them fails nothing is kept, and what goes on afterwards is refused', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const another = AsyncResource.bind(() => database.account(accountId, balance));
  const failing = database.account(accountId, async (transaction) => {
    const goesOn = grant(transaction, 9).then(async () => {
      // The only connection is another's by then.
      await another();
      return grant(transaction, 10);
    });
    late = goesOn.catch((error: Error) => error.message);
    await Promise.all([goesOn, transaction.run('select 1 / 0')]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await late).toBe('the transaction is over');
  expect(await database.account(accountId, balance)).toBe(8);
});

describe('a transaction inside of another one of the same pool', () => {
  const open = (more: Partial<DatabaseOptions> = {}) =>
    openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined, ...more });
  /** The uses that were noticed while it runs; this test takes them back, so that its file does not fail. */
  async function noticing(isRefused: boolean, run: () => Promise<void>): Promise<readonly NestedUse[]> {
    const uses: NestedUse[] = [];
    const notice = (message: unknown): void => {
      const use = message as NestedUse;
      use.isRefused = isRefused;
      uses.push(use);
    };
    subscribe(NESTED_USE, notice);
    try {
      await run();
    } finally {
      unsubscribe(NESTED_USE, notice);
      for (const use of uses) use.isRefused = false;
    }
    return uses;
  }

  test('is refused in tests, whichever way it is opened', async () => {
    const pool = open();
    const inner = {
      account: () => pool.account(accountId, balance),
      snapshot: () => pool.snapshot(accountId, balance),
      system: () => pool.system((transaction) => transaction.rows('select 1')),
      poll: () => pool.poll('select 1 as one'),
    };
    const uses = await noticing(true, async () => {
      for (const run of Object.values<() => Promise<unknown>>(inner)) {
        const refused = 'a transaction was opened inside of another one';
        await expect(pool.account(accountId, run)).rejects.toThrow(refused);
        await expect(pool.system(run)).rejects.toThrow(refused);
      }
    });
    expect(uses).toHaveLength(8);
    for (const { place } of uses) expect(place).toContain('database.test.ts');
    await pool.close();
  });

  test('is done outside of tests, and reported once for each place', async () => {
    const places: string[] = [];
    const pool = open({ onNested: (place) => void places.push(place) });
    const nested = () => pool.account(accountId, () => pool.account(accountId, balance));
    await noticing(false, async () => {
      expect([await nested(), await nested()]).toEqual([8, 8]);
    });
    expect(places).toHaveLength(1);
    await pool.close();
  });

  test('is none after the other one has ended, nor in another pool', async () => {
    const [pool, other] = [open(), open()];
    let later: Promise<unknown> = Promise.resolve();
    const ended = Promise.withResolvers<void>();
    const uses = await noticing(true, async () => {
      await pool.account(accountId, async () => {
        expect(await other.account(accountId, balance)).toBe(8);
        later = ended.promise.then(() => pool.account(accountId, balance));
      });
      ended.resolve();
      expect(await later).toBe(8);
    });
    expect(uses).toEqual([]);
    await Promise.all([pool.close(), other.close()]);
  });
});

test('work that waits in the queue holds no connection', async () => {
  const pool = openDatabase({ url: testDatabase.url, poolSize: 3, onError: () => undefined });
  const end = Promise.withResolvers<void>();
  const order: number[] = [];
  const locked = Array.from({ length: 20 }, (_, index) =>
    pool.inQueue({ accountId, key: 'conversation' }, () =>
      pool.account(accountId, async (transaction) => {
        await grant(transaction, index);
        if (index === 0) await end.promise;
        order.push(index);
      }),
    ),
  );
  const other = newId<AccountId>();
  expect(await pool.inQueue({ accountId: other }, () => pool.account(other, balance))).toBeNull();
  end.resolve();
  await Promise.all(locked);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  await pool.account(accountId, (transaction) => grant(transaction, 8));
  await pool.close();
});

test('poll sees new rows of every account with each call, also when the statement changes, and leaves no scope behind', async () => {
  const sum = 'select sum(balance)::int as sum from token_balances';
  const count = 'select count(*)::int as count from token_balances';
  await database.account(accountId, (transaction) => grant(transaction, 3));
  expect(await database.poll(sum)).toEqual({ sum: 3 });
  await database.account(accountId, (transaction) => grant(transaction, 4));
  expect(await database.poll(sum)).toEqual({ sum: 4 });
  expect(await database.poll(count)).toEqual({ count: 1 });
  expect(await database.poll(sum)).toEqual({ sum: 4 });
  expect(await database.account(newId<AccountId>(), balance)).toBeNull();
});

test('poll goes on after a statement that fails', async () => {
  await expect(database.poll('select nothing from nowhere')).rejects.toThrow('nowhere');
  expect(await database.poll('select 1 as one')).toEqual({ one: 1 });
});

test('a statement that is asked often is prepared, and sees only its own account', async () => {
  const text = 'select balance from token_balances where balance > $1';
  const ask = (account: AccountId) =>
    database.account(account, (transaction) => transaction.rows<{ balance: number }>(text, [0]));
  for (let time = 0; time < 6; time += 1) expect(await ask(accountId)).toEqual([{ balance: 4 }]);
  const prepared = await database.system((transaction) =>
    transaction.one<{ times: number }>(
      'select (generic_plans + custom_plans)::int as times from pg_prepared_statements where statement = $1',
      [text],
    ),
  );
  expect(prepared).toEqual({ times: 4 });
  expect(await ask(newId<AccountId>())).toEqual([]);
});

test('a prepared statement whose columns have changed fails once', async () => {
  await database.system((transaction) => transaction.run('create table growing as select 1 as one'));
  const ask = () =>
    database.system((transaction) => transaction.one('select * from growing where one = $1', [1]));
  for (let time = 0; time < 6; time += 1) expect(await ask()).toEqual({ one: 1 });
  await database.system((transaction) => transaction.run('alter table growing add two int'));
  await expect(ask()).rejects.toThrow('cached plan must not change result type');
  expect(await ask()).toEqual({ one: 1, two: null });
});

describe('the last statements of a transaction', () => {
  test('are committed with it, before their rows are handed over', async () => {
    const seen = await database.account(accountId, async (transaction) => {
      const before = await balance(transaction);
      const after = await transaction.last(() => Promise.all([grant(transaction, 20), balance(transaction)]));
      return [before, ...after];
    });
    expect(seen.slice(1)).toEqual([1, 20]);
    expect(await database.account(accountId, balance)).toBe(20);
  });

  test('keep nothing when one of them fails, and the connection serves others', async () => {
    const failing = database.account(accountId, async (transaction) => {
      await grant(transaction, 30);
      await transaction.last(() => Promise.all([grant(transaction, 31), transaction.run('select 1 / 0')]));
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await database.account(accountId, balance)).toBe(20);
  });

  test('are followed by no other: that is refused', async () => {
    const going = database.account(accountId, async (transaction) => {
      await transaction.last(() => balance(transaction));
      return balance(transaction);
    });
    await expect(going).rejects.toThrow('the transaction is over');
    expect(await database.account(accountId, balance)).toBe(20);
  });
});

test('a transaction whose failed statement was caught is not taken for done', async () => {
  const caught = database.account(accountId, async (transaction) => {
    await grant(transaction, 40);
    await transaction.run('select 1 / 0').catch(() => undefined);
  });
  await expect(caught).rejects.toThrow('rolled back');
  expect(await database.account(accountId, balance)).toBe(20);
});

test('a transaction that is ended because it and another wait for each other is done again', async () => {
  const pool = openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined });
  const isLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let begun = 0;
  const lockBoth = (first: 0 | 1) =>
    retryDeadlocks(() =>
      pool.system(async (transaction) => {
        begun += 1;
        const lock = (key: number) => transaction.run('select pg_advisory_xact_lock($1)', [key]);
        await lock(first);
        isLocked[first].resolve();
        await isLocked[first === 0 ? 1 : 0].promise;
        await lock(first === 0 ? 1 : 0);
        return first;
      }),
    );
  expect(await Promise.all([lockBoth(0), lockBoth(1)])).toEqual([0, 1]);
  expect(begun).toBe(3);
  const failing = retryDeadlocks(() => pool.system((transaction) => transaction.run('select 1 / 0')));
  await expect(failing).rejects.toThrow('division by zero');
  await pool.close();
});
