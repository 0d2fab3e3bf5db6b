import { type ChatAnswer, chat } from '@hanasu/contract/chat';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ServerPair, startServerPair } from '../../../testing/impatient-server.ts';
import { createCaller, eventually, type SignedIn, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge, addKnowledge, messagesOf } from '../../../testing/test-shop.ts';

const OPENAI = { serviceUuid: 'openai-gpt-4o-mini' };
const UNABLE_JA = '申し訳ございません。ただいまお答えできません。時間をおいてもう一度お試しください。';
const NOT_FOUND_VI = 'Dạ nội dung này em chưa trả lời được ạ. Anh/chị nói rõ hơn giúp em nhé?';

const IMPATIENT = { MODEL_FIRST_TOKEN_MS: '1500', MODEL_IDLE_MS: '1200', MODEL_TOTAL_MS: '8000' };
/** Behaviours of a model that only a limit of time ends. */
const ENDED_BY_TIME = new Set(['stall', 'nofirst']);

let providers: FakeProviders;
let servers: ServerPair;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  providers = await startFakeProviders();
  const settings = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  };
  servers = await startServerPair(settings, IMPATIENT);
  ({ server } = servers);
  person = await server.register();
});
afterAll(async () => {
  await servers.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const ask = (botUuid: ChatBot, message: string, conversationUuid?: ChatAnswer['conversationUuid']) =>
  person.call(chat, { body: { botUuid, message, conversationUuid } });
type ChatBot = Awaited<ReturnType<typeof addBot>>['uuid'];

const RequestBody = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});
const promptOf = (index: number) => RequestBody.parse(providers.requests[index]?.body).messages;

describe('a language model', () => {
  test('answers from the passages it was given and cites them', async () => {
    const { bot, document } = await addBotWithKnowledge(person, OPENAI);
    const answer = await ask(bot.uuid, 'Is parking free?');
    expect(answer.outcome).toBe('answered');
    expect(answer.message.text).toMatch(/Parking is free for two hours\..* \[1\]$/);
    expect(answer.message.citations).toMatchObject([
      { number: 1, documentUuid: document.uuid, title: 'Handbook', headingPath: ['Parking'] },
    ]);
    expect(answer.message.citations[0]?.quote).toContain('12 parking spaces');
    const [system, question] = promptOf(0);
    expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('12 parking spaces') });
    expect(question).toEqual({ role: 'user', content: 'Is parking free?' });
    const stored = await messagesOf(person, answer.conversationUuid);
    expect(stored.at(-1)).toMatchObject({
      uuid: answer.message.uuid,
      text: answer.message.text,
      citations: answer.message.citations,
      usage: answer.usage,
      outcome: 'answered',
    });
  });

  test('cannot cite a passage that it was not given', async () => {
    const { knowledge } = await addKnowledge(
      person,
      'Parking costs nothing [9] in the evening 【7】 and [0] at noon.',
    );
    const bot = await addBot(person, { ...OPENAI, knowledgeUuids: [knowledge.uuid] });
    const answer = await ask(bot.uuid, 'What does parking cost in the evening?');
    expect(answer.message.text).toMatch(/costs nothing {2}in the evening {2}and {2}at noon\..* \[1\]$/);
    expect(answer.message.citations.map(({ number }) => number)).toEqual([1]);
  });

  test('that finds nothing is not heard: the customer gets the no-answer reply in their language', async () => {
    const { knowledge } = await addKnowledge(person, 'NO_ANSWER giá vé tàu điện là bao nhiêu');
    const bot = await addBot(person, { ...OPENAI, knowledgeUuids: [knowledge.uuid] });
    const answer = await ask(bot.uuid, 'Giá vé tàu điện là bao nhiêu?');
    expect(answer).toMatchObject({ outcome: 'not_found', message: { text: NOT_FOUND_VI, citations: [] } });
    expect(answer.usage.tokens).toBeGreaterThan(0);
  });

  test('is given what was said before, and nothing of another conversation', async () => {
    const { bot } = await addBotWithKnowledge(person, OPENAI);
    await ask(bot.uuid, 'Something else entirely');
    const first = await ask(bot.uuid, 'Is parking free?');
    const second = await ask(bot.uuid, 'For how many hours?', first.conversationUuid);
    expect(promptOf(providers.requests.length - 1).slice(1)).toEqual([
      { role: 'user', content: 'Is parking free?' },
      { role: 'assistant', content: first.message.text },
      { role: 'user', content: 'For how many hours?' },
    ]);
    const stored = await messagesOf(person, second.conversationUuid);
    expect(stored.map(({ sender }) => sender)).toEqual(['customer', 'bot', 'customer', 'bot']);
  });
});

describe('when the model fails', () => {
  test('once, it is asked again and nobody notices', async () => {
    const { bot } = await addBotWithKnowledge(person, OPENAI);
    providers.behave('*', 'err500once');
    expect((await ask(bot.uuid, 'Is parking free?')).outcome).toBe('answered');
    expect(providers.requests.map(({ status }) => status)).toEqual([500, 200]);
  });

  test.each([
    'err500',
    'err401',
    'err429',
    'stall',
    'reset',
    'truncate',
    'nofirst',
    'errmid',
    'empty',
    'refuse',
  ])('%s: the customer gets one no-answer reply in their language', async (behaviour) => {
    const { bot } = await addBotWithKnowledge(person, OPENAI);
    providers.behave('*', behaviour);
    const caller = ENDED_BY_TIME.has(behaviour)
      ? createCaller(servers.impatient.address, person.jwt)
      : person;
    const answer = await caller.call(chat, { body: { botUuid: bot.uuid, message: '定休日はいつですか' } });
    expect(answer).toMatchObject({ outcome: 'model_failed', message: { text: UNABLE_JA, citations: [] } });
    const stored = await messagesOf(person, answer.conversationUuid);
    expect(stored.map(({ text }) => text)).toEqual(['定休日はいつですか', UNABLE_JA]);
  });

  test('the bot’s own words are said if it has some', async () => {
    const { bot } = await addBotWithKnowledge(person, { ...OPENAI, noAnswerReply: 'Please call 03-1234.' });
    providers.behave('*', 'err500');
    expect((await ask(bot.uuid, 'Is parking free?')).message.text).toBe('Please call 03-1234.');
  });

  test('what the provider said is told to nobody', async () => {
    const { bot } = await addBotWithKnowledge(person, OPENAI);
    providers.behave('*', 'err401');
    const answer = await ask(bot.uuid, 'Is parking free?');
    const stored = await server.sql('select * from messages where conversation_id = $1', [
      answer.conversationUuid,
    ]);
    expect(JSON.stringify([answer, stored])).not.toContain('secret');
  });
});

describe('one conversation', () => {
  test('answers one message at a time and says so', async () => {
    const { bot } = await addBotWithKnowledge(person, OPENAI);
    const { conversationUuid } = await ask(bot.uuid, 'Is parking free?');
    providers.behave('*', 'held');
    const send = (message: string) =>
      person.raw('POST', chat.path, { body: { botUuid: bot.uuid, message, conversationUuid } });
    let refused = 0;
    const sending = ['One?', 'Two?', 'Three?'].map(async (message) => {
      const answer = await send(message);
      if (answer.status === 409) refused += 1;
      return answer;
    });
    await expect.poll(() => refused).toBe(2);
    providers.release();
    const answers = await Promise.all(sending);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'conversation_busy' });
    }
    expect(await messagesOf(person, conversationUuid)).toHaveLength(4);
    providers.reset();
    expect((await send('Now?')).status).toBe(200);
  });

  test('belongs to its bot', async () => {
    const [one, other] = [await addBot(person), await addBot(person)];
    const { conversationUuid } = await ask(one.uuid, 'Hello');
    const body = { botUuid: other.uuid, message: 'Hello', conversationUuid };
    expect((await person.refused(chat, { body })).code).toBe('conversation_not_found');
  });

  test('is free again after a fault of ours, and its question was answered', async () => {
    const { bot } = await addBotWithKnowledge(person);
    await server.sql('alter table index_segments rename to index_segments_away');
    const answer = await ask(bot.uuid, 'Is parking free?').finally(() =>
      server.sql('alter table index_segments_away rename to index_segments'),
    );
    expect(answer.outcome).toBe('model_failed');
    const next = await ask(bot.uuid, 'Is parking free?', answer.conversationUuid);
    expect(next.outcome).toBe('answered');
  });
});

test('texts that a database or JSON could choke on are stored as they are', async () => {
  const text = 'Parking is a C:\\u0000 path, "quoted", half a pair \\ud83d, and a 👍🏽 thumb.';
  const { knowledge } = await addKnowledge(person, text);
  const bot = await addBot(person, { ...OPENAI, knowledgeUuids: [knowledge.uuid] });
  const answer = await ask(bot.uuid, `What of \\u0000 in the parking path?`);
  expect(answer.message.citations[0]?.quote).toContain('C:\\u0000 path');
  const stored = await messagesOf(person, answer.conversationUuid);
  expect(stored.at(-1)).toMatchObject({ text: answer.message.text, citations: answer.message.citations });
});

test('a NUL in a question is left out', async () => {
  const bot = await addBot(person, OPENAI);
  const answer = await ask(bot.uuid, 'Hello \u0000there');
  const [question] = await messagesOf(person, answer.conversationUuid);
  expect(question?.text).toBe('Hello there');
});

test('a caller of JSON that goes away stops the model; what was said until then is kept and paid', async () => {
  const { bot } = await addBotWithKnowledge(person, OPENAI);
  const { conversationUuid: conversation } = await ask(bot.uuid, 'Hello');
  providers.reset();
  providers.behave('*', 'held');
  const gone = new AbortController();
  const answer = fetch(new URL(chat.path, server.address), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${person.jwt}`,
    },
    body: JSON.stringify({ botUuid: bot.uuid, message: 'Is parking free?', conversationUuid: conversation }),
    signal: gone.signal,
  }).catch(() => null);
  await eventually('something was said', async () => {
    const parts = await server.sql(
      `select 1 from chat_parts p join chat_turns t on t.id = p.turn_id
       where t.conversation_id = $1 and p.parts::text like '%Parking%'`,
      [conversation],
    );
    return parts.length > 0;
  });
  gone.abort();
  await answer;
  await eventually('the model is stopped', async () => providers.requests[0]?.closedEarly);
  const kept = await eventually('the answer is stored', async () => {
    const rows = await server.sql<{ text: string; outcome: string; usage: { tokens: number } }>(
      "select text, outcome, usage from messages where conversation_id = $1 and outcome = 'stopped'",
      [conversation],
    );
    return rows[0];
  });
  expect(kept.outcome).toBe('stopped');
  expect(kept.text).not.toBe('');
  expect(kept.text).not.toContain('[1]');
  expect(kept.usage.tokens).toBeGreaterThan(0);
});
