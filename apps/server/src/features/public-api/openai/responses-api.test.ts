/**
 * OpenAI's Responses API, as its official client and the AI SDK's default call use it:
 * https://platform.openai.com/docs/api-reference/responses (2026-11), and n8n-io/n8n#21651 for what clients of chat
 * completions ask a little wrong.
 */
import { createOpenAI } from '@ai-sdk/openai';
import { createApiKey } from '@hanasu/contract/api-keys';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { generateText, streamText } from 'ai';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBotWithKnowledge } from '../../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let owner: SignedIn;
let apiKey: string;
let model: string;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: providers.baseUrls.openai });
  owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner, { serviceUuid: 'openai-gpt-4o-mini' });
  model = bot.uuid;
  const body = { name: 'Till', scopes: ['chat', 'models'] } as const;
  apiKey = (await owner.call(createApiKey, { body: { ...body, scopes: [...body.scopes] } })).key;
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const baseURL = () => `${server.address}/v1`;
const client = () => new OpenAI({ apiKey, baseURL: baseURL(), maxRetries: 0 });
const QUESTION = 'Is parking free?';
const FREE = /Parking is free for two hours\./;
const Prompt = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const promptOf = () => Prompt.parse(providers.requests.at(-1)?.body).messages;

async function refusalOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof APIError)) throw new Error(`no refusal: ${String(error)}`);
  const { status, code, param, message } = error;
  return { status, code, param, message };
}

/** Sends exactly this; the answer has to be of OpenAI's shape. */
async function send(path: string, body: unknown, method = 'POST') {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${apiKey}`, ...type };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(server.address + path, init);
  const text = await response.text();
  return {
    status: response.status,
    allow: response.headers.get('allow'),
    body: text === '' ? null : JSON.parse(text),
  };
}

describe('the official client', () => {
  test('gets an answer, with its usage and sources', async () => {
    const response = await client().responses.create({ model, input: QUESTION });
    expect(response.output_text).toMatch(FREE);
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model,
      store: false,
      error: null,
    });
    expect(response).toMatchObject({ citations: [{ title: 'Handbook' }], hanasu: { outcome: 'answered' } });
    const { usage } = response;
    expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
    expect(usage?.output_tokens).toBeGreaterThan(0);
  });

  test('gets the events of a stream in their order, with the same text in each place', async () => {
    providers.behave('*', 'slow-30');
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    const stream = await client().responses.create({ model, input: QUESTION, stream: true });
    for await (const event of stream) events.push(event);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const types = events.map(({ type }) => type).filter((type) => type !== 'response.output_text.delta');
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const deltas = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? [event.delta] : [],
    );
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toMatch(FREE);
    expect(events.at(-4)).toMatchObject({ text: deltas.join('') });
    expect(events.at(-1)).toMatchObject({
      response: { status: 'completed', output: [{ content: [{ text: deltas.join('') }] }] },
    });
  });

  test('its own helper for streams comes to the same end', async () => {
    const response = await client().responses.stream({ model, input: QUESTION }).finalResponse();
    expect(response.output_text).toMatch(FREE);
  });

  test('sends a whole conversation: instructions are context, other items are left out', async () => {
    await client().responses.create({
      model,
      instructions: 'The guest is in room 7.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hello' },
            { type: 'input_file', file_id: 'file-1' },
          ],
        },
        { type: 'function_call', call_id: '1', name: 'look_up', arguments: '{}' },
        { type: 'function_call_output', call_id: '1', output: 'secret-output' },
        { role: 'assistant', content: 'Welcome!' },
        { role: 'user', content: QUESTION },
      ],
    });
    const prompt = promptOf();
    expect(prompt.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(prompt)).toContain('The guest is in room 7.');
    expect(JSON.stringify(prompt)).not.toContain('secret-output');
  });

  test('sends a picture along', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    const part = { type: 'input_image', image_url: picture, detail: 'auto' } as const;
    const content = [{ type: 'input_text', text: QUESTION } as const, part];
    await client().responses.create({ model, input: [{ role: 'user', content }] });
    expect(JSON.stringify(promptOf().at(-1))).toContain('iVBORw0KGgo=');
  });

  test.each([
    ['an earlier answer by its id', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['a conversation by its id', { conversation: 'conv_1' }, 'conversation'],
    ['an answer in the background', { background: true }, 'background'],
  ] as const)('is refused with a reason when it asks for %s', async (_, more, param) => {
    const asked = { model, input: QUESTION, ...more } as OpenAI.Responses.ResponseCreateParamsNonStreaming;
    const refusal = await refusalOf(client().responses.create(asked));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_value', param });
    expect(providers.requests).toHaveLength(0);
  });

  test('is refused with the place of what cannot be read', async () => {
    const content = [
      { type: 'input_text', text: QUESTION } as const,
      { type: 'input_file', file_id: 'f' } as const,
    ];
    const refusal = await refusalOf(client().responses.create({ model, input: [{ role: 'user', content }] }));
    expect(refusal).toMatchObject({ status: 400, param: 'input[0].content[1]' });
    expect(refusal.message).toContain('input_file');
    const unknown = await refusalOf(client().responses.create({ model: 'gpt-4o', input: QUESTION }));
    expect(unknown).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
  });

  test('reads why an answer failed before and after its first text', async () => {
    providers.behave('*', 'err500');
    expect(await refusalOf(client().responses.create({ model, input: QUESTION }))).toMatchObject({
      status: 502,
    });
    providers.behave('*', 'errmid');
    const stream = await client().responses.create({ model, input: QUESTION, stream: true });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types.at(-1)).toBe('response.failed');
  });
});

describe('the AI SDK by its default call', () => {
  const provider = () => createOpenAI({ apiKey, baseURL: baseURL() });

  test('generates a text', async () => {
    const { text, usage } = await generateText({ model: provider()(model), prompt: QUESTION, maxRetries: 0 });
    expect(text).toMatch(FREE);
    expect(usage.outputTokens).toBeGreaterThan(0);
  });

  test('streams a text', async () => {
    const { textStream, finishReason } = streamText({
      model: provider()(model),
      prompt: QUESTION,
      maxRetries: 0,
    });
    let text = '';
    for await (const delta of textStream) text += delta;
    expect(text).toMatch(FREE);
    expect(await finishReason).toBe('stop');
  });
});

describe('what clients ask a little wrong', () => {
  const messages = [{ role: 'user', content: QUESTION }];

  test('a slash at the end is taken', async () => {
    expect((await send('/v1/chat/completions/', { model, messages })).status).toBe(200);
    expect((await send('/v1/responses/', { model, input: QUESTION })).status).toBe(200);
  });

  test.each([
    ['/v1/embeddings', 'POST', 404, 'POST /v1/chat/completions'],
    ['/v1/completions', 'POST', 404, 'POST /v1/responses'],
    ['/v1/v1/chat/completions', 'POST', 404, 'one /v1'],
    ['/v1/responses/resp_1', 'GET', 404, 'unknown_url'],
    ['/v1', 'GET', 404, 'unknown_url'],
    ['/v1/chat/completions', 'GET', 405, 'asked with POST'],
    ['/v1/models', 'POST', 405, 'asked with GET'],
    ['/v1/models/x', 'DELETE', 405, 'asked with GET'],
  ])('%s by %s is refused in the shape of OpenAI', async (path, method, status, hint) => {
    const answer = await send(path, method === 'POST' ? { model, messages } : undefined, method);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(hint);
    expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', param: null } });
    expect(answer.allow !== null).toBe(status === 405);
  });

  test('an answer that was begun says what to send instead', async () => {
    const begun = [...messages, { role: 'assistant', content: 'Yes, for' }];
    const { status, body } = await send('/v1/chat/completions', { model, messages: begun });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      param: 'messages',
      message: expect.stringContaining('up to the last question'),
    });
  });

  // Part types of https://platform.openai.com/docs/api-reference/chat/create and …/responses/create.
  test.each([
    ['/v1/chat/completions', 'messages', 'text', { type: 'file', file: { file_id: 'f' } }],
    [
      '/v1/chat/completions',
      'messages',
      'text',
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:' } },
    ],
    [
      '/v1/chat/completions',
      'messages',
      'text',
      { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
    ],
    ['/v1/responses', 'input', 'input_text', { type: 'input_file', file_url: 'https://x.example/a.pdf' }],
    [
      '/v1/responses',
      'input',
      'input_text',
      { type: 'input_audio', input_audio: { data: '', format: 'mp3' } },
    ],
  ])(
    '%s names a part of %s that is asked about, and leaves out earlier ones (%s, %j)',
    async (path, name, type, part) => {
      const withPart = { role: 'user', content: [{ type, text: 'Look at this' }, part] };
      const question = { role: 'user', content: QUESTION };
      const refused = await send(path, { model, [name]: [withPart] });
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatchObject({
        param: `${name}[0].content[1]`,
        message: expect.stringContaining(`“${part.type}”`),
      });
      const alone = await send(path, { model, [name]: [{ role: 'user', content: [part] }] });
      expect(alone.body.error).toMatchObject({ param: `${name}[0].content[0]` });
      const earlier = await send(path, {
        model,
        [name]: [withPart, { role: 'assistant', content: 'OK' }, question],
      });
      expect(earlier.status).toBe(200);
      expect(JSON.stringify(promptOf())).toContain('Look at this');
    },
  );

  test('a page of discovery that is not served is not the web app', async () => {
    const response = await fetch(`${server.address}/.well-known/oauth-authorization-server`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
  });
});
