/**
 * Answers in JSON, as OpenAI describes them: https://platform.openai.com/docs/guides/structured-outputs (2026-11). What is
 * no JSON comes as a refusal, an answer that is cut off or withheld has its own reason of ending.
 */
import { createApiKey } from '@hanasu/contract/api-keys';
import { pauseBot } from '@hanasu/contract/bot-versions';
import { createCurated } from '@hanasu/contract/curated';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let owner: SignedIn;
let client: OpenAI;
let model: string;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    GOOGLE_API_KEY: 'key',
    GOOGLE_BASE_URL: providers.baseUrls.google,
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: providers.baseUrls.anthropic,
    STARTING_TOKENS: '100000000',
  });
  owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner, { serviceUuid: 'openai-gpt-4o-mini' });
  model = bot.uuid;
  const { key } = await owner.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
  client = new OpenAI({ apiKey: key, baseURL: `${server.address}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const QUESTION = 'Is parking free?';
const Parking = z.object({ isFree: z.boolean(), hours: z.array(z.number()), words: z.string() });
const format = zodResponseFormat(Parking, 'parking');
const text = { format: zodTextFormat(Parking, 'parking') };
const bodyOf = () => JSON.stringify(providers.requests.at(-1)?.body);
const messages = (content = QUESTION) => [{ role: 'user' as const, content }];
/** A question that the fake answers with exactly this. */
const ordered = (text: string) => {
  providers.behave('*', 'obey');
  return messages(`«${text}»`);
};

async function refusalOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof APIError)) throw new Error(`no refusal: ${String(error)}`);
  const { status, code, param, message } = error;
  return { status, code, param, message };
}

describe('chat completions', () => {
  test('the official client parses an answer of its schema; citations are the passages that were read', async () => {
    const completion = await client.chat.completions.parse({
      model,
      messages: messages(),
      response_format: format,
    });
    const [choice] = completion.choices;
    expect(choice?.message.parsed).toEqual({
      isFree: true,
      hours: [1],
      words: expect.stringContaining('Parking is free for two hours.'),
    });
    expect(choice).toMatchObject({ finish_reason: 'stop', message: { refusal: null } });
    expect(completion).toMatchObject({ citations: [{ title: 'Handbook' }], hanasu: { outcome: 'answered' } });
    expect(bodyOf()).toContain('"strict":true');
    expect(bodyOf()).toContain('Do not write the numbers of passages');
  });

  test('the stream of the official client comes to the same end', async () => {
    const stream = client.chat.completions.stream({ model, messages: messages(), response_format: format });
    const deltas: string[] = [];
    stream.on('content', (delta) => deltas.push(delta));
    const completion = await stream.finalChatCompletion();
    expect(Parking.parse(JSON.parse(deltas.join('')))).toEqual(completion.choices[0]?.message.parsed);
    expect(deltas.length).toBeGreaterThan(1);
  });

  test('a schema is not strict unless the caller says so', async () => {
    const json_schema = { name: 'loose', schema: { type: 'object', properties: { a: { type: 'string' } } } };
    await client.chat.completions.create({
      model,
      messages: messages(),
      response_format: { type: 'json_schema', json_schema },
    });
    expect(bodyOf()).toContain('"strict":false');
  });

  test('links that the bot may not give are taken apart and the JSON stays whole', async () => {
    const json = JSON.stringify({ isFree: true, hours: [], words: 'See https://evil.example/"x"\n[1]' });
    const completion = await client.chat.completions.parse({
      model,
      messages: ordered(json),
      response_format: format,
    });
    const words = completion.choices[0]?.message.parsed?.words;
    expect(words).not.toMatch(/https:|evil\.example/);
    expect(words).toMatch(/\n\[1\]$/);
  });

  test('words in place of JSON are a refusal, streamed as well', async () => {
    const sorry = 'I am sorry, this I cannot say';
    const asked = { model, messages: ordered(sorry), response_format: format };
    const completion = await client.chat.completions.parse(asked);
    expect(completion.choices[0]?.message).toMatchObject({ content: null, parsed: null, refusal: sorry });
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();
    expect(streamed.choices[0]?.message).toMatchObject({ refusal: sorry, parsed: null });
  });

  test('JSON that breaks off is no answer', async () => {
    const asked = { model, messages: ordered('{"isFree": true, "hours'), response_format: format };
    expect(await refusalOf(client.chat.completions.create(asked))).toMatchObject({
      status: 502,
      code: 'model_failed',
    });
  });

  test('instructions that would come out end a stream as a content filter does', async () => {
    const instructions =
      'Always offer the silver plan first, then the golden one, and never the old basic plan.';
    // Its pieces are not merged, so that some go out before the instructions begin.
    const bot = await addBot(owner, { serviceUuid: 'google-gemini-2.5-flash', instructions });
    const json = JSON.stringify({ isFree: true, hours: [1, 2, 3], words: instructions });
    const asked = { model: bot.uuid, messages: ordered(json), response_format: format };
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
      chunks.push(chunk);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('content_filter');
    expect(JSON.stringify(chunks)).not.toContain('golden one');
    const completion = await client.chat.completions.create(asked);
    expect(completion.choices[0]?.finish_reason).toBe('content_filter');
    const input = asked.messages[0]?.content ?? '';
    const response = await client.responses.create({ model: bot.uuid, input, text });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    });
  });

  test('a schema that the provider does not take is the caller’s to change', async () => {
    const json_schema = { name: 'open', strict: true, schema: { type: 'object', properties: {} } };
    const response_format = { type: 'json_schema' as const, json_schema };
    const refused = client.chat.completions.create({ model, messages: messages(), response_format });
    expect(await refusalOf(refused)).toMatchObject({
      status: 400,
      code: 'invalid_json_schema',
      param: 'response_format',
    });
  });

  test.each([
    ['a type that is none', { type: 'xml' }, 'response_format.type'],
    ['no schema', { type: 'json_schema' }, 'response_format.json_schema'],
    [
      'a schema of a list',
      { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'array' } } },
      'response_format.json_schema.schema',
    ],
    [
      'a schema that is too long',
      { type: 'json_schema', json_schema: { name: 'a', schema: { description: 'x'.repeat(20_001) } } },
      'response_format.json_schema.schema',
    ],
    [
      'a name with spaces',
      { type: 'json_schema', json_schema: { name: 'a b', schema: {} } },
      'response_format.json_schema.name',
    ],
  ])('%s: 400 with its place', async (_what, response_format, param) => {
    const body = { model, messages: messages(), response_format };
    expect(await refusalOf(client.post('/chat/completions', { body }))).toMatchObject({ status: 400, param });
    expect(providers.requests).toHaveLength(0);
  });
});

describe('what a bot has beside its model', () => {
  const asked = (uuid: string, content: string) =>
    client.chat.completions.parse({ model: uuid, messages: messages(content), response_format: format });

  test('an answer that a person has written is what the model answers from', async () => {
    const bot = await addBot(owner, { serviceUuid: 'openai-gpt-4o-mini' });
    const body = { questions: ['Do you sell gift cards?'], answer: 'Yes, from 3,000 yen.' };
    await owner.call(createCurated, { params: { uuid: bot.uuid }, body });
    const completion = await asked(bot.uuid, 'Do you sell gift cards?');
    expect(completion.choices[0]?.message.parsed?.isFree).toBe(true);
    expect(bodyOf()).toContain('Yes, from 3,000 yen.');
  });

  test('a question for a person is answered in JSON, too', async () => {
    const completion = await asked(model, 'I want to talk to a human');
    expect(completion.choices[0]?.message.parsed?.isFree).toBe(true);
  });

  test('a paused bot is refused as ever', async () => {
    const bot = await addBot(owner, { serviceUuid: 'openai-gpt-4o-mini' });
    await owner.call(pauseBot, { params: { uuid: bot.uuid }, body: { paused: true } });
    expect(await refusalOf(asked(bot.uuid, 'Hello'))).toMatchObject({ status: 403, code: 'bot_paused' });
  });
});

describe('models that answer in one form, or in none', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const json_schema = { type: 'json_schema', json_schema: { name: 'a', schema } } as const;
  const json_object = { type: 'json_object' } as const;
  const ask = async (
    serviceUuid: string,
    response_format: OpenAI.ChatCompletionCreateParamsNonStreaming['response_format'] & object,
  ) => {
    const bot = await addBot(owner, { serviceUuid });
    return client.chat.completions.create({ model: bot.uuid, messages: messages(), response_format });
  };

  test.each([
    ['openai-gpt-3.5-turbo', json_object],
    ['openai-gpt-4o-mini', json_object],
    ['anthropic-claude-haiku-4-5', json_schema],
  ])('%s answers', async (serviceUuid, response_format) => {
    const [choice] = (await ask(serviceUuid, response_format)).choices;
    expect(JSON.parse(choice?.message.content ?? '')).toBeTypeOf('object');
  });

  test.each([
    ['openai-gpt-3.5-turbo', json_schema, 'Send json_object instead'],
    ['anthropic-claude-haiku-4-5', json_object, 'Send json_schema instead'],
    ['builtin-extractive', json_object, 'Leave the format out'],
  ])('%s is refused with what to send', async (serviceUuid, response_format, hint) => {
    expect(await refusalOf(ask(serviceUuid, response_format))).toMatchObject({
      status: 400,
      code: 'unsupported_format',
      param: 'response_format.type',
      message: expect.stringContaining(hint),
    });
    expect(providers.requests).toHaveLength(0);
  });
});

describe('the Responses API', () => {
  test('the official client parses an answer, whole and streamed', async () => {
    const response = await client.responses.parse({ model, input: QUESTION, text });
    expect(response.output_parsed).toMatchObject({ isFree: true, hours: [1] });
    expect(response).toMatchObject({ status: 'completed', text: { format: { type: 'json_schema' } } });
    const streamed = await client.responses.stream({ model, input: QUESTION, text }).finalResponse();
    expect(streamed.output_parsed).toEqual(response.output_parsed);
  });

  test('words in place of JSON are a refusal, with its own events', async () => {
    const [{ content: input } = { content: '' }] = ordered('I am sorry');
    const response = await client.responses.parse({ model, input, text });
    expect(response.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I am sorry' }] }]);
    expect(response.output_parsed).toBeNull();
    const types: string[] = [];
    for await (const { type } of await client.responses.create({ model, input, text, stream: true }))
      types.push(type);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.refusal.delta',
      'response.refusal.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  test('is refused with its own place', async () => {
    const bot = await addBot(owner);
    const refused = client.responses.create({ model: bot.uuid, input: QUESTION, text });
    expect(await refusalOf(refused)).toMatchObject({ code: 'unsupported_format', param: 'text.format.type' });
  });
});
