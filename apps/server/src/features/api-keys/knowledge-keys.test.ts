import { createApiKey, revokeApiKey } from '@hanasu/contract/api-keys';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_KEY: '30' });
  owner = await server.register();
});
afterAll(() => server.stop());

const newKey = (scopes: ('chat' | 'knowledge')[], name = 'Sync') =>
  owner.call(createApiKey, { body: { name, scopes } });
const callWith = (key: string) => (method: string, path: string, body?: unknown) =>
  server.anonymous.raw(method, path, {
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body }),
  });

test('a key with the scope works on knowledge, in the name of its maker and by its own in the audit log', async () => {
  const { key, uuid } = await newKey(['knowledge']);
  const ask = callWith(key);
  const base = (await ask('POST', '/api/user/knowledge', { name: 'By program' })).body as { uuid: string };
  const note = { title: 'Note', text: 'Open on Sunday.' };
  const added = await ask('POST', `/api/user/knowledge/${base.uuid}/document`, note);
  expect(added.status).toBe(202);
  const document = added.body as { uuid: string };
  expect((await ask('GET', '/api/user/knowledges')).status).toBe(200);
  expect((await ask('GET', '/api/user/documents')).status).toBe(200);
  expect((await ask('GET', `/api/user/document/${document.uuid}/embeddings`)).status).toBe(200);
  expect((await ask('DELETE', `/api/user/knowledge/${base.uuid}/document/${document.uuid}`)).status).toBe(
    204,
  );
  const { items } = await owner.call(listAudit, { query: { q: 'document.deleted' } });
  expect(items[0]).toMatchObject({
    target: 'Note',
    data: { apiKey: { uuid, name: 'Sync' } },
    actor: { uuid: owner.user.uuid },
  });
});

test('it opens nothing else', async () => {
  const { key } = await newKey(['chat', 'knowledge']);
  const ask = callWith(key);
  for (const path of ['/api/users/me', '/api/user/bots', '/api/user/audit', '/api/user/api-keys'])
    expect((await ask('GET', path)).status, path).toBe(401);
  expect((await ask('POST', '/api/user/api-key', { name: 'More', scopes: ['knowledge'] })).status).toBe(401);
});

test('a key without the scope, a wrong one and a revoked one are refused', async () => {
  const plain = await newKey(['chat']);
  expect(await callWith(plain.key)('GET', '/api/user/knowledges')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  const wrong = `hk_${'x'.repeat(43)}`;
  expect((await callWith(wrong)('GET', '/api/user/knowledges')).body).toMatchObject({
    code: 'not_signed_in',
  });
  const { key, uuid } = await newKey(['knowledge']);
  await owner.call(revokeApiKey, { params: { uuid } });
  expect((await callWith(key)('GET', '/api/user/knowledges')).status).toBe(401);
});

test('a key sees its own account only', async () => {
  const other = await server.register();
  const { key } = await other.call(createApiKey, { body: { name: 'Other', scopes: ['knowledge'] } });
  const mine = await callWith((await newKey(['knowledge'])).key)('POST', '/api/user/knowledge', {
    name: 'Mine',
  });
  const { uuid } = mine.body as { uuid: string };
  expect((await callWith(key)('GET', `/api/user/knowledge/${uuid}`)).status).toBe(404);
});

test('a key has its own requests a minute', async () => {
  const { key } = await newKey(['knowledge']);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await callWith(key)('GET', '/api/user/documents')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('knowledge is not for keys that are bound to bots', async () => {
  const body = { name: 'Both', scopes: ['knowledge' as const], botUuids: [crypto.randomUUID()] };
  const refused = await owner.raw('POST', '/api/user/api-key', { body });
  expect(refused.body).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.scopes' }] });
});
