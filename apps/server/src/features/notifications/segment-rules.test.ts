import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { changeCustomerField, createCustomerField } from '@hanasu/contract/customer-fields';
import { changeCustomer } from '@hanasu/contract/customers';
import type { ConversationId, SegmentId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { assignConversation } from '@hanasu/contract/inbox-work';
import { DEFAULT_NOTIFY, getNotify, updateNotify } from '@hanasu/contract/notify';
import {
  changeSegment,
  createSegment,
  deleteSegment,
  type SegmentDefinition,
} from '@hanasu/contract/segments';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** An account with two customers who have written. */
async function openShop() {
  const owner = await server.register();
  const bot = await addBot(owner, { name: 'Desk' });
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  for (const friend of ['hanako', 'minh'] as const)
    await owner.call(actAsSimulatorFriend, {
      params: { uuid: channel.uuid, friend },
      body: { action: 'text', text: `It is ${friend}` },
    });
  const find = async (isMinh: boolean) => {
    const found = await eventually('they are a customer', async () => {
      const { items } = await owner.call(listConversations, {});
      return items.find(({ friend }) => friend && (friend.name === 'Minh') === isMinh && friend.name !== '');
    });
    if (!found.customerUuid) throw new Error('somebody is no customer');
    // From now on no bot decides who has it.
    await owner.call(assignConversation, {
      params: { uuid: found.uuid },
      body: { to: owner.user.uuid },
    });
    return { conversation: found.uuid, customer: found.customerUuid };
  };
  return { owner, minh: await find(true), hanako: await find(false) };
}

const save = async (person: SignedIn, name: string, item: SegmentDefinition['items'][number]) =>
  (await person.call(createSegment, { body: { name, definition: { kind: 'and', items: [item] } } })).uuid;

const narrow = (person: SignedIn, waiting: SegmentId | null) =>
  person.call(updateNotify, {
    body: {
      ...DEFAULT_NOTIFY,
      rules: { desktop: ['waiting'], email: [], channel: [], web_hook: [] },
      narrowedTo: { waiting },
    },
  });

/** It needs a person, and nobody has it. */
async function wait(owner: SignedIn, uuid: ConversationId): Promise<void> {
  for (const to of [owner.user.uuid, 'nobody'] as const)
    await owner.call(assignConversation, { params: { uuid }, body: { to } });
}

const toldOf = async ({ user }: SignedIn): Promise<string[]> => {
  const rows = await server.sql<{ path: string }>(
    "select path from notifications where user_id = $1 and event = 'waiting' order by id",
    [user.uuid],
  );
  return rows.map(({ path }) => path);
};
const pathOf = ({ conversation }: { readonly conversation: ConversationId }) =>
  `/Channel/conversation/${conversation}`;
/** What was waited for before it was looked at together with this. */
const untilTold = (person: SignedIn, count: number) =>
  eventually(`${count} notifications`, async () => {
    const told = await toldOf(person);
    return told.length === count && told;
  });

test('a rule that is narrowed to a segment tells of its customers only, until the segment is broken', async () => {
  const { owner, hanako, minh } = await openShop();
  const everything = await addMember(server, owner, 'operator');
  const person = await addMember(server, owner, 'operator');
  const tag = await owner.call(createTag, { body: { name: 'VIP' } });
  await owner.call(changeCustomer, { params: { uuid: hanako.customer }, body: { addTags: [tag.uuid] } });
  const vips = await save(owner, 'VIPs', { kind: 'tag', match: 'any', tagUuids: [tag.uuid] });
  await narrow(everything, null);
  expect(await narrow(person, vips)).toMatchObject({
    settings: { narrowedTo: { waiting: vips } },
    brokenRules: [],
  });

  await wait(owner, minh.conversation);
  await untilTold(everything, 1);
  await wait(owner, hanako.conversation);
  expect(await untilTold(everything, 2)).toEqual([pathOf(minh), pathOf(hanako)]);
  expect(await untilTold(person, 1)).toEqual([pathOf(hanako)]);

  const params = { uuid: vips };
  await expect(owner.call(deleteSegment, { params })).rejects.toThrow(`notify: ${person.user.username}`);

  await owner.call(deleteTag, { params: { uuid: tag.uuid } });
  const broken = { brokenRules: [{ event: 'waiting', reason: 'tag_missing' }] };
  expect(await person.call(getNotify)).toMatchObject(broken);
  await wait(owner, minh.conversation);
  expect(await untilTold(person, 2)).toEqual([pathOf(hanako), pathOf(minh)]);

  await owner.call(changeSegment, { params, body: { archived: true } });
  expect((await person.call(getNotify)).brokenRules).toMatchObject([{ reason: 'archived' }]);
  await server.sql('delete from segments where id = $1', [vips]);
  expect((await person.call(getNotify)).brokenRules).toMatchObject([{ reason: 'segment_missing' }]);
  // What is broken does not stand in the way of other changes.
  await narrow(person, vips);
  await narrow(person, null);
  expect(await narrow(person, null)).toMatchObject({ brokenRules: [] });
});

test('a segment about a field that is hidden from a role does not tell that role who is in it', async () => {
  const { owner, hanako, minh } = await openShop();
  const person = await addMember(server, owner, 'operator');
  const field = await owner.call(createCustomerField, { body: { label: 'Illness', kind: 'text' } });
  await owner.call(changeCustomer, {
    params: { uuid: hanako.customer },
    body: { fields: { [field.uuid]: 'asthma' } },
  });
  const ill = await save(owner, 'Ill', {
    kind: 'field',
    fieldUuid: field.uuid,
    test: { op: 'is', text: 'asthma' },
  });
  await owner.call(changeCustomerField, {
    params: { uuid: field.uuid },
    body: { hiddenFrom: ['operator', 'viewer'] },
  });
  expect((await narrow(person, ill)).brokenRules).toEqual([{ event: 'waiting', reason: 'field_hidden' }]);
  const admin = await addMember(server, owner, 'admin');
  expect((await narrow(admin, ill)).brokenRules).toEqual([]);
  await wait(owner, minh.conversation);
  await untilTold(person, 1);
  await wait(owner, hanako.conversation);
  expect(await untilTold(person, 2)).toEqual([pathOf(minh), pathOf(hanako)]);
  expect(await untilTold(admin, 1)).toEqual([pathOf(hanako)]);
});

test('a segment of another account is refused', async () => {
  const person = await server.register();
  const stranger = await server.register();
  const theirs = await save(stranger, 'Theirs', { kind: 'everybody' });
  await expect(narrow(person, theirs)).rejects.toThrow('narrowedTo.waiting');
  expect((await person.call(getNotify)).settings.narrowedTo.waiting).toBeNull();
});
