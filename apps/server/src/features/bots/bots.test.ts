import { createBot, deleteBot, getBot, listBots, updateBot } from '@hanasu/contract/bots';
import { getChannel } from '@hanasu/contract/channels';
import { deleteKnowledge } from '@hanasu/contract/knowledge';
import { listServices } from '@hanasu/contract/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ANTHROPIC_API_KEY: 'key' });
});
afterAll(() => server.stop());

describe('choosing a model', () => {
  test('one whose provider has no key is refused, and the catalogue says which setting is missing', async () => {
    const person = await server.register();
    const services = await person.call(listServices);
    const missing = services.find(({ uuid }) => uuid === 'openai-gpt-4o-mini');
    expect(missing).toMatchObject({ available: false, missing: 'OPENAI_API_KEY' });
    expect(services.filter(({ available }) => available).map(({ provider }) => provider)).toContain(
      'anthropic',
    );
    for (const serviceUuid of ['openai-gpt-4o-mini', 'no-such-model']) {
      const problem = await person.refused(createBot, { body: { name: 'Clerk', serviceUuid } });
      expect(problem).toMatchObject({
        code: 'service_unavailable_model',
        errors: [{ path: 'body.serviceUuid' }],
      });
    }
  });

  test('a bot may keep a model that has lost its key while other things change', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    await server.sql("update bots set service_uuid = 'openai-gpt-4o-mini' where id = $1", [bot.uuid]);
    const params = { uuid: bot.uuid };
    const changed = await person.call(updateBot, { params, body: { name: 'Renamed' } });
    expect(changed).toMatchObject({ name: 'Renamed', serviceUuid: 'openai-gpt-4o-mini' });
    const problem = await person.refused(updateBot, { params, body: { serviceUuid: 'openai-gpt-4o' } });
    expect(problem.code).toBe('service_unavailable_model');
  });
});

test('what a change leaves out stays as it is', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person, {
    instructions: 'Be kind.',
    greeting: 'Hello!',
    noAnswerReply: 'Please call us.',
    answerOnlyFromKnowledge: false,
    showSources: false,
  });
  const params = { uuid: bot.uuid };
  expect(await person.call(updateBot, { params, body: {} })).toEqual({
    ...bot,
    updatedAt: expect.any(String),
  });
  const changed = await person.call(updateBot, { params, body: { greeting: '', knowledgeUuids: [] } });
  expect(changed).toEqual({
    ...bot,
    greeting: '',
    knowledgeUuids: [],
    state: 'changed',
    updatedAt: expect.any(String),
  });
});

test('a knowledge base named twice is attached once, and one that is deleted is gone from its bots', async () => {
  const person = await server.register();
  const { bot, knowledge } = await addBotWithKnowledge(person);
  const params = { uuid: bot.uuid };
  const twice = await person.call(updateBot, {
    params,
    body: { knowledgeUuids: [knowledge.uuid, knowledge.uuid] },
  });
  expect(twice.knowledgeUuids).toEqual([knowledge.uuid]);
  await person.call(deleteKnowledge, { params: { uuid: knowledge.uuid } });
  expect((await person.call(getBot, { params })).knowledgeUuids).toEqual([]);
});

describe('the list', () => {
  test('newest first, in pages, and a page past the end still knows the total', async () => {
    const person = await server.register();
    for (const name of ['One', 'Two', 'Three']) await addBot(person, { name });
    const namesOf = async (page: number) => {
      const { items, total } = await person.call(listBots, { query: { page, pageSize: 2 } });
      return { names: items.map(({ name }) => name), total };
    };
    expect(await namesOf(1)).toEqual({ names: ['Three', 'Two'], total: 3 });
    expect(await namesOf(2)).toEqual({ names: ['One'], total: 3 });
    expect(await namesOf(3)).toEqual({ names: [], total: 3 });
  });

  test('percent, underscore and backslash are searched for as they are', async () => {
    const person = await server.register();
    for (const name of ['100% cotton', 'snake_case', 'back\\slash', 'plain']) await addBot(person, { name });
    const found = async (q: string) =>
      (await person.call(listBots, { query: { q } })).items.map(({ name }) => name);
    expect(await found('%')).toEqual(['100% cotton']);
    expect(await found('_')).toEqual(['snake_case']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('PLAIN')).toEqual(['plain']);
    expect(await found('')).toHaveLength(4);
  });
});

test('a deleted bot leaves its channel connected, and who writes there waits for a person', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const channel = await addSandbox(person, bot.uuid);
  expect((await person.call(getBot, { params: { uuid: bot.uuid } })).channels).toEqual([
    { uuid: channel.uuid, kind: 'line', name: 'Counter' },
  ]);
  await person.call(deleteBot, { params: { uuid: bot.uuid } });
  expect((await person.call(getChannel, { params: { uuid: channel.uuid } })).botUuid).toBeNull();
  await say(person, channel.uuid, 'alex', 'Is anybody there?');
  const conversation = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
  const senders = (await messagesOf(person, conversation.uuid)).map(({ sender }) => sender);
  expect(senders.filter((sender) => sender === 'bot')).toEqual([]);
});
