import { updateChannel } from '@hanasu/contract/channels';
import type { AccountId, BotId, ConversationId, ToolConfirmationId, ToolId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import { deleteN8nConnection, getN8nConnection, saveN8nConnection } from '@hanasu/contract/n8n';
import { listAudit } from '@hanasu/contract/team';
import { decideToolConfirmation, listToolConfirmations } from '@hanasu/contract/tool-confirmations';
import { listToolRuns } from '@hanasu/contract/tool-runs';
import {
  changeTool,
  createTool,
  getTool,
  listTools,
  type N8nToolConfig,
  type ToolParameter,
  type ToolView,
  testTool,
} from '@hanasu/contract/tools';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSecretBox } from '../../../../platform/crypto/secret-box.ts';
import { type Database, openDatabase } from '../../../../platform/database/database.ts';
import { createGuardedFetch, FetchFailure } from '../../../../platform/net/guarded-fetch.ts';
import {
  chatNode,
  type FakeN8n,
  type FakeNode,
  type FakeRun,
  type FakeWorkflow,
  startFakeN8n,
  webhookNode,
} from '../../../../testing/fake-n8n.ts';
import { ANY_HOST, LOOPBACK_HOSTS } from '../../../../testing/private-hosts.ts';
import {
  eventually,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../../../testing/test-shop.ts';
import { addMember } from '../../../../testing/test-team.ts';
import { createToolFeature } from '../create-tool-feature.ts';
import { deleteOldRuns } from '../tool-runs.ts';
import { callWorkflow } from './run-workflow.ts';

const SECRET_KEY = 'the same key for the server and the box beside it';
const PASSWORD = 'very-secret-password';

let providers: FakeProviders;
let server: TestServer;
let database: Database;
let n8n: FakeN8n;
let person: SignedIn;
let bot: BotId;
beforeAll(async () => {
  providers = await startFakeProviders();
  providers.behave('*', 'obey');
  const settings = {
    ...{ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS, SECRET_KEY, OPENAI_API_KEY: 'key' },
    OPENAI_BASE_URL: providers.baseUrls.openai,
  };
  server = await startTestServer(settings, (url) => {
    const onError = (error: Error): never => {
      throw error;
    };
    database = openDatabase({ url, poolSize: 4, onError });
    return url;
  });
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await providers.close();
});
beforeEach(async () => {
  n8n = await startFakeN8n();
  person = await server.register();
  await person.call(saveN8nConnection, { body: { baseUrl: n8n.url, apiKey: n8n.addKey() } });
  bot = (await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' })).uuid;
  return () => n8n.close();
});

const parameter = (name: string, changes: Partial<ToolParameter> = {}): ToolParameter => ({
  ...{ name, type: 'string', values: [], description: '', required: true, in: 'body' },
  ...changes,
});

const ORDERS = { httpMethod: 'POST', path: 'orders', responseMode: 'lastNode' };

interface Given {
  readonly node?: FakeNode;
  readonly run?: FakeWorkflow['run'];
  readonly workflow?: Partial<FakeWorkflow>;
  readonly config?: Partial<N8nToolConfig>;
}

/** A published workflow, and the body of a tool that calls it. */
function toolFor({ node = webhookNode(ORDERS), run, workflow, config }: Given = {}) {
  const workflowId = n8n.add({ name: 'Orders', nodes: [node], ...(run && { run }), ...workflow });
  return {
    name: `tool-${workflowId.slice(0, 8)}`,
    description: 'Where an order is',
    config: { kind: 'n8n' as const, workflowId, triggerId: node.id, ...config },
  };
}
const addTool = (given?: Given, uuid = bot) =>
  person.call(createTool, { params: { uuid }, body: toolFor(given) });
const problemsOf = async (given: Given, changes: object = {}) => {
  const body = toolFor(given);
  const refusal = await person.refused(createTool, {
    params: { uuid: bot },
    body: { ...body, config: { ...body.config, ...changes } },
  });
  return refusal.errors?.map(({ path, code }) => [path.replace('body.config.', ''), code]) ?? [];
};
const tryTool = ({ uuid }: ToolView, input: Record<string, unknown> = {}) =>
  person.call(testTool, { params: { uuid }, body: { input } });
const runsOf = ({ uuid }: ToolView) => person.call(listToolRuns, { params: { uuid } });
const ends = (run: FakeRun) => ({ run: () => run });

function newFeature(onError: (error: unknown) => void = vi.fn()) {
  const guardedFetch = createGuardedFetch({ privateHosts: ANY_HOST });
  const forms = { find: async () => null, offer: async () => null };
  const box = createSecretBox(SECRET_KEY);
  return createToolFeature({ database, box, guardedFetch, privateHosts: ANY_HOST, forms, onError });
}

describe('a workflow as a tool', () => {
  test('is kept with the trigger as n8n has it', async () => {
    const body = toolFor({ config: { parameters: [parameter('id')] } });
    const made = await person.call(createTool, { params: { uuid: bot }, body });
    expect(made.config).toEqual({
      ...body.config,
      ...{ method: 'POST', auth: { kind: 'none' }, timeoutSeconds: 25, answerPath: '', readOnly: false },
      target: {
        ...{ id: body.config.triggerId, name: 'Trigger', kind: 'webhook', methods: ['POST'] },
        ...{ path: 'webhook/orders', authentication: 'none', responseMode: 'lastNode' },
        ...{ workflow: 'Orders', origin: n8n.url },
      },
    });
    const { items } = await person.call(listAudit, { query: { q: 'tool.created' } });
    expect(items[0]?.data).toMatchObject({ kind: 'n8n' });
  });

  test('may be changed while n8n is away, or no longer lists it, but not to another one', async () => {
    const tool = await addTool();
    if (tool.config.kind !== 'n8n') throw new Error('no workflow');
    n8n.publish(tool.config.workflowId, null);
    const config = { ...tool.config, timeoutSeconds: 5, target: null };
    const params = { uuid: tool.uuid };
    const changed = await person.call(changeTool, { params, body: { config } });
    expect(changed.config).toEqual({ ...tool.config, timeoutSeconds: 5 });
    await n8n.close();
    await server.sql('update n8n_connections set changed_at = now() where account_id = $1', [
      person.user.account.uuid,
    ]);
    expect((await person.call(changeTool, { params, body: { config } })).config).toEqual(changed.config);
    const other = { config: { ...config, triggerId: 'other' } };
    expect((await person.refused(changeTool, { params, body: other })).code).toBe('n8n_unreachable');
    n8n = await startFakeN8n();
  });

  test('gets its new address when it is saved again', async () => {
    const node = webhookNode(ORDERS);
    const tool = await addTool({ node });
    if (tool.config.kind !== 'n8n') throw new Error('no workflow');
    n8n.publish(tool.config.workflowId, [{ ...node, parameters: { ...ORDERS, path: 'moved' } }]);
    expect(await tryTool(tool)).toMatchObject({ ok: false, reason: 'n8n_not_registered', status: 404 });
    await person.call(changeTool, { params: { uuid: tool.uuid }, body: { config: tool.config } });
    expect(await tryTool(tool)).toMatchObject({ ok: true });
  });

  test('has to be there, published and with the tag', async () => {
    expect(await problemsOf({ workflow: { tags: [] } })).toEqual([['workflowId', 'workflow_missing']]);
    expect(await problemsOf({}, { triggerId: 'gone' })).toEqual([['triggerId', 'trigger_missing']]);
    await person.call(deleteN8nConnection);
    const refusal = await person.refused(createTool, { params: { uuid: bot }, body: toolFor() });
    expect(refusal.code).toBe('n8n_not_connected');
  });

  test.each([
    [{ ...ORDERS, path: '={{ 1 }}' }, {}, [['triggerId', 'no_address']]],
    [{ ...ORDERS, authentication: 'jwtAuth' }, {}, [['triggerId', 'auth_unsupported']]],
    [{ ...ORDERS, authentication: 'basicAuth' }, {}, [['auth.kind', 'auth_differs']]],
    [ORDERS, { method: 'GET' }, [['method', 'method_missing']]],
    [ORDERS, { answerPath: '[' }, [['answerPath', 'not_a_path']]],
    [{ ...ORDERS, path: 'orders/:id' }, {}, [['parameters', 'unknown_place']]],
    [ORDERS, { parameters: [parameter('messageId')] }, [['parameters.0.name', 'taken']]],
    [ORDERS, { parameters: [parameter('a'), parameter('a')] }, [['parameters.1.name', 'taken']]],
    [ORDERS, { parameters: [parameter('size', { type: 'enum' })] }, [['parameters.0.values', 'no_choices']]],
    [
      ORDERS,
      { parameters: [parameter('idempotency-key', { in: 'header' })] },
      [['parameters.0.name', 'taken']],
    ],
    [ORDERS, { auth: { kind: 'header', name: 'Content-Type', value: 'a' } }, [['auth.name', 'taken']]],
  ] as const)('of the trigger %j with %j is refused with %j', async (parameters, changes, problems) => {
    expect(await problemsOf({ node: webhookNode(parameters) }, changes)).toEqual(problems);
  });

  test('of a chat takes values in its body, and asks for the text itself', async () => {
    const node = chatNode({ public: true });
    const parameters = [parameter('chatInput'), parameter('size', { in: 'query' })];
    expect(await problemsOf({ node }, { parameters })).toEqual([
      ['parameters.0.name', 'taken'],
      ['parameters.1.in', 'no_place'],
    ]);
  });
});

describe('a call', () => {
  test('brings what the model filled in, and a key', async () => {
    const tool = await addTool({
      config: { parameters: [parameter('id'), parameter('q', { in: 'query' })] },
    });
    const result = await tryTool(tool, { id: '42', q: 'a b' });
    expect(result).toMatchObject({ ok: true, status: 200, output: { received: { id: '42' } } });
    const [call] = n8n.calls;
    expect(call).toMatchObject({ method: 'POST', query: { q: 'a b' }, body: { id: '42' } });
    const key = call?.headers['idempotency-key'];
    expect(call?.body).toEqual({ id: '42', messageId: key, sessionId: key });
    expect(call?.headers.cookie).toBeUndefined();
    expect(await tryTool(tool, { id: 42 })).toMatchObject({ ok: false, reason: 'bad_input' });
    expect(n8n.calls).toHaveLength(1);
  });

  test('with GET brings them in the address', async () => {
    const node = webhookNode({ path: 'orders/:id/items', responseMode: 'lastNode' });
    const parameters = [parameter('id', { in: 'path' }), parameter('q', { in: 'query' })];
    const tool = await addTool({ node, config: { method: 'GET', parameters } });
    await tryTool(tool, { id: 'a?b c', q: '1' });
    const [call] = n8n.calls;
    expect(call).toMatchObject({ method: 'GET', params: { id: 'a?b c' }, body: {} });
    expect(call?.query).toEqual({ q: '1', messageId: expect.any(String), sessionId: expect.any(String) });
  });

  test('of a chat speaks as n8n’s own chat does', async () => {
    const node = chatNode({ public: true });
    const tool = await addTool({ node, config: { parameters: [parameter('size', { required: false })] } });
    expect(await tryTool(tool, { chatInput: 'Hello', size: 'M' })).toMatchObject({
      ok: true,
      output: 'You said: Hello',
    });
    const [call] = n8n.calls;
    const key = call?.headers['idempotency-key'];
    expect(call?.body).toEqual({
      ...{ action: 'sendMessage', sessionId: key, chatInput: 'Hello', messageId: key },
      metadata: { size: 'M', messageId: key },
    });
    expect(await tryTool(tool, {})).toMatchObject({
      reason: 'bad_input',
      detail: expect.stringContaining('chatInput'),
    });
  });

  test('gives the part of the answer that was asked for', async () => {
    const items = [{ answer: 'at ten' }, { answer: 'at two' }];
    const node = webhookNode({ ...ORDERS, responseData: 'allEntries' });
    const given = { node, ...ends({ kind: 'items', items }) };
    expect((await tryTool(await addTool({ ...given, config: { answerPath: '[1].answer' } }))).output).toBe(
      'at two',
    );
  });

  const responding = webhookNode({ ...ORDERS, responseMode: 'responseNode' });
  const streaming = webhookNode({ ...ORDERS, responseMode: 'streaming' });
  test.each<[string, Given, object]>([
    [
      'only starts it',
      { node: webhookNode({ httpMethod: 'POST', path: 'a' }) },
      { ok: true, output: /gives no answer/ },
    ],
    ['gets nothing', ends({ kind: 'items', items: [] }), { ok: true, output: /no data/, status: 500 }],
    ['meets a condition', ends({ kind: 'isNotRun' }), { ok: true, output: /did not run/ }],
    ['ends with an error', ends({ kind: 'fails' }), { reason: 'n8n_workflow_failed', status: 500 }],
    [
      'gets a text',
      { node: responding, ...ends({ kind: 'responds', body: 'At ten' }) },
      { ok: true, output: /^At ten$/ },
    ],
    [
      'gets a page',
      { node: responding, ...ends({ kind: 'responds', body: '<html></html>' }) },
      { reason: 'html_page' },
    ],
    [
      'is sent elsewhere',
      {
        node: responding,
        ...ends({ kind: 'responds', body: '', status: 307, location: 'http://127.0.0.1:9/' }),
      },
      { reason: 'http_error_307' },
    ],
    [
      'gets too much',
      { node: responding, ...ends({ kind: 'responds', body: 'x'.repeat(2_000_000) }) },
      { reason: 'too_large' },
    ],
    ['is not answered', { ...ends({ kind: 'hangs' }), config: { timeoutSeconds: 1 } }, { reason: 'timeout' }],
    [
      'is streamed to',
      {
        node: streaming,
        ...ends({
          kind: 'streams',
          chunks: [
            [0, 'At '],
            [0, 'ten'],
          ],
        }),
      },
      { ok: true, output: /^At ten$/ },
    ],
    [
      'is streamed an error',
      { node: streaming, ...ends({ kind: 'streamFails' }) },
      { reason: 'n8n_workflow_failed' },
    ],
    ['is cut off', { node: streaming, ...ends({ kind: 'streamBreaks' }) }, { reason: 'n8n_workflow_failed' }],
    [
      'needs credentials',
      ends({ kind: 'refuses', status: 428, json: { credentials: [] } }),
      { reason: 'n8n_credentials_missing' },
    ],
  ])('that %s', async (_title, given, { output, ...expected }: { output?: RegExp }) => {
    const result = await tryTool(await addTool(given));
    expect(result).toMatchObject({ ok: false, ...expected });
    if (output) expect(result.output).toMatch(output);
    else expect(result.output).toBeNull();
  });

  test('of a workflow that is not published, or without a connection, says so', async () => {
    const tool = await addTool();
    if (tool.config.kind !== 'n8n') throw new Error('no workflow');
    n8n.publish(tool.config.workflowId, null);
    const refused = await tryTool(tool);
    expect(refused).toMatchObject({ reason: 'n8n_not_registered' });
    expect(refused.detail).not.toContain('/usr/lib');
    await person.call(deleteN8nConnection);
    expect(await tryTool(tool)).toMatchObject({ reason: 'n8n_not_connected', status: null });
  });

  test('goes where webhooks of the connection are now', async () => {
    const tool = await addTool();
    const moved = await startFakeN8n();
    const node = webhookNode(ORDERS);
    moved.add({ name: 'Orders', nodes: [node] });
    const body = { baseUrl: n8n.url, webhookBaseUrl: moved.url };
    await person.call(saveN8nConnection, { body });
    expect(await tryTool(tool)).toMatchObject({ ok: true });
    expect([n8n.calls.length, moved.calls.length]).toEqual([0, 1]);
    await moved.close();
    expect(await tryTool(tool)).toMatchObject({ reason: 'unreachable' });
  });
});

describe('the authentication of a trigger', () => {
  const basic = (): Given => ({
    node: webhookNode({ ...ORDERS, authentication: 'basicAuth' }),
    workflow: { credential: { user: 'hana', password: PASSWORD } },
    config: { auth: { kind: 'basic', user: 'hana', password: PASSWORD } },
  });
  const header = (value = PASSWORD): Given => ({
    node: webhookNode({ ...ORDERS, authentication: 'headerAuth' }),
    workflow: { credential: { header: ['X-Token', PASSWORD] } },
    config: { auth: { kind: 'header', name: 'X-Token', value } },
  });

  test.each([
    ['basic', basic],
    ['header', header],
  ])('%s is sent, sealed and never returned', async (_kind, given) => {
    const tool = await addTool(given());
    expect(await tryTool(tool)).toMatchObject({ ok: true });
    expect(JSON.stringify(tool)).not.toContain(PASSWORD);
    const [row] = await server.sql<{ stored: string }>(
      "select config::text || encode(secrets, 'escape') as stored from bot_tools where id = $1",
      [tool.uuid],
    );
    expect(row?.stored).not.toContain(PASSWORD);
    expect(JSON.stringify(await runsOf(tool))).not.toContain(PASSWORD);
  });

  test('that is wrong is refused with a code of its own', async () => {
    const result = await tryTool(await addTool(header('other-secret-value')));
    expect(result).toMatchObject({ reason: 'n8n_auth_refused', detail: 'Authorization data is wrong!' });
  });

  test('is masked in what comes back', async () => {
    const echo = header();
    const tool = await addTool({ ...echo, run: ({ headers }) => ({ kind: 'items', items: [{ headers }] }) });
    const result = await tryTool(tool);
    expect(JSON.stringify(result)).not.toContain(PASSWORD);
    expect(JSON.stringify(result)).toContain('•••');
    expect(JSON.stringify(await runsOf(tool))).not.toContain(PASSWORD);
  });

  test('stays when the rest is changed, and is asked for again for another user or another host', async () => {
    const tool = await addTool(basic());
    if (tool.config.kind !== 'n8n') throw new Error('no workflow');
    const params = { uuid: tool.uuid };
    await person.call(changeTool, { params, body: { config: { ...tool.config, timeoutSeconds: 9 } } });
    expect(await tryTool(tool)).toMatchObject({ ok: true });
    const auth = { kind: 'basic' as const, user: 'minh', password: null };
    const refusal = await person.refused(changeTool, { params, body: { config: { ...tool.config, auth } } });
    expect(refusal).toMatchObject({ code: 'tool_secret_needed' });
    expect(refusal.errors?.[0]?.path).toBe('body.config.auth.password');

    const other = await startFakeN8n();
    other.add({ name: 'Orders', nodes: [webhookNode(ORDERS)] });
    await person.call(saveN8nConnection, { body: { baseUrl: n8n.url, webhookBaseUrl: other.url } });
    expect(await tryTool(tool)).toMatchObject({ reason: 'n8n_secret_needed' });
    expect(other.calls).toEqual([]);
    const moved = await person.refused(changeTool, { params, body: { config: tool.config } });
    expect(moved.code).toBe('tool_secret_needed');
    await other.close();
  });
});

describe('the key of a call', () => {
  test('is derived from the question, the tool and the input', async () => {
    const tool = await addTool({ config: { parameters: [parameter('id')] } });
    const { toolBox } = newFeature();
    const call = async (turnKey: string | undefined, id: string) => {
      const [found] = await toolBox(person.user.account.uuid as AccountId, bot, { turnKey });
      await found?.execute({ id }, { signal: new AbortController().signal });
    };
    for (const [turn, id] of [
      ['t1', 'a'],
      ['t1', 'a'],
      ['t2', 'a'],
      ['t1', 'b'],
      [undefined, 'a'],
      [undefined, 'a'],
    ] as const)
      await call(turn, id);
    const keys = n8n.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(5);
    expect((await runsOf(tool)).items.map(({ key }) => key)).toEqual(keys.toReversed());
  });

  const failing = (code: string) => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    return new FetchFailure('unreachable', cause);
  };
  test.each([
    ['ECONNREFUSED', 2],
    ['ENOTFOUND', 2],
    ['ECONNRESET', 1],
    ['UND_ERR_SOCKET', 1],
  ])('after %s there are %i attempts', async (code, attempts) => {
    const sent: unknown[] = [];
    const ask = async (_address: unknown, init?: RequestInit) => {
      sent.push(init?.body);
      throw failing(code);
    };
    const tool = await addTool();
    if (tool.config.kind !== 'n8n') throw new Error('no workflow');
    const use = { config: tool.config, secrets: {}, input: {}, conversationId: null, key: 'k1' };
    const { run } = await callWorkflow(ask, n8n.url, { ...use, signal: new AbortController().signal });
    expect(run).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect('isUnsent' in run).toBe(attempts === 2);
    expect(sent).toHaveLength(attempts);
    expect(new Set(sent).size).toBe(1);
  });
});

describe('the runs of a tool', () => {
  test('are listed, newest first', async () => {
    const runs: FakeRun[] = [{ kind: 'items', items: [{ answer: 'é'.repeat(2_000) }] }, { kind: 'fails' }];
    const tool = await addTool({
      config: { parameters: [parameter('id')] },
      run: () => runs.shift() ?? { kind: 'items', items: [{ executionId: 77 }] },
    });
    for (const id of ['1', '2', '3']) await tryTool(tool, { id });
    await tryTool(tool, {});
    const { items, total } = await runsOf(tool);
    expect(total).toBe(4);
    expect(
      items.map(({ state, reason, status, executionId, input }) => [
        state,
        reason,
        status,
        executionId,
        input,
      ]),
    ).toEqual([
      ['failed', 'bad_input', null, null, '{}'],
      ['done', null, 200, '77', '{"id":"3"}'],
      ['failed', 'n8n_workflow_failed', 500, null, '{"id":"2"}'],
      ['done', null, 200, null, '{"id":"1"}'],
    ]);
    expect(items[3]).toMatchObject({ conversationUuid: null, milliseconds: expect.any(Number) });
    expect(items[3]?.output).toHaveLength(1_000);
    const paged = await person.call(listToolRuns, {
      params: { uuid: tool.uuid },
      query: { pageSize: 1, page: 2 },
    });
    expect(paged.items).toEqual([items[1]]);
  });

  test('that only started a workflow are called so', async () => {
    const tool = await addTool({ node: webhookNode({ httpMethod: 'POST', path: 'start' }) });
    await tryTool(tool);
    expect((await runsOf(tool)).items).toMatchObject([{ state: 'started', reason: null, status: 200 }]);
  });

  test('have the id of n8n as far as it can be stored', async () => {
    const tool = await addTool(ends({ kind: 'items', items: [{ executionId: '29\0\ud800' }] }));
    expect(await tryTool(tool)).toMatchObject({ ok: true });
    expect((await runsOf(tool)).items).toMatchObject([{ state: 'done', executionId: '29\ufffd' }]);
  });

  test('that cannot be stored are logged, and the result of the workflow counts', async () => {
    const tool = await addTool(ends({ kind: 'items', items: [{ answer: 'unstorable' }] }));
    await server.sql(`alter table tool_runs add constraint storable check (output not like '%unstorable%')`);
    onTestFinished(async () => {
      await server.sql('alter table tool_runs drop constraint storable');
    });
    const onError = vi.fn();
    const [found] = await newFeature(onError).toolBox(person.user.account.uuid as AccountId, bot);
    const outcome = await found?.execute({}, { signal: new AbortController().signal });
    expect(outcome).toEqual({ kind: 'done', output: { answer: 'unstorable' } });
    expect(onError).toHaveBeenCalledOnce();
    expect((await runsOf(tool)).items).toEqual([]);
  });

  test('belong to admins of the account, and to tools that call other systems', async () => {
    const tool = await addTool();
    const params = { uuid: tool.uuid };
    expect((await (await server.register()).refused(listToolRuns, { params })).code).toBe('not_found');
    const operator = await addMember(server, person, 'operator');
    expect((await operator.refused(listToolRuns, { params })).code).toBe('forbidden');
    const body = { name: 'person', description: 'For refunds', config: { kind: 'handover' as const } };
    const other = await person.call(createTool, { params: { uuid: bot }, body });
    expect((await person.refused(listToolRuns, { params: { uuid: other.uuid } })).code).toBe('not_found');
  });

  test('are kept up to a hundred of each tool and thirty days', async () => {
    const tool = await addTool();
    const add = (count: number, age: string) =>
      server.sql(
        `insert into tool_runs (account_id, id, tool_id, state, milliseconds, input, output, key, created_at)
         select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, 'done', 1, '', '', '', now() - $4::interval
         from generate_series(1, $3::int) n`,
        [person.user.account.uuid, tool.uuid, count, age],
      );
    await add(120, '1 hour');
    await tryTool(tool);
    expect((await runsOf(tool)).total).toBe(100);
    await server.sql(
      `update tool_runs set created_at = now() - interval '31 days' where tool_id = $1 and state = 'done'
      and id <> (select id from tool_runs where tool_id = $1 order by id desc limit 1)`,
      [tool.uuid],
    );
    await database.system(deleteOldRuns);
    expect((await runsOf(tool)).total).toBe(1);
  });
});

describe('a bot', () => {
  const FREE = 'When is it free? «CALL free {"day":"Monday"}»';

  async function addWorkflowTool(given: Given): Promise<ToolId> {
    const body = { ...toolFor({ config: { parameters: [parameter('day')] }, ...given }), name: 'free' };
    return (await person.call(createTool, { params: { uuid: bot }, body })).uuid;
  }
  async function ask(text: string) {
    const channel = await addSandbox(person, bot);
    const writes = (next: string) => say(person, channel.uuid, 'alex', next);
    await writes(text);
    const { uuid } = await conversationOf(person, channel.uuid);
    return { uuid, writes };
  }
  const answersOf = (uuid: ConversationId, count = 1) =>
    eventually(`${count} answers`, async () => {
      const said = (await messagesOf(person, uuid)).filter(({ sender }) => sender === 'bot');
      return said.length >= count && said;
    });

  test('answers a customer with what the workflow returns', async () => {
    const tool = await addWorkflowTool(ends({ kind: 'items', items: [{ answer: '«It is free at ten»' }] }));
    const { uuid, writes } = await ask(FREE);
    const [first] = await answersOf(uuid);
    expect(first?.text).toContain('It is free at ten');
    expect(first?.toolCalls).toMatchObject([{ toolUuid: tool, name: 'free', error: null }]);
    // The model of the test makes the calls of earlier turns again.
    await writes('And now?');
    await answersOf(uuid, 2);
    // The same session, and a key of its own in each turn.
    expect(n8n.calls.map(({ body }) => body.sessionId)).toEqual([uuid, uuid]);
    const keys = n8n.calls.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    const { items } = await person.call(listToolRuns, { params: { uuid: tool } });
    expect(items.map(({ key, conversationUuid }) => [key, conversationUuid])).toEqual(
      keys.toReversed().map((key) => [key, uuid]),
    );
  });

  test('whose workflow fails says so to staff, at the connection too', async () => {
    const uuid = await addWorkflowTool(ends({ kind: 'fails' }));
    const conversation = await ask(FREE);
    const [first] = await answersOf(conversation.uuid);
    expect(first?.toolCalls).toMatchObject([{ name: 'free', error: 'n8n_workflow_failed' }]);
    const { connection } = await person.call(getN8nConnection);
    const reason = 'n8n_workflow_failed';
    expect(connection?.failing).toEqual([{ uuid, name: 'free', botUuid: bot, reason }]);
    expect((await person.call(home)).attention.failingTool).toMatchObject({ uuid, reason });
  });

  test('calls a workflow once when the customer writes more while it runs, and answers both messages', async () => {
    onTestFinished(() => providers.behave('*', 'obey'));
    const running = Promise.withResolvers<FakeRun>();
    await addWorkflowTool({ run: () => running.promise });
    const { uuid, writes } = await ask(FREE);
    await eventually('the workflow runs', async () => n8n.calls.length === 1);
    await writes('And where are you?');
    await eventually('both messages are there', async () => (await messagesOf(person, uuid)).length === 2);
    // From now on the model makes no calls, so that the second message is answered without one.
    providers.behave('*', 'ok');
    running.resolve({ kind: 'items', items: [{ answer: 'Booked' }] });
    const [first] = await answersOf(uuid);
    expect(first?.text).toContain('Booked');
    expect(n8n.calls).toHaveLength(1);
    const [, second] = await answersOf(uuid, 2);
    expect(second?.text).toBe('You asked: "And where are you?"');
    expect(n8n.calls).toHaveLength(1);
  });

  test('repeats a call after a crash with the same key, also when the customer has written more', async () => {
    const running = Promise.withResolvers<FakeRun>();
    await addWorkflowTool({ run: () => running.promise });
    const { uuid, writes } = await ask(FREE);
    const calls = (count: number) =>
      eventually(`${count} calls`, async () => n8n.calls.length >= count && n8n.calls);
    await calls(1);
    // The lease of a process that is gone: what it still finishes counts for nothing.
    await server.sql(
      'update conversations set lease_owner = gen_random_uuid(), lease_until = now() where id = $1',
      [uuid],
    );
    await writes('It is for two people.');
    await calls(2);
    running.resolve({ kind: 'items', items: [{ answer: 'Booked' }] });
    await answersOf(uuid);
    await writes('And now?');
    await calls(3);
    await answersOf(uuid, 2);
    const [first, again, next] = n8n.calls.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  test('gives a call the same key when it tells later what staff have approved', async () => {
    await addWorkflowTool({});
    const node = webhookNode({ ...ORDERS, path: 'cancel' });
    const config = { parameters: [parameter('day')], confirmation: 'staff' as const };
    const body = { ...toolFor({ node, config }), name: 'cancel' };
    await person.call(createTool, { params: { uuid: bot }, body });
    const channel = await addSandbox(person, bot);
    const batching = { params: { uuid: channel.uuid }, body: { batchingDelay: 4_000 } };
    await person.call(updateChannel, batching);
    await say(person, channel.uuid, 'alex', FREE);
    await say(person, channel.uuid, 'alex', 'And cancel Sunday. «CALL cancel {"day":"Sunday"}»');
    const { uuid } = await conversationOf(person, channel.uuid);
    await answersOf(uuid);
    const { items } = await person.call(listToolConfirmations, { params: { uuid } });
    const params = { uuid, confirmation: items[0]?.uuid as ToolConfirmationId };
    await person.call(decideToolConfirmation, { params, body: { decision: 'approve' } });
    await answersOf(uuid, 2);
    // The model of the test makes the call of the first message again.
    const free = n8n.calls.filter(({ url }) => url.endsWith('/orders'));
    expect(free).toHaveLength(2);
    expect(new Set(free.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('does not pass on that a workflow was started as its answer', async () => {
    const node = webhookNode({ httpMethod: 'POST', path: 'start', options: { responseData: '«Thank you»' } });
    await addWorkflowTool({ node });
    const { uuid } = await ask(FREE);
    const [answer] = await answersOf(uuid);
    expect(answer?.text).not.toContain('started');
    expect(answer?.toolCalls[0]?.output).toContain('gives no answer');
  });

  test('asks the customer first where the owner wants it, and calls once with the key of the consent', async () => {
    await addWorkflowTool({
      config: { parameters: [parameter('day')], confirmation: 'customer' },
      ...ends({ kind: 'items', items: [{ answer: 'Booked' }] }),
    });
    const { uuid, writes } = await ask(FREE);
    await answersOf(uuid);
    expect(n8n.calls).toEqual([]);
    await writes('yes');
    await answersOf(uuid, 2);
    const { items } = await person.call(listToolConfirmations, { params: { uuid } });
    expect(items).toMatchObject([{ state: 'done', tool: 'free' }]);
    expect(n8n.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([items[0]?.uuid]);
  });

  test.each(['customer', 'staff'] as const)(
    'says after the consent of %s that a workflow which was only started is under way',
    async (confirmation) => {
      const node = webhookNode({ httpMethod: 'POST', path: 'start' });
      await addWorkflowTool({ node, config: { parameters: [parameter('day')], confirmation } });
      const { uuid, writes } = await ask(FREE);
      await answersOf(uuid);
      const params = { uuid };
      const [pending] = (await person.call(listToolConfirmations, { params })).items;
      if (confirmation === 'customer') await writes('yes');
      else if (pending) {
        const decided = { uuid, confirmation: pending.uuid };
        await person.call(decideToolConfirmation, { params: decided, body: { decision: 'approve' } });
      }
      const [, report] = await answersOf(uuid, 2);
      expect(report?.text).toBe('We have received this and are working on it: free (day: Monday).');
      expect((await person.call(listToolConfirmations, { params })).items).toMatchObject([
        { state: 'done', reason: 'started' },
      ]);
      expect(n8n.calls).toHaveLength(1);
    },
  );

  const answers = (status: number): Given => ({
    node: webhookNode({ ...ORDERS, responseMode: 'responseNode' }),
    ...ends({ kind: 'responds', body: 'No', status }),
  });
  test.each<[string, 'failed' | 'unknown', number, Given]>([
    ['answers 403 itself', 'unknown', 1, answers(403)],
    ['answers 404 itself', 'unknown', 1, answers(404)],
    ['answers 422 itself', 'unknown', 1, answers(422)],
    ['is not published', 'failed', 0, {}],
  ])('ends a call of a workflow that %s as %s', async (title, state, received, given) => {
    const tool = await addWorkflowTool({
      ...given,
      config: { parameters: [parameter('day')], confirmation: 'customer' },
    });
    const { uuid, writes } = await ask(FREE);
    await answersOf(uuid);
    if (title === 'is not published') {
      const { config } = await person.call(getTool, { params: { uuid: tool } });
      if (config.kind === 'n8n') n8n.publish(config.workflowId, null);
    }
    await writes('yes');
    await answersOf(uuid, 2);
    const { items } = await person.call(listToolConfirmations, { params: { uuid } });
    expect(items).toMatchObject([{ state }]);
    expect(n8n.calls).toHaveLength(received);
  });

  test('ends a call as failed when there was no connection', async () => {
    await addWorkflowTool({ config: { parameters: [parameter('day')], confirmation: 'customer' } });
    const { uuid, writes } = await ask(FREE);
    await answersOf(uuid);
    await n8n.close();
    await writes('yes');
    await answersOf(uuid, 2);
    const { items } = await person.call(listToolConfirmations, { params: { uuid } });
    expect(items).toMatchObject([{ state: 'failed', reason: 'unreachable' }]);
    n8n = await startFakeN8n();
  });

  test('asks when nothing of a call is from the customer, unless the workflow only reads', async () => {
    const text = 'Is it open? «CALL free {"day":"Tuesday «CALL»"}»'.replace(' «CALL»', '');
    const tool = await addWorkflowTool({ config: { parameters: [parameter('day')], confirmation: 'staff' } });
    const { uuid } = await ask(text);
    await answersOf(uuid);
    expect(n8n.calls).toEqual([]);
    const { items } = await person.call(listTools, { params: { uuid: bot } });
    const config = items.find((one) => one.uuid === tool)?.config;
    if (config?.kind !== 'n8n') throw new Error('no workflow');
    await person.call(changeTool, {
      params: { uuid: tool },
      body: { config: { ...config, readOnly: true } },
    });
    const { uuid: next } = await ask(text);
    await answersOf(next);
    expect(n8n.calls).toHaveLength(1);
  });

  test('goes on without a workflow that fails', async () => {
    await addWorkflowTool(ends({ kind: 'fails' }));
    const { uuid } = await ask(FREE);
    const [answer] = await answersOf(uuid);
    expect(answer?.toolCalls).toMatchObject([{ error: 'n8n_workflow_failed', output: null }]);
  });

  test('has the runs deleted with the conversation', async () => {
    const tool = await addWorkflowTool({});
    const { uuid } = await ask(FREE);
    await answersOf(uuid);
    await server.sql('delete from conversations where id = $1', [uuid]);
    expect((await person.call(listToolRuns, { params: { uuid: tool } })).total).toBe(0);
    expect((await person.call(getTool, { params: { uuid: tool } })).enabled).toBe(true);
  });
});
