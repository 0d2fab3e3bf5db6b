import { type API_KEY_SCOPES, createApiKey } from '@hanasu/contract/api-keys';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { customerTimeline, listCustomers } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  owner = await server.register();
});
afterAll(() => server.stop());

type Scope = (typeof API_KEY_SCOPES)[number];

async function callerWith(scopes: Scope[], maker: SignedIn = owner) {
  const { key } = await maker.call(createApiKey, { body: { name: 'Shop', scopes } });
  return (method: string, path: string, body?: unknown) =>
    server.anonymous.raw(method, path, {
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });
}

test('a key that writes adds and tags customers in its own name', async () => {
  const ask = await callerWith(['customers:write']);
  const { status, body } = await ask('POST', '/api/customer', { displayName: 'By program' });
  const { uuid } = body as { uuid: CustomerId };
  expect(status).toBe(201);
  const tag = (await ask('POST', '/api/tag', { name: 'Web shop' })).body as { uuid: string };
  expect((await ask('PATCH', `/api/customer/${uuid}`, { addTags: [tag.uuid] })).status).toBe(200);
  expect((await ask('GET', '/api/customers')).status).toBe(200);
  const { items } = await owner.call(customerTimeline, { params: { uuid } });
  expect(items.find(({ kind }) => kind === 'tagged')).toMatchObject({ by: { kind: 'api', name: 'Shop' } });
});

test('a key that reads changes nothing, and neither opens anything else', async () => {
  const ask = await callerWith(['customers:read']);
  expect((await ask('GET', '/api/customers')).status).toBe(200);
  expect((await ask('GET', '/api/tag')).status).toBe(200);
  expect((await ask('GET', '/api/customer-fields')).status).toBe(200);
  expect((await ask('POST', '/api/customer', {})).status).toBe(403);
  const other = await callerWith(['customers:write', 'chat']);
  for (const path of ['/api/users/me', '/api/friends', '/api/user/bots', '/api/customers/reload'])
    expect((await other('GET', path)).status, path).toBe(401);
  const plain = await callerWith(['chat']);
  expect((await plain('GET', '/api/customers')).status).toBe(403);
});

test('keys that read or change customers get no texts of conversations', async () => {
  const person = await server.register();
  const channel = await addSandbox(person, (await addBot(person)).uuid);
  await say(person, channel.uuid, 'hanako', 'My order is 4711');
  await conversationOf(person, channel.uuid, ({ lastMessage }) => lastMessage?.sender === 'bot');
  const uuid = (await person.call(listCustomers)).items[0]?.uuid ?? '';
  const textsOf = (items: readonly { kind: string; text: string | null }[]) =>
    items.flatMap(({ kind, text }) => (kind === 'wrote' || kind === 'answered' ? [text] : []));
  const own = await person.call(customerTimeline, { params: { uuid: uuid as CustomerId } });
  expect(textsOf(own.items)).toContain('My order is 4711');
  for (const scope of ['customers:read', 'customers:write'] as const) {
    const ask = await callerWith([scope], person);
    const { body } = await ask('GET', `/api/customer/${uuid}/timeline`);
    const texts = textsOf((body as typeof own).items);
    expect(texts.length, scope).toBeGreaterThan(0);
    expect(new Set(texts), scope).toEqual(new Set([null]));
  }
});

test('files of customers have a scope of their own', async () => {
  const ask = await callerWith(['customers:export']);
  const { uuid } = (await (await callerWith(['customers:write']))('POST', '/api/customer', {})).body as {
    uuid: CustomerId;
  };
  expect((await ask('GET', `/api/customer/${uuid}/export`)).status).toBe(200);
  const task = await ask('POST', '/api/customers/export', { format: 'csv' });
  expect(task.status).toBe(201);
  const { uuid: taskId } = task.body as { uuid: string };
  expect((await ask('GET', `/api/customers/task/${taskId}`)).status).toBe(200);
  expect((await ask('GET', '/api/customers')).status).toBe(403);
  for (const scope of ['customers:read', 'customers:write'] as const) {
    const other = await callerWith([scope]);
    expect((await other('GET', `/api/customer/${uuid}/export`)).status, scope).toBe(403);
    expect((await other('POST', '/api/customers/export', { format: 'csv' })).status, scope).toBe(403);
    expect((await other('POST', '/api/customers/export/check', { format: 'csv' })).status, scope).toBe(403);
    expect((await other('POST', `/api/customers/task/${taskId}/link`, {})).status, scope).toBe(403);
  }
});

test('no key erases a whole list of customers', async () => {
  const ask = await callerWith(['customers:read', 'customers:write', 'customers:export']);
  expect((await ask('POST', '/api/customers/erase-all', { query: {}, atMost: 1_000 })).status).toBe(401);
  expect((await owner.call(listCustomers)).items.length).toBeGreaterThan(0);
});

test('a key does what the role of its maker may, and does not see what is hidden from it', async () => {
  const field = await owner.call(createCustomerField, {
    body: { label: 'Income', kind: 'text', hiddenFrom: ['operator'] },
  });
  const writer = await callerWith(['customers:write']);
  const made = await writer('POST', '/api/customer', { fields: { [field.uuid]: 'secret' } });
  const { uuid } = made.body as { uuid: CustomerId };
  const member = await addMember(server, owner, 'admin');
  const ask = await callerWith(['customers:write'], member);
  await server.sql(`update memberships set role = 'operator' where user_id = $1`, [member.user.uuid]);
  expect((await ask('GET', `/api/customer/${uuid}`)).body).toMatchObject({ fields: {} });
  expect((await ask('DELETE', `/api/customer/${uuid}`)).status).toBe(403);
  expect((await writer('GET', `/api/customer/${uuid}`)).body).toMatchObject({
    fields: { [field.uuid]: 'secret' },
  });
  expect((await writer('DELETE', `/api/customer/${uuid}`)).status).toBe(204);
  expect((await owner.call(listCustomers)).items.map((customer) => customer.uuid)).not.toContain(uuid);
});

test('forms have scopes of their own', async () => {
  const [reads, writes] = [await callerWith(['forms:read']), await callerWith(['forms:write'])];
  expect((await writes('POST', '/api/form', { name: 'Contact' })).status).toBe(201);
  expect((await reads('GET', '/api/form')).body).toMatchObject({ items: [{ name: 'Contact' }] });
  expect((await reads('GET', '/api/form-submitted')).status).toBe(200);
  expect((await reads('POST', '/api/form', { name: 'Other' })).status).toBe(403);
  expect((await writes('GET', '/api/customers')).status).toBe(403);
  expect((await (await callerWith(['customers:write']))('GET', '/api/form')).status).toBe(403);
});

test('broadcasts have scopes of their own', async () => {
  const [reads, writes] = [await callerWith(['broadcasts:read']), await callerWith(['broadcasts:write'])];
  expect((await reads('GET', '/api/broadcasts')).status).toBe(200);
  expect((await reads('POST', `/api/broadcast/${crypto.randomUUID()}/start`)).status).toBe(403);
  expect((await writes('POST', `/api/broadcast/${crypto.randomUUID()}/start`)).status).toBe(404);
  expect((await writes('GET', '/api/customers')).status).toBe(403);
  expect((await (await callerWith(['line:write']))('GET', '/api/broadcasts')).status).toBe(403);
});

test('posts have scopes of their own, which publish for who has confirmed their address', async () => {
  const [reads, writes] = [await callerWith(['posts:read']), await callerWith(['posts:write'])];
  const made = await writes('POST', '/api/post', { title: 'Tea', content: '<p>New</p>' });
  expect(made.status).toBe(201);
  const { uuid } = made.body as { uuid: string };
  expect((await reads('GET', `/api/post/${uuid}`)).status).toBe(200);
  expect((await reads('GET', '/api/posts')).status).toBe(200);
  expect((await reads('GET', '/api/posts/site')).status).toBe(403);
  expect((await reads('PATCH', `/api/post/${uuid}`, { title: 'x', revision: 1 })).status).toBe(403);
  expect((await writes('POST', `/api/post/${uuid}/publish`, { revision: 1 })).status).toBe(200);
  expect((await writes('PATCH', '/api/posts/site', { title: 'Notes' })).status).toBe(200);
  await server.sql('update users set email_verified_at = null where id = $1', [owner.user.uuid]);
  const unconfirmed = await writes('POST', `/api/post/${uuid}/publish`, { revision: 1 });
  expect(unconfirmed).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
  await server.sql('update users set email_verified_at = now() where id = $1', [owner.user.uuid]);
  const operator = await callerWith(['posts:write'], await addMember(server, owner, 'admin'));
  await server.sql(`update memberships set role = 'operator' where tenant_id = $1 and role = 'admin'`, [
    owner.user.account.uuid,
  ]);
  expect((await operator('DELETE', `/api/post/${uuid}`)).status).toBe(403);
  expect((await writes('DELETE', `/api/post/${uuid}`)).status).toBe(204);
  expect((await writes('GET', '/api/customers')).status).toBe(403);
  expect((await (await callerWith(['forms:write']))('GET', '/api/posts')).status).toBe(403);
});

test('rich menus have scopes of their own, which connect no channel', async () => {
  const [reads, writes] = [await callerWith(['line:read']), await callerWith(['line:write'])];
  expect((await reads('GET', '/api/user/line/rich-menus')).status).toBe(200);
  expect((await reads('GET', '/api/user/line/line-channels')).status).toBe(200);
  expect((await reads('POST', '/api/user/line/rich-message', { name: 'Autumn' })).status).toBe(403);
  expect((await writes('POST', '/api/user/line/rich-message', { name: 'Autumn' })).status).toBe(201);
  const template = { name: 'Autumn', content: { bubbles: [], quickReplies: [], sender: null, variants: {} } };
  expect((await reads('GET', '/api/message-templates')).status).toBe(200);
  expect((await reads('POST', '/api/message-template', template)).status).toBe(403);
  expect((await writes('POST', '/api/message-template', template)).status).toBe(201);
  // Which menu a friend has is part of menus; nothing else of friends is.
  const friend = `/api/friend/${crypto.randomUUID()}`;
  expect((await reads('GET', `${friend}/rich-menu`)).status).toBe(404);
  expect((await (await callerWith(['customers:read']))('GET', `${friend}/rich-menu`)).status).toBe(403);
  expect((await reads('GET', friend)).status).toBe(401);
  const video = { url: 'https://example.com/a.mp4' };
  expect((await reads('POST', '/api/user/line/video', video)).status).toBe(403);
  expect((await writes('POST', '/api/user/line/video', {})).status).toBe(400);
  // It fills in what customers are called.
  expect((await writes('POST', '/api/message-content/preview', template)).status).toBe(401);
  expect((await writes('POST', '/api/user/line/line-channel', { name: 'Shop' })).status).toBe(401);
  expect((await writes('GET', '/api/form')).status).toBe(403);
});
