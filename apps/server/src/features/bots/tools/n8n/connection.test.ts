import { createApiKey } from '@hanasu/contract/api-keys';
import {
  deleteN8nConnection,
  getN8nConnection,
  listN8nWorkflows,
  saveN8nConnection,
} from '@hanasu/contract/n8n';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatNode, type FakeN8n, startFakeN8n, webhookNode } from '../../../../testing/fake-n8n.ts';
import { startFakeSystem } from '../../../../testing/fake-system.ts';
import { LOOPBACK_HOSTS } from '../../../../testing/private-hosts.ts';
import {
  createCaller,
  eventually,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { addMember } from '../../../../testing/test-team.ts';

let n8n: FakeN8n;
let server: TestServer;
let strict: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS });
  strict = await shareTestServer();
});
afterAll(async () => {
  await server.stop();
  await strict.stop();
});
beforeEach(async () => {
  n8n = await startFakeN8n();
  person = await server.register();
  return () => n8n.close();
});

const connect = (changes: object = {}, who = person) =>
  who.call(saveN8nConnection, { body: { baseUrl: n8n.url, apiKey: n8n.addKey(), ...changes } });
const list = (query: object = {}) => person.call(listN8nWorkflows, { query });
const names = async (query: object = {}) => (await list(query)).items.map(({ name }) => name);

describe('a connection', () => {
  test('is kept once n8n has accepted the key, which is never given out', async () => {
    expect(await person.call(getN8nConnection)).toEqual({ connection: null });
    const apiKey = n8n.addKey();
    const saved = await connect({ baseUrl: `${n8n.url}/`, apiKey });
    expect(saved).toMatchObject({ baseUrl: n8n.url, webhookBaseUrl: null, ending: apiKey.slice(-4) });
    expect(saved.changedBy).toBe(person.user.displayName);
    const { connection } = await person.call(getN8nConnection);
    expect(connection).toEqual(saved);
    expect(JSON.stringify(connection)).not.toContain(apiKey);
    const [row] = await server.sql<{ stored: string }>(
      "select encode(sealed_key, 'escape') || ending as stored from n8n_connections where account_id = $1",
      [person.user.account.uuid],
    );
    expect(row?.stored).not.toContain(apiKey);
    expect(n8n.listed).toEqual(['?tags=hanasu&limit=1&excludePinnedData=true']);
    const { items } = await person.call(listAudit, { query: { q: 'n8n' } });
    expect(items.map(({ action, target }) => [action, target])).toEqual([
      ['n8n_connection.saved', new URL(n8n.url).host],
    ]);
  });

  test('keeps its key unless another one is entered, and asks for it for another address', async () => {
    const first = await connect();
    const changed = await connect({ apiKey: undefined, webhookBaseUrl: 'https://hooks.example/n8n/' });
    expect(changed).toMatchObject({ ending: first.ending, webhookBaseUrl: 'https://hooks.example/n8n' });
    const replaced = await connect();
    expect(replaced.ending).not.toBe(first.ending);
    const other = await startFakeN8n();
    const problem = await person.refused(saveN8nConnection, { body: { baseUrl: other.url } });
    expect(problem.errors?.[0]?.path).toBe('body.apiKey');
    expect(other.listed).toEqual([]);
    await other.close();
    const below = await person.refused(saveN8nConnection, { body: { baseUrl: `${n8n.url}/other` } });
    expect(below.errors?.[0]?.path).toBe('body.apiKey');
  });

  test.each([
    ['replaced', () => connect()],
    ['removed', () => person.call(deleteN8nConnection)],
  ])('does not get back a key that was %s while a change was checked', async (_how, change) => {
    await connect();
    const release = n8n.holdNext();
    const body = { baseUrl: n8n.url, webhookBaseUrl: 'https://hooks.example' };
    const late = person.refused(saveN8nConnection, { body });
    await eventually('the change is being checked', async () => n8n.listed.length === 2);
    await change();
    const { connection } = await person.call(getN8nConnection);
    release();
    expect(await late).toMatchObject({ code: 'connection_changed', status: 409 });
    expect(await person.call(getN8nConnection)).toEqual({ connection });
  });

  test('asks for a key when there is none', async () => {
    const problem = await person.refused(saveN8nConnection, { body: { baseUrl: n8n.url } });
    expect(problem.errors?.[0]?.path).toBe('body.apiKey');
  });

  test('is removed', async () => {
    await connect();
    await person.call(deleteN8nConnection);
    expect(await person.call(getN8nConnection)).toEqual({ connection: null });
    expect((await person.refused(deleteN8nConnection)).code).toBe('not_found');
    expect((await person.refused(listN8nWorkflows)).code).toBe('n8n_not_connected');
    const { items } = await person.call(listAudit, { query: { q: 'n8n_connection.removed' } });
    expect(items).toHaveLength(1);
  });

  test('belongs to its account, and to admins', async () => {
    await connect();
    const stranger = await server.register();
    expect(await stranger.call(getN8nConnection)).toEqual({ connection: null });
    expect((await stranger.refused(deleteN8nConnection)).code).toBe('not_found');
    expect((await stranger.refused(listN8nWorkflows)).code).toBe('n8n_not_connected');
    const operator = await addMember(server, person, 'operator');
    expect((await operator.refused(getN8nConnection)).code).toBe('forbidden');
    expect((await operator.call(listN8nWorkflows)).items).toEqual([]);
  });

  test('of which the key was copied to another account does not open there', async () => {
    await connect();
    const stranger = await server.register();
    await connect({}, stranger);
    await server.sql(
      `update n8n_connections set changed_at = now(), sealed_key = (select sealed_key from n8n_connections
         where account_id = $1) where account_id = $2`,
      [person.user.account.uuid, stranger.user.account.uuid],
    );
    expect((await stranger.refused(listN8nWorkflows)).code).toBe('n8n_key_refused');
  });
});

describe('a connection that does not work is refused', () => {
  const refused = async (changes: object = {}) => {
    const problem = await person.refused(saveN8nConnection, {
      body: { baseUrl: n8n.url, apiKey: n8n.addKey(), ...changes },
    });
    return [problem.code, problem.errors?.[0]?.path];
  };

  test('when the key is unknown, or lacks its scope', async () => {
    expect(await refused({ apiKey: 'n8n_api_wrong' })).toEqual(['n8n_key_refused', 'body.apiKey']);
    expect(await refused({ apiKey: n8n.addKey(['tag:list']) })).toEqual(['n8n_scope_missing', 'body.apiKey']);
    const { items } = await person.call(listAudit, { query: { q: 'n8n' } });
    expect(items.map(({ action, data }) => [action, data.why])).toEqual([
      ['n8n_connection.refused', 'n8n_scope_missing'],
      ['n8n_connection.refused', 'n8n_key_refused'],
    ]);
    expect(JSON.stringify(items)).not.toContain('n8n_api_wrong');
  });

  test.each([
    ['off', 'n8n_key_refused', 'body.apiKey'],
    ['old', 'n8n_api_off', 'body.baseUrl'],
    ['html', 'n8n_not_found', 'body.baseUrl'],
    // A listed address that does not work looks like one that is not listed.
    ['broken', 'address_not_allowed', 'body.baseUrl'],
  ] as const)('when the API is %s', async (state, code, path) => {
    n8n.setApi(state);
    expect(await refused()).toEqual([code, path]);
  });

  test('when something else answers, or nothing', async () => {
    const system = await startFakeSystem();
    expect(await refused({ baseUrl: system.url })).toEqual(['n8n_not_found', 'body.baseUrl']);
    const at = (path: string) => refused({ baseUrl: `${system.url}${path}` });
    expect(await at('/redirect')).toEqual(['n8n_not_found', 'body.baseUrl']);
    expect(system.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    await system.close();
    expect(await refused({ baseUrl: system.url })).toEqual(['address_not_allowed', 'body.baseUrl']);
  });

  test('when the address is private and not listed', async () => {
    const owner = await strict.register();
    const body = { baseUrl: n8n.url, apiKey: n8n.addKey() };
    expect((await owner.refused(saveN8nConnection, { body })).code).toBe('address_not_allowed');
    const webhooks = { ...body, baseUrl: 'https://n8n.example', webhookBaseUrl: n8n.url };
    const problem = await owner.refused(saveN8nConnection, { body: webhooks });
    expect(problem).toMatchObject({ code: 'address_not_allowed' });
    expect(problem.errors?.[0]?.path).toBe('body.webhookBaseUrl');
    expect(n8n.listed).toEqual([]);
  });

  test('after thirty checks in an hour', async () => {
    await server.sql(
      `insert into failed_tries (key, failures, last_at) values (sha256(convert_to($1, 'UTF8')), 30, now())`,
      [JSON.stringify(['n8n', person.user.account.uuid])],
    );
    expect(await refused()).toEqual(['too_many_tries', undefined]);
    expect(n8n.listed).toEqual([]);
  });
});

describe('the list of workflows', () => {
  const webhook = webhookNode({ httpMethod: 'POST', path: 'orders', responseMode: 'lastNode' });

  test('has those that are published, with the tag and a trigger that can be called', async () => {
    await connect();
    const chat = chatNode({ public: true });
    n8n.add({ name: 'Orders', tags: ['hanasu', 'shop'], nodes: [webhook] });
    n8n.add({ name: 'Advice', nodes: [chat, { ...webhook, id: 'b', parameters: { path: 'advice' } }] });
    n8n.add({ name: 'Other tag', tags: ['Hanasu'], nodes: [webhook] });
    n8n.add({ name: 'Archived', nodes: [webhook], isArchived: true });
    n8n.add({ name: 'Unpublished', nodes: null, draft: [webhook] });
    n8n.add({ name: 'Disabled', nodes: [{ ...webhook, disabled: true }] });
    n8n.add({ name: 'Closed chat', nodes: [chatNode({})] });
    n8n.add({ name: 'No trigger', nodes: [{ ...webhook, type: 'n8n-nodes-base.scheduleTrigger' }] });
    const { items, total, fetchedAt } = await list();
    expect(items).toEqual([
      expect.objectContaining({
        name: 'Advice',
        triggers: [
          expect.objectContaining({ kind: 'chat', url: `${n8n.url}/webhook/${chat.webhookId}/chat` }),
          expect.objectContaining({ kind: 'webhook', methods: ['GET'], responseMode: 'onReceived' }),
        ],
      }),
      expect.objectContaining({
        name: 'Orders',
        tags: ['hanasu', 'shop'],
        triggers: [
          {
            ...{ id: webhook.id, name: 'Trigger', kind: 'webhook', methods: ['POST'] },
            ...{ path: 'webhook/orders', url: `${n8n.url}/webhook/orders` },
            ...{ authentication: 'none', responseMode: 'lastNode' },
          },
        ],
      }),
    ]);
    expect(total).toBe(2);
    expect(Math.abs(Date.now() - Date.parse(fetchedAt))).toBeLessThan(60_000);
    expect(n8n.listed.at(-1)).toBe('?tags=hanasu&limit=50&excludePinnedData=true');
    expect(JSON.stringify(items)).not.toContain('pinned');
  });

  test('shows the published version, of n8n 1 what is active', async () => {
    await connect();
    const draft = { ...webhook, parameters: { path: 'draft' } };
    n8n.add({ name: 'Changed', nodes: [webhook], draft: [draft] });
    n8n.add({ name: 'Old', nodes: [draft], isActive: true });
    n8n.add({ name: 'Old and off', nodes: [draft], isActive: false });
    const { items } = await list();
    expect(items.map(({ name, triggers }) => [name, triggers[0]?.path])).toEqual([
      ['Changed', 'webhook/orders'],
      ['Old', 'webhook/draft'],
    ]);
  });

  test('has no address where n8n computes it', async () => {
    await connect({ webhookBaseUrl: 'https://hooks.example' });
    n8n.add({ name: 'Computed', nodes: [{ ...webhook, parameters: { path: '={{ $vars.path }}' } }] });
    n8n.add({ name: 'Fixed', nodes: [webhook] });
    const { items } = await list();
    expect(items.map(({ triggers }) => triggers[0]?.url)).toEqual([
      null,
      'https://hooks.example/webhook/orders',
    ]);
  });

  test('is read to its end, and has each workflow once', async () => {
    await connect();
    for (let number = 10; number < 75; number += 1) n8n.add({ name: `W${number}`, nodes: [webhook] });
    const { items, total } = await list({ pageSize: 2, page: 2 });
    expect(total).toBe(65);
    expect(items.map(({ name }) => name)).toEqual(['W12', 'W13']);
    expect(n8n.listed.slice(1)).toEqual([
      '?tags=hanasu&limit=50&excludePinnedData=true',
      expect.stringMatching(/^\?tags=hanasu&cursor=.+&excludePinnedData=true$/),
    ]);
    expect(await names({ q: 'w7' })).toEqual(['W70', 'W71', 'W72', 'W73', 'W74']);
  });

  test('is remembered for a moment, and forgotten when the connection changes', async () => {
    await connect();
    expect(await names()).toEqual([]);
    n8n.add({ name: 'Orders', nodes: [webhook] });
    expect(await names()).toEqual([]);
    const before = n8n.listed.length;
    await connect();
    expect(await names()).toEqual(['Orders']);
    expect(n8n.listed.length).toBe(before + 2);
    // As when another process has changed it.
    await server.sql('update n8n_connections set changed_at = now() where account_id = $1', [
      person.user.account.uuid,
    ]);
    n8n.add({ name: 'Second', nodes: [webhook] });
    expect(await names()).toEqual(['Orders', 'Second']);
  });

  test('is asked for once by many at the same time', async () => {
    await connect();
    const before = n8n.listed.length;
    await Promise.all(Array.from({ length: 8 }, () => list()));
    expect(n8n.listed.length).toBe(before + 1);
  });

  test('says that n8n is away, and is there again when n8n is', async () => {
    await connect();
    n8n.setApi('broken');
    expect((await person.refused(listN8nWorkflows)).code).toBe('n8n_unreachable');
    n8n.setApi('on');
    await connect();
    expect(await names()).toEqual([]);
    await connect();
    n8n.setApi('off');
    expect(await person.refused(listN8nWorkflows)).toMatchObject({ code: 'n8n_key_refused', status: 422 });
  });

  test('is not shown to who is signed out', async () => {
    expect((await server.anonymous.refused(listN8nWorkflows)).status).toBe(401);
  });

  test('is open to an API key with its scope, of the own account only', async () => {
    await connect();
    n8n.add({ name: 'Orders', nodes: [webhook] });
    const keyOf = async (who: SignedIn, scopes: readonly ('tools:read' | 'models')[]) => {
      const { key } = await who.call(createApiKey, { body: { name: 'Key', scopes: [...scopes] } });
      return createCaller(server.address, key);
    };
    const reads = await keyOf(person, ['tools:read']);
    expect((await reads.call(listN8nWorkflows)).items.map(({ name }) => name)).toEqual(['Orders']);
    expect((await reads.refused(getN8nConnection)).status).toBe(401);
    expect((await (await keyOf(person, ['models'])).refused(listN8nWorkflows)).status).toBe(403);
    const stranger = await keyOf(await server.register(), ['tools:read']);
    expect((await stranger.refused(listN8nWorkflows)).code).toBe('n8n_not_connected');
    const body = { name: 'Mixed', scopes: ['tools:read' as const], botUuids: [crypto.randomUUID()] };
    expect((await person.raw('POST', '/api/user/api-key', { body })).status).toBe(400);
  });
});
