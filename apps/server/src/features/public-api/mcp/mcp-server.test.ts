import { createApiKey } from '@hanasu/contract/api-keys';
import { createBudget } from '@hanasu/contract/budgets';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
let bot: Awaited<ReturnType<typeof addBot>>;
const clients: Client[] = [];
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    RATE_LIMIT_KEY: '20',
  });
  person = await server.register();
  ({ bot } = await addBotWithKnowledge(person, { serviceUuid: 'openai-gpt-4o-mini' }));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  providers.reset();
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});

type KeyInput = Partial<EndpointInput<typeof createApiKey>['body']>;
const madeKey = (changes: KeyInput = {}) =>
  person.call(createApiKey, { body: { name: 'Desk', scopes: ['mcp'], ...changes } });
const newKey = async (changes: KeyInput = {}) => (await madeKey(changes)).key;

async function connect(key: string, botUuid: string = bot.uuid): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`/mcp/${botUuid}`, server.address);
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // Its getters are typed wider than its own interface.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  clients.push(client);
  return client;
}

const post = (
  key: string | null,
  headers: Record<string, string> = {},
  path = `/mcp/${bot.uuid}`,
  body?: unknown,
) =>
  server.anonymous.raw('POST', path, {
    body: body ?? { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: {
      accept: 'application/json, text/event-stream',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...headers,
    },
  });

test('the official client is introduced, lists the tools, asks and searches', async () => {
  const client = await connect(await newKey());
  expect(client.getServerVersion()).toMatchObject({ name: 'hanasu', title: 'Clerk' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['ask', 'search_knowledge']);
  const answer = await client.callTool({ name: 'ask', arguments: { question: 'Is parking free?' } });
  expect(answer.structuredContent).toMatchObject({
    answer: expect.stringContaining('Parking is free for two hours'),
    outcome: 'answered',
    sources: [{ number: 1, title: 'Handbook' }],
  });
  expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringContaining('[1] Handbook') }]);
  const found = await client.callTool({
    name: 'search_knowledge',
    arguments: { query: 'parking', limit: 1 },
  });
  expect(found.structuredContent).toMatchObject({
    passages: [{ title: 'Handbook', headingPath: ['Parking'], text: expect.stringContaining('12 parking') }],
  });
});

test('a tool says what it cannot do, and wrong arguments are refused', async () => {
  const client = await connect(await newKey());
  providers.behave('*', 'err401');
  const failed = await client.callTool({ name: 'ask', arguments: { question: 'Is parking free?' } });
  expect(failed).toMatchObject({ isError: true });
  expect(JSON.stringify(failed)).not.toContain('secret-detail');
  const long = await client.callTool({ name: 'ask', arguments: { question: 'x'.repeat(32_001) } });
  expect(long).toMatchObject({ isError: true });
  const { uuid, key } = await madeKey();
  const of = { kind: 'key', uuid } as const;
  await person.call(createBudget, { body: { of, period: 'day', limit: 1, action: 'pause' } });
  const poor = await (await connect(key)).callTool({
    name: 'ask',
    arguments: { question: 'Is parking free?' },
  });
  expect(poor).toMatchObject({ isError: true });
});

test('a client that goes away stops the model; what it cost is settled', async () => {
  const client = await connect(await newKey());
  providers.behave('*', 'held');
  const asked = client.callTool({ name: 'ask', arguments: { question: 'Is parking free?' } });
  const held = () => server.sql('select 1 from token_reservations');
  await eventually('tokens are held', async () => (await held()).length > 0);
  await client.close();
  await expect(asked).rejects.toThrow();
  await eventually('nothing is held', async () => (await held()).length === 0);
});

test('a wrong key, a missing one and one for something else are refused', async () => {
  await expect(connect('hk_wrong')).rejects.toThrow(/401|Unauthorized|not good/);
  const missing = await post(null);
  expect(missing).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="hanasu"');
  const wrong = await post('hk_wrong');
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  const other = await post(await newKey({ scopes: ['chat', 'models'] }));
  expect(other.status).toBe(403);
  expect(other.headers.get('www-authenticate')).toContain('insufficient_scope');
  expect((await post(person.jwt)).status).toBe(401);
});

test('GET and DELETE are not answered, and it is no page of the app', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await server.anonymous.raw(method, `/mcp/${bot.uuid}`);
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('POST');
  }
});

test('only bots of the account that the key is for', async () => {
  const stranger = await server.register();
  const theirs = await addBot(stranger);
  const spare = await addBot(person);
  const key = await newKey({ botUuids: [spare.uuid] });
  for (const path of [`/mcp/${theirs.uuid}`, `/mcp/${bot.uuid}`, '/mcp/clerk']) {
    expect(await post(key, {}, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect((await post(key, {}, `/mcp/${spare.uuid}`)).status).toBe(200);
});

test('pages of other sites and batches are refused', async () => {
  const key = await newKey();
  for (const origin of ['https://evil.example', 'null', 'http://localhost:9']) {
    expect(await post(key, { origin })).toMatchObject({ status: 403 });
  }
  expect((await post(key, { origin: 'http://localhost:0' })).status).toBe(200);
  const batch = [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }];
  expect(await post(key, {}, undefined, batch)).toMatchObject({ status: 400 });
  expect((await post(key, {}, undefined, { hello: 'world' })).status).toBe(400);
});

test('too often: 429 with when to come back', async () => {
  const key = await newKey();
  for (let count = 0; count < 20; count += 1) expect((await post(key)).status).toBe(200);
  const refused = await post(key);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
