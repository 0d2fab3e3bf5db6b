import {
  createCustomerField,
  listCustomerFields,
  orderCustomerFields,
} from '@hanasu/contract/customer-fields';
import {
  bulkCustomers,
  changeCustomer,
  countCustomers,
  createCustomer,
  customerTimeline,
  getCustomer,
  getPostalCode,
  listCustomers,
} from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { createTag, createTagGroup } from '@hanasu/contract/tags';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
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

type Facts = Parameters<typeof person.call<typeof createCustomer>>[1];
const add = (body: NonNullable<Facts>['body'] = {}) => person.call(createCustomer, { body });
const find = async (query: Record<string, unknown>) =>
  (await person.call(listCustomers, { query })).items.map(({ name }) => name);

test('a customer is kept as it was typed, and compared in one form', async () => {
  await server.sql('update accounts set time_zone = $2 where id = $1', [
    person.user.account.uuid,
    'Asia/Tokyo',
  ]);
  const customer = await add({
    displayName: '髙橋 花子',
    kana: 'タカハシ ハナコ',
    phones: ['０９０-１２３４-５６７８', '+81 90 1234 5678', '090-1'],
    emails: ['Hanako@Example.CO.JP', 'no address'],
    birthday: '1990-02-28',
    address: {
      country: 'JP',
      postalCode: '530-0001',
      region: '大阪府',
      city: '大阪市',
      line1: '梅田1',
      line2: '',
    },
  });
  expect(customer).toMatchObject({
    name: '髙橋 花子',
    source: 'staff',
    birthday: '1990-02-28',
    phones: [
      { value: '０９０-１２３４-５６７８', normal: '+819012345678' },
      { value: '090-1', normal: null },
    ],
    emails: [
      { value: 'Hanako@Example.CO.JP', normal: 'hanako@example.co.jp' },
      { value: 'no address', normal: null },
    ],
  });
  expect(await person.call(getCustomer, { params: { uuid: customer.uuid } })).toEqual(customer);
});

test('fields are put in order only by ids that the account has', async () => {
  const addField = async (label: string, owner = person) =>
    (await owner.call(createCustomerField, { body: { label, kind: 'text' } })).uuid;
  const [first, second] = [await addField('First'), await addField('Second')];
  const others = await addField('Theirs', await server.register());
  for (const uuid of [others, crypto.randomUUID()]) {
    const body = { uuids: [second, uuid as typeof first] };
    const problem = await person.refused(orderCustomerFields, { body });
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.uuids.1' }] });
  }
  const labels = async () => (await person.call(listCustomerFields)).items.map(({ label }) => label);
  expect(await labels()).toEqual(['First', 'Second']);
  await person.call(orderCustomerFields, { body: { uuids: [second, first] } });
  expect(await labels()).toEqual(['Second', 'First']);
});

test('what is absent stays, null and an empty name take away', async () => {
  const { uuid } = await add({ displayName: 'An', note: 'Likes tea', birthday: '2000-01-01' });
  const change = (body: object) => person.call(changeCustomer, { params: { uuid }, body });
  expect(await change({ kana: 'アン' })).toMatchObject({ name: 'An', note: 'Likes tea', kana: 'アン' });
  expect(await change({ birthday: null, displayName: '' })).toMatchObject({
    birthday: null,
    displayName: null,
    name: '',
  });
});

test.each([
  ['nguyen thi', 'Nguyễn Thị Đào'],
  ['さとう', 'サトウ'],
  ['ｻﾄｳ', 'サトウ'],
  ['dao', 'Nguyễn Thị Đào'],
  ['090-1234-5678', 'サトウ'],
  ['819012', 'サトウ'],
  ['DAO@EXAMPLE', 'Nguyễn Thị Đào'],
])('"%s" finds %s', async (q, name) => {
  await add({ displayName: 'Nguyễn Thị Đào', emails: ['dao@example.vn'] });
  await add({ displayName: 'サトウ', phones: ['+81 90-1234-5678'], address: null });
  await server.sql(`update accounts set time_zone = 'Asia/Tokyo' where id = $1`, [person.user.account.uuid]);
  expect(await find({ q })).toEqual([name]);
});

test('pages by the key of the last row show everybody once, in each order, up and down', async () => {
  for (const name of ['b', 'a', '', 'c', 'b', 'đ', 'e']) await add({ displayName: name });
  for (const sort of ['name', '-name', 'createdAt', '-createdAt', 'lastWroteAt', '-updatedAt'] as const) {
    const whole = await person.call(listCustomers, { query: { sort, pageSize: 100 } });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await person.call(listCustomers, {
        query: { sort, pageSize: 3, ...(after && { after }) },
      });
      seen.push(...page.items.map(({ uuid }) => uuid));
      after = page.next ?? undefined;
    } while (after);
    expect(seen, sort).toEqual(whole.items.map(({ uuid }) => uuid));
    expect(whole.total).toBe(7);
  }
});

test('a list is counted with its page, beside it, or not at all', async () => {
  for (const displayName of ['Sato An', 'Sato Binh', 'Chi']) await add({ displayName });
  const query = { q: 'sato', pageSize: 1 };
  expect(await person.call(listCustomers, { query })).toMatchObject({ total: 2 });
  const uncounted = await person.call(listCustomers, { query: { ...query, count: 'false' } });
  expect(uncounted).toMatchObject({ total: null, items: [{ displayName: 'Sato Binh' }] });
  expect(await person.call(countCustomers, { query: { q: 'sato' } })).toEqual({
    count: 2,
    isExact: true,
  });
});

test('a customer who writes has their friends, and the name that staff gave stays', async () => {
  const bot = await addBot(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'hanako', 'Hello');
  const before = await eventually('the profile of the friend is read', async () => {
    const [customer] = (await person.call(listCustomers)).items;
    return customer?.friends[0]?.name ? customer : null;
  });
  expect(before).toMatchObject({ source: 'channel', displayName: null, lastWroteAt: expect.any(String) });
  expect(before.friends).toMatchObject([
    {
      channel: { uuid: channel.uuid },
      state: 'unknown',
      consent: 'unknown',
      conversationUuid: expect.any(String),
    },
  ]);
  const params = { uuid: before.uuid as CustomerId };
  const friend = before.friends[0]?.uuid ?? '';
  await person.call(changeCustomer, {
    params,
    body: { displayName: 'Ms Hana', consents: { [friend]: 'given' } },
  });
  await say(person, channel.uuid, 'hanako', 'Again');
  expect((await person.call(listCustomers)).items).toMatchObject([
    { uuid: params.uuid, name: 'Ms Hana', friends: [{ consent: 'given' }] },
  ]);
  expect(await find({ channelUuid: channel.uuid })).toEqual(['Ms Hana']);
  const named = await conversationOf(person, channel.uuid, ({ friend: who }) => who?.name === 'Ms Hana');
  expect(named.customerUuid).toBe(params.uuid);
  await person.call(changeCustomer, { params, body: { displayName: '' } });
  const unnamed = await conversationOf(person, channel.uuid);
  expect(unnamed.friend?.name).toBe(before.friends[0]?.name);
});

test('fields that are hidden from a role are neither shown to it nor written by it', async () => {
  const field = (label: string, hiddenFrom: 'operator'[] = []) =>
    person.call(createCustomerField, { body: { label, kind: 'text', hiddenFrom } });
  const shown = await field('Size');
  const hidden = await field('Income', ['operator']);
  const { uuid } = await add({ fields: { [shown.uuid]: 'L', [hidden.uuid]: 'secret' } });
  const operator = await addMember(server, person, 'operator');
  const params = { uuid };
  expect((await operator.call(getCustomer, { params })).fields).toEqual({ [shown.uuid]: 'L' });
  const [listed] = (await operator.call(listCustomers)).items;
  expect(listed?.fields).toEqual({ [shown.uuid]: 'L' });
  const body = { fields: { [hidden.uuid]: 'mine' } };
  expect((await operator.refused(changeCustomer, { params, body })).errors?.[0]?.path).toBe(
    `body.fields.${hidden.uuid}`,
  );
  await operator.call(changeCustomer, { params, body: { fields: { [shown.uuid]: 'XL' } } });
  expect((await person.call(getCustomer, { params })).fields).toEqual({
    [shown.uuid]: 'XL',
    [hidden.uuid]: 'secret',
  });
});

test('a search reads the fields of the account, those that are hidden from the role excepted', async () => {
  const add = async (label: string, more: object) =>
    (await person.call(createCustomerField, { body: { label, kind: 'text', ...more } })).uuid;
  const options = [
    { id: 'g', label: '金会員' },
    { id: 's', label: '銀会員' },
  ];
  const [company, rank, wishes, income] = [
    await add('Company', {}),
    await add('Rank', { kind: 'choice', options }),
    await add('Wishes', { kind: 'multi', options }),
    await add('Income', { hiddenFrom: ['operator'] }),
  ];
  const of = (displayName: string, fields: object) =>
    person.call(createCustomer, { body: { displayName, fields: fields as Record<string, string> } });
  await of('One', { [company]: 'サクラ商事', [income]: 'plenty' });
  await of('Two', { [rank]: 'g' });
  await of('Three', { [wishes]: ['s', 'g'], [company]: 'Nguyễn & con' });
  expect(await find({ q: 'さくら商' })).toEqual(['One']);
  expect(await find({ q: 'nguyen' })).toEqual(['Three']);
  expect((await find({ q: '金会' })).toSorted()).toEqual(['Three', 'Two']);
  expect(await find({ q: 'plenty' })).toEqual(['One']);
  // Neither an option's id nor a field's is what somebody wrote.
  for (const q of ['g', rank.slice(0, 8)]) expect(await find({ q })).not.toContain('Two');
  const operator = await addMember(server, person, 'operator');
  const query = { q: 'plenty' };
  expect((await operator.call(listCustomers, { query })).items).toEqual([]);
  expect((await operator.call(countCustomers, { query })).count).toBe(0);
  expect(await operator.call(listCustomers, { query: { q: 'さくら' } })).toMatchObject({
    items: [{ name: 'One' }],
  });
});

test('who stands behind thousands of others is on the page that their segment narrows to', async () => {
  await server.sql(
    `insert into customers (account_id, id, name, source, fields, last_wrote_at)
     select $1, gen_random_uuid(), 'n' || n, case when n % 1000 = 999 then 'import' else 'staff' end, '{}',
       now() - n * interval '1 minute' from generate_series(1, 6000) n`,
    [person.user.account.uuid],
  );
  const segment = JSON.stringify({ kind: 'and', items: [{ kind: 'source', sources: ['import'] }] });
  const pageOf = (query: object) => person.call(listCustomers, { query: { segment, pageSize: 4, ...query } });
  const first = await pageOf({});
  expect(first.items.map(({ name }) => name)).toEqual(['n999', 'n1999', 'n2999', 'n3999']);
  const second = await pageOf({ after: first.next });
  expect(second.items.map(({ name }) => name)).toEqual(['n4999', 'n5999']);
  expect(second.next).toBeNull();
  expect((await pageOf({ page: 2 })).items.map(({ name }) => name)).toEqual(['n4999', 'n5999']);
});

test('a segment counts what somebody has written, each message once', async () => {
  const channel = await addSandbox(person, (await addBot(person)).uuid);
  for (const text of ['one', 'two']) await say(person, channel.uuid, 'hanako', text);
  const active = (atLeast: number) =>
    find({ segment: JSON.stringify({ kind: 'and', items: [{ kind: 'messages', days: 1, atLeast }] }) });
  await expect.poll(() => active(2)).toHaveLength(1);
  expect(await active(3)).toEqual([]);
});

test('many are tagged and assigned at once; the answer names those who were changed', async () => {
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  const ids = [(await add()).uuid, (await add()).uuid, (await add()).uuid];
  const bulk = async (action: object, uuids = ids) =>
    (await person.call(bulkCustomers, { body: { uuids, action: action as never } })).changed.map(
      ({ uuid }) => uuid,
    );
  const [first] = ids;
  await bulk({ kind: 'tag', tagUuid: tag.uuid }, [first as CustomerId]);
  expect((await bulk({ kind: 'tag', tagUuid: tag.uuid })).toSorted()).toEqual(ids.slice(1).toSorted());
  expect(await find({ tagUuid: tag.uuid })).toHaveLength(3);
  expect((await bulk({ kind: 'assign', ownerUuid: person.user.uuid })).toSorted()).toEqual(ids.toSorted());
  expect(await bulk({ kind: 'assign', ownerUuid: person.user.uuid })).toEqual([]);
  expect(await find({ ownerUuid: 'none' })).toEqual([]);
  expect(await bulk({ kind: 'untag', tagUuid: tag.uuid })).toHaveLength(3);
});

test('the answer says which tag of its group the new one replaced, so that it can be given back', async () => {
  const body = { name: 'Rank', exclusive: true };
  const group = await person.call(createTagGroup, { body });
  const [silver, gold] = [
    await person.call(createTag, { body: { name: 'Silver', groupUuid: group.uuid } }),
    await person.call(createTag, { body: { name: 'Gold', groupUuid: group.uuid } }),
  ];
  const [one, other] = [(await add()).uuid, (await add()).uuid];
  const tag = async (uuids: CustomerId[], tagUuid: typeof gold.uuid) =>
    (await person.call(bulkCustomers, { body: { uuids, action: { kind: 'tag', tagUuid } } })).changed;
  await tag([one], silver.uuid);
  const changed = await tag([one, other], gold.uuid);
  expect(Object.fromEntries(changed.map(({ uuid, replacedTagUuid }) => [uuid, replacedTagUuid]))).toEqual({
    [one]: silver.uuid,
    [other]: null,
  });
});

test('nobody sees or changes customers of other accounts', async () => {
  const { uuid } = await add({ displayName: 'Mine' });
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  const stranger = await server.register();
  const params = { uuid };
  expect((await stranger.call(listCustomers)).items).toEqual([]);
  expect((await stranger.refused(getCustomer, { params })).code).toBe('not_found');
  expect((await stranger.refused(changeCustomer, { params, body: { note: 'x' } })).code).toBe('not_found');
  const body = { uuids: [uuid], action: { kind: 'assign', ownerUuid: null } as const };
  expect((await stranger.call(bulkCustomers, { body })).changed).toEqual([]);
  const own = await stranger.call(createCustomer, { body: {} });
  const tagging = { params: { uuid: own.uuid }, body: { addTags: [tag.uuid] } };
  expect((await stranger.refused(changeCustomer, tagging)).code).toBe('not_found');
});

test('the timeline has what was said and what was done, newest first, page by page', async () => {
  const bot = await addBot(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'hanako', 'Hello');
  // Nothing comes after the answer.
  const conversation = await conversationOf(
    person,
    channel.uuid,
    ({ lastMessage }) => lastMessage !== null && lastMessage.sender !== 'customer',
  );
  const tag = await person.call(createTag, { body: { name: 'VIP', color: 'green' } });
  const [customer] = (await person.call(listCustomers)).items;
  const params = { uuid: customer?.uuid as CustomerId };
  await person.call(changeCustomer, { params, body: { note: 'Likes tea', addTags: [tag.uuid] } });
  const timeline = (query: object = {}) => person.call(customerTimeline, { params, query });
  const { items } = await timeline();
  expect(items.find(({ kind }) => kind === 'tagged')).toMatchObject({
    by: { kind: 'staff', name: person.user.username },
    tag: { uuid: tag.uuid, name: 'VIP', color: 'green' },
  });
  expect(items.find(({ kind }) => kind === 'changed')).toMatchObject({ facts: ['note'] });
  expect(items.find(({ kind }) => kind === 'wrote')).toMatchObject({
    by: { kind: 'customer' },
    text: 'Hello',
    conversationUuid: conversation.uuid,
    channel: { uuid: channel.uuid },
  });
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const first = await timeline({ pageSize: 1 });
  const rest = await timeline({ before: first.next });
  expect([...first.items, ...rest.items].map(({ uuid }) => uuid)).toEqual(items.map(({ uuid }) => uuid));
  expect(rest.next).toBeNull();
  expect((await person.refused(customerTimeline, { params, query: { before: 'x' } })).code).toBe(
    'validation_failed',
  );
});

test('a postal code of Japan knows its place, however it is written', async () => {
  const person = await server.register();
  const place = { region: '大阪府', city: '大阪市北区', town: '梅田' };
  for (const code of ['530-0001', '5300001'])
    expect(await person.call(getPostalCode, { params: { postalCode: code } })).toEqual(place);
  expect(await person.call(getPostalCode, { params: { postalCode: '060-0000' } })).toMatchObject({
    town: '',
  });
  // Japan Post's KEN_ALL: one code in two prefectures, and one with several towns of a city.
  expect(await person.call(getPostalCode, { params: { postalCode: '498-0000' } })).toEqual({
    region: '',
    city: '',
    town: '',
    places: [
      { region: '愛知県', city: '弥富市', town: '' },
      { region: '三重県', city: '桑名郡木曽岬町', town: '' },
    ],
  });
  const towns = await person.call(getPostalCode, { params: { postalCode: '4520961' } });
  expect(towns).toMatchObject({ region: '愛知県', city: '清須市', town: '' });
  expect(towns.places).toContainEqual({ region: '愛知県', city: '清須市', town: '春日落合' });
  expect(await person.refused(getPostalCode, { params: { postalCode: '000-0000' } })).toMatchObject({
    code: 'not_found',
  });
});
