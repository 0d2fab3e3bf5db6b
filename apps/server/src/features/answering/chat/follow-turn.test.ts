import { chat, resumeChat } from '@hanasu/contract/chat';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MessagePart } from '../../../platform/http/message-stream.ts';
import { pathOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, messagesOf } from '../../../testing/test-shop.ts';
import { partsFrom } from './running-chats.ts';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
let botUuid: BotId;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  });
  person = await server.register();
  const bot = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };
  botUuid = (await addBot(person, bot)).uuid;
  await person.call(updateEmbedSetting, { body: { botUuid, enabled: true } });
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const textOf = (parts: readonly MessagePart[]): string =>
  parts.map((part) => (part.type === 'text' ? String(part.text) : '')).join('');

test('what was received and what is sent from there is the whole text, at each position', () => {
  const text = fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) });
  const other = fc.record({ type: fc.constantFrom('data-tool' as const, 'start' as const), id: fc.string() });
  fc.assert(
    fc.property(fc.array(fc.oneof(text, other)), (parts) => {
      const whole = textOf(parts);
      const rest = parts.filter(({ type }) => type !== 'text');
      for (let position = 0; position <= whole.length + 1; position += 1) {
        const sent = partsFrom(parts, position);
        expect(whole.slice(0, position) + textOf(sent)).toBe(whole);
        expect(sent.filter(({ type }) => type !== 'text')).toEqual(rest);
      }
    }),
  );
});

interface Heard {
  readonly status: number;
  readonly text: string;
  readonly types: readonly string[];
  readonly start:
    | { messageId: MessageId; messageMetadata: { conversationUuid: ConversationId; visitor?: string } }
    | undefined;
}

async function hear(path: string, headers: Record<string, string>, body?: object): Promise<Heard> {
  const response = await fetch(new URL(path, server.address), {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'text/event-stream',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const parts = (await response.text())
    .split('\n\n')
    .flatMap((event) => (event.startsWith('data: {') ? [JSON.parse(event.slice(6))] : []));
  return {
    status: response.status,
    text: parts.map(({ delta = '' }) => delta).join(''),
    types: parts.map(({ type }) => type),
    start: parts.find(({ type }) => type === 'start'),
  };
}

const QUESTION = 'Where is 東京 🗼 on the map?';
const asPerson = () => ({ authorization: `Bearer ${person.jwt}` });
const widget = (path: string) => `/api/embed/${botUuid}/${path}`;

async function askedByPerson() {
  providers.behave('*', 'slow-5');
  const whole = await hear(chat.path, asPerson(), { botUuid, message: QUESTION });
  if (!whole.start) throw new Error('nothing was begun');
  const { messageId, messageMetadata } = whole.start;
  const uuid = messageMetadata.conversationUuid;
  const again = (query: object, headers = asPerson()) =>
    hear(
      `${pathOf(resumeChat, { params: { uuid } })}?${new URLSearchParams(Object.entries(query))}`,
      headers,
    );
  return { whole, uuid, messageId, again };
}

test('an answer that has ended goes on at each position, from the database', async () => {
  const { whole, messageId, again } = await askedByPerson();
  expect(whole.text.length).toBeGreaterThan(QUESTION.length);
  for (let position = 0; position <= whole.text.length; position += 1) {
    const rest = await again({ answerUuid: messageId, position: String(position) });
    expect(whole.text.slice(0, position) + rest.text).toBe(whole.text);
    expect(rest.types).toContain('data-answer');
    expect(rest.types.at(-1)).toBe('finish');
  }
});

test('an old, foreign or impossible position is answered cleanly', async () => {
  const { whole, uuid, messageId, again } = await askedByPerson();
  // Nothing is being made, so there is nothing to watch from its start.
  expect((await again({})).status).toBe(204);
  expect((await again({ answerUuid: crypto.randomUUID() })).status).toBe(204);
  const beyond = await again({ answerUuid: messageId, position: '9999999' });
  expect([beyond.text, beyond.types.at(-1)]).toEqual(['', 'finish']);
  // A run that was not this one: all of it is sent anew.
  const otherRun = await again({ answerUuid: messageId, attempt: '7', position: '5' });
  expect(otherRun.types[0]).toBe('data-restart');
  expect(otherRun.text).toBe(whole.text);
  expect((await again({ answerUuid: messageId, position: '-1' })).status).toBe(400);
  const stranger = await server.register();
  expect((await again({ answerUuid: messageId }, { authorization: `Bearer ${stranger.jwt}` })).status).toBe(
    404,
  );
  // As after five minutes.
  await server.sql(`delete from chat_turns where conversation_id = '${uuid}'`);
  expect((await again({ answerUuid: messageId, position: '3' })).status).toBe(204);
  expect(await messagesOf(person, uuid)).toHaveLength(2);
});

test('a visitor goes on with their own answer and no other', async () => {
  const session = async () =>
    ((await server.anonymous.raw('POST', widget('session'), { body: {} })).body as { visitor: string })
      .visitor;
  const [mine, yours] = [await session(), await session()];
  const asked = await hear(widget('chat'), {}, { message: QUESTION, visitor: mine });
  const answerUuid = asked.start?.messageId ?? '';
  const again = (visitor: string) =>
    hear(widget(`stream?answerUuid=${answerUuid}`), { 'x-visitor': visitor });
  expect(await again(mine)).toMatchObject({ status: 200, text: asked.text });
  // Neither costs nor tools nor what else the bot knows.
  expect((await again(mine)).types).toEqual(asked.types);
  await hear(widget('chat'), {}, { message: QUESTION, visitor: yours });
  for (const visitor of [yours, '', `${mine.split('.')[0]}.x`])
    expect(await again(visitor)).toMatchObject({ status: 204, text: '' });
  const { messageId } = (await askedByPerson()).whole.start ?? {};
  const foreign = await hear(widget(`stream?answerUuid=${messageId}`), { 'x-visitor': mine });
  expect(foreign.status).toBe(204);
});

test('the same question sent twice at once, by one caller, is asked once', async () => {
  providers.behave('*', 'slow-5');
  const requestUuid = crypto.randomUUID();
  const { visitor } = (await server.anonymous.raw('POST', widget('session'), { body: {} })).body as {
    visitor: string;
  };
  const heard = await Promise.all(
    Array.from({ length: 4 }, () => hear(chat.path, asPerson(), { botUuid, message: QUESTION, requestUuid })),
  );
  expect(new Set(heard.map(({ start }) => start?.messageId)).size).toBe(1);
  expect(new Set(heard.map(({ text }) => text)).size).toBe(1);
  expect(providers.requests).toHaveLength(1);
  // The id is one of the caller's own: somebody else may have the same.
  const theirs = await hear(widget('chat'), {}, { message: QUESTION, visitor, requestUuid });
  expect(theirs.start?.messageId).not.toBe(heard[0]?.start?.messageId);
  const whole = await person.call(chat, { body: { botUuid, message: QUESTION, requestUuid } });
  expect(whole.message).toMatchObject({ uuid: heard[0]?.start?.messageId, text: heard[0]?.text });
});
