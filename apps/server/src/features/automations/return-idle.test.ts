import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import type { AccountId, ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createIdleReturner } from './return-idle.ts';

let testDatabase: TestDatabase;
let database: Database;
const told: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const accountId = newId<AccountId>();
const usual = DEFAULT_CHANNEL_SETTINGS.giveBack;

async function channelThat(settings: Partial<ChannelSettings>): Promise<ChannelId> {
  const id = newId<ChannelId>();
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into accounts (id, name, time_zone) values ($1, 'Shop', 'UTC') on conflict do nothing`,
      [accountId],
    );
    await transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, bot_id, batching_delay,
         settings) values ($1, $2, 'any', 'Shop', true, $3, '', $4, 0, $5)`,
      [accountId, id, id, newId(), JSON.stringify(settings)],
    );
  });
  return id;
}

/** With a person who has it since so many minutes, and so many since the last word. */
async function held(channelId: ChannelId, { quiet = 0, since = 100_000 }): Promise<ConversationId> {
  const id = newId<ConversationId>();
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into conversations (account_id, id, origin, channel_id, thread_external_id, title, handling,
         operator_id, last_message_at, taken_at)
       values ($1, $2, 'channel', $3, $4, '', 'operator', $5, now() - make_interval(mins => $6),
         now() - make_interval(mins => $7))`,
      [accountId, id, channelId, id, newId<UserId>(), quiet, since],
    );
    await transaction.run(
      `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state)
       values ($1, $2, $3, 'customer', 'text', 'anybody?', '{}', '[]', 'none')`,
      [accountId, newId<MessageId>(), id],
    );
  });
  return id;
}

const returner = () =>
  createIdleReturner({
    database,
    publishConversationUpdate: (_account, action, id) => told.push(`${action} ${id}`),
    notifyTurns: () => told.push('turns'),
  });

const stateOf = async (id: ConversationId) => {
  const row = await database.account(accountId, (transaction) =>
    transaction.one<{ handling: string; isOwed: boolean; events: string[] }>(
      `select c.handling, c.turn_due_at is not null as "isOwed",
         array(select m.data ->> 'event' from messages m where m.account_id = c.account_id
           and m.conversation_id = c.id and m.kind = 'event') as events
       from conversations c where c.account_id = $1 and c.id = $2`,
      [accountId, id],
    ),
  );
  return row;
};
const RETURNED = { handling: 'bot', isOwed: true, events: ['given_back'] };
const KEPT = { handling: 'operator', isOwed: false, events: [] };

test('nobody has written for long: the bot has it again and answers what nobody has answered', async () => {
  const channel = await channelThat({ giveBack: { ...usual, idleMinutes: 30 } });
  const [old, fresh] = [await held(channel, { quiet: 31 }), await held(channel, { quiet: 29 })];
  told.length = 0;
  await returner().runOnce();
  expect([await stateOf(old), await stateOf(fresh)]).toEqual([RETURNED, KEPT]);
  expect(told).toEqual([`handling ${old}`, 'turns']);
  await returner().runOnce();
  expect(await stateOf(old)).toEqual(RETURNED);
});

test('people have gone home: what they had is the bot’s again, but not what somebody took afterwards', async () => {
  // Open for one hour on the day before yesterday.
  const day = (new Date().getUTCDay() + 5) % 7;
  const hours = [{ day, from: '00:00', until: '01:00' }];
  const channel = await channelThat({ timeZone: 'UTC', hours, giveBack: { ...usual, atClosing: true } });
  const before = await held(channel, { quiet: 10 });
  const busy = await held(channel, { quiet: 2 });
  const late = await held(channel, { quiet: 10, since: 60 });
  await returner().runOnce();
  expect([await stateOf(before), await stateOf(busy), await stateOf(late)]).toEqual([RETURNED, KEPT, KEPT]);
});

test('while people are there, and where nothing is set, they keep what they have', async () => {
  const open = await channelThat({ hours: null, giveBack: { ...usual, atClosing: true } });
  const plain = await channelThat({});
  const conversations = [await held(open, { quiet: 500 }), await held(plain, { quiet: 50_000 })];
  await returner().runOnce();
  expect(await Promise.all(conversations.map(stateOf))).toEqual([KEPT, KEPT]);
});
