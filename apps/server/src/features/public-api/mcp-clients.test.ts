/**
 * Clients of the Model Context Protocol against a running server, by the settings that docs/api.md names. Each version is
 * pinned in package.json.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMCPClient, type MCPClient, MCPClientError } from '@ai-sdk/mcp';
import { createOpenAI } from '@ai-sdk/openai';
import { createApiKey } from '@hanasu/contract/api-keys';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { MCPServerStreamableHttp } from '@openai/agents';
import { isStepCount, streamText } from 'ai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge } from '../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let owner: SignedIn;
let apiKey: string;
let url: string;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'hanasu-inspector-'));
  providers = await startFakeProviders();
  server = await startTestServer({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: providers.baseUrls.openai });
  owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner, { serviceUuid: 'openai-gpt-4o-mini' });
  ({ key: apiKey } = await owner.call(createApiKey, { body: { name: 'Desk', scopes: ['mcp'] } }));
  url = `${server.address}/mcp/${bot.uuid}`;
});
afterAll(async () => {
  await server.stop();
  await providers.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => providers.reset());

const QUESTION = 'Is parking free?';
const FREE = /Parking is free for two hours/;
const WRONG_KEY = 'This API key is not valid or has been revoked';
const NO_BOT = 'Bot not found, or this API key has no access to it';
const unknownUrl = () => url.replace(/[^/]+$/, crypto.randomUUID());

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('there was no error')),
    (error: unknown) => error,
  );
}

describe('@modelcontextprotocol/inspector --cli', () => {
  const INSPECTOR = path.resolve(
    path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
    'clients/launcher/build/index.js',
  );
  const run = promisify(execFile);
  const inspect = async (args: readonly string[], { key = apiKey, at = url } = {}): Promise<string> => {
    const header = `Authorization: Bearer ${key}`;
    // Without the last one it would want a browser for any refusal.
    const all = [
      INSPECTOR,
      '--cli',
      at,
      '--transport',
      'http',
      '--header',
      header,
      ...args,
      '--stored-auth-only',
    ];
    const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: path.join(home, 'mcp.json') };
    return (await run(process.execPath, all, { env })).stdout;
  };
  const Tools = z.object({ tools: z.array(z.object({ name: z.string() })) });
  const Called = z.object({
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.unknown(),
  });

  test('lists the tools', async () => {
    const { tools } = Tools.parse(JSON.parse(await inspect(['--method', 'tools/list'])));
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'search_knowledge']);
  });

  test('finds nothing to complain of in their schemas', async () => {
    // Ends with status 6 otherwise.
    await inspect(['--method', 'tools/list', '--strict']);
  });

  test('calls each tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name'];
    const asked = Called.parse(
      JSON.parse(await inspect([...call, 'ask', '--tool-arg', `question=${QUESTION}`])),
    );
    expect(asked.content[0]?.text).toMatch(FREE);
    const args = ['search_knowledge', '--tool-arg', 'query=parking', 'limit=1'];
    const found = Called.parse(JSON.parse(await inspect([...call, ...args])));
    expect(found.structuredContent).toMatchObject({ passages: [{ title: 'Handbook' }] });
  });

  test.each([
    ['a wrong key', () => ({ key: 'hk_wrong' }), WRONG_KEY],
    ['an unknown bot', () => ({ at: unknownUrl() }), NO_BOT],
  ])('%s ends it with our words', async (_what, given, message) => {
    const error = await errorOf(inspect(['--method', 'tools/list'], given()));
    expect(error).toMatchObject({ stderr: expect.stringContaining(message) });
  });
});

describe('@ai-sdk/mcp', () => {
  const clients: MCPClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  const connect = async ({ key = apiKey, at = url } = {}): Promise<MCPClient> => {
    const headers = { authorization: `Bearer ${key}` };
    const client = await createMCPClient({ transport: { type: 'http', url: at, headers } });
    clients.push(client);
    return client;
  };

  test('lists the tools and calls them', async () => {
    const client = await connect();
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(['ask', 'search_knowledge']);
    const options = { toolCallId: '1', messages: [], context: undefined };
    const asked = await tools.ask?.execute?.({ question: QUESTION }, options);
    expect(JSON.stringify(asked)).toMatch(FREE);
    const found = await tools.search_knowledge?.execute?.({ query: 'parking', limit: 1 }, options);
    expect(JSON.stringify(found)).toContain('Handbook');
  });

  test('a model of the AI SDK calls them by itself', async () => {
    providers.behave('gpt-4o', 'tools');
    const tools = await (await connect()).tools();
    const model = createOpenAI({ apiKey: 'key', baseURL: providers.baseUrls.openai }).chat('gpt-4o');
    const { text } = streamText({ model, tools, prompt: QUESTION, stopWhen: isStepCount(2), maxRetries: 0 });
    expect(await text).toContain('The tool said:');
    const asked = providers.requests.map((request) => request.model);
    expect(asked).toEqual(['gpt-4o', ...asked.slice(1, -1), 'gpt-4o']);
    expect(new Set(asked.slice(1, -1))).toEqual(new Set(['gpt-4o-mini']));
  });

  test.each([
    ['a wrong key', () => ({ key: 'hk_wrong' }), WRONG_KEY],
    ['an unknown bot', () => ({ at: unknownUrl() }), NO_BOT],
  ])('%s is its own error with our words', async (_what, given, message) => {
    const error = await errorOf(connect(given()));
    expect(MCPClientError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(message);
  });
});

describe('@openai/agents as a client of MCP', () => {
  const serverOf = (key = apiKey) =>
    new MCPServerStreamableHttp({ url, requestInit: { headers: { authorization: `Bearer ${key}` } } });

  test('lists the tools and calls one', async () => {
    const mcp = serverOf();
    await mcp.connect();
    const tools = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'search_knowledge']);
    expect(JSON.stringify(await mcp.callTool('ask', { question: QUESTION }))).toMatch(FREE);
    await mcp.close();
  });

  test('a wrong key is an error', async () => {
    // It shows the status and leaves out what the server says.
    expect(String(await errorOf(serverOf('hk_wrong').connect()))).toContain(
      'requires authorization (HTTP 401)',
    );
  });
});
