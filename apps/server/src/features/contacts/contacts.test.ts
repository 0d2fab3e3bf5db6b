import { changeCustomer } from '@hanasu/contract/customers';
import { getFriend, listFriends, listSyncs, refreshFriend, reloadCustomers } from '@hanasu/contract/friends';
import type { ChannelId, FriendId } from '@hanasu/contract/ids';
import { createSegment } from '@hanasu/contract/segments';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';

let server: TestServer;
let person: SignedIn;
let channel: ChannelId;
let other: ChannelId;
beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
  const bot = await addBot(person);
  channel = (await addSandbox(person, bot.uuid)).uuid;
  other = (await addSandbox(person, bot.uuid)).uuid;
  await addFriends(person, channel, [
    ['Nguyễn Thị Đào', 'following', '2026-03-01T00:00:00Z'],
    ['ﾊﾅｺ', 'blocked', null],
    ['Émile', 'following', '2026-04-01T00:00:00Z'],
    ['100% cotton', 'unknown', null],
    ['', 'unknown', null],
  ]);
  await addFriends(person, other, [['Zoë', 'following', null]]);
});
afterAll(() => server.stop());

async function addFriends(
  owner: SignedIn,
  channelId: ChannelId,
  people: readonly (readonly [string, string, string | null])[],
): Promise<void> {
  for (const [name, state, wrote] of people) {
    await server.sql(
      `with c as (insert into customers (account_id, id, name) values ($1, gen_random_uuid(), $3) returning id)
       insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, last_wrote_at)
       select $1, gen_random_uuid(), $2, c.id, gen_random_uuid(), $3, $4, $5 from c`,
      [owner.user.account.uuid, channelId, name, state, wrote],
    );
  }
}

const namesOf = async (query: Parameters<typeof person.call<typeof listFriends>>[1] = {}) =>
  (await person.call(listFriends, query)).items.map(({ name }) => name);

test('in the wanted order, who has no name last', async () => {
  const named = await namesOf({ query: { sort: 'name' } });
  expect(named).toHaveLength(6);
  expect(named.at(-1)).toBe('');
  expect(await namesOf({ query: { sort: '-createdAt' } })).toEqual(
    (await namesOf({ query: { sort: 'createdAt' } })).toReversed(),
  );
  expect((await namesOf({ query: { sort: '-lastWroteAt' } })).slice(0, 2)).toEqual([
    'Émile',
    'Nguyễn Thị Đào',
  ]);
});

test.each([
  ['nguyen thi dao', ['Nguyễn Thị Đào']],
  ['ハナコ', ['ﾊﾅｺ']],
  ['ÉMI', ['Émile']],
  ['zoe', ['Zoë']],
  ['%', ['100% cotton']],
  ['nobody', []],
])('%s is found whatever its width, case and marks', async (q, names) => {
  expect(await namesOf({ query: { q } })).toEqual(names);
});

test('by channel and state, with counts of all states', async () => {
  const page = await person.call(listFriends, { query: { channelUuid: channel, state: 'following' } });
  expect(page.total).toBe(2);
  expect(page.counts).toEqual({ following: 2, blocked: 1, unknown: 2 });
  expect(page.items.every(({ state }) => state === 'following')).toBe(true);
  const second = await person.call(listFriends, { query: { page: 2, pageSize: 4, sort: 'createdAt' } });
  expect([second.items.length, second.total]).toEqual([2, 6]);
  expect((await person.call(listFriends, { query: { page: 9 } })).items).toEqual([]);
});

test('who has written leads to the conversation, and is read anew from the channel', async () => {
  await say(person, channel, 'alex', 'Hello');
  const { uuid: conversation } = await conversationOf(person, channel);
  const friend = await eventually('the friend has a name', async () => {
    const { items } = await person.call(listFriends, { query: { q: 'alex' } });
    return items.find(({ conversationUuid }) => conversationUuid === conversation);
  });
  expect(await person.call(getFriend, { params: { uuid: friend.uuid } })).toEqual(friend);
  await server.sql("update friends set name = 'Old name' where id = $1", [friend.uuid]);
  const read = await person.call(refreshFriend, { params: { uuid: friend.uuid } });
  expect(read.name).toBe(friend.name);
});

test('somebody the vendor does not know keeps what is known', async () => {
  const { items } = await person.call(listFriends, { query: { q: 'emile' } });
  const [friend] = items;
  if (!friend) throw new Error('nobody is there');
  const problem = await person.refused(refreshFriend, { params: { uuid: friend.uuid } });
  expect(problem.code).toBe('channel_vendor_unreachable');
  expect(await namesOf({ query: { q: 'emile' } })).toEqual(['Émile']);
});

test('nothing of another account', async () => {
  const stranger = await server.register();
  const { items } = await person.call(listFriends, { query: { pageSize: 1 } });
  const uuid = items[0]?.uuid as FriendId;
  expect((await stranger.call(listFriends)).total).toBe(0);
  expect((await stranger.refused(getFriend, { params: { uuid } })).code).toBe('not_found');
  expect((await stranger.refused(refreshFriend, { params: { uuid } })).code).toBe('not_found');
  expect((await stranger.call(listSyncs)).items).toEqual([]);
});

test('the followers of a channel are read in the background', async () => {
  await say(person, other, 'hanako', 'Hello');
  const [started] = (await person.call(reloadCustomers, { body: { channelUuid: other } })).items;
  expect(started).toMatchObject({ channelUuid: other, state: 'running' });
  const done = await eventually('the sync is over', async () => {
    const { items } = await person.call(listSyncs);
    return items.find(({ uuid, state }) => uuid === started?.uuid && state !== 'running');
  });
  expect(done).toMatchObject({ state: 'done', detail: null });
  const { items } = await person.call(listFriends, { query: { channelUuid: other, state: 'following' } });
  expect(items.filter(({ name }) => name !== 'Zoë').length).toBe(done.done);
  expect(done.done).toBeGreaterThan(0);
});

test('a list narrowed by a tag or a segment has those whose customer is so, and counts them', async () => {
  const { items } = await person.call(listFriends, { query: { q: 'zoe' } });
  const [zoe] = items;
  if (!zoe) throw new Error('Zoë is a friend');
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(changeCustomer, { params: { uuid: zoe.customerUuid }, body: { addTags: [tag.uuid] } });
  const isVip = { kind: 'tag' as const, match: 'any' as const, tagUuids: [tag.uuid] };
  const save = (kind: 'and' | 'not') =>
    person.call(createSegment, { body: { name: kind, definition: { kind, items: [isVip] } } });
  const [vips, rest] = [await save('and'), await save('not')];
  const tagged = await person.call(listFriends, { query: { tagUuid: tag.uuid } });
  expect(tagged.items.map(({ name, tags }) => [name, tags[0]?.name])).toEqual([['Zoë', 'VIP']]);
  expect(tagged).toMatchObject({ total: 1, counts: { following: 1, blocked: 0, unknown: 0 } });
  expect(await namesOf({ query: { segmentUuid: vips.uuid } })).toEqual(['Zoë']);
  const others = await person.call(listFriends, { query: { segmentUuid: rest.uuid, state: 'following' } });
  expect(others.items.map(({ name }) => name)).not.toContain('Zoë');
  expect(others.items).toHaveLength(others.total);
  expect(await namesOf({ query: { segmentUuid: rest.uuid, tagUuid: tag.uuid } })).toEqual([]);
  await person.call(deleteTag, { params: { uuid: tag.uuid } });
  expect(await namesOf({ query: { segmentUuid: rest.uuid } })).toEqual([]);
});
