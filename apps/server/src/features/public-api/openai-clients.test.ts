/**
 * Official clients of OpenAI's API against a running server, by the settings that docs/api.md names. Each version is
 * pinned in package.json.
 */
import { createOpenAI } from '@ai-sdk/openai';
import { createApiKey } from '@hanasu/contract/api-keys';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import {
  Agent,
  type AgentInputItem,
  ModelRefusalError,
  OpenAIProvider,
  Runner,
  tool as toolOfAgent,
} from '@openai/agents';
import { APICallError, generateText, type ModelMessage, Output, streamText, tool } from 'ai';
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let owner: SignedIn;
let apiKey: string;
let baseURL: string;
let model: string;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  });
  owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner, { serviceUuid: 'openai-gpt-4o-mini' });
  model = bot.uuid;
  ({ key: apiKey } = await owner.call(createApiKey, { body: { name: 'Till', scopes: ['chat', 'models'] } }));
  baseURL = `${server.address}/v1`;
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const QUESTION = 'Is parking free?';
const FREE = /Parking is free for two hours\./;
const NO_BOT = 'Bot not found, or this API key has no access to it';
const WRONG_KEY = 'Incorrect API key provided. Make one on the page Token of the app.';
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PICTURE_URL = `data:image/png;base64,${PICTURE}`;
const Parking = z.object({ isFree: z.boolean(), words: z.string() });
const promptText = () => JSON.stringify(providers.requests.at(-1)?.body);

const Prompt = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
/** What the model was given behind its instructions. */
const turnsOf = () => Prompt.parse(providers.requests.at(-1)?.body).messages.slice(1);
const CONVERSATION = [
  { role: 'user', content: QUESTION },
  { role: 'assistant', content: expect.stringMatching(FREE) },
  { role: 'user', content: 'And on Sundays?' },
];

async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => Promise.reject(new Error('there was no error')),
    (error: unknown) => error,
  );
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('openai', () => {
  const client = (key = apiKey) => new OpenAI({ apiKey: key, baseURL, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: QUESTION }];

  test('asks by both of its APIs', async () => {
    const completion = await client().chat.completions.create({ model, messages });
    expect(completion.choices[0]?.message.content).toMatch(FREE);
    expect((await client().responses.create({ model, input: QUESTION })).output_text).toMatch(FREE);
  });

  test('streams', async () => {
    const stream = client().chat.completions.stream({ model, messages });
    expect(await stream.finalContent()).toMatch(FREE);
  });

  test('sends a picture', async () => {
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: { url: PICTURE_URL, detail: 'low' as const } },
    ];
    await client().chat.completions.create({ model, messages: [{ role: 'user', content }] });
    expect(promptText()).toContain(PICTURE);
  });

  test('throws its own errors with our words', async () => {
    const unknown = await errorOf(client().chat.completions.create({ model: 'gpt-4o', messages }));
    expect(unknown).toBeInstanceOf(NotFoundError);
    expect(unknown).toMatchObject({ message: `404 ${NO_BOT}`, code: 'model_not_found' });
    const wrong = await errorOf(client('sk-wrong').chat.completions.create({ model, messages }));
    expect(wrong).toBeInstanceOf(AuthenticationError);
    expect(wrong).toMatchObject({ message: `401 ${WRONG_KEY}`, code: 'invalid_api_key' });
    const stored = { model, input: QUESTION, previous_response_id: 'resp_1' };
    expect(await errorOf(client().responses.create(stored))).toBeInstanceOf(BadRequestError);
  });
});

describe('@ai-sdk/openai', () => {
  const modelOf = (id = model, key = apiKey) => createOpenAI({ apiKey: key, baseURL })(id);
  const asked = (id?: string, key?: string) => ({ model: modelOf(id, key), prompt: QUESTION, maxRetries: 0 });
  /** Otherwise it names earlier answers by their ids, which only a server that stores them can read. */
  const providerOptions = { openai: { store: false } };

  test('asks', async () => {
    expect((await generateText(asked())).text).toMatch(FREE);
  });

  test('streams', async () => {
    expect((await collect(streamText(asked()).textStream)).join('')).toMatch(FREE);
  });

  test('goes on with a conversation when it does not rely on stored answers, and else reads why not', async () => {
    const first = await generateText(asked());
    const messages: ModelMessage[] = [
      { role: 'user', content: QUESTION },
      ...first.response.messages,
      { role: 'user', content: 'And on Sundays?' },
    ];
    await generateText({ model: modelOf(), messages, maxRetries: 0, providerOptions });
    expect(turnsOf()).toEqual(CONVERSATION);
    const refused = await errorOf(generateText({ model: modelOf(), messages, maxRetries: 0 }));
    expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('store = false') });
  });

  test('sends a picture', async () => {
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'file' as const, mediaType: 'image/png', data: Buffer.from(PICTURE, 'base64') },
    ];
    await generateText({ model: modelOf(), messages: [{ role: 'user', content }], maxRetries: 0 });
    expect(promptText()).toContain(PICTURE);
  });

  test('asks chat completions, too', async () => {
    const chat = createOpenAI({ apiKey, baseURL }).chat(model);
    expect((await generateText({ model: chat, prompt: QUESTION, maxRetries: 0 })).text).toMatch(FREE);
    const { output } = await generateText({
      model: chat,
      prompt: QUESTION,
      maxRetries: 0,
      output: Output.object({ schema: Parking }),
    });
    expect(output).toMatchObject({ isFree: true });
  });

  test('reads by name which part is not taken', async () => {
    const data = Buffer.from('%PDF');
    const file = { type: 'file' as const, mediaType: 'application/pdf', filename: 'a.pdf', data };
    const content = [{ type: 'text' as const, text: 'Look' }, file];
    const refused = await errorOf(
      generateText({ model: modelOf(), messages: [{ role: 'user', content }], maxRetries: 0 }),
    );
    expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('“input_file”') });
  });

  test('offers tools, which are not called', async () => {
    const tools = {
      weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'sunny' }),
    };
    const { text, toolCalls } = await generateText({ ...asked(), tools });
    expect(text).toMatch(FREE);
    expect(toolCalls).toEqual([]);
  });

  test('reads an object', async () => {
    const { output } = await generateText({ ...asked(), output: Output.object({ schema: Parking }) });
    expect(output).toMatchObject({ isFree: true });
    const streamed = streamText({ ...asked(), output: Output.object({ schema: Parking }) });
    expect(await streamed.output).toEqual(output);
  });

  test('throws its own errors with our words', async () => {
    for (const [id, key, statusCode, message] of [
      ['gpt-4o', apiKey, 404, NO_BOT],
      [model, 'sk-wrong', 401, WRONG_KEY],
    ] as const) {
      const error = await errorOf(generateText(asked(id, key)));
      expect(APICallError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ statusCode, message, isRetryable: false });
    }
  });
});

describe.each([false, true])('@langchain/openai (useResponsesApi: %s)', (useResponsesApi) => {
  const chat = (id = model, key = apiKey) =>
    new ChatOpenAI({ model: id, apiKey: key, configuration: { baseURL }, maxRetries: 0, useResponsesApi });

  test('asks', async () => {
    const message = await chat().invoke(QUESTION);
    expect(message.text).toMatch(FREE);
    expect(message.usage_metadata?.output_tokens).toBeGreaterThan(0);
  });

  test('streams', async () => {
    const chunks = await collect(await chat().stream(QUESTION));
    expect(chunks.map(({ text }) => text).join('')).toMatch(FREE);
  });

  test('goes on with a conversation', async () => {
    const first = await chat().invoke(QUESTION);
    await chat().invoke([new HumanMessage(QUESTION), first, new HumanMessage('And on Sundays?')]);
    expect(turnsOf()).toEqual(CONVERSATION);
  });

  test('sends a picture', async () => {
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: PICTURE_URL } },
    ];
    await chat().invoke([new HumanMessage({ content })]);
    expect(promptText()).toContain(PICTURE);
  });

  test('reads an object', async () => {
    expect(await chat().withStructuredOutput(Parking).invoke(QUESTION)).toMatchObject({ isFree: true });
  });

  test('leaves calls of tools that others have made out of a conversation', async () => {
    const calls = [{ id: 'c1', name: 'weather', args: {} }];
    const message = new AIMessage({ content: 'Let me see.', tool_calls: calls });
    const result = new ToolMessage({ content: 'secret-output', tool_call_id: 'c1' });
    await chat().invoke([new HumanMessage('Hello'), message, result, new HumanMessage(QUESTION)]);
    expect(turnsOf().map(({ content }) => content)).toEqual(['Hello', 'Let me see.', QUESTION]);
  });

  test('reads by name which part is not taken', async () => {
    const file = { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: 'AAAA' };
    const content = [
      { type: 'text', text: 'Look' },
      { ...file, metadata: { filename: 'a.pdf' } },
    ];
    expect(String(await errorOf(chat().invoke([new HumanMessage({ content })])))).toMatch(
      /“(input_)?file” can't be read/,
    );
  });

  test('throws OpenAI’s errors with our words', async () => {
    const unknown = await errorOf(chat('gpt-4o').invoke(QUESTION));
    expect(unknown).toMatchObject({ status: 404, lc_error_code: 'MODEL_NOT_FOUND' });
    expect(String(unknown)).toContain(NO_BOT);
    const wrong = await errorOf(chat(model, 'sk-wrong').invoke(QUESTION));
    expect(wrong).toMatchObject({ status: 401, lc_error_code: 'MODEL_AUTHENTICATION' });
    expect(String(wrong)).toContain(WRONG_KEY);
  });
});

describe.each([true, false])('@openai/agents (useResponses: %s)', (useResponses) => {
  const runner = (key = apiKey) => {
    const openAIClient = new OpenAI({ apiKey: key, baseURL, maxRetries: 0 });
    // Traces would go to OpenAI.
    return new Runner({
      modelProvider: new OpenAIProvider({ openAIClient, useResponses }),
      tracingDisabled: true,
    });
  };
  const agent = (id = model) =>
    new Agent({ name: 'Desk', instructions: 'The guest is in suite 7.', model: id });

  test('asks, with its instructions as context', async () => {
    const { finalOutput } = await runner().run(agent(), QUESTION);
    expect(finalOutput).toMatch(FREE);
    expect(promptText()).toContain('The guest is in suite 7.');
  });

  test('streams', async () => {
    const result = await runner().run(agent(), QUESTION, { stream: true });
    const texts = await collect(result.toTextStream());
    await result.completed;
    expect(texts.join('')).toMatch(FREE);
    expect(result.finalOutput).toBe(texts.join(''));
  });

  test('goes on with a conversation', async () => {
    const first = await runner().run(agent(), QUESTION);
    const next: AgentInputItem = { role: 'user', content: 'And on Sundays?' };
    await runner().run(agent(), [...first.history, next]);
    expect(turnsOf()).toEqual(CONVERSATION);
  });

  test('sends a picture', async () => {
    const content = [
      { type: 'input_text' as const, text: 'What is this?' },
      { type: 'input_image' as const, image: PICTURE_URL },
    ];
    await runner().run(agent(), [{ role: 'user', content }]);
    expect(promptText()).toContain(PICTURE);
  });

  test('reads an object', async () => {
    const sorter = new Agent({ name: 'Desk', model, outputType: Parking });
    expect((await runner().run(sorter, QUESTION)).finalOutput).toMatchObject({ isFree: true });
  });

  test('reads words in place of an object as a refusal', async () => {
    providers.behave('*', 'obey');
    const sorter = new Agent({ name: 'Desk', model, outputType: Parking });
    const refused = await errorOf(runner().run(sorter, '«I am sorry»'));
    expect(refused).toBeInstanceOf(ModelRefusalError);
    expect(String(refused)).toContain('I am sorry');
  });

  test('offers tools and other agents, which are not called', async () => {
    const weather = toolOfAgent({
      name: 'weather',
      description: 'The weather',
      parameters: z.object({ city: z.string() }),
      execute: async () => 'sunny',
    });
    const handoffs = [new Agent({ name: 'Other', model })];
    const modelSettings = { temperature: 0.2, maxTokens: 100, toolChoice: 'auto' as const };
    const desk = new Agent({ name: 'Desk', model, tools: [weather], handoffs, modelSettings });
    expect((await runner().run(desk, QUESTION)).finalOutput).toMatch(FREE);
  });

  test('reads by name which part is not taken', async () => {
    const content = [
      { type: 'input_text' as const, text: 'Look' },
      { type: 'input_file' as const, file: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' },
    ];
    const refused = await errorOf(runner().run(agent(), [{ role: 'user', content }]));
    expect(String(refused)).toMatch(/“(input_)?file” can't be read/);
  });

  test('throws OpenAI’s errors with our words', async () => {
    const unknown = await errorOf(runner().run(agent('gpt-4o'), QUESTION));
    expect(unknown).toBeInstanceOf(APIError);
    expect(unknown).toMatchObject({ status: 404, message: `404 ${NO_BOT}` });
    const wrong = await errorOf(runner('sk-wrong').run(agent(), QUESTION));
    expect(wrong).toMatchObject({ status: 401, message: `401 ${WRONG_KEY}` });
  });
});

describe('an answer that breaks off', () => {
  test('openai and @langchain/openai throw in the middle of the stream', async () => {
    providers.behave('*', 'errmid');
    const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: QUESTION }];
    const stream = await openai.chat.completions.create({ model, messages, stream: true });
    expect(await errorOf(collect(stream))).toBeInstanceOf(APIError);
    const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries: 0 });
    expect(String(await errorOf(chat.stream(QUESTION).then(collect)))).toContain('did not answer');
  });

  test('@ai-sdk/openai ends its stream with an error', async () => {
    providers.behave('*', 'errmid');
    const streamed = streamText({
      model: createOpenAI({ apiKey, baseURL })(model),
      prompt: QUESTION,
      maxRetries: 0,
      onError: () => undefined,
    });
    const parts = await collect(streamed.fullStream);
    expect(parts.some(({ type }) => type === 'error')).toBe(true);
  });

  test('@openai/agents rejects the run', async () => {
    providers.behave('*', 'errmid');
    const openAIClient = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
    const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
    const result = await runner.run(new Agent({ name: 'Desk', model }), QUESTION, { stream: true });
    const ended = Promise.all([collect(result.toTextStream()), result.completed]);
    expect(String(await errorOf(ended))).toMatch(/did not answer|failed/);
  });
});

test('each client reads why an object can’t be had', async () => {
  const bot = await addBot(owner);
  const hint = /Leave the format out/;
  const asked = { model: createOpenAI({ apiKey, baseURL })(bot.uuid), prompt: QUESTION, maxRetries: 0 };
  const object = generateText({ ...asked, output: Output.object({ schema: Parking }) });
  expect(await errorOf(object)).toMatchObject({ message: expect.stringMatching(hint) });
  const chat = new ChatOpenAI({ model: bot.uuid, apiKey, configuration: { baseURL }, maxRetries: 0 });
  expect(String(await errorOf(chat.withStructuredOutput(Parking).invoke(QUESTION)))).toMatch(hint);
});
