import type { AccountId, BotId, ToolId } from '@hanasu/contract/ids';
import {
  changeTool,
  createTool,
  loadRemoteTools,
  type McpToolConfig,
  type ToolConfig,
  testTool,
} from '@hanasu/contract/tools';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { NO_PRIVATE_HOSTS, type PrivateHosts } from '../../../platform/net/private-hosts.ts';
import { type FakeMcp, startFakeMcp } from '../../../testing/fake-mcp.ts';
import { type FakeSystem, startFakeSystem } from '../../../testing/fake-system.ts';
import { ANY_HOST, LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { createToolFeature, type ToolFeature } from './create-tool-feature.ts';

const SECRET_KEY = 'the same key for the server and the box beside it';
const TOKEN = 'mcp-token-0123456789';

let system: FakeSystem;
let mcp: FakeMcp;
let server: TestServer;
let database: Database;
let person: SignedIn;
beforeAll(async () => {
  [system, mcp] = await Promise.all([startFakeSystem(), startFakeMcp()]);
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS, SECRET_KEY }, (url) => {
    const onError = (error: Error): never => {
      throw error;
    };
    database = openDatabase({ url, poolSize: 4, onError });
    return url;
  });
  person = await server.register();
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await system.close();
  mcp.die();
});

/** As in another process, which remembers nothing yet. */
function newFeature(changes: { privateHosts?: PrivateHosts; timeoutMs?: number } = {}): ToolFeature {
  const { privateHosts = ANY_HOST, timeoutMs = 20_000 } = changes;
  const guardedFetch = createGuardedFetch({ privateHosts, timeoutMs });
  const forms = { find: async () => null, offer: async () => null };
  const box = createSecretBox(SECRET_KEY);
  const onError = (error: unknown): never => {
    throw error;
  };
  return createToolFeature({ database, box, guardedFetch, privateHosts, forms, onError });
}

async function addTool(config: ToolConfig, name = 'warehouse'): Promise<{ bot: BotId; tool: ToolId }> {
  const bot = (await addBot(person)).uuid;
  const body = { name, description: 'For questions about stock', config };
  return { bot, tool: (await person.call(createTool, { params: { uuid: bot }, body })).uuid };
}
const mcpConfig = (tools: string[], changes: Partial<McpToolConfig> = {}): McpToolConfig => ({
  kind: 'mcp',
  url: mcp.url,
  headers: [{ name: 'Authorization', secret: true, value: `Bearer ${TOKEN}` }],
  tools,
  ...changes,
});
const boxOf = (bot: BotId, feature = newFeature()) =>
  feature.toolBox(person.user.account.uuid as AccountId, bot);
const run = (tool: AnswerTool | undefined, input: unknown, signal = new AbortController().signal) => {
  if (!tool) throw new Error('there is no such tool');
  return tool.execute(input, { signal });
};

describe('the box of a bot', () => {
  const httpConfig: ToolConfig = {
    kind: 'http',
    method: 'GET',
    url: 'https://shop.example/',
    parameters: [
      { name: 'id', type: 'string', values: [], description: 'Its number', required: true, in: 'query' },
    ],
    headers: [],
    body: '',
    timeoutSeconds: 1,
    mapping: [],
  };

  test('is empty without tools', async () => {
    expect(await boxOf((await addBot(person)).uuid)).toEqual([]);
  });
  test('describes an HTTP call and makes it', async () => {
    const { bot, tool } = await addTool({ ...httpConfig, url: `${system.url}/orders` }, 'orders');
    const [answerTool] = await boxOf(bot);
    expect(answerTool).toMatchObject({
      uuid: tool,
      name: 'orders',
      description: 'For questions about stock',
      inputSchema: { properties: { id: { type: 'string', description: 'Its number' } }, required: ['id'] },
    });
    expect(await run(answerTool, { id: '7' })).toMatchObject({ kind: 'done', output: { status: 'shipped' } });
    expect(await run(answerTool, { id: 7 })).toMatchObject({ kind: 'failed', reason: 'bad_input' });
  });
  test('hands over', async () => {
    const { bot } = await addTool({ kind: 'handover' }, 'person');
    const [answerTool] = await boxOf(bot);
    expect(await run(answerTool, { reason: 'A refund' })).toMatchObject({ kind: 'done', wantsPerson: true });
    expect(await run(answerTool, {})).toMatchObject({ kind: 'done', wantsPerson: true });
  });
  test('has no tool that is switched off, of another bot or of another account', async () => {
    const { bot, tool } = await addTool({ kind: 'handover' }, 'person');
    const stranger = await server.register();
    const feature = newFeature();
    expect(await feature.toolBox(stranger.user.account.uuid as AccountId, bot)).toEqual([]);
    expect(await boxOf(bot, feature)).toHaveLength(1);
    await person.call(changeTool, { params: { uuid: tool }, body: { enabled: false } });
    expect(await boxOf(bot)).toEqual([]);
  });
  test('a call that nobody waits for is given up', async () => {
    const { bot } = await addTool({ ...httpConfig, url: `${system.url}/slow`, timeoutSeconds: 20 }, 'slow');
    const [answerTool] = await boxOf(bot);
    const given = new AbortController();
    const called = run(answerTool, { id: '1' }, given.signal);
    given.abort();
    expect(await called).toMatchObject({ kind: 'failed', reason: 'stopped' });
  });
});

describe('an MCP server', () => {
  test('says what it has', async () => {
    const { tool } = await addTool(mcpConfig([]));
    const { items } = await person.call(loadRemoteTools, { params: { uuid: tool } });
    expect(items.map(({ name }) => name)).toEqual([
      'stock',
      'look',
      'echo-headers',
      'refuse',
      'huge',
      'long',
      'slow',
      'dies',
    ]);
    expect(items[0]).toMatchObject({
      description: 'How many are left',
      inputSchema: { type: 'object', required: ['item'] },
    });
    expect(mcp.seen.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test('gives the model only the tools that were allowed', async () => {
    const { bot, tool } = await addTool(mcpConfig(['stock', 'refuse', 'gone']));
    const [stock, refuse, ...others] = await boxOf(bot);
    expect(others).toEqual([]);
    expect(refuse?.name).toBe('warehouse_refuse');
    expect(stock).toMatchObject({
      uuid: tool,
      name: 'warehouse_stock',
      description: 'For questions about stock\nHow many are left',
      inputSchema: { properties: { item: { type: 'string' } } },
    });
    expect(await run(stock, { item: 'tea' })).toEqual({ kind: 'done', output: 'tea: 12 left' });
    expect(await run(refuse, {})).toEqual({
      kind: 'done',
      output: { error: 'The warehouse is closed on Sundays' },
    });
    const body = { input: {}, remote: 'echo-headers' };
    const test = await person.call(testTool, { params: { uuid: tool }, body });
    expect(test).toMatchObject({ ok: false, reason: 'bad_input' });
  });

  test('whose word that a tool only reads counts once the owner has accepted it', async () => {
    const changesIn = async (changes: Partial<McpToolConfig>) => {
      const { bot } = await addTool(mcpConfig(['stock', 'look'], changes));
      return (await boxOf(bot)).map(({ name, changes: kind }) => [name, kind]);
    };
    expect(await changesIn({})).toEqual([
      ['warehouse_stock', 'unasked'],
      ['warehouse_look', 'unasked'],
    ]);
    expect(await changesIn({ readOnly: ['look'], confirmation: 'staff' })).toEqual([
      ['warehouse_stock', 'staff'],
      ['warehouse_look', undefined],
    ]);
    // What the server does not say (any more) is not accepted either.
    expect(await changesIn({ readOnly: ['stock', 'look'], confirmation: 'customer' })).toEqual([
      ['warehouse_stock', 'customer'],
      ['warehouse_look', undefined],
    ]);
  });

  test('of which a tool was changed or switched off since the model was told of it is not called', async () => {
    const { bot, tool } = await addTool(mcpConfig(['stock']));
    const [stock] = await boxOf(bot);
    await person.call(changeTool, { params: { uuid: tool }, body: { enabled: false } });
    const before = mcp.seen.length;
    expect(await run(stock, { item: 'tea' })).toMatchObject({ kind: 'failed', reason: 'tool_changed' });
    expect(mcp.seen.length).toBe(before);
  });

  test('is asked for its list once, and its connections are closed', async () => {
    const { bot } = await addTool(mcpConfig(['stock']));
    const feature = newFeature();
    await boxOf(bot, feature);
    const before = mcp.seen.length;
    expect(await boxOf(bot, feature)).toHaveLength(1);
    expect(mcp.seen.length).toBe(before);
    await eventually('all connections are closed', async () => mcp.open() === 0);
  });

  test('that echoes the secret has it masked', async () => {
    const { tool } = await addTool(mcpConfig(['echo-headers']));
    const body = { input: {}, remote: 'echo-headers' };
    const result = await person.call(testTool, { params: { uuid: tool }, body });
    expect(result.ok).toBe(true);
    expect(JSON.stringify(result)).not.toContain(TOKEN);
    expect(JSON.stringify(result)).toContain('•••');
  });

  test.each([
    ['huge', 'too_large'],
    ['dies', 'unreachable'],
    ['slow', 'timeout'],
  ])('whose tool is %s fails with %s', async (remote, reason) => {
    const own = await startFakeMcp();
    const { bot } = await addTool(mcpConfig([remote], { url: own.url }));
    const feature = newFeature(remote === 'slow' ? { timeoutMs: 600 } : {});
    const [found] = await boxOf(bot, feature);
    expect(await run(found, {})).toMatchObject({ kind: 'failed', reason });
    own.die();
  });

  test('that is asked for what it does not have says so', async () => {
    const { tool } = await addTool(mcpConfig(['nothing-like-it']));
    const body = { input: {}, remote: 'nothing-like-it' };
    const result = await person.call(testTool, { params: { uuid: tool }, body });
    // The official server reports it as a result, as the protocol asks for.
    expect(JSON.stringify(result)).toContain('nothing-like-it');
  });

  test('that has died gives no tools, and the others go on', async () => {
    const dead = await startFakeMcp();
    const { bot, tool } = await addTool(mcpConfig(['stock'], { url: dead.url }));
    const desk = { name: 'person', description: 'For refunds', config: { kind: 'handover' as const } };
    await person.call(createTool, { params: { uuid: bot }, body: desk });
    const feature = newFeature();
    const [stock] = await boxOf(bot, feature);
    dead.die();
    expect(await run(stock, { item: 'tea' })).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect((await boxOf(bot)).map(({ name }) => name)).toEqual(['person']);
    expect((await person.refused(loadRemoteTools, { params: { uuid: tool } })).code).toBe('tool_unreachable');
  });

  test('that is none is told apart', async () => {
    for (const [path, word] of [
      ['/missing', 'http_error_404'],
      ['/orders', 'bad_response'],
      ['/redirect?to=http://169.254.169.254/', 'address_refused'],
    ] as const) {
      const { tool } = await addTool(mcpConfig(['stock'], { url: system.url + path }));
      const body = { input: {}, remote: 'stock' };
      const result = await person.call(testTool, { params: { uuid: tool }, body });
      expect(result).toMatchObject({ ok: false, reason: word });
    }
  });

  test('whose refusal repeats the secret has it masked', async () => {
    const { tool } = await addTool(mcpConfig(['stock'], { url: `${system.url}/rpc-error` }));
    const body = { input: {}, remote: 'stock' };
    const result = await person.call(testTool, { params: { uuid: tool }, body });
    expect(result).toMatchObject({ ok: false, reason: 'remote_error' });
    expect(result.detail).toContain('•••');
    expect(result.detail).not.toContain(TOKEN);
  });

  test('in a private network is refused when it is called', async () => {
    const { bot } = await addTool(mcpConfig(['stock']));
    const before = mcp.seen.length;
    expect(await boxOf(bot, newFeature({ privateHosts: NO_PRIVATE_HOSTS }))).toEqual([]);
    expect(mcp.seen.length).toBe(before);
  });

  test('an input that is no object is refused', async () => {
    const { bot } = await addTool(mcpConfig(['stock']));
    const [stock] = await boxOf(bot);
    for (const input of ['tea', ['tea'], 5]) {
      expect(await run(stock, input)).toMatchObject({ kind: 'failed', reason: 'bad_input' });
    }
    expect((await run(stock, { item: 5 })).kind).toBeTruthy();
  });
});
