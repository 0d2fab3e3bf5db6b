import type { AccountId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { type AccountTransaction, type Database, openDatabase } from './database.ts';

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
  const failing = database.account(accountId, async (transaction) => {
    const goesOn = grant(transaction, 9).then(async () => {
      // The only connection is another's by then.
      await database.account(accountId, balance);
      return grant(transaction, 10);
    });
    late = goesOn.catch((error: Error) => error.message);
    await Promise.all([goesOn, transaction.run('select 1 / 0')]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await late).toBe('the transaction is over');
  expect(await database.account(accountId, balance)).toBe(8);
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
