import { exportBot } from '@hanasu/contract/bot-files';
import { publishBot } from '@hanasu/contract/bot-versions';
import { listLinkHosts, updateBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { createCurated } from '@hanasu/contract/curated';
import type { BotId, KnowledgeId } from '@hanasu/contract/ids';
import { createWebsite } from '@hanasu/contract/websites';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addBot,
  addKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../testing/test-shop.ts';

const MODEL = 'openai-gpt-4o-mini';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: providers.baseUrls.openai });
  person = await server.register();
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});

/** The fake repeats what it is asked. */
const answerTo = async (botUuid: BotId, message: string): Promise<string> =>
  (await person.call(chat, { body: { botUuid, message } })).message.text;

test('links lead to hosts that the owner names or lists, once that is published', async () => {
  const bot = await addBot(person, {
    serviceUuid: MODEL,
    instructions: 'Our shop is at https://www.shop.vn/start.',
    settings: { variables: [{ name: 'form', value: 'forms.good.example' }] },
  });
  const said =
    'https://shop.vn/a https://forms.good.example/b https://later.example/c https://evil.example/d';
  expect(await answerTo(bot.uuid, said)).toBe(
    'You asked: "https://shop.vn/a https://forms.good.example/b later . example/c evil . example/d"',
  );
  const params = { uuid: bot.uuid };
  await person.call(updateBot, {
    params,
    body: { settings: { linkHosts: ['*.later.example', 'later.example'] } },
  });
  expect(await answerTo(bot.uuid, 'https://later.example/c')).toContain('later . example');
  await person.call(publishBot, { params, body: { note: '' } });
  expect(await answerTo(bot.uuid, 'https://later.example/c')).toContain('https://later.example/c');
  const file = await person.call(exportBot, { params });
  expect(file.bot.settings.linkHosts).toEqual(['*.later.example', 'later.example']);
});

test('written answers and crawled sites name hosts, documents and customers do not', async () => {
  const { knowledge } = await addKnowledge(
    person,
    '# Parking\nParking is at https://document.example/parking.',
  );
  const bot = await addBot(person, { serviceUuid: MODEL, knowledgeUuids: [knowledge.uuid as KnowledgeId] });
  const params = { uuid: bot.uuid };
  await person.call(createCurated, {
    params,
    body: { questions: ['Where is the map?'], answer: 'See https://curated.example/map.' },
  });
  await person.call(createWebsite, {
    params: { uuid: knowledge.uuid as KnowledgeId },
    body: { url: 'https://www.crawled.example/', mode: 'page' },
  });
  expect((await person.call(listLinkHosts, { params })).items).toEqual([
    { host: 'curated.example', origin: 'curated' },
    { host: 'crawled.example', origin: 'website' },
  ]);
  expect(await answerTo(bot.uuid, 'Parking?')).toContain('document . example/parking');
  expect(await answerTo(bot.uuid, 'Where is the map?')).toBe('See https://curated.example/map.');
});

test('hosts of documents are offered to be allowed, until they are', async () => {
  const { knowledge } = await addKnowledge(
    person,
    [
      '# Parking\nSee [the map](https://Map.example/lot) or https://map.example:8443/x, in Japanese地図はhttps://地図.example/です。',
      '# Forms\nWrite to info@mail.example or https://www.forms.example. Not to https://user@hidden.example/ or http://localhost/.',
    ].join('\n\n'),
  );
  const other = await addKnowledge(
    person,
    'Elsewhere: https://forms.example/b and https://elsewhere.example/',
  );
  const knowledgeUuids = [knowledge, other.knowledge].map(({ uuid }) => uuid as KnowledgeId);
  const bot = await addBot(person, { serviceUuid: MODEL, knowledgeUuids });
  const params = { uuid: bot.uuid };
  const unlisted = async () => (await person.call(listLinkHosts, { params })).unlisted;
  expect(await unlisted()).toEqual([
    { host: 'elsewhere.example', documents: 1 },
    { host: 'forms.example', documents: 1 },
    { host: 'map.example', documents: 1 },
    { host: 'map.example:8443', documents: 1 },
    { host: 'xn--lcs7e.example', documents: 1 },
  ]);
  await person.call(updateBot, {
    params,
    body: { settings: { linkHosts: ['map.example', 'forms.example'] } },
  });
  expect((await unlisted()).map(({ host }) => host)).not.toContain('map.example');
  const stranger = await server.register();
  expect((await stranger.refused(listLinkHosts, { params })).code).toBe('not_found');
});

test('what a channel sends has no other links', async () => {
  const bot = await addBot(person, { serviceUuid: MODEL });
  for (const kind of ['line', 'zalo', 'telegram']) {
    const channel = await addSandbox(person, bot.uuid, kind);
    await say(person, channel.uuid, 'alex', 'Say [pay here](https://evil.example/pay) and evil.com');
    const conversation = await conversationOf(
      person,
      channel.uuid,
      ({ lastMessage }) => lastMessage !== null,
    );
    await expect
      .poll(
        async () =>
          (await messagesOf(person, conversation.uuid)).filter(({ sender }) => sender === 'bot').length,
      )
      .toBe(1);
    const sent = await server.sql('select o.* from outbox o where conversation_id = $1', [conversation.uuid]);
    expect(JSON.stringify(sent)).toContain('evil . example/pay');
    expect(JSON.stringify(sent)).not.toMatch(/https:|evil\.|"uri"|text_link/);
  }
});
