import type { AccountId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { createGuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { chatNode, startFakeN8n, webhookNode } from '../../../../testing/fake-n8n.ts';
import { ANY_HOST } from '../../../../testing/private-hosts.ts';
import { checkApi, createWorkflowDirectory, fetchWorkflows, findTriggers } from './workflows.ts';

const ID = '0b7a1c1e-1111-4222-8333-444455556666';
const pathOf = (parameters: Record<string, unknown>, changes: object = {}) =>
  findTriggers('wf1', [webhookNode(parameters, { webhookId: ID, ...changes })])[0]?.path;

describe('the address of a webhook', () => {
  test.each([
    [{ path: 'orders' }, 'webhook/orders'],
    [{ path: '/orders/' }, 'webhook/orders'],
    [{ path: ' orders ' }, 'webhook/orders'],
    [{}, `webhook/${ID}`],
    [{ path: '' }, `webhook/${ID}`],
    [{ path: 'my path/ü' }, 'webhook/my%20path/%C3%BC'],
    [{ path: 'a{b}' }, 'webhook/a%7Bb%7D'],
    [{ path: 'orders/:id/items' }, `webhook/${ID}/orders/{id}/items`],
    [{ path: ':id' }, `webhook/${ID}/{id}`],
    [{ path: ':1st' }, null],
    [{ path: '={{ $json.path }}' }, null],
    [{ path: 'x'.repeat(1_100) }, null],
    [{ path: '/'.repeat(5_000) }, null],
  ])('of %j is %s', (parameters, path) => {
    expect(pathOf(parameters)).toBe(path);
  });

  test('of a node without an id of its own stands below the workflow and the node', () => {
    const path = pathOf({ path: 'orders' }, { webhookId: undefined, name: 'My Hook' });
    expect(path).toBe('webhook/wf1/my%2520hook/orders');
    expect(pathOf({}, { webhookId: undefined, name: 'half \ud800' })).toBe(
      'webhook/wf1/half%2520%25EF%25BF%25BD/',
    );
  });
});

describe('a webhook', () => {
  const find = (parameters: Record<string, unknown>) => findTriggers('wf1', [webhookNode(parameters)])[0];

  test('takes GET and answers at once unless it says otherwise', () => {
    expect(find({ path: 'a' })).toMatchObject({
      kind: 'webhook',
      methods: ['GET'],
      authentication: 'none',
      responseMode: 'onReceived',
    });
  });

  test.each([
    [{ httpMethod: 'POST' }, ['POST']],
    [{ multipleMethods: true }, ['GET', 'POST']],
    [{ multipleMethods: true, httpMethod: ['DELETE', 'PUT', 'HEAD'] }, ['PUT', 'DELETE']],
  ])('with %j takes %j', (parameters, methods) => {
    expect(find(parameters)?.methods).toEqual(methods);
  });

  test.each([{ httpMethod: 'HEAD' }, { httpMethod: '={{ "POST" }}' }])(
    'with %j is left out',
    (parameters) => {
      expect(find(parameters)).toBeUndefined();
    },
  );

  test.each([
    ['basicAuth', 'basic'],
    ['headerAuth', 'header'],
    ['jwtAuth', 'jwt'],
    ['n8nOAuth2', 'other'],
    ['={{ 1 }}', 'other'],
    ['constructor', 'other'],
    [{ toString: 'a text' }, 'other'],
  ])('with the authentication %s asks for %s', (authentication, expected) => {
    expect(find({ authentication })?.authentication).toBe(expected);
  });

  test.each([
    ['lastNode', 'lastNode'],
    ['responseNode', 'responseNode'],
    ['streaming', 'streaming'],
    ['={{ 1 }}', 'unknown'],
  ])('that responds by %s is known as %s', (responseMode, expected) => {
    expect(find({ responseMode })?.responseMode).toBe(expected);
  });
});

describe('a chat', () => {
  const find = (parameters: Record<string, unknown>) =>
    findTriggers('wf1', [chatNode(parameters, { webhookId: ID })]);

  test('stands below its webhook’s id and takes POST', () => {
    expect(find({ public: true })).toEqual([
      expect.objectContaining({
        kind: 'chat',
        methods: ['POST'],
        path: `webhook/${ID}/chat`,
        authentication: 'none',
        responseMode: 'lastNode',
      }),
    ]);
  });

  test('that is not public is left out', () => {
    expect(find({})).toEqual([]);
    expect(find({ public: '={{ true }}' })).toEqual([]);
  });

  test.each([
    [{ availableInChat: true }, 'streaming'],
    [{ availableInChat: true, options: { responseMode: 'lastNode' } }, 'lastNode'],
    [{ options: { responseMode: 'responseNodes' } }, 'responseNodes'],
    [{ authentication: 'n8nUserAuth' }, 'lastNode'],
  ])('with %j responds by %s', (parameters, mode) => {
    expect(find({ public: true, ...parameters })[0]?.responseMode).toBe(mode);
  });
});

test('disabled nodes, other nodes and what is no node are left out', () => {
  const webhook = webhookNode({ path: 'a' });
  const form = { ...webhook, type: 'n8n-nodes-base.formTrigger' };
  const nodes = [{ ...webhook, disabled: true }, form, null, 'webhook', {}, { ...webhook, id: 5 }, webhook];
  expect(findTriggers('wf1', nodes)).toHaveLength(1);
});

test('only the first 50 triggers are looked at, and no node of another type', () => {
  let looks = 0;
  const node = (type: string) => ({
    type,
    get id() {
      looks += 1;
      return 5;
    },
  });
  findTriggers('wf1', Array(800).fill(node('n8n-nodes-base.set')));
  expect(looks).toBe(0);
  findTriggers('wf1', Array(800).fill(node('n8n-nodes-base.webhook')));
  expect(looks).toBeLessThanOrEqual(100);
  expect(findTriggers('wf1', Array(60).fill(webhookNode({ path: 'a' })))).toHaveLength(50);
});

describe('an answer of the API', () => {
  const API = { baseUrl: 'https://n8n.example', apiKey: 'key' };
  const namesOf = async (workflows: readonly object[]) => {
    const outcome = await fetchWorkflows(async () => Response.json({ data: workflows }), API);
    return outcome.kind === 'ok' ? outcome.value.map(({ name }) => name) : outcome.code;
  };
  const workflow = (name: string, changes: object = {}) => ({
    ...{ id: name, name, active: true, tags: [{ name: 'hanasu' }], updatedAt: '2026-01-01T00:00:00.000Z' },
    ...{ nodes: [webhookNode({ path: 'a' })], ...changes },
  });

  test('with more workflows than were asked for is not n8n’s', async () => {
    expect(await namesOf(Array(50).fill(workflow('a')))).toEqual(['a']);
    expect(await namesOf(Array(51).fill(workflow('a')))).toBe('n8n_not_found');
    expect(await checkApi(async () => Response.json({ data: [{}] }), API)).toBeNull();
    expect(await checkApi(async () => Response.json({ data: [{}, {}] }), API)).toBe('n8n_not_found');
  });

  test('has workflows with up to 1,000 nodes and 50 tags', async () => {
    const nodes = (count: number) => [webhookNode({ path: 'a' }), ...Array(count - 1).fill({})];
    const tags = (count: number) => Array(count).fill({ name: 'hanasu' });
    const workflows = [
      workflow('a', { nodes: nodes(1_000), tags: tags(50) }),
      workflow('b', { nodes: nodes(1_001) }),
      workflow('c', { activeVersion: { nodes: nodes(1_001) } }),
      workflow('d', { tags: tags(51) }),
      workflow('e', { nodes: {}, activeVersion: { nodes: nodes(1) } }),
      workflow('f', { activeVersion: { nodes: nodes(1_000) } }),
    ];
    expect(await namesOf(workflows)).toEqual(['a', 'f']);
  });

  test('that is too large is asked for in smaller pages', async () => {
    const n8n = await startFakeN8n();
    const api = { baseUrl: n8n.url, apiKey: n8n.addKey() };
    for (let number = 10; number < 35; number += 1)
      n8n.add({ name: `W${number}`, nodes: [webhookNode({ path: 'a', text: 'x'.repeat(1_000) })] });
    const list = (maxBytes: number) =>
      fetchWorkflows(createGuardedFetch({ privateHosts: ANY_HOST, maxBytes }), api);
    expect(await list(40_000)).toMatchObject({ kind: 'ok', value: { length: 25 } });
    const sizes = n8n.listed.map((query) => new URLSearchParams(query).get('limit'));
    expect(sizes).toEqual(['50', '10', null, null]);
    expect(await list(4_000)).toMatchObject({ kind: 'ok', value: { length: 25 } });
    expect(await list(1_000)).toEqual({ kind: 'failed', code: 'n8n_too_large' });
    await n8n.close();
  });
});

function startDirectory() {
  const state = { now: 0, calls: 0, status: 200, takesMs: 0, version: '1' };
  const connection = { baseUrl: 'https://n8n.example', webhookBaseUrl: null };
  const directory = createWorkflowDirectory({
    database: {
      account: async () => ({ ...connection, version: state.version }),
      now: () => state.now,
    } as unknown as Database,
    box: { tryOpen: () => 'key' } as unknown as SecretBox,
    askApi: async () => {
      state.calls += 1;
      state.now += state.takesMs;
      return Response.json({ data: [] }, { status: state.status });
    },
  });
  const callsAfter = async (milliseconds: number, maxAgeMs?: number) => {
    state.now += milliseconds;
    await directory.list('a' as AccountId, { maxAgeMs });
    return state.calls;
  };
  return { state, callsAfter };
}

test('a list is at most a minute old, or as old as is asked for', async () => {
  const { callsAfter } = startDirectory();
  expect([await callsAfter(0), await callsAfter(59_999), await callsAfter(1)]).toEqual([1, 1, 2]);
  expect([await callsAfter(4_999, 5_000), await callsAfter(1, 5_000)]).toEqual([2, 3]);
  expect([await callsAfter(0), await callsAfter(0, 0)]).toEqual([3, 4]);
});

test('after a failure n8n is asked again in five seconds, or when it has to be', async () => {
  const { state, callsAfter } = startDirectory();
  const failuresAfter = async (milliseconds: number, maxAgeMs?: number) => {
    await expect(callsAfter(milliseconds, maxAgeMs)).rejects.toMatchObject({ code: 'n8n_unreachable' });
    return state.calls;
  };
  [state.status, state.takesMs] = [503, 15_000];
  expect([await failuresAfter(0), await failuresAfter(4_999), await failuresAfter(0, 5_000)]).toEqual([
    1, 1, 1,
  ]);
  expect([await failuresAfter(0, 0), await failuresAfter(4_999)]).toEqual([2, 2]);
  [state.status, state.takesMs] = [200, 0];
  expect(await callsAfter(1, 5_000)).toBe(3);
  state.status = 503;
  expect(await failuresAfter(60_000)).toBe(4);
  [state.status, state.version] = [200, '2'];
  expect(await callsAfter(0)).toBe(5);
});
