import { type ChatAnswer, ChatDataParts, chat } from '@hanasu/contract/chat';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';

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
beforeEach(() => providers.reset());

const post = (body: unknown, accept?: string) =>
  fetch(new URL(chat.path, server.address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.jwt}`,
      ...(accept ? { accept } : {}),
    },
    body: JSON.stringify(body),
  });

type DataParts = { citations: z.infer<typeof ChatDataParts.citations>; answer: ChatAnswer };
type Message = UIMessage<{ conversationUuid: string }, DataParts>;

/** Reads a stream as the AI SDK's own client does: every chunk must be of its protocol. */
async function read(response: Response) {
  if (!response.body) throw new Error('there is no body');
  const chunks: UIMessageChunk[] = [];
  const parsed = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema });
  for await (const result of parsed) {
    if (!result.success) throw result.error;
    chunks.push(result.value);
  }
  let message: Message | undefined;
  const stream = ReadableStream.from(chunks) as Parameters<typeof readUIMessageStream<Message>>[0]['stream'];
  for await (const state of readUIMessageStream<Message>({ stream, terminateOnError: true })) message = state;
  if (!message) throw new Error('there was no message');
  const answer = message.parts.findLast((part) => part.type === 'data-answer');
  const citations = message.parts.findLast((part) => part.type === 'data-citations');
  return {
    chunks,
    message,
    text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    answer: ChatDataParts.answer.parse(answer?.data),
    passages: citations ? ChatDataParts.citations.parse(citations.data).passages : null,
  };
}

/** Reads a stream until an event of a kind has come. */
async function untilSaid({ body }: Response, type: string): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let said = '';
  while (!said.includes(`"type":"${type}"`)) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`it has ended without ${type}`);
    said += value;
  }
}

describe('the stream of an answer', () => {
  test('is the AI SDK’s own, over SSE that no proxy holds back', async () => {
    const { bot } = await addBotWithKnowledge(person, { serviceUuid: 'openai-gpt-4o-mini' });
    // What a model says at once is one event: it says the second half when the first has come.
    providers.behave('*', 'held');
    const response = await post({ botUuid: bot.uuid, message: 'Is parking free?' });
    await untilSaid(response.clone(), 'text-delta');
    providers.release();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    const { chunks, message, text, answer, passages } = await read(response);
    const kinds = chunks.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(kinds).toEqual([
      'start',
      'data-citations',
      'text-start',
      'text-delta',
      ...['data-answer', 'text-end', 'finish'],
    ]);
    expect(chunks.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(1);
    expect(text).toBe(answer.message.text);
    expect(message.id).toBe(answer.message.uuid);
    expect(message.metadata?.conversationUuid).toBe(answer.conversationUuid);
    // What was cited is among what was found.
    expect(passages).toEqual(expect.arrayContaining(answer.message.citations));
  });

  test.each([
    ['the built-in model', {}],
    ['a bot’s own no-answer reply', { noAnswerReply: 'Please call us.', answerOnlyFromKnowledge: true }],
  ])('carries the whole text also with %s', async (_what, changes) => {
    const { bot } = await addBotWithKnowledge(person, changes);
    for (const message of ['Is parking free?', 'Quantum chromodynamics of neutron stars']) {
      const { text, answer } = await read(await post({ botUuid: bot.uuid, message }));
      expect(text).toBe(answer.message.text);
      expect(text).not.toBe('');
    }
  });

  test('carries the no-answer reply when the model fails before it has said anything', async () => {
    const bot = await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' });
    providers.behave('*', 'err400');
    const { text, answer } = await read(await post({ botUuid: bot.uuid, message: '営業時間は？' }));
    expect(answer.outcome).toBe('model_failed');
    expect(text).toBe('申し訳ございません。ただいまお答えできません。時間をおいてもう一度お試しください。');
  });

  test('ends with the no-answer reply when the model breaks off half way', async () => {
    const bot = await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' });
    providers.behave('*', 'truncate');
    const { answer, chunks } = await read(await post({ botUuid: bot.uuid, message: 'What is that?' }));
    expect(answer).toMatchObject({ outcome: 'model_failed', message: { citations: [] } });
    expect(answer.message.text).toMatch(/^Sorry, we can't answer right now/);
    expect(chunks.at(-1)?.type).toBe('finish');
  });
});

describe('what is answered before a stream begins', () => {
  test('a refusal is a problem with its status, not a stream', async () => {
    const response = await post({ botUuid: crypto.randomUUID(), message: 'Hello' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream, application/json', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
  ])('Accept: %s gives %s', async (accept, type) => {
    const bot = await addBot(person);
    const response = await post({ botUuid: bot.uuid, message: 'Hello' }, accept);
    expect(response.headers.get('content-type')).toContain(type);
    await response.text();
  });
});
