import { changeCustomer, createCustomer, getCustomer } from '@hanasu/contract/customers';
import type { CustomerId, TagGroupId, TagId } from '@hanasu/contract/ids';
import {
  changeTag,
  changeTagGroup,
  createTag,
  createTagGroup,
  deleteTag,
  deleteTagGroup,
  getTag,
  listTagGroups,
  listTags,
} from '@hanasu/contract/tags';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const newTag = async (name: string, groupUuid: TagGroupId | null = null) =>
  (await person.call(createTag, { body: { name, groupUuid } })).uuid;
const newGroup = async (name: string, exclusive = false) =>
  (await person.call(createTagGroup, { body: { name, exclusive } })).uuid;
const newCustomer = async (...addTags: TagId[]) => {
  const { uuid } = await person.call(createCustomer, { body: {} });
  await give(uuid, ...addTags);
  return uuid;
};
const give = (uuid: CustomerId, ...addTags: TagId[]) =>
  person.call(changeCustomer, { params: { uuid }, body: { addTags } });
const tagsOf = async (uuid: CustomerId) =>
  (await person.call(getCustomer, { params: { uuid } })).tags.map(({ name }) => name);

test('a tag of an exclusive group takes the place of the other, also when two are given at once', async () => {
  const group = await newGroup('Rank', true);
  const [gold, silver] = [await newTag('Gold', group), await newTag('Silver', group)];
  const free = await newTag('VIP');
  const customer = await newCustomer(gold, free);
  expect((await tagsOf(customer)).toSorted()).toEqual(['Gold', 'VIP']);
  await give(customer, silver);
  expect((await tagsOf(customer)).toSorted()).toEqual(['Silver', 'VIP']);
  await Promise.all([give(customer, gold), give(customer, silver), give(customer, gold)]);
  expect((await tagsOf(customer)).filter((name) => name !== 'VIP')).toHaveLength(1);
});

test('the database itself allows one tag of an exclusive group', async () => {
  const group = await newGroup('Rank', true);
  const [gold, silver] = [await newTag('Gold', group), await newTag('Silver', group)];
  const customer = await newCustomer(gold);
  const insert = server.sql(
    `insert into customer_tags (account_id, customer_id, tag_id, exclusive_group_id, by_kind)
     values ($1, $2, $3, $4, 'staff')`,
    [person.user.account.uuid, customer, silver, group],
  );
  await expect(insert).rejects.toThrow('customer_tags_exclusive');
});

test('a group becomes exclusive only when nobody has two of its tags; so does a tag that moves in', async () => {
  const group = await newGroup('Rank');
  const [gold, silver] = [await newTag('Gold', group), await newTag('Silver', group)];
  const customer = await newCustomer(gold, silver);
  const params = { uuid: group };
  const body = { exclusive: true };
  expect((await person.refused(changeTagGroup, { params, body })).code).toBe('tag_group_conflict');
  await person.call(changeCustomer, { params: { uuid: customer }, body: { removeTags: [silver] } });
  expect(await person.call(changeTagGroup, { params, body })).toMatchObject({ exclusive: true, tags: 2 });
  await give(customer, silver);
  expect(await tagsOf(customer)).toEqual(['Silver']);
  const free = await newTag('VIP');
  await give(customer, free);
  const move = { params: { uuid: free }, body: { groupUuid: group } };
  expect((await person.refused(changeTag, move)).code).toBe('tag_group_conflict');
  await person.call(changeTagGroup, { params, body: { exclusive: false } });
  expect(await person.call(changeTag, move)).toMatchObject({ groupUuid: group });
  await give(customer, gold);
  expect(await tagsOf(customer)).toHaveLength(3);
});

test('counts say how many customers have a tag', async () => {
  const [vip, other] = [await newTag('VIP'), await newTag('Other')];
  await newCustomer(vip);
  await newCustomer(vip, other);
  const { items, total } = await person.call(listTags);
  expect(items.map(({ name, customers }) => [name, customers])).toEqual([
    ['VIP', 2],
    ['Other', 1],
  ]);
  expect(total).toBe(2);
  expect((await person.call(listTags, { query: { q: 'ｖｉｐ' } })).items).toHaveLength(1);
});

test('a tag that is merged leaves its customers with the other one', async () => {
  const [from, into] = [await newTag('Vip'), await newTag('Regulars')];
  const [one, both] = [await newCustomer(from), await newCustomer(from, into)];
  await person.call(deleteTag, { params: { uuid: from }, query: { into } });
  expect(await tagsOf(one)).toEqual(['Regulars']);
  expect(await tagsOf(both)).toEqual(['Regulars']);
  expect((await person.refused(getTag, { params: { uuid: from } })).code).toBe('not_found');
  expect(await person.call(getTag, { params: { uuid: into } })).toMatchObject({ customers: 2 });
});

test('a tag is merged only into one that the account has and that is in use', async () => {
  const stranger = await server.register();
  const others = await stranger.call(createTag, { body: { name: 'Theirs' } });
  const [unused, given, archived] = [await newTag('Unused'), await newTag('Given'), await newTag('Archived')];
  const customer = await newCustomer(given);
  await person.call(changeTag, { params: { uuid: archived }, body: { archived: true } });
  for (const uuid of [unused, given])
    for (const into of [others.uuid, archived, crypto.randomUUID()]) {
      const problem = await person.refused(deleteTag, { params: { uuid }, query: { into } });
      expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'query.into' }] });
    }
  expect(await tagsOf(customer)).toEqual(['Given']);
  expect(await person.call(getTag, { params: { uuid: unused } })).toMatchObject({ name: 'Unused' });
});

test('an archived tag stays with its customers, is not given any more, and frees its name', async () => {
  const vip = await newTag('VIP');
  const customer = await newCustomer(vip);
  await person.call(changeTag, { params: { uuid: vip }, body: { archived: true } });
  expect(await tagsOf(customer)).toEqual(['VIP']);
  const other = await person.call(createCustomer, { body: {} });
  const giving = { params: { uuid: other.uuid }, body: { addTags: [vip] } };
  expect((await person.refused(changeCustomer, giving)).code).toBe('not_found');
  expect((await person.call(listTags, { query: { archived: 'false' } as never })).items).toEqual([]);
  await newTag('vip');
  const back = { params: { uuid: vip }, body: { archived: false } };
  expect((await person.refused(changeTag, back)).code).toBe('name_taken');
});

test('names are taken once, and a deleted group leaves its tags', async () => {
  const group = await newGroup('Rank', true);
  const gold = await newTag('Gold', group);
  expect((await person.refused(createTag, { body: { name: ' gold ' } })).code).toBe('name_taken');
  expect((await person.refused(createTagGroup, { body: { name: 'RANK' } })).code).toBe('name_taken');
  const customer = await newCustomer(gold);
  await person.call(deleteTagGroup, { params: { uuid: group } });
  expect((await person.call(listTagGroups)).items).toEqual([]);
  expect(await person.call(getTag, { params: { uuid: gold } })).toMatchObject({ groupUuid: null });
  const silver = await newTag('Silver');
  await give(customer, silver);
  expect(await tagsOf(customer)).toHaveLength(2);
});
