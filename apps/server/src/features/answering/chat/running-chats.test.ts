import { get } from 'node:http';
import { chat, resumeChat, stopChat } from '@hanasu/contract/chat';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  eventually,
  pathOf,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot, messagesOf } from '../../../testing/test-shop.ts';
import { PATIENT_MODELS } from '../../channels/testing/channel-stage.fixture.ts';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
let botUuid: BotId;
const start = async () => {
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
    ...PATIENT_MODELS,
  });
  person = await server.register();
  const bot = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };
  botUuid = (await addBot(person, bot)).uuid;
};
beforeAll(async () => {
  providers = await startFakeProviders();
  await start();
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const open = (method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> =>
  fetch(new URL(path, server.address), {
    method,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${person.jwt}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });

/** Reads a stream until `enough`. */
async function hear(response: Response, enough: (heard: string) => boolean): Promise<string> {
  let heard = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    heard += decoder.decode(bytes, { stream: true });
    if (enough(heard)) break;
  }
  return heard;
}
const Chunk = z.looseObject({ type: z.string(), delta: z.string().optional() });
const chunksOf = (heard: string) =>
  heard
    .split('\n\n')
    .flatMap((event) => (event.startsWith('data: {') ? Chunk.parse(JSON.parse(event.slice(6))) : []));
const textOf = (heard: string): string =>
  chunksOf(heard)
    .map(({ delta }) => delta ?? '')
    .join('');

/** The fake model says it again, word by word. */
const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

/** A question whose answer is held half way; the page that asked goes away after its first words. */
async function askAndLeave(): Promise<ConversationId> {
  providers.behave('*', 'held');
  const page = new AbortController();
  const response = await open('POST', chat.path, { botUuid, message: LONG }, page.signal);
  const heard = await hear(response, (all) => all.includes('"text-delta"'));
  page.abort();
  return /"conversationUuid":"([^"]+)"/.exec(heard)?.[1] as ConversationId;
}
const again = (uuid: ConversationId) => open('GET', pathOf(resumeChat, { params: { uuid } }));
const stop = (uuid: ConversationId) => person.call(stopChat, { params: { uuid } });
const kept = (uuid: ConversationId) =>
  eventually('the answer is stored', async () =>
    (await messagesOf(person, uuid)).find(({ sender }) => sender === 'bot'),
  );

test('an answer goes on without its page, and two pages that come later see all of it', async () => {
  const uuid = await askAndLeave();
  const pages = [await again(uuid), await again(uuid)];
  providers.release();
  const heard = await Promise.all(pages.map((response) => hear(response, () => false)));
  const stored = await kept(uuid);
  expect(stored.outcome).toBe('answered');
  for (const all of heard) {
    expect(textOf(all)).toBe(stored.text);
    expect(chunksOf(all)[0]).toMatchObject({ type: 'start', messageId: stored.uuid });
    expect(chunksOf(all).at(-1)?.type).toBe('finish');
  }
  const late = await again(uuid);
  expect(late.status).toBe(204);
});

test('it is stopped for everybody; what was said is kept and paid, and a second stop does no harm', async () => {
  const uuid = await askAndLeave();
  const watching = hear(await again(uuid), () => false);
  await stop(uuid);
  await stop(uuid);
  const stored = await kept(uuid);
  expect(stored).toMatchObject({ outcome: 'stopped' });
  expect(stored.text).not.toBe('');
  expect(stored.usage?.tokens).toBeGreaterThan(0);
  expect(textOf(await watching)).toBe(stored.text);
  await eventually('the model is stopped', async () => providers.requests[0]?.closedEarly);
  await stop(uuid);
  providers.reset();
  const next = await person.call(chat, { body: { botUuid, message: 'And now?', conversationUuid: uuid } });
  expect(next.outcome).toBe('answered');
});

test('nobody else watches or stops it, and its conversation is busy for a second page', async () => {
  const uuid = await askAndLeave();
  const stranger = await server.register();
  for (const endpoint of [resumeChat, stopChat])
    expect((await stranger.refused(endpoint, { params: { uuid } })).code).toBe('not_found');
  const body = { botUuid, message: 'Me, too', conversationUuid: uuid };
  expect((await person.refused(chat, { body })).code).toBe('conversation_busy');
  await stop(uuid);
  expect((await kept(uuid)).outcome).toBe('stopped');
});

/** A server that stops closes connections on which nothing was asked yet. */
const isStopping = () =>
  new Promise<boolean>((resolve) => {
    const request = get(new URL('/healthz', server.address), { agent: false }, (response) => {
      response.resume();
      resolve(false);
    });
    request.once('error', () => resolve(true));
  });

test('a server that stops lets the answer end; half of one is never stored', async () => {
  providers.behave('*', 'held');
  const response = await open('POST', chat.path, { botUuid, message: LONG });
  const begun = Promise.withResolvers<void>();
  const reading = hear(response, (all) => {
    if (all.includes('"text-delta"')) begun.resolve();
    return false;
  });
  await begun.promise;
  const stopping = server.stop();
  await eventually('it stops', isStopping);
  providers.release();
  await stopping;
  const heard = await reading.finally(start);
  expect(chunksOf(heard).find(({ type }) => type === 'data-answer')).toMatchObject({
    data: { outcome: 'answered' },
  });
  expect(textOf(heard)).toContain('word29');
});
