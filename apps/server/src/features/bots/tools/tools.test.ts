import type { BotId, ToolId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import { listAudit } from '@hanasu/contract/team';
import { listToolRuns } from '@hanasu/contract/tool-runs';
import {
  changeTool,
  createTool,
  deleteTool,
  getTool,
  type HttpToolConfig,
  listTools,
  TOOLS_MAX,
  type ToolInput,
  testTool,
} from '@hanasu/contract/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeSystem, startFakeSystem } from '../../../testing/fake-system.ts';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import {
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';

let system: FakeSystem;
let server: TestServer;
let strict: TestServer;
let person: SignedIn;
let bot: BotId;
beforeAll(async () => {
  system = await startFakeSystem();
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS });
  strict = await shareTestServer();
  person = await server.register();
  bot = (await addBot(person)).uuid;
});
afterAll(async () => {
  await server.stop();
  await strict.stop();
  await system.close();
});

const SECRET = 'sk-live-0123456789';
let names = 0;
const newName = () => {
  names += 1;
  return `tool-${names}`;
};

const http = (path: string, changes: Partial<HttpToolConfig> = {}): ToolInput => ({
  name: newName(),
  description: 'Where an order is',
  enabled: true,
  config: {
    kind: 'http',
    method: 'GET',
    url: system.url + path,
    parameters: [],
    headers: [{ name: 'X-Key', secret: true, value: SECRET }],
    body: '',
    timeoutSeconds: 1,
    mapping: [],
    ...changes,
  },
});

/** Each with a bot of its own: a bot has room for so many. */
async function addTool(body: ToolInput): Promise<ToolId> {
  const params = { uuid: (await addBot(person)).uuid };
  return (await person.call(createTool, { params, body })).uuid;
}
const tryTool = async (body: ToolInput, input: Record<string, unknown> = {}) =>
  person.call(testTool, { params: { uuid: await addTool(body) }, body: { input } });

describe('a tool', () => {
  test('is made, listed, changed and deleted, and each is in the audit log', async () => {
    const params = { uuid: bot };
    const body = http('/orders');
    const made = await person.call(createTool, { params, body });
    expect((await person.call(listTools, { params })).items).toEqual([made]);
    const tool = { uuid: made.uuid };
    const changed = await person.call(changeTool, { params: tool, body: { enabled: false, name: 'orders' } });
    expect(changed).toMatchObject({ enabled: false, name: 'orders', description: body.description });
    expect(await person.call(getTool, { params: tool })).toEqual(changed);
    await person.call(deleteTool, { params: tool });
    expect((await person.refused(getTool, { params: tool })).code).toBe('not_found');
    const { items } = await person.call(listAudit, { query: { q: 'tool.' } });
    expect(items.map(({ action }) => action)).toEqual(['tool.deleted', 'tool.changed', 'tool.created']);
    expect(JSON.stringify(items)).not.toContain(SECRET);
  });

  test('has a name of its own within the bot', async () => {
    const params = { uuid: (await addBot(person)).uuid };
    const first = await person.call(createTool, { params, body: http('/') });
    const second = await person.call(createTool, { params, body: http('/') });
    const body = { ...http('/'), name: first.name };
    expect((await person.refused(createTool, { params, body })).code).toBe('tool_name_taken');
    const taken = { params: { uuid: second.uuid }, body: { name: first.name } };
    const problem = await person.refused(changeTool, taken);
    expect(problem.errors?.[0]).toMatchObject({ path: 'body.name', code: 'tool_name_taken' });
    const other = { uuid: (await addBot(person)).uuid };
    expect((await person.call(createTool, { params: other, body })).name).toBe(first.name);
  });

  test('is refused when the bot has as many as it can have, also to many at once', async () => {
    const params = { uuid: (await addBot(person)).uuid };
    const all = await Promise.all(
      Array.from({ length: TOOLS_MAX + 4 }, () =>
        person.raw('POST', `/api/user/bot/${params.uuid}/tools`, { body: http('/') }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(TOOLS_MAX);
    expect((await person.refused(createTool, { params, body: http('/') })).code).toBe('too_many_tools');
  });

  test('goes with its bot, and is unknown to another account', async () => {
    const uuid = await addTool(http('/'));
    const stranger = await server.register();
    const params = { uuid };
    expect((await stranger.refused(getTool, { params })).code).toBe('not_found');
    expect((await stranger.refused(deleteTool, { params })).code).toBe('not_found');
    expect((await stranger.refused(testTool, { params, body: { input: {} } })).code).toBe('not_found');
    expect((await stranger.refused(createTool, { params: { uuid: bot }, body: http('/') })).code).toBe(
      'not_found',
    );
    expect((await stranger.refused(listTools, { params: { uuid: bot } })).code).toBe('not_found');
  });

  test('keeps its kind', async () => {
    const uuid = await addTool(http('/'));
    const body = { config: { kind: 'handover' as const } };
    const problem = await person.refused(changeTool, { params: { uuid }, body });
    expect(problem.errors?.[0]?.path).toBe('body.config.kind');
  });

  test('with parts that don’t fit names each of them', async () => {
    const body = http('/{id}', { method: 'POST', body: '{', mapping: [{ name: 'a', path: '[' }] });
    const problem = await person.refused(createTool, { params: { uuid: bot }, body });
    expect(problem.errors?.map(({ path }) => path)).toEqual([
      'body.config.url',
      'body.config.body',
      'body.config.mapping.0.path',
    ]);
  });
});

describe('a secret header', () => {
  test('is sealed, sent, and never given out', async () => {
    const uuid = await addTool(http('/orders'));
    const view = await person.call(getTool, { params: { uuid } });
    expect(view.config).toMatchObject({ headers: [{ name: 'X-Key', secret: true, value: null }] });
    const [row] = await server.sql<{ stored: string }>(
      "select config::text || encode(secrets, 'escape') as stored from bot_tools where id = $1",
      [uuid],
    );
    expect(row?.stored).not.toContain(SECRET);
    await person.call(testTool, { params: { uuid }, body: { input: {} } });
    expect(system.calls.at(-1)?.headers['x-key']).toBe(SECRET);
  });

  test('stays when the rest is changed, and is asked for again when the host is', async () => {
    const uuid = await addTool(http('/orders'));
    const { config } = await person.call(getTool, { params: { uuid } });
    if (config.kind !== 'http') throw new Error('not an HTTP call');
    const moved = { ...config, url: `${system.url}/elsewhere` };
    await person.call(changeTool, { params: { uuid }, body: { config: moved } });
    await person.call(testTool, { params: { uuid }, body: { input: {} } });
    expect(system.calls.at(-1)).toMatchObject({ url: '/elsewhere', headers: { 'x-key': SECRET } });
    const body = { config: { ...config, url: 'https://evil.example/' } };
    const problem = await person.refused(changeTool, { params: { uuid }, body });
    expect(problem).toMatchObject({ code: 'tool_secret_needed' });
    expect(problem.errors?.[0]?.path).toBe('body.config.headers.0.value');
  });

  test.each(['/echo', '/echo-text', '/missing'])('is masked in what %s sends back', async (path) => {
    const parameters = [
      {
        name: 'note',
        type: 'string' as const,
        values: [],
        description: '',
        required: true,
        in: 'query' as const,
      },
    ];
    const result = await tryTool(http(path, { parameters }), { note: `my ${SECRET}` });
    expect(system.calls.at(-1)?.headers['x-key']).toBe(SECRET);
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(JSON.stringify(result)).toContain('•••');
  });

  test('of a bearer is masked without its scheme too', async () => {
    const headers = [{ name: 'Authorization', secret: true, value: `Bearer ${SECRET}` }];
    const result = await tryTool(http('/echo', { headers }));
    expect(system.calls.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });
});

describe('a call', () => {
  const parameters: HttpToolConfig['parameters'] = [
    {
      name: 'id',
      type: 'string',
      values: [],
      description: 'Number of the order',
      required: true,
      in: 'path',
    },
    { name: 'size', type: 'enum', values: ['S', 'M'], description: '', required: false, in: 'query' },
  ];

  test('gives what is there', async () => {
    const result = await tryTool(http('/orders/{id}', { parameters }), { id: 'a/b', size: 'M' });
    expect(system.calls.at(-1)).toMatchObject({ method: 'GET', url: '/orders/a%2Fb?size=M' });
    expect(result).toMatchObject({ ok: true, status: 200, reason: null, output: { status: 'shipped' } });
  });

  test('gives only what was asked for', async () => {
    const mapping = [
      { name: 'state', path: '$.status' },
      { name: 'names', path: 'items[*].name' },
      { name: 'city', path: "['ship to'].city" },
      { name: 'nothing', path: 'a.b' },
    ];
    const { output } = await tryTool(http('/orders', { mapping }));
    expect(output).toEqual({ state: 'shipped', names: ['tea', 'cup'], city: '京都', nothing: null });
  });

  test('sends a JSON body', async () => {
    const body: HttpToolConfig['parameters'] = [{ ...parameters[0], in: 'body' } as never];
    await tryTool(http('/orders', { method: 'POST', parameters: body, body: '{"order": {"id": "{id}"}}' }), {
      id: '"},"x":{"',
    });
    expect(JSON.parse(system.calls.at(-1)?.body ?? '')).toEqual({ order: { id: '"},"x":{"' } });
  });

  test.each([
    ['/slow', 'timeout', null],
    ['/huge', 'too_large', null],
    ['/missing', 'http_error_404', 404],
    ['/fails', 'http_error_500', 500],
    ['/redirect?to=http://169.254.169.254/latest', 'address_refused', null],
    ['/loop', 'bad_response', null],
    ['/deep', 'bad_response', null],
  ])('to %s fails with %s', async (path, reason, status) => {
    expect(await tryTool(http(path))).toMatchObject({ ok: false, reason, status, output: null });
  });

  test('that fails says what the other side said', async () => {
    expect((await tryTool(http('/missing'))).detail).toContain('no such order');
  });
  test('whose answer is no JSON where JSON was asked for fails', async () => {
    const mapping = [{ name: 'state', path: 'status' }];
    expect(await tryTool(http('/broken', { mapping }))).toMatchObject({
      reason: 'bad_response',
      detail: '{"a": ',
    });
    expect(await tryTool(http('/broken'))).toMatchObject({ ok: true, output: '{"a": ' });
  });
  test('with a long answer gives its beginning', async () => {
    const { output } = await tryTool(http('/long'));
    expect(String(output)).toHaveLength(12_001);
  });
  test('with an empty answer works', async () => {
    expect(await tryTool(http('/empty'))).toMatchObject({ ok: true, status: 204, output: '' });
  });

  test.each([
    [{}, 'id'],
    [{ id: 5 }, 'id'],
    [{ id: '..' }, 'address'],
    [{ id: '1', size: 'XL' }, 'size'],
    [{ id: '1', extra: true }, 'extra'],
  ])('with %j is not made', async (input, word) => {
    const before = system.calls.length;
    const result = await tryTool(http('/orders/{id}', { parameters }), input);
    expect(result).toMatchObject({ ok: false, reason: 'bad_input' });
    expect(result.detail).toContain(word);
    expect(system.calls.length).toBe(before);
  });
});

describe('where private networks are closed', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://[::1]/',
    'ftp://a.example/',
    'https://user:pass@a.example/',
  ])('%s is refused when it is typed', async (url) => {
    const owner = await strict.register();
    const params = { uuid: (await addBot(owner)).uuid };
    const problem = await owner.refused(createTool, { params, body: http('/', { url }) });
    expect(problem).toMatchObject({ code: 'tool_address_refused' });
    expect(problem.errors?.[0]?.path).toBe('body.config.url');
  });
  test('a name that stands for this machine is refused when it is called', async () => {
    const owner = await strict.register();
    const params = { uuid: (await addBot(owner)).uuid };
    const tool = await owner.call(createTool, { params, body: http('/', { url: 'https://shop.example/' }) });
    // As if the name had been pointed here since: the row is changed behind the check.
    await strict.sql(
      `update bot_tools set config = jsonb_set(config, '{url}', to_jsonb($2::text)) where id = $1`,
      [tool.uuid, `${system.url}/orders`],
    );
    const before = system.calls.length;
    const result = await owner.call(testTool, { params: { uuid: tool.uuid }, body: { input: {} } });
    expect(result).toMatchObject({ ok: false, reason: 'address_refused' });
    expect(system.calls.length).toBe(before);
  });
});

describe('a tool whose calls fail', () => {
  const page: HttpToolConfig['parameters'][number] = {
    ...{ name: 'page', type: 'string', values: [], description: '', required: true, in: 'path' },
  };
  let owner: SignedIn;
  beforeAll(async () => {
    owner = await server.register();
  });

  /** A tool that calls the page it is given. */
  async function addPaged() {
    const { uuid, name } = await addBot(owner);
    const body = { ...http('/{page}', { parameters: [page] }), name: newName() };
    const made = await owner.call(createTool, { params: { uuid }, body });
    const params = { uuid: made.uuid };
    return {
      ...made,
      bot: { uuid, name },
      ask: (to: string) => owner.call(testTool, { params, body: { input: { page: to } } }),
      failure: async () => (await owner.call(getTool, { params })).failure,
      change: (patch: object) => owner.call(changeTool, { params, body: patch }),
      runs: async () => (await owner.call(listToolRuns, { params })).items,
    };
  }
  const onHome = async () => {
    const { failingTools, failingTool } = (await owner.call(home)).attention;
    return { failingTools, failingTool };
  };

  test('says so on the home page until one succeeds', async () => {
    const [tool, other] = [await addPaged(), await addPaged()];
    expect(await onHome()).toEqual({ failingTools: 0, failingTool: null });
    await tool.ask('fails');
    expect(await tool.failure()).toBe('http_error_500');
    await other.ask('broken');
    await other.ask('slow');
    const { uuid, name, bot: itsBot } = other;
    expect(await onHome()).toEqual({
      failingTools: 2,
      failingTool: { uuid, name, bot: itsBot, reason: 'timeout' },
    });
    await other.ask('orders');
    expect(await other.failure()).toBeNull();
    expect(await onHome()).toMatchObject({ failingTools: 1, failingTool: { uuid: tool.uuid } });
    await tool.change({ enabled: false });
    expect(await onHome()).toEqual({ failingTools: 0, failingTool: null });
  });

  test('is good again once it is changed, until it fails again', async () => {
    const tool = await addPaged();
    await tool.ask('fails');
    expect((await tool.change({ description: 'Other words' })).failure).toBeNull();
    expect(await onHome()).toEqual({ failingTools: 0, failingTool: null });
    await tool.ask('fails');
    expect(await tool.failure()).toBe('http_error_500');
    await tool.ask('orders');
  });

  test('because of the input alone is not one until it failed three times in a row', async () => {
    const tool = await addPaged();
    await tool.ask('missing');
    await tool.ask('missing');
    await tool.ask('orders');
    await tool.ask('missing');
    await tool.ask('missing');
    await owner.call(testTool, { params: { uuid: tool.uuid }, body: { input: {} } });
    expect(await tool.failure()).toBeNull();
    await tool.ask('missing');
    await tool.ask('missing');
    await tool.ask('missing');
    expect(await tool.failure()).toBe('http_error_404');
    await tool.ask('orders');
  });

  test('keeps its runs without secrets', async () => {
    const tool = await addPaged();
    await tool.ask('orders');
    await tool.ask('missing');
    await tool.ask('echo');
    const runs = await tool.runs();
    expect(runs).toMatchObject([
      { state: 'done', output: expect.stringContaining('x-key') },
      { state: 'failed', status: 404, executionId: null, conversationUuid: null },
      { state: 'done', reason: null, status: 200, input: '{"page":"orders"}' },
    ]);
    expect(runs[2]?.output).toContain('shipped');
    expect(JSON.stringify(runs)).not.toContain(SECRET);
  });
});
