import type {
  AccountId,
  BroadcastId,
  ChannelId,
  CustomerId,
  FriendId,
  MediaId,
  SegmentId,
} from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountTransaction, type Database, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import * as store from './broadcasts.store.ts';
import * as recipients from './recipients.store.ts';
import { fillCalls } from './shared-calls.store.ts';

const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  await database.system(async ({ run }) => {
    await run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
    await run(
      `insert into channels (account_id, id, kind, sandbox, name, external_id, credentials, batching_delay)
       values ($1, $2, 'line', false, 'Shop', 'U1', '\\x00', 0)`,
      [accountId, channelId],
    );
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
const inAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>) =>
  database.account(accountId, work);

async function sendingTo(states: readonly string[], content: object = {}): Promise<BroadcastId> {
  const id = newId<BroadcastId>();
  await database.system(async ({ run }) => {
    await run(
      `insert into broadcasts (account_id, id, name, content, audience, state, people, started_at)
       values ($1, $2, 'Autumn', $3, '{"kind": "everybody"}', 'sending', 1, now())`,
      [accountId, id, JSON.stringify(content)],
    );
    await run(
      `insert into broadcast_channels (account_id, broadcast_id, channel_id, position, is_open) values ($1, $2, $3, 1, true)`,
      [accountId, id, channelId],
    );
    await run(
      `insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, state)
       select $1, gen_random_uuid(), $2, $3, s from unnest($4::text[]) as s`,
      [accountId, id, channelId, states],
    );
  });
  return id;
}
const claim = () =>
  database.system((transaction) => recipients.claimLanes(transaction, { limit: 9, leaseSeconds: 60 }));

test('one process has a broadcast on a channel, and one broadcast a channel', async () => {
  const first = await sendingTo(['pending']);
  const second = await sendingTo(['pending']);
  const [lane, ...others] = await claim();
  expect(lane).toMatchObject({ broadcastId: first, claims: 1 });
  expect(others).toEqual([]);
  expect(await claim()).toEqual([]);
  if (!lane) return;
  expect(await database.system((transaction) => recipients.extendLane(transaction, lane, 0))).toBe(1);
  const [again] = await claim();
  expect(again).toMatchObject({ broadcastId: first, claims: 2 });
  // The process that had it before has lost it.
  expect(await inAccount((transaction) => recipients.lockLane(transaction, lane))).toBeNull();
  expect(await database.system((transaction) => recipients.extendLane(transaction, lane, 60))).toBe(0);
  await database.system(recipients.releaseLeases);
  expect(await claim()).toMatchObject([{ broadcastId: first, claims: 3 }]);
  await inAccount((transaction) => store.deleteBroadcast(transaction, first));
  expect(await claim()).toMatchObject([{ broadcastId: second, claims: 1 }]);
  await inAccount((transaction) => store.deleteBroadcast(transaction, second));
});

test('ends a broadcast whose channel went away', async () => {
  const id = await sendingTo(['pending', 'accepted']);
  await database.system(store.closeOrphans);
  expect(await inAccount((transaction) => store.findBroadcast(transaction, id))).toMatchObject({
    state: 'sending',
  });
  await database.system(({ run }) => run(`delete from broadcast_channels where broadcast_id = $1`, [id]));
  await database.system(store.closeOrphans);
  expect(await inAccount((transaction) => store.findBroadcast(transaction, id))).toMatchObject({
    state: 'sent',
    finishedAt: expect.any(Date),
  });
  expect(await inAccount((transaction) => recipients.tallyRecipients(transaction, id))).toMatchObject([
    { state: 'accepted', count: 1 },
    { state: 'skipped', reason: 'channel_disconnected', count: 1 },
  ]);
});

test('a broadcast that ends on one channel leaves nothing open on another that is gone', async () => {
  const id = await sendingTo(['accepted']);
  const gone = newId<ChannelId>();
  await database.system(async ({ run }) => {
    await run(
      `insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number, state)
       select $1, gen_random_uuid(), $2, $3, 0, 0, s from unnest(array['pending', 'sending']) as s`,
      [accountId, id, gone],
    );
    await run(
      `insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, call_id, state)
       select account_id, gen_random_uuid(), broadcast_id, channel_id, id, 'called' from broadcast_calls where broadcast_id = $1`,
      [id],
    );
    await run(
      `insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, state)
       values ($1, gen_random_uuid(), $2, $3, 'pending')`,
      [accountId, id, gone],
    );
  });
  const [lane] = await claim();
  if (lane?.broadcastId !== id) throw new Error('another one is claimed');
  await inAccount((transaction) => recipients.closeLane(transaction, lane));
  expect(await inAccount((transaction) => store.findBroadcast(transaction, id))).toMatchObject({
    state: 'sent',
  });
  const tally = await inAccount((transaction) => recipients.tallyRecipients(transaction, id));
  expect(tally.map(({ state, reason, count }) => [state, reason, count]).toSorted()).toEqual([
    ['accepted', null, 1],
    ['skipped', 'channel_disconnected', 2],
    ['unknown', 'channel_disconnected', 1],
  ]);
});

test('says which files and segments are used', async () => {
  const [shown, other] = [newId<MediaId>(), newId<MediaId>()];
  const id = await sendingTo([], { bubbles: [{ kind: 'image', mediaUuid: shown }] });
  expect(await inAccount((transaction) => store.findMediaUses(transaction, [shown, other]))).toEqual([shown]);
  const segmentId = newId<SegmentId>();
  const uses = () => inAccount((transaction) => store.findSegmentUses(transaction, segmentId));
  expect(await uses()).toEqual([]);
  await database.system(({ run }) =>
    run(`update broadcasts set state = 'draft', audience = $2 where id = $1`, [
      id,
      JSON.stringify({ kind: 'segment', segmentUuid: segmentId }),
    ]),
  );
  expect(await uses()).toEqual([{ name: 'Autumn' }]);
});

test('deletes what was made for a customer who is erased', async () => {
  const id = await sendingTo(['sending']);
  const [customerId, friendId] = [newId<CustomerId>(), newId<FriendId>()];
  await database.system(async ({ run }) => {
    await run(`insert into customers (account_id, id, name) values ($1, $2, 'Mai')`, [accountId, customerId]);
    await run(
      `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       values ($1, $2, $3, $4, 'U2', 'Mai', 'following')`,
      [accountId, friendId, channelId, customerId],
    );
    await run(
      `update broadcast_recipients set friend_id = $2, body = '{"text": "Mai"}' where broadcast_id = $1`,
      [id, friendId],
    );
  });
  const erased = {
    id: customerId,
    friends: [{ id: friendId, channelId, externalId: 'U2' }],
    conversationIds: [],
  };
  await inAccount((transaction) => recipients.eraseCustomer(transaction, erased));
  const rows = await database.system((transaction) =>
    transaction.rows(
      `select friend_id as "friendId", body from broadcast_recipients where broadcast_id = $1`,
      [id],
    ),
  );
  expect(rows).toEqual([{ friendId: null, body: null }]);
});

test('sends again to refused recipients, under another key, and not to those in doubt', async () => {
  const id = await sendingTo(['failed', 'failed', 'unknown', 'accepted']);
  // Recipients whose friend is gone can't be reached.
  expect(await inAccount((transaction) => recipients.reopenFailed(transaction, id))).toBe(0);
  expect(await inAccount((transaction) => recipients.tallyRecipients(transaction, id))).toHaveLength(3);
});

test.each([
  ['blocks', `update friends set state = 'blocked' where id = $1`],
  ['withdraws consent', `update friends set consent = 'withdrawn' where id = $1`],
  ['is deleted', `delete from friends where id = $1`],
  [
    'leaves the call',
    `update broadcast_recipients set call_id = null, state = 'pending' where friend_id = $1`,
  ],
])('a call that waits is looked up again when one of its recipients %s', async (_, change) => {
  const id = newId<BroadcastId>();
  const [call, other] = [newId(), newId()];
  const friends = [newId<FriendId>(), newId<FriendId>(), newId<FriendId>()];
  await database.system(async ({ run }) => {
    const customerId = newId<CustomerId>();
    await run(`insert into customers (account_id, id, name) values ($1, $2, 'Hanako')`, [
      accountId,
      customerId,
    ]);
    await run(
      `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       select $1, f, $2, $3, f::text, 'Hanako', 'following' from unnest($4::uuid[]) as f`,
      [accountId, channelId, customerId, friends],
    );
    await run(
      `insert into broadcasts (account_id, id, name, content, audience, state, people, started_at)
       values ($1, $2, 'Autumn', '{}', '{"kind": "everybody"}', 'sending', 3, now())`,
      [accountId, id],
    );
    await run(
      `insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number)
       select $1, c, $2, $3, 0, 0 from unnest($4::uuid[]) as c`,
      [accountId, id, channelId, [call, other]],
    );
    await run(
      `insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, friend_id, call_id, state)
       select $1, gen_random_uuid(), $2, $3, f, c, 'called' from unnest($4::uuid[], $5::uuid[]) as n(f, c)`,
      [accountId, id, channelId, friends, [call, call, other]],
    );
  });
  await inAccount((transaction) => fillCalls(transaction, id));
  const filled = () =>
    inAccount((transaction) =>
      transaction.rows<{ id: string; to: string[] | null; paid: number }>(
        'select id, to_ids as to, paid from broadcast_calls where broadcast_id = $1 order by id',
        [id],
      ),
    );
  expect((await filled()).map(({ to }) => to?.length)).toEqual([2, 1]);
  await inAccount((transaction) => transaction.run(change, [friends[0]]));
  expect(await filled()).toMatchObject([
    { id: call, to: null },
    { id: other, to: [friends[2]] },
  ]);
});
