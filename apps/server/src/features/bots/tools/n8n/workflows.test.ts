import type { AccountId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { chatNode, webhookNode } from '../../../../testing/fake-n8n.ts';
import { createWorkflowDirectory, findTriggers } from './workflows.ts';

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
  ])('of %j is %s', (parameters, path) => {
    expect(pathOf(parameters)).toBe(path);
  });

  test('of a node without an id of its own stands below the workflow and the node', () => {
    const path = pathOf({ path: 'orders' }, { webhookId: undefined, name: 'My Hook' });
    expect(path).toBe('webhook/wf1/my%2520hook/orders');
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

test('a list is at most a minute old, or as old as is asked for', async () => {
  let [now, calls] = [0, 0];
  const connection = { baseUrl: 'https://n8n.example', webhookBaseUrl: null, version: '1' };
  const directory = createWorkflowDirectory({
    database: { account: async () => connection, now: () => now } as unknown as Database,
    box: { tryOpen: () => 'key' } as unknown as SecretBox,
    askApi: async () => {
      calls += 1;
      return Response.json({ data: [] });
    },
  });
  const callsAfter = async (milliseconds: number, maxAgeMs?: number) => {
    now += milliseconds;
    await directory.list('a' as AccountId, { maxAgeMs });
    return calls;
  };
  expect([await callsAfter(0), await callsAfter(59_999), await callsAfter(1)]).toEqual([1, 1, 2]);
  expect([await callsAfter(4_999, 5_000), await callsAfter(1, 5_000)]).toEqual([2, 3]);
  expect([await callsAfter(0), await callsAfter(0, 0)]).toEqual([3, 4]);
});
