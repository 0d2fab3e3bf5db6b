import { createCustomerField } from '@hanasu/contract/customer-fields';
import { checkImport, getImportColumns } from '@hanasu/contract/customer-imports';
import {
  bulkAllCustomers,
  downloadTaskFile,
  exportCustomers,
  getCustomerTask,
  linkTaskFile,
  undoCustomerTask,
} from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerTaskId, UserId } from '@hanasu/contract/ids';
import { createTag } from '@hanasu/contract/tags';
import { changeMember, removeMember } from '@hanasu/contract/team';
import { tableRows } from '@hanasu/retrieval/extract/extract-in-child';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const until = (person: SignedIn, uuid: CustomerTaskId, state: string) =>
  eventually(`a task that is ${state}`, async () => {
    const task = await person.call(getCustomerTask, { params: { uuid } });
    return task.state === state && task;
  });

async function exported(person: SignedIn, body: EndpointInput<typeof exportCustomers>['body'] = {}) {
  const { uuid } = await person.call(exportCustomers, { body });
  await until(person, uuid, 'done');
  const { url } = await person.call(linkTaskFile, { params: { uuid }, body: {} });
  const answer = await fetch(`${server.address}/api/customers/file/${url.slice(url.lastIndexOf('/') + 1)}`);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}
const textOf = (bytes: Uint8Array, encoding = 'utf-8') =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

test('cells that a spreadsheet would take for formulas are made harmless, and an import takes them as they were', async () => {
  const person = await server.register();
  const texts = ['=1+1', '+81 90 1234 5678', '-2', '@SUM(A1)', 'a "quoted", word', 'two\nlines'];
  for (const [index, note] of texts.entries())
    await person.call(createCustomer, {
      body: { displayName: `C${index}`, note, phones: ['+81 90 1234 5678'] },
    });
  const bytes = await exported(person, { query: { sort: 'name' } });
  const text = textOf(bytes);
  expect(text.startsWith('\ufeffCustomer ID,Name,')).toBe(true);
  expect(text).toContain(`'=1+1`);
  expect(text).toContain(`'@SUM(A1)`);
  expect(text).not.toMatch(/(?:^|,)[=+@-]/m);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'again.csv');
  const { uuid } = (await person.raw('POST', '/api/customers/import', { body: form })).body as {
    uuid: CustomerTaskId;
  };
  await until(person, uuid, 'ready');
  const { columns } = await person.call(getImportColumns, { params: { uuid } });
  await person.call(checkImport, { params: { uuid }, body: { columns } });
  const { counts } = await until(person, uuid, 'checked');
  expect(counts).toMatchObject({ same: texts.length, created: 0, changed: 0, refused: 0 });
});

test('an export has whom the list shows, in its order, with the columns that are asked for', async () => {
  const person = await server.register();
  const vip = await person.call(createTag, { body: { name: 'VIP' } });
  for (const name of ['山田', '佐藤', 'ひとり']) {
    const { uuid } = await person.call(createCustomer, { body: { displayName: name } });
    if (name !== 'ひとり')
      await person.call(changeCustomer, { params: { uuid }, body: { addTags: [vip.uuid] } });
  }
  const query = { tagUuid: vip.uuid, sort: '-name' as const };
  const csv = await exported(person, {
    query,
    columns: ['name', 'tags'],
    encoding: 'shift_jis',
    locale: 'ja',
  });
  const lines = textOf(csv, 'shift_jis').trim().split('\r\n');
  const listed = (await person.call(listCustomers, { query })).items.map(
    ({ uuid, name }) => `${uuid},${name},VIP`,
  );
  expect(lines).toEqual(['顧客ID,氏名,タグ', ...listed]);
  let text = '';
  const outcome = await tableRows({
    bytes: await exported(person, { query, columns: ['name'], format: 'xlsx', locale: 'vi' }),
    fileName: 'customers.xlsx',
    limits: { rows: 10, columns: 10, characters: 100 },
    onLines: (more) => {
      text += more;
    },
  });
  expect(outcome).toMatchObject({ kind: 'ok', rows: 3 });
  expect(text).toContain('"Họ tên"');
});

test('what an export holds is for admins, within a day, by a link that is used up in ten minutes', async () => {
  const person = await server.register();
  await person.call(createCustomer, { body: { displayName: 'Hana' } });
  const operator = await addMember(server, person, 'operator');
  expect(await operator.refused(exportCustomers, { body: {} })).toMatchObject({ code: 'forbidden' });
  const { uuid } = await person.call(exportCustomers, { body: {} });
  await until(person, uuid, 'done');
  expect(await operator.refused(getCustomerTask, { params: { uuid } })).toMatchObject({ code: 'not_found' });
  await server.sql(`update customer_tasks set file_until = now() - interval '1 second' where id = $1`, [
    uuid,
  ]);
  expect(await person.refused(linkTaskFile, { params: { uuid }, body: {} })).toMatchObject({
    code: 'task_state',
  });
  const wrong = await person.refused(downloadTaskFile, { params: { code: 'x'.repeat(43) } });
  expect(wrong).toMatchObject({ code: 'not_found' });
  const stranger = await server.register();
  expect(await stranger.refused(getCustomerTask, { params: { uuid } })).toMatchObject({ code: 'not_found' });
});

test('a link to a file ends when its maker is removed or is an admin no longer', async () => {
  const person = await server.register();
  await person.call(createCustomer, { body: { displayName: 'Hana' } });
  const { uuid } = await person.call(exportCustomers, { body: {} });
  await until(person, uuid, 'done');
  const end = {
    removed: (id: UserId) => person.call(removeMember, { params: { uuid: id } }),
    demoted: (id: UserId) =>
      person.call(changeMember, { params: { uuid: id }, body: { role: 'operator' as const } }),
  };
  for (const [how, run] of Object.entries(end)) {
    const admin = await addMember(server, person, 'admin');
    const { url } = await admin.call(linkTaskFile, { params: { uuid }, body: {} });
    const code = url.slice(url.lastIndexOf('/') + 1);
    const status = async () => (await fetch(`${server.address}/api/customers/file/${code}`)).status;
    expect(await status(), how).toBe(200);
    await run(admin.user.uuid);
    expect(await status(), how).toBe(404);
  }
});

test('everybody in a list is tagged, given an owner, and all of it is taken back', async () => {
  const person = await server.register();
  await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  const [vip, old] = await Promise.all(
    ['VIP', 'Old'].map((name) => person.call(createTag, { body: { name } })),
  );
  if (!vip || !old) throw new Error('no tags');
  for (let index = 0; index < 5; index++) {
    const { uuid } = await person.call(createCustomer, { body: { displayName: `Guest ${index}` } });
    if (index < 2) await person.call(changeCustomer, { params: { uuid }, body: { addTags: [old.uuid] } });
  }
  await person.call(createCustomer, { body: { displayName: 'Other' } });
  const run = async (body: EndpointInput<typeof bulkAllCustomers>['body']) => {
    const { uuid } = await person.call(bulkAllCustomers, { body });
    return until(person, uuid, 'done');
  };
  const having = async (tagUuid: typeof vip.uuid) =>
    (await person.call(listCustomers, { query: { tagUuid } })).items.map(({ name }) => name).toSorted();
  const guests = ['Guest 0', 'Guest 1', 'Guest 2', 'Guest 3', 'Guest 4'];
  const query = { q: 'Guest' };
  const tagged = await run({ query, action: { kind: 'tag', tagUuid: vip.uuid }, atMost: 5 });
  expect(tagged.counts).toMatchObject({ changed: 5 });
  expect(await having(vip.uuid)).toEqual(guests);
  const untagged = await run({
    query: { tagUuid: old.uuid },
    action: { kind: 'untag', tagUuid: old.uuid },
    atMost: 2,
  });
  expect(untagged.counts).toMatchObject({ changed: 2 });
  expect(await having(old.uuid)).toEqual([]);
  const owned = await run({ query, action: { kind: 'assign', ownerUuid: person.user.uuid }, atMost: 5 });
  for (const { uuid } of [tagged, untagged, owned]) {
    await person.call(undoCustomerTask, { params: { uuid } });
    await until(person, uuid, 'undone');
  }
  expect(await having(vip.uuid)).toEqual([]);
  expect(await having(old.uuid)).toEqual(guests.slice(0, 2));
  const { items } = await person.call(listCustomers, { query: { ownerUuid: person.user.uuid } });
  expect(items).toEqual([]);
  const refused = await person.refused(bulkAllCustomers, {
    body: { query, action: { kind: 'tag', tagUuid: vip.uuid }, atMost: 4 },
  });
  expect(refused).toMatchObject({ code: 'more_customers' });
});
