import { listBotActivity } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { getInsights } from '@hanasu/contract/insights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

test('a bot has as many conversations as customers wrote in, tests left out, and who answered each', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const other = await addBot(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const answered = await conversationOf(person, channel.uuid);
  await eventually('the first friend is answered', async () =>
    (await messagesOf(person, answered.uuid)).some(({ outcome }) => outcome === 'answered'),
  );
  await say(person, channel.uuid, 'minh', 'Quantum chromodynamics of neutron stars');
  const waiting = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
  await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
  await person.call(chat, { body: { botUuid: other.uuid, message: 'Hello?', draft: true } });
  const items = await eventually('a person is asked for', async () => {
    const activity = (await person.call(listBotActivity)).items;
    return activity[0]?.unanswered === 0 && activity;
  });
  const answeredBy = { botOnly: 1, botAndStaff: 0, staffOnly: 1, unanswered: 0 };
  expect(items).toEqual([
    { botUuid: bot.uuid, conversations: 2, ...answeredBy, days: [0, 0, 0, 0, 0, 0, 2] },
  ]);
  // Home counts the same.
  expect((await person.call(getInsights)).numbers).toMatchObject({ conversations: 2, ...answeredBy });

  // Two days ago, and before the period.
  await server.sql(`update messages set created_at = now() - interval '2 days' where conversation_id = $1`, [
    answered.uuid,
  ]);
  await server.sql(`update messages set created_at = now() - interval '8 days' where conversation_id = $1`, [
    waiting.uuid,
  ]);
  const [later] = (await person.call(listBotActivity)).items;
  expect(later).toMatchObject({ conversations: 1, days: [0, 0, 0, 0, 1, 0, 0] });
  expect((await (await server.register()).call(listBotActivity)).items).toEqual([]);
});
