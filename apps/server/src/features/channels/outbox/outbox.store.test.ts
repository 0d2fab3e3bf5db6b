import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { ChannelRoom } from './outbox.store.ts';
import {
  beginCalls,
  claimDeliveries,
  type DeliveryEnd,
  endDeliveries,
  insertDeliveries,
  type NewDelivery,
  nextDeliveryIn,
  postponeDelivery,
  requeueDeliveries,
  type TakenRow,
} from './outbox.store.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  await addChannel(channelId);
});
beforeEach(async () => {
  await database.system((transaction) => transaction.run('delete from outbox'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const addChannel = (id: ChannelId) =>
  database.account(accountId, (transaction) =>
    transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       values ($1, $2, 'test', 'Test', true, $3, '', 0)`,
      [accountId, id, id],
    ),
  );

const delivery = (conversationId: ConversationId): NewDelivery => ({
  accountId,
  id: newId(),
  channelId,
  conversationId,
  messageId: newId<MessageId>(),
  recipient: 'U1',
  messages: [{ type: 'text', text: 'hello' }],
  replyToken: 'token',
  replyTokenExpiresAt: new Date(Date.now() + 60_000),
  retryKey: newId(),
});

async function store(...deliveries: NewDelivery[]): Promise<void> {
  await database.system((transaction) => insertDeliveries(transaction, deliveries));
}

const claim = (limit = 10, rooms: readonly ChannelRoom[] = []) =>
  database.system((transaction) =>
    claimDeliveries(transaction, { limit, leaseSeconds: 15, mostPerChannel: 8, rooms }),
  );

async function claimOne() {
  const row = (await claim())[0];
  if (!row) throw new Error('nothing was due');
  return row;
}

const nextIn = (rooms: readonly ChannelRoom[] = []) =>
  database.system((transaction) => nextDeliveryIn(transaction, rooms));

const ofAccount = <T>(run: Parameters<typeof database.account<T>>[1]) => database.account(accountId, run);

const begin = async (row: TakenRow, method: 'reply' | 'push') =>
  (
    await database.system((transaction) =>
      beginCalls(transaction, [{ row, method, isPaid: false, leaseSeconds: 15 }]),
    )
  )[0];

const end = (row: TakenRow, how: Omit<DeliveryEnd, 'row'>) =>
  database.system((transaction) => endDeliveries(transaction, [{ row, ...how }]));

const SENT = { state: 'sent', reason: null, detail: null, requestId: null } as const;
const FAILED = { state: 'failed', reason: 'x', detail: 'x', requestId: null } as const;

const LATER = {
  state: 'pending',
  inMs: 30_000,
  dropsReplyToken: false,
  messages: null,
  reason: 'vendor_error',
  detail: '',
} as const;

test('a row behind one that waits is neither taken nor looked for before that one is due', async () => {
  const conversation = newId<ConversationId>();
  await store(delivery(conversation), delivery(conversation));
  const first = await claimOne();
  expect(await claim()).toEqual([]);
  await ofAccount((transaction) => postponeDelivery(transaction, first, LATER));
  expect(await claim()).toEqual([]);
  expect(await nextIn()).toBeGreaterThan(20_000);
});

test('rows of other conversations are taken side by side', async () => {
  await store(delivery(newId<ConversationId>()), delivery(newId<ConversationId>()));
  expect(await claim()).toHaveLength(2);
});

test('a channel gets no more than its room, and others are not held up by it', async () => {
  const other = newId<ChannelId>();
  await addChannel(other);
  const own = Array.from({ length: 12 }, () => delivery(newId<ConversationId>()));
  await store(...own, { ...delivery(newId<ConversationId>()), channelId: other });
  const rooms = [{ channelId, room: 2 }];
  const taken = (await claim(10, rooms)).map((row) => row.channelId);
  expect(taken.filter((id) => id === channelId)).toHaveLength(2);
  expect(taken).toContain(other);
  const closed = [{ channelId, room: 0 }];
  expect(await claim(10, closed)).toEqual([]);
  expect(
    await nextIn([
      { channelId, room: 0 },
      { channelId: other, room: 0 },
    ]),
  ).toBeNull();
  expect(await nextIn()).toBe(0);
  expect(await claim(20)).toHaveLength(8);
});

test('claims without a result are counted until there is one', async () => {
  await store(delivery(newId<ConversationId>()));
  await claimOne();
  await database.system((transaction) => transaction.run('update outbox set lease_until = now()'));
  const second = await claimOne();
  expect(second.claims).toBe(2);
  await ofAccount((transaction) => postponeDelivery(transaction, second, { ...LATER, inMs: 0 }));
  expect(await claimOne()).toMatchObject({ attempts: 3, claims: 1 });
});

test('messages in plain words get a key of their own', async () => {
  const row = delivery(newId<ConversationId>());
  await store(row);
  const taken = await claimOne();
  await begin(taken, 'push');
  const messages = [{ type: 'text', text: 'plain' }];
  await ofAccount((transaction) => postponeDelivery(transaction, taken, { ...LATER, inMs: 0, messages }));
  const again = await claimOne();
  expect(again).toMatchObject({ messages, keyAgeMs: null });
  expect(again.retryKey).not.toBe(row.retryKey);
});

test('two workers that look at once share the rows', async () => {
  await store(...Array.from({ length: 12 }, () => delivery(newId<ConversationId>())));
  const taken = (await Promise.all([claim(6), claim(6), claim(6)])).flat().map((row) => row.id);
  expect(new Set(taken).size).toBe(taken.length);
});

test('a worker whose row was taken by another changes nothing any more', async () => {
  await store(delivery(newId<ConversationId>()));
  const stalled = await claimOne();
  await database.system((transaction) => transaction.run('update outbox set lease_until = now()'));
  const other = await claimOne();
  expect(other.attempts).toBe(stalled.attempts + 1);
  expect(await begin(stalled, 'reply')).toBe(false);
  await ofAccount((transaction) => postponeDelivery(transaction, stalled, LATER));
  expect(await end(stalled, SENT)).toEqual([]);
  expect(await end(other, SENT)).toEqual([
    { id: other.id, attempts: other.attempts, isPaid: false, hasMore: false, isLast: true, isQuiet: true },
  ]);
  expect(await nextIn()).toBeNull();
});

test('what is sent again by hand keeps its key while the vendor remembers it', async () => {
  const row = delivery(newId<ConversationId>());
  await store(row);
  const taken = await claimOne();
  expect(await begin(taken, 'push')).toBe(true);
  await end(taken, FAILED);
  expect(await ofAccount((transaction) => requeueDeliveries(transaction, row.messageId))).toBe(true);
  const again = await claimOne();
  expect(again).toMatchObject({ retryKey: row.retryKey, replyToken: null, previousState: 'pending' });

  await end(again, FAILED);
  await database.system((transaction) =>
    transaction.run("update outbox set first_attempt_at = now() - interval '2 days'"),
  );
  await ofAccount((transaction) => requeueDeliveries(transaction, row.messageId));
  expect((await claimOne()).retryKey).not.toBe(row.retryKey);
});

test('calls that begin and end together keep what each of them is', async () => {
  const messageId = newId<MessageId>();
  const conversationId = newId<ConversationId>();
  const parts = [delivery(conversationId), delivery(conversationId)].map((part) => ({ ...part, messageId }));
  await store(...parts, delivery(newId<ConversationId>()), delivery(newId<ConversationId>()));
  const [ofParts, paid, failing] = (await claim()).toSorted((one) => (one.messageId === messageId ? -1 : 1));
  if (!ofParts || !paid || !failing) throw new Error('three were due');
  const call = { method: 'reply', isPaid: false, leaseSeconds: 15 } as const;
  const begun = await database.system((transaction) =>
    beginCalls(transaction, [
      { ...call, row: ofParts },
      { ...call, row: { ...ofParts, attempts: 0 } },
      { ...call, row: paid, method: 'push', isPaid: true },
      { ...call, row: failing, method: 'push', isPaid: true },
    ]),
  );
  expect(begun).toEqual([true, false, true, true]);
  const ended = await database.system((transaction) =>
    endDeliveries(transaction, [
      { row: failing, ...FAILED },
      { row: paid, ...SENT },
      { row: ofParts, ...SENT },
    ]),
  );
  const of = (row: TakenRow) => ended.find(({ id }) => id === row.id);
  expect(of(ofParts)).toMatchObject({ isPaid: false, hasMore: true });
  expect(of(paid)).toMatchObject({ isPaid: true, hasMore: false });
  expect(of(failing)).toMatchObject({ isPaid: false, hasMore: false });
});
