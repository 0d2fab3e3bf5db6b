import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { CONVERSATION_LISTS, type ConversationList } from '@hanasu/contract/conversation-filter';
import { LIST_CASES, type ListCase } from '@hanasu/contract/conversation-filter.fixture';
import { changeCustomer, listCustomers } from '@hanasu/contract/customers';
import { InboxViewId, type SegmentId, TagId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { listInboxViews, type SavedInboxView, saveInboxViews } from '@hanasu/contract/inbox-work';
import { createSegment } from '@hanasu/contract/segments';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
let person: SignedIn;
/** By id. */
const cases = new Map<string, ListCase>();

beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
  const colleague = await addMember(server, person, 'operator');
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  const operators = { me: person.user.uuid, colleague: colleague.user.uuid };
  for (const one of LIST_CASES) {
    const id = newId();
    cases.set(id, one);
    // A conversation that waits without a clock gets one, and a new time to respond, from the worker of the inbox.
    await server.sql(
      `insert into conversations (account_id, id, origin, channel_id, title, last_message_at, handling, operator_id,
         snoozed_until, respond_by, last_customer_message_id, waiting_since)
       values ($1, $2, 'channel', $3, $4, now(), $5, $6, now() + $7::interval, now() + $8::interval, $9,
         case when $5 = 'waiting' then now() end)`,
      [
        person.user.account.uuid,
        id,
        channel.uuid,
        one.name,
        one.handling,
        one.operator ? operators[one.operator] : null,
        one.snoozed ? (one.snoozed === 'still' ? '1 hour' : '-1 hour') : null,
        one.respondBy ? (one.respondBy === 'ahead' ? '1 hour' : '-1 hour') : null,
        one.isUnread ? newId() : null,
      ],
    );
  }
});
afterAll(() => server.stop());

const namesIn = (list: ConversationList) =>
  LIST_CASES.filter(({ lists }) => lists.includes(list))
    .map(({ name }) => name)
    .sort();

test.each(Object.entries(CONVERSATION_LISTS))(
  'the list “%s” and its number hold the same',
  async (list, filter) => {
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const { items, total, counts } = await person.call(listConversations, {
      query: { ...query, pageSize: 100 },
    });
    const names = namesIn(list as ConversationList);
    expect(items.map(({ uuid }) => cases.get(uuid)?.name).sort()).toEqual(names);
    expect(total).toBe(names.length);
    expect(counts[list as ConversationList]).toBe(names.length);
  },
);

test('only conversations of customers who have a tag are listed, on whatever channel they write', async () => {
  const owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner);
  const channel = await addSandbox(owner, bot.uuid);
  for (const friend of ['hanako', 'minh'] as const)
    await owner.call(actAsSimulatorFriend, {
      params: { uuid: channel.uuid, friend },
      body: { action: 'text', text: 'Hello' },
    });
  const all = async (tagUuid?: TagId) => {
    const { items, total } = await owner.call(listConversations, { query: tagUuid ? { tagUuid } : {} });
    expect(total).toBe(items.length);
    return items.map(({ uuid }) => uuid);
  };
  await expect.poll(async () => (await all()).length).toBe(2);
  const [vip, unused] = [
    await owner.call(createTag, { body: { name: 'VIP' } }),
    await owner.call(createTag, { body: { name: 'Unused' } }),
  ];
  const [chosen] = (await owner.call(listCustomers, {})).items;
  if (!chosen) throw new Error('those who wrote are customers');
  await owner.call(changeCustomer, { params: { uuid: chosen.uuid }, body: { addTags: [vip.uuid] } });
  expect(await all(vip.uuid)).toEqual(chosen.friends.map(({ conversationUuid }) => conversationUuid));
  expect(await all(unused.uuid)).toEqual([]);
  // Another account's tag has no conversations here.
  const other = await server.register();
  const { items } = await other.call(listConversations, { query: { tagUuid: vip.uuid } });
  expect(items).toEqual([]);
});

test('views of the inbox belong to one member of one account, in the order they were saved', async () => {
  const owner = await server.register();
  const colleague = await addMember(server, owner, 'viewer');
  const view = (name: string, filter: SavedInboxView['filter']) => ({
    uuid: InboxViewId.parse(crypto.randomUUID()),
    name,
    filter,
  });
  const items = [
    view('Waiting VIPs', { tab: 'waiting', tagUuid: TagId.parse(crypto.randomUUID()) }),
    view('This week', { tab: 'all', days: '7', outcome: 'not_found' }),
  ];
  expect(await owner.call(saveInboxViews, { body: { items } })).toEqual({ items });
  expect(await owner.call(listInboxViews)).toEqual({ items });
  expect(await colleague.call(listInboxViews)).toEqual({ items: [] });
  const renamed = [{ ...items[1], name: 'Gaps' } as SavedInboxView];
  await owner.call(saveInboxViews, { body: { items: renamed } });
  expect(await owner.call(listInboxViews)).toEqual({ items: renamed });
  const twice = [view('Gaps', { tab: 'all' }), view('ＧＡＰＳ', { tab: 'mine' })];
  const refused = await owner.refused(saveInboxViews, { body: { items: twice } });
  expect(refused).toMatchObject({ code: 'validation_failed' });
});

test('only conversations of customers who are in a segment are listed; a broken one has none', async () => {
  const owner = await server.register();
  const { bot } = await addBotWithKnowledge(owner);
  const channel = await addSandbox(owner, bot.uuid);
  for (const friend of ['hanako', 'minh'] as const)
    await owner.call(actAsSimulatorFriend, {
      params: { uuid: channel.uuid, friend },
      body: { action: 'text', text: 'Hello' },
    });
  const all = async (segmentUuid?: SegmentId) =>
    (await owner.call(listConversations, { query: segmentUuid ? { segmentUuid } : {} })).items;
  await expect.poll(async () => (await all()).length).toBe(2);
  const tag = await owner.call(createTag, { body: { name: 'VIP' } });
  const { items } = await owner.call(listCustomers, {});
  const [chosen] = items;
  if (!chosen) throw new Error('those who wrote are customers');
  await owner.call(changeCustomer, { params: { uuid: chosen.uuid }, body: { addTags: [tag.uuid] } });
  const isVip = { kind: 'tag' as const, match: 'any' as const, tagUuids: [tag.uuid] };
  const save = (kind: 'and' | 'not') =>
    owner.call(createSegment, { body: { name: kind, definition: { kind, items: [isVip] } } });
  const [vips, rest] = [await save('and'), await save('not')];
  const found = await all(vips.uuid);
  expect(found.map(({ uuid }) => uuid)).toEqual(
    chosen.friends.map(({ conversationUuid }) => conversationUuid),
  );
  expect(await all(rest.uuid)).toHaveLength(1);
  expect((await all(rest.uuid))[0]?.uuid).not.toBe(found[0]?.uuid);
  await owner.call(deleteTag, { params: { uuid: tag.uuid } });
  expect(await all(vips.uuid)).toEqual([]);
  expect(await all(rest.uuid)).toEqual([]);
  const other = await server.register();
  const theirs = other.call(listConversations, { query: { segmentUuid: vips.uuid } });
  await expect(theirs).rejects.toThrow('answered 404');
});
