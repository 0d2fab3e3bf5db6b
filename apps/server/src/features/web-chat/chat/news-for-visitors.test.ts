import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../../../testing/test-redis.ts';
import {
  createCaller,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { PATIENT_MODELS } from '../../channels/testing/channel-stage.fixture.ts';
import { createNewsForVisitors } from './news-for-visitors.ts';

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

let providers: FakeProviders;
let redis: TestRedis | null = null;
/** Two processes on one database where there is a Redis between them; otherwise one. */
let processes: readonly TestServer[];
let owner: SignedIn;
let botUuid: BotId;
beforeAll(async () => {
  providers = await startFakeProviders();
  redis = hasRedis ? await startTestRedis() : null;
  const settings = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
    ...PATIENT_MODELS,
    SECRET_KEY: 'a secret key that both processes have',
    ...(redis && { REDIS_URL: redis.url }),
  };
  const database = await createTestDatabase();
  const first = await startTestServer(settings, undefined, { database });
  processes = redis ? [first, await startTestServer(settings, undefined, { database })] : [first];
  owner = await first.register();
  const bot = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };
  botUuid = (await addBot(owner, bot)).uuid;
  await owner.call(updateEmbedSetting, { body: { botUuid, enabled: true } });
});
afterAll(async () => {
  for (const each of [...processes].reverse()) await each.stop();
  await redis?.stop();
  await providers.close();
});
beforeEach(() => {
  providers.reset();
  providers.behave('*', 'held');
});

interface Event {
  readonly type: string;
  readonly messageMetadata?: { readonly conversationUuid: ConversationId; readonly visitor: string };
}

/** The events of a visitor's stream, as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    if (done) return;
    const lines = (buffer + value).split('\n\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      const data = line.slice('data: '.length);
      if (data !== '[DONE]') yield JSON.parse(data) as Event;
    }
  }
}

const ask = (server: TestServer, body: object): Promise<Response> =>
  fetch(`${server.address}/api/embed/${botUuid}/chat`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ message: WORDS, ...body }),
  });

test('a visitor is told of what a person says in another process, while the answer is being made', async () => {
  const [first, last = first] = [processes[0], processes.at(-1)];
  if (!first || !last) throw new Error('there is a server');
  const seen: string[] = [];
  for await (const event of eventsOf(await ask(first, {}))) {
    seen.push(event.type);
    if (event.type === 'data-news') providers.release();
    if (event.type === 'start' && event.messageMetadata) {
      const params = { uuid: event.messageMetadata.conversationUuid };
      await createCaller(last.address, owner.jwt).call(sendOperatorMessage, {
        params,
        body: { text: 'This is Hanako' },
      });
    }
  }
  expect(seen).toContain('data-news');
  expect(seen.indexOf('data-news')).toBeLessThan(seen.indexOf('data-answer'));
});

test('who has come back to the answer is told as well, and reads the words', async () => {
  const [first, last = first] = [processes[0], processes.at(-1)];
  if (!first || !last) throw new Error('there is a server');
  const beginning = eventsOf(await ask(first, {}));
  const { messageMetadata } = (await beginning.next()).value as Required<Event>;
  await beginning.return(undefined);
  const headers = { 'x-visitor': messageMetadata.visitor };
  const url = `${last.address}/api/embed/${botUuid}`;
  const seen: string[] = [];
  for await (const { type } of eventsOf(await fetch(`${url}/stream`, { headers }))) {
    if (seen.length === 0)
      await owner.call(sendOperatorMessage, {
        params: { uuid: messageMetadata.conversationUuid },
        body: { text: 'This is Hanako' },
      });
    if (type === 'data-news') {
      const { messages } = (await (await fetch(`${url}/messages`, { headers })).json()) as {
        messages: { from: string; text: string }[];
      };
      expect(messages).toContainEqual(expect.objectContaining({ from: 'person', text: 'This is Hanako' }));
      providers.release();
    }
    seen.push(type);
  }
  expect(seen).toContain('data-news');
});

test('news are told to who listens to that conversation, until they leave', () => {
  const [mine, theirs] = ['c1', 'c2'] as ConversationId[];
  if (!mine || !theirs) throw new Error('there are two');
  const told: ConversationId[] = [];
  const news = createNewsForVisitors((id) => told.push(id));
  const heard: string[] = [];
  const leave = news.listen(mine, () => heard.push('one'));
  news.listen(mine, () => heard.push('two'));
  news.tell(mine);
  news.tell(theirs);
  leave();
  news.hear(mine);
  expect(heard).toEqual(['one', 'two', 'two']);
  expect(told).toEqual([mine, theirs]);
});
