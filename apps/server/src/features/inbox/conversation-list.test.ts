import { CONVERSATION_LISTS, type ConversationList } from '@hanasu/contract/conversation-filter';
import { LIST_CASES, type ListCase } from '@hanasu/contract/conversation-filter.fixture';
import { listConversations } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
let person: SignedIn;
/** By id. */
const cases = new Map<string, ListCase>();

beforeAll(async () => {
  server = await startTestServer();
  person = await server.register();
  const colleague = await addMember(server, person, 'operator');
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  const operators = { me: person.user.uuid, colleague: colleague.user.uuid };
  for (const one of LIST_CASES) {
    const id = newId();
    cases.set(id, one);
    // A conversation that waits without a clock gets one, and a new time to respond, from the worker of the inbox.
    await server.sql(
      `insert into conversations (account_id, id, origin, channel_id, title, last_message_at, handling, operator_id,
         snoozed_until, respond_by, last_customer_message_id, waiting_since)
       values ($1, $2, 'channel', $3, $4, now(), $5, $6, now() + $7::interval, now() + $8::interval, $9,
         case when $5 = 'waiting' then now() end)`,
      [
        person.user.account.uuid,
        id,
        channel.uuid,
        one.name,
        one.handling,
        one.operator ? operators[one.operator] : null,
        one.snoozed ? (one.snoozed === 'still' ? '1 hour' : '-1 hour') : null,
        one.respondBy ? (one.respondBy === 'ahead' ? '1 hour' : '-1 hour') : null,
        one.isUnread ? newId() : null,
      ],
    );
  }
});
afterAll(() => server.stop());

const namesIn = (list: ConversationList) =>
  LIST_CASES.filter(({ lists }) => lists.includes(list))
    .map(({ name }) => name)
    .sort();

test.each(Object.entries(CONVERSATION_LISTS))(
  'the list “%s” and its number hold the same',
  async (list, filter) => {
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const { items, total, counts } = await person.call(listConversations, {
      query: { ...query, pageSize: 100 },
    });
    const names = namesIn(list as ConversationList);
    expect(items.map(({ uuid }) => cases.get(uuid)?.name).sort()).toEqual(names);
    expect(total).toBe(names.length);
    expect(counts[list as ConversationList]).toBe(names.length);
  },
);
