import { createCustomerField } from '@hanasu/contract/customer-fields';
import { mergeCustomers } from '@hanasu/contract/customer-merges';
import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { addNote } from '@hanasu/contract/inbox-work';
import { createTag } from '@hanasu/contract/tags';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf, readZip } from '../../../testing/read-zip.ts';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';
import { tracesIn } from '../testing/traces.ts';
import { EXPORTED_ENTITIES, LEFT_OUT } from './exported-entities.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
});
afterAll(() => server.stop());

const ask = (uuid: CustomerId, caller = person) =>
  fetch(new URL(`/api/customer/${uuid}/export`, server.address), {
    headers: { authorization: `Bearer ${caller.jwt}` },
  });
const zipOf = async (uuid: CustomerId, caller = person) => {
  const answer = await ask(uuid, caller);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return readZip(Buffer.from(await answer.arrayBuffer()));
};

test('everything that is about one customer, and nothing of others', async () => {
  const field = await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(createTag, { body: { name: 'Of nobody' } });
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'minh', 'I am wombatfriend');
  await say(person, channel.uuid, 'hanako', 'I am quokkafriend');
  const { uuid } = await eventually('both are customers', async () => {
    const { items } = await person.call(listCustomers);
    return items.length === 2 && items.find(({ vendorName }) => vendorName === '花子');
  });
  const twin = await person.call(createCustomer, {
    body: { phones: ['+819012345678'], fields: { [field.uuid]: 'Secretly large' } },
  });
  await person.call(mergeCustomers, { params: { uuid }, body: { otherUuid: twin.uuid } });
  await person.call(changeCustomer, {
    params: { uuid },
    body: { note: 'quokkafriend', addTags: [tag.uuid] },
  });
  const conversation = await conversationOf(person, channel.uuid, ({ friend }) => friend?.name === '花子');
  const note = { text: 'quokkafriend is a regular', mentions: [] };
  await person.call(addNote, { params: { uuid: conversation.uuid }, body: note });

  const entries = await zipOf(uuid);
  const all = [...entries.values()].join('\n');
  expect(linesOf(entries.get('customers.ndjson'))).toMatchObject([{ uuid, note: 'quokkafriend' }]);
  expect(linesOf(entries.get('tags.ndjson'))).toMatchObject([{ name: 'VIP' }]);
  const texts = linesOf(entries.get('messages.ndjson')).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['I am quokkafriend', 'quokkafriend is a regular']));
  expect(all).toContain('Secretly large');
  expect(all).not.toContain('wombatfriend');
  expect(all).not.toContain('Of nobody');
  expect(JSON.parse(entries.get('manifest.json') ?? '')).toMatchObject({ customer: uuid });

  // Wherever the database knows them, the export says it, or says why it does not.
  const tables = new Set(
    (await tracesIn(server, ['quokkafriend', uuid]))
      .filter((trace) => trace.startsWith('public.'))
      .map((trace) => trace.split('.')[1] ?? ''),
  );
  const told = [
    ...EXPORTED_ENTITIES.filter(({ name }) => entries.has(`${name}.ndjson`)).map(({ tables: of }) => of),
    ...Object.keys(LEFT_OUT),
    'audit_events',
  ];
  expect([...tables].filter((table) => !told.includes(table))).toEqual([]);

  const { items: audit } = await person.call(listAudit);
  expect(audit.filter(({ action }) => action === 'customer.exported')).toMatchObject([{ target: uuid }]);
});

test('operators take nobody’s data along, and nobody that of another account', async () => {
  const { uuid } = await person.call(createCustomer, { body: { displayName: 'An' } });
  const operator = await addMember(server, person, 'operator');
  expect((await ask(uuid, operator)).status).toBe(403);
  expect((await ask(uuid, await server.register())).status).toBe(404);
});
