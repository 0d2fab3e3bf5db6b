import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { insertMessages, newMessage } from './messages.store.ts';
import { type Delivery, redeliver, updateDeliveries } from './vendor-messages.store.ts';

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

/** Messages of the bot that are on their way, in conversations of their own. */
async function underWay(count: number): Promise<MessageId[]> {
  const messages = Array.from({ length: count }, () =>
    newMessage({
      accountId,
      id: newId<MessageId>(),
      conversationId: newId<ConversationId>(),
      sender: 'bot',
      text: 'hello',
      deliveryState: 'pending',
    }),
  );
  await database.system(async (transaction) => {
    for (const { conversationId } of messages) {
      await transaction.run(
        `insert into conversations (account_id, id, origin, title, handling, last_message_at)
         values ($1, $2, 'channel', '', 'bot', now())`,
        [accountId, conversationId],
      );
    }
    await insertMessages(transaction, messages);
  });
  return messages.map(({ id }) => id);
}

const sent = (messageId: MessageId, ...vendorMessageIds: string[]): Delivery => ({
  accountId,
  messageId,
  state: 'sent',
  reason: null,
  detail: null,
  method: 'reply',
  vendorMessageIds,
});

const store = (...ended: Delivery[]) =>
  database.system((transaction) => updateDeliveries(transaction, ended));

const named = (id: MessageId | undefined) =>
  database.system((transaction) =>
    transaction.one(
      `select vendor_message_id as name, data -> 'vendorIds' as names, delivery_state as state,
         delivery_method as method, delivery_reason as reason from messages where id = $1`,
      [id],
    ),
  );

test('messages that end together each keep how they ended and what the vendor calls them', async () => {
  const [one, many, unnamed, failed] = await underWay(4);
  if (!one || !many || !unnamed || !failed) throw new Error('four were stored');
  const end = { state: 'failed', reason: 'blocked', detail: 'no', method: 'push' } as const;
  await store(sent(one, 'a'), sent(many, 'b', 'c'), sent(unnamed), { ...sent(failed), ...end });
  const arrived = { state: 'sent', method: 'reply', reason: null };
  expect(await named(one)).toEqual({ ...arrived, name: 'a', names: null });
  expect(await named(many)).toEqual({ ...arrived, name: 'b', names: ['b', 'c'] });
  expect(await named(unnamed)).toEqual({ ...arrived, name: null, names: null });
  expect(await named(failed)).toMatchObject({
    state: 'failed',
    method: 'push',
    reason: 'blocked',
    name: null,
  });
});

test('what is sent later of a message adds its names, and sending it again takes none away', async () => {
  const [id] = await underWay(1);
  if (!id) throw new Error('one was stored');
  await store(sent(id, 'a'));
  await store(sent(id, 'b'));
  await database.account(accountId, (transaction) => redeliver(transaction, id));
  expect(await named(id)).toMatchObject({ state: 'pending', method: null, name: 'a', names: ['b'] });
});
