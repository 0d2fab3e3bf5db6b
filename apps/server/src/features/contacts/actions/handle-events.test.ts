import { setTimeout as sleep } from 'node:timers/promises';
import type { Action } from '@hanasu/contract/actions';
import type { AccountId, ActionRuleId, CustomerId, TagId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountTransaction, type Database, openDatabase } from '../../../platform/database/database.ts';
import { type ActionKind, defineAction } from '../../../platform/feature.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { recordEvents, releaseEvents } from '../customers/customer-events.store.ts';
import { CONTACT_CONDITIONS } from '../segments/conditions.ts';
import { createSegmentLanguage } from '../segments/segment-language.ts';
import { createEventHandler } from './handle-events.ts';

let testDatabase: TestDatabase;
const open = () => openDatabase({ url: testDatabase.url, poolSize: 10, onError: () => undefined });
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
// Workers take up whatever is due, also what another test has left.
beforeEach(() => database.system((transaction) => transaction.run('delete from customers')));

const STEPS = ['one', 'two', 'three'] as const;
const step = (text: string): Action => ({ kind: 'notify', userUuid: null, text });

/** A rule of steps for a tag, and customers who are given it, one event after the other. */
async function newShop({ customers, events }: { readonly customers: number; readonly events: number }) {
  const accountId = newId<AccountId>();
  const ids = Array.from({ length: customers }, () => newId<CustomerId>());
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into customers (account_id, id, name, note, fields, source)
       select $1, id, '', '', '{}', 'staff' from unnest($2::uuid[]) as n(id)`,
      [accountId, ids],
    );
    await transaction.run(
      `insert into action_rules (account_id, id, name, enabled_at, event, actions)
       values ($1, $2, 'Steps', now(), 'tagged', $3)`,
      [accountId, newId<ActionRuleId>(), JSON.stringify(STEPS.map(step))],
    );
  });
  const by = { kind: 'staff', id: null } as const;
  for (let place = 1; place <= events; place += 1)
    await database.account(accountId, (transaction) =>
      recordEvents(
        transaction,
        by,
        ids.map((customerId) => ({ customerId, kind: 'tagged', data: { tagId: newId<TagId>(), place } })),
      ),
    );
  const notes = () =>
    database.account(accountId, async (transaction) =>
      (
        await transaction.rows<{ note: string }>('select note from customers where account_id = $1', [
          accountId,
        ])
      ).map(({ note }) => note),
    );
  const due = () =>
    database.account(accountId, async (transaction) => {
      const row = await transaction.one<{ count: number }>(
        'select count(*)::int as count from customer_events where account_id = $1 and due_at is not null',
        [accountId],
      );
      return row?.count ?? 0;
    });
  const runs = () =>
    database.account(accountId, (transaction) =>
      transaction.rows<{ state: string; reason: string | null; attempts: number }>(
        'select state, reason, attempts from action_runs where account_id = $1 order by position',
        [accountId],
      ),
    );
  return { accountId, ids, notes, due, runs };
}

/** What waits for its next try waits no more; also what somebody is at. */
const passTime = () => database.system((transaction) => releaseEvents(transaction));

type Run = (
  transaction: AccountTransaction,
  text: string,
  cause: Parameters<ActionKind['run']>[2],
) => Promise<void>;

const handlerOf = (on: Database, run: Run, onError: (error: unknown) => void) =>
  createEventHandler({
    database: on,
    language: createSegmentLanguage(CONTACT_CONDITIONS),
    actions: [
      defineAction({
        kind: 'notify',
        findProblems: async (_transaction, actions) => actions.map(() => null),
        async run(transaction, { text }, cause) {
          await run(transaction, text, cause);
          return {};
        },
      }),
    ],
    listeners: [],
    realtime: { emit: () => undefined },
    onError,
  });

/** Adds what is done to the note of the customer, in the transaction of the action. */
const write: Run = async (transaction, text, { event }) => {
  await transaction.run(`update customers set note = note || $3 where account_id = $1 and id = $2`, [
    transaction.accountId,
    event.customerId,
    `${event.data.place}${text} `,
  ]);
};

const TRIES = 5;

test('an action that goes wrong is tried again with its key, in its place; then it has failed and the next is done', async () => {
  const shop = await newShop({ customers: 2, events: 2 });
  const [unlucky] = shop.ids;
  const keys: string[] = [];
  const errors: unknown[] = [];
  const worker = handlerOf(
    database,
    async (transaction, text, cause) => {
      await write(transaction, text, cause);
      const isWrong = text === 'two' && cause.event.customerId === unlucky && cause.event.data.place === 1;
      if (!isWrong) return;
      keys.push(cause.key);
      throw new Error('it is down');
    },
    (error) => errors.push(error),
  );
  const round = async () => {
    for (let time = 0; time < 3; time += 1) {
      await worker.runOnce();
      await worker.drain();
    }
  };
  for (let time = 1; time < TRIES; time += 1) {
    await round();
    expect(keys).toHaveLength(time);
    // The step after it and the next event of this customer wait; those of others don't.
    expect((await shop.notes()).toSorted()).toEqual(['1one ', '1one 1two 1three 2one 2two 2three ']);
    await passTime();
  }
  await round();
  expect(keys).toHaveLength(TRIES);
  expect(new Set(keys).size).toBe(1);
  expect(errors).toHaveLength(TRIES);
  expect((await shop.notes()).toSorted()).toEqual([
    '1one 1three 2one 2two 2three ',
    '1one 1two 1three 2one 2two 2three ',
  ]);
  expect((await shop.runs()).filter(({ state }) => state !== 'done')).toEqual([
    { state: 'failed', reason: 'error', attempts: TRIES },
  ]);
  expect(await shop.due()).toBe(0);
});

test('two workers at once, also when leases end under them: each action once, of each customer in order', async () => {
  const shop = await newShop({ customers: 8, events: 4 });
  const other = open();
  const both = new Set<Database>();
  const errors: unknown[] = [];
  const workers = [database, other].map((on) =>
    handlerOf(
      on,
      async (transaction, text, cause) => {
        both.add(on);
        await write(transaction, text, cause);
        await sleep(5);
      },
      (error) => errors.push(error),
    ),
  );
  while ((await shop.due()) > 0) {
    await Promise.all(workers.map((worker) => worker.runOnce()));
    // What one of them is at becomes due for the other.
    await passTime();
  }
  await Promise.all(workers.map((worker) => worker.drain()));
  const all = [1, 2, 3, 4].map((place) => STEPS.map((text) => `${place}${text} `).join('')).join('');
  expect(await shop.notes()).toEqual(shop.ids.map(() => all));
  expect(errors).toEqual([]);
  expect(both.size).toBe(2);
  await other.close();
});
