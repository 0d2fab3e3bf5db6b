import type { AccountId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { chargeCall } from './charge-call.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    poolSize: 4,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const PRICE = 10;
const COST = 4;

async function openAccount(balance: number): Promise<AccountId> {
  const accountId = newId<AccountId>();
  await database.system((transaction) =>
    transaction.run('insert into token_balances (account_id, balance) values ($1, $2)', [accountId, balance]),
  );
  return accountId;
}

const booksOf = (accountId: AccountId) =>
  database.system((transaction) =>
    transaction.one<{ balance: number; reserved: number; entries: number }>(
      `select balance, (select count(*)::int from token_reservations r where r.account_id = b.account_id) as reserved,
         (select count(*)::int from ledger_entries e where e.account_id = b.account_id) as entries
       from token_balances b where account_id = $1`,
      [accountId],
    ),
  );

/** A call whose answer comes when `answered` resolves. */
const call = (accountId: AccountId, answered: Promise<unknown>, onMade: () => void = () => undefined) =>
  chargeCall(database, { accountId, serviceUuid: 'made', tokens: PRICE, urgency: 'background' }, async () => {
    onMade();
    await answered;
    return { value: 'made', usage: { cost: COST, input: 1, output: 0 } };
  });

test('calls that arrive together never hold more than the balance, and each is charged once', async () => {
  const [rich, poor, unknown] = [await openAccount(1_000), await openAccount(25), newId<AccountId>()];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let made = 0;
  const richCalls = Array.from({ length: 8 }, () => call(rich, answered));
  const poorCalls = Array.from({ length: 3 }, () => call(poor, answered, () => (made += 1)));
  expect(await call(unknown, answered)).toEqual({ kind: 'spent' });
  // All eleven were asked for before it.
  expect(made).toBe(2);
  expect(await booksOf(poor)).toEqual({ balance: 25, reserved: 2, entries: 0 });
  expect(await booksOf(rich)).toMatchObject({ reserved: 8 });
  answer();
  const outcomes = await Promise.all([...richCalls, ...poorCalls]);
  expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'made', value: 'made', tokens: COST })));
  expect(await booksOf(rich)).toEqual({ balance: 1_000 - 8 * COST, reserved: 0, entries: 8 });
  expect(await booksOf(poor)).toEqual({ balance: 25 - 3 * COST, reserved: 0, entries: 3 });
});

test('a call that fails costs nothing, whatever is settled with it', async () => {
  const accountId = await openAccount(100);
  const failed = chargeCall(
    database,
    { accountId, serviceUuid: 'made', tokens: PRICE, urgency: 'turn' },
    async () => {
      throw new Error('the provider is away');
    },
  );
  const outcomes = await Promise.allSettled([failed, call(accountId, Promise.resolve())]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await booksOf(accountId)).toEqual({ balance: 100 - COST, reserved: 0, entries: 1 });
});
