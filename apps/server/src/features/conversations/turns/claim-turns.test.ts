import type { AccountId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { claimDue, nextDueIn } from './turns.store.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
const flooded = newId<ChannelId>();
const quiet = newId<ChannelId>();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  for (const channelId of [flooded, quiet]) {
    await database.account(accountId, (transaction) =>
      transaction.run(
        `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
         values ($1, $2, 'test', 'Test', true, $3, '', 0)`,
        [accountId, channelId, channelId],
      ),
    );
  }
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.account(accountId, (transaction) => transaction.run('delete from conversations'));
  // The flood came first.
  await addDue(flooded, 20, '1 minute');
  await addDue(quiet, 2, '1 second');
});

const addDue = (channelId: ChannelId, count: number, since: string) =>
  database.account(accountId, (transaction) =>
    transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at, turn_due_at, channel_id,
         thread_external_id)
       select $1, i, 'channel', '', 'bot', now(), now() - $4::interval, $2, i::text from unnest($3::uuid[]) as n(i)`,
      [accountId, channelId, Array.from({ length: count }, () => newId<ConversationId>()), since],
    ),
  );

interface Share {
  readonly limit: number;
  readonly mostPerChannel: number;
  readonly running: ReadonlyMap<ChannelId, number>;
}

async function claimed({ limit, mostPerChannel, running }: Share) {
  const claim = { owner: newId<string>(), limit, leaseSeconds: 20, mostPerChannel, running };
  const taken = await database.system((transaction) => claimDue(transaction, claim));
  const of = (channel: ChannelId) => taken.filter(({ channelId }) => channelId === channel).length;
  return { flooded: of(flooded), quiet: of(quiet) };
}

test('channels take turns, whichever has waited longer', async () => {
  const share = { limit: 4, mostPerChannel: 100, running: new Map() };
  expect(await claimed(share)).toEqual({ flooded: 2, quiet: 2 });
  expect(await claimed(share)).toEqual({ flooded: 4, quiet: 0 });
});

test('a channel with many running turns comes after one that has none', async () => {
  const running = new Map([[flooded, 5]]);
  expect(await claimed({ limit: 2, mostPerChannel: 100, running })).toEqual({ flooded: 0, quiet: 2 });
});

test('a channel has no more running turns than it may, and no worker is woken for the rest', async () => {
  const running = new Map([[flooded, 7]]);
  const share = { limit: 100, mostPerChannel: 10, running };
  expect(await claimed(share)).toEqual({ flooded: 3, quiet: 2 });
  const nextIn = (count: number) =>
    database.system((transaction) =>
      nextDueIn(transaction, { ...share, running: new Map([[flooded, count]]) }),
    );
  expect(await nextIn(9)).toBe(0);
  // Only the leases of the quiet channel's turns are left to wait for.
  expect(await nextIn(10)).toBeGreaterThan(0);
});
