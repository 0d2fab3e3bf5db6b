import { createCustomerField } from '@hanasu/contract/customer-fields';
import * as contract from '@hanasu/contract/customer-merges';
import {
  type CustomerFacts,
  changeCustomer,
  createCustomer,
  customerTimeline,
  deleteCustomer,
  getCustomer,
  listCustomers,
} from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerId } from '@hanasu/contract/ids';
import { createSegment, type SegmentDefinition, snapshotSegment } from '@hanasu/contract/segments';
import { createTag, createTagGroup, deleteTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const add = (body: CustomerFacts) => person.call(createCustomer, { body });
const get = (uuid: CustomerId) => person.call(getCustomer, { params: { uuid } });
const change = (uuid: CustomerId, body: object) => person.call(changeCustomer, { params: { uuid }, body });
type Taken = EndpointInput<typeof contract.mergeCustomers>['body']['take'];
const merge = (uuid: CustomerId, otherUuid: CustomerId, take: Taken = []) =>
  person.call(contract.mergeCustomers, { params: { uuid }, body: { otherUuid, take } });
const undo = (uuid: contract.CustomerMerge['uuid']) => person.call(contract.undoMerge, { params: { uuid } });
const duplicates = async (customerUuid?: CustomerId) =>
  (await person.call(contract.listDuplicates, { query: customerUuid ? { customerUuid } : {} })).items;
const newTag = async (name: string) => (await person.call(createTag, { body: { name } })).uuid;

/** A shop with two sandboxes, and somebody who wrote on each. */
async function twoFriends() {
  const { bot } = await addBotWithKnowledge(person);
  const channels = [await addSandbox(person, bot.uuid), await addSandbox(person, bot.uuid)];
  const found = [];
  for (const [index, { uuid }] of channels.entries()) {
    await say(person, uuid, index === 0 ? 'hanako' : 'minh', `Hello ${index}`);
    found.push(await conversationOf(person, uuid));
  }
  const { items } = await person.call(listCustomers, { query: { sort: 'createdAt' } });
  const [one, other] = items;
  if (!one || !other) throw new Error('there are two');
  return { one, other, channels, conversations: found };
}

test('who has the same phone number or address is suggested, until they are said to be two', async () => {
  const an = await add({
    displayName: 'An',
    phones: ['090-1234-5678'],
    address: jp,
    emails: ['an@example.com'],
  });
  const again = await add({ displayName: 'Ann', phones: ['+81 90 1234 5678'], emails: ['AN@example.com'] });
  const other = await add({ displayName: 'Binh', emails: ['binh@example.com'] });
  const [pair, ...more] = await duplicates();
  expect(more).toEqual([]);
  expect(pair?.customers.map(({ uuid }) => uuid)).toEqual([an.uuid, again.uuid]);
  expect(pair?.same).toEqual([
    { kind: 'phone', value: '+819012345678' },
    { kind: 'email', value: 'an@example.com' },
  ]);
  expect(await duplicates(again.uuid)).toHaveLength(1);
  expect(await duplicates(other.uuid)).toEqual([]);
  const uuids: [CustomerId, CustomerId] = [again.uuid, an.uuid];
  await person.call(contract.keepApart, { body: { uuids } });
  expect(await duplicates()).toEqual([]);
  const stranger = await server.register();
  expect((await stranger.refused(contract.keepApart, { body: { uuids } })).code).toBe('not_found');
});
const jp = { country: 'JP', postalCode: '', region: '', city: '', line1: '', line2: '' };

test('who is said to be somebody else stays so when one of them becomes part of a third, and after an undo', async () => {
  const emails = ['shared@example.com'];
  const [an, ann, anna, chi] = [
    await add({ displayName: 'An', emails }),
    await add({ displayName: 'Ann', emails }),
    await add({ displayName: 'Anna', emails }),
    await add({ displayName: 'Chi', emails }),
  ];
  const keepApart = (one: CustomerId, other: CustomerId) =>
    person.call(contract.keepApart, { body: { uuids: [one, other] } });
  await keepApart(an.uuid, ann.uuid);
  await keepApart(chi.uuid, an.uuid);
  await keepApart(chi.uuid, anna.uuid);
  const pairs = async () =>
    (await duplicates()).map(({ customers }) => customers.map(({ displayName }) => displayName)).toSorted();
  const before = [
    ['An', 'Anna'],
    ['Ann', 'Anna'],
    ['Ann', 'Chi'],
  ];
  expect(await pairs()).toEqual(before);
  const { merge: made } = await merge(anna.uuid, an.uuid);
  expect(await pairs()).toEqual([['Ann', 'Chi']]);
  await undo(made.uuid);
  expect(await pairs()).toEqual(before);
});

test('pages of suggestions are counted, also one after the last', async () => {
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    for (const displayName of [`One ${email}`, `Two ${email}`]) await add({ displayName, emails: [email] });
  const page = (number: number) =>
    person.call(contract.listDuplicates, { query: { page: number, pageSize: 2 } });
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [2, 3],
    [1, 3],
    [0, 3],
  ]);
});

test('a number that a whole company shares suggests nobody', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F'])
    await add({ displayName: name, phones: ['+81312345678'] });
  expect(await duplicates()).toEqual([]);
});

test('facts stay, are filled from the other one, or are taken from them when asked', async () => {
  const size = await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  const color = await person.call(createCustomerField, { body: { label: 'Color', kind: 'text' } });
  const one = await add({
    displayName: 'An',
    kana: 'アン',
    note: 'Likes tea',
    phones: ['+819012345678'],
    fields: { [size.uuid]: 'L' },
  });
  const other = await add({
    displayName: 'Ann',
    kana: 'アンネ',
    birthday: '1990-02-03',
    note: 'Allergic to nuts',
    phones: ['+81 90 1234 5678', '+819087654321'],
    emails: ['ann@example.com'],
    fields: { [size.uuid]: 'M', [color.uuid]: 'red' },
  });
  const { customer, merge: made } = await merge(one.uuid, other.uuid, ['kana', size.uuid]);
  expect(customer).toMatchObject({
    uuid: one.uuid,
    displayName: 'An',
    kana: 'アンネ',
    birthday: '1990-02-03',
    note: 'Likes tea\n\nAllergic to nuts',
    fields: { [size.uuid]: 'M', [color.uuid]: 'red' },
  });
  expect(customer.phones.map(({ normal }) => normal)).toEqual(['+819012345678', '+819087654321']);
  expect(customer.emails.map(({ value }) => value)).toEqual(['ann@example.com']);
  expect((await person.call(listCustomers)).total).toBe(1);
  expect((await get(other.uuid)).uuid).toBe(one.uuid);

  await change(one.uuid, { birthday: '1990-02-04', emails: ['ann@example.com', 'new@example.com'] });
  const back = await undo(made.uuid);
  expect(back.customer).toMatchObject({
    displayName: 'An',
    kana: 'アン',
    birthday: '1990-02-04',
    note: 'Likes tea',
    fields: { [size.uuid]: 'L' },
  });
  expect(back.customer.phones.map(({ value }) => value)).toEqual(['+819012345678']);
  expect(back.customer.emails.map(({ value }) => value)).toEqual(['new@example.com']);
  const { updatedAt: _now, ...facts } = back.restored;
  const { updatedAt: _then, ...before } = other;
  expect(facts).toEqual(before);
  expect((await person.refused(contract.undoMerge, { params: { uuid: made.uuid } })).code).toBe('not_found');
});

test('tags and snapshots go along and come back; of an exclusive group the tag of who is kept stays', async () => {
  const group = await person.call(createTagGroup, { body: { name: 'Rank', exclusive: true } });
  const rank = async (name: string) =>
    (await person.call(createTag, { body: { name, groupUuid: group.uuid } })).uuid;
  const [gold, silver, vip, gone] = [
    await rank('Gold'),
    await rank('Silver'),
    await newTag('VIP'),
    await newTag('X'),
  ];
  const one = await add({ displayName: 'An' });
  const other = await add({ displayName: 'Ann' });
  await change(one.uuid, { addTags: [gold] });
  await change(other.uuid, { addTags: [silver, vip, gone] });
  const definition: SegmentDefinition = {
    kind: 'and',
    items: [{ kind: 'tag', match: 'any', tagUuids: [vip] }],
  };
  const live = await person.call(createSegment, { body: { name: 'VIPs', definition } });
  const frozen = await person.call(snapshotSegment, { params: { uuid: live.uuid }, body: { name: 'Then' } });
  const names = async () =>
    (await person.call(listCustomers, { query: { segmentUuid: frozen.uuid } })).items.map(({ uuid }) => uuid);
  const tagsOf = async (uuid: CustomerId) => (await get(uuid)).tags.map(({ name }) => name).sort();

  const { merge: made } = await merge(one.uuid, other.uuid);
  expect(await tagsOf(one.uuid)).toEqual(['Gold', 'VIP', 'X']);
  expect(await names()).toEqual([one.uuid]);
  await person.call(deleteTag, { params: { uuid: gone } });
  await undo(made.uuid);
  expect(await tagsOf(one.uuid)).toEqual(['Gold']);
  expect(await tagsOf(other.uuid)).toEqual(['Silver', 'VIP']);
  expect(await names()).toEqual([other.uuid]);
});

test('both threads stay, and nothing is lost that is written while two become one', async () => {
  const { one, other, channels, conversations } = await twoFriends();
  const [first, second] = channels;
  if (!first || !second) throw new Error('there are two');
  const writing = Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      await say(person, first.uuid, 'hanako', `First ${n}`);
      await say(person, second.uuid, 'minh', `Second ${n}`);
    }),
  );
  const { customer, merge: made } = await merge(one.uuid, other.uuid);
  await writing;
  expect(customer.friends).toHaveLength(2);
  const written = async () => {
    const all = await Promise.all(conversations.map(({ uuid }) => messagesOf(person, uuid)));
    return all.map((list) => list.filter(({ sender }) => sender === 'customer').length);
  };
  await expect.poll(written).toEqual([11, 11]);
  const timeline = await person.call(customerTimeline, {
    params: { uuid: one.uuid },
    query: { pageSize: 100 },
  });
  const said = timeline.items.filter(({ kind }) => kind === 'wrote').map(({ text }) => text);
  expect(said).toEqual(expect.arrayContaining(['Hello 0', 'Hello 1', 'First 9', 'Second 9']));
  expect(timeline.items.some(({ kind }) => kind === 'merged')).toBe(true);
  expect((await person.call(listCustomers)).items).toHaveLength(1);

  const { customer: kept, restored } = await undo(made.uuid);
  expect(kept.friends.map(({ uuid }) => uuid)).toEqual(one.friends.map(({ uuid }) => uuid));
  expect(restored.friends.map(({ uuid }) => uuid)).toEqual(other.friends.map(({ uuid }) => uuid));
  expect(restored.lastWroteAt && restored.lastWroteAt > (other.lastWroteAt ?? '')).toBe(true);
  const theirs = await person.call(customerTimeline, {
    params: { uuid: other.uuid },
    query: { pageSize: 100 },
  });
  const words = theirs.items.flatMap(({ text }) => text ?? []);
  expect(words).toEqual(expect.arrayContaining(['Hello 1', 'Second 9']));
  expect(words.filter((text) => text.startsWith('First'))).toEqual([]);
});

test('who became part of somebody who became part of a third one can be taken out of that one', async () => {
  const [an, binh, chi] = [
    await add({ displayName: 'An' }),
    await add({ note: 'B' }),
    await add({ note: 'C' }),
  ];
  const first = await merge(an.uuid, binh.uuid);
  await merge(chi.uuid, an.uuid);
  expect((await get(binh.uuid)).uuid).toBe(chi.uuid);
  const { items } = await person.call(contract.listMerges, { params: { uuid: chi.uuid } });
  expect(items.map(({ mergedUuid }) => mergedUuid)).toEqual([an.uuid, binh.uuid]);
  const { restored } = await undo(first.merge.uuid);
  expect(restored).toMatchObject({ uuid: binh.uuid, note: 'B' });
});

test('after 30 days there is no way back, and what was known is not kept', async () => {
  const [one, other] = [await add({ displayName: 'An' }), await add({ displayName: 'Ann' })];
  const { merge: made } = await merge(one.uuid, other.uuid);
  expect(made.undoUntil).not.toBeNull();
  await server.sql(`update customer_merges set at = now() - interval '31 days' where id = $1`, [made.uuid]);
  expect((await person.refused(contract.undoMerge, { params: { uuid: made.uuid } })).code).toBe(
    'merge_too_old',
  );
  const { items } = await person.call(contract.listMerges, { params: { uuid: one.uuid } });
  expect(items).toMatchObject([{ undoUntil: null }]);
});

test('viewers merge nobody, and nobody merges people of another account or one with themselves', async () => {
  const [one, other] = [await add({ displayName: 'An' }), await add({ displayName: 'Ann' })];
  const body = { otherUuid: other.uuid, take: [] };
  const params = { uuid: one.uuid };
  const viewer = await addMember(server, person, 'viewer');
  expect((await viewer.refused(contract.mergeCustomers, { params, body })).code).toBe('forbidden');
  const stranger = await server.register();
  expect((await stranger.refused(contract.mergeCustomers, { params, body })).code).toBe('not_found');
  const same = { params, body: { otherUuid: one.uuid } };
  expect((await person.refused(contract.mergeCustomers, same)).errors).toMatchObject([
    { path: 'body.otherUuid' },
  ]);
  const theirs = await stranger.call(createCustomer, { body: { displayName: 'Theirs' } });
  const foreign = { params, body: { otherUuid: theirs.uuid } };
  expect((await person.refused(contract.mergeCustomers, foreign)).errors).toMatchObject([
    { path: 'body.otherUuid' },
  ]);
});

test('erasing who is kept takes along what is known of who became part of them', async () => {
  const [one, other] = [await add({ displayName: 'An' }), await add({ displayName: 'Quokka' })];
  const { merge: made } = await merge(one.uuid, other.uuid);
  await person.call(deleteCustomer, { params: { uuid: one.uuid } });
  expect(await server.sql('select 1 from customer_merges where id = $1', [made.uuid])).toEqual([]);
});

/** Each names a customer: a merge has to know what becomes of it. */
const KNOWN = [
  'action_runs',
  'customer_contacts',
  'customer_events',
  'customer_tags',
  // It goes: who was merged is left alone when an import is undone.
  'customer_task_rows',
  // Keeps the id of who was merged, which leads to the one who is kept.
  'form_submissions',
  'friends',
  'segment_members',
];

test('every table with customers is moved by a merge', async () => {
  const tables = await server.sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'customer_id' order by 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual(KNOWN);
});
