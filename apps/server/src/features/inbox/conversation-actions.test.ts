import { type Action, createActionRule, listRuleRuns, type RuleTrigger } from '@hanasu/contract/actions';
import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import type { ActionRuleId } from '@hanasu/contract/ids';
import { getConversation, setHandling } from '@hanasu/contract/inbox';
import { createTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const addRule = async (trigger: RuleTrigger, ...actions: Action[]) =>
  (await person.call(createActionRule, { body: { name: `When ${trigger.kind}`, trigger, actions } })).uuid;
const runs = (uuid: ActionRuleId, wanted: number) =>
  eventually(`${wanted} actions`, async () => {
    const { items } = await person.call(listRuleRuns, { params: { uuid } });
    return items.filter(({ state }) => state !== 'waiting').length >= wanted && items;
  });
const openChannel = async () => {
  const { bot } = await addBotWithKnowledge(person);
  return addSandbox(person, bot.uuid);
};
const onChannel = { channelUuid: null };

test('who follows is tagged, and who blocks again loses the tag', async () => {
  const channel = await openChannel();
  const tag = await person.call(createTag, { body: { name: 'Friend' } });
  const follows = await addRule({ kind: 'followed', ...onChannel }, { kind: 'tag', tagUuid: tag.uuid });
  const blocks = await addRule(
    { kind: 'blocked', channelUuid: channel.uuid },
    { kind: 'untag', tagUuid: tag.uuid },
  );
  const params = { uuid: channel.uuid, friend: 'minh' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'follow' } });
  await runs(follows, 1);
  const [tagged] = (await person.call(listCustomers)).items;
  expect(tagged?.tags.map(({ name }) => name)).toEqual(['Friend']);
  await person.call(actAsSimulatorFriend, { params, body: { action: 'unfollow' } });
  await runs(blocks, 1);
  expect((await person.call(listCustomers)).items[0]?.tags).toEqual([]);
});

test('a message hands the conversation over, which another rule hears of, and staff are told once', async () => {
  const channel = await openChannel();
  const messages = await addRule(
    { kind: 'message', channelUuid: channel.uuid },
    { kind: 'handling', handling: 'waiting' },
  );
  const handovers = await addRule(
    { kind: 'handover', ...onChannel },
    { kind: 'notify', userUuid: person.user.uuid, text: 'Somebody waits' },
    { kind: 'assign', to: person.user.uuid },
  );
  await say(person, channel.uuid, 'hanako', 'Is parking free?');
  const { uuid } = await conversationOf(person, channel.uuid);
  await runs(messages, 1);
  const done = await runs(handovers, 2);
  expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
  const conversation = await person.call(getConversation, { params: { uuid } });
  expect(conversation).toMatchObject({ handling: 'waiting', operator: { uuid: person.user.uuid } });
  const told = await server.sql(
    `select path, body from notifications where account_id = $1 and event = 'rule' and way = 'desktop'`,
    [person.user.account.uuid],
  );
  expect(told).toEqual([{ path: `/Channel/conversation/${uuid}`, body: 'Somebody waits' }]);
  const [depth] = await server.sql<{ depth: number }>(
    `select depth from customer_events where account_id = $1 and kind = 'handover'`,
    [person.user.account.uuid],
  );
  expect(depth?.depth).toBe(1);
});

test('a conversation that staff close is heard of, and a rule gives it back to the bot', async () => {
  const channel = await openChannel();
  await say(person, channel.uuid, 'hanako', 'Is parking free?');
  const { uuid } = await conversationOf(person, channel.uuid);
  const closed = await addRule({ kind: 'closed', ...onChannel }, { kind: 'handling', handling: 'bot' });
  await person.call(setHandling, { params: { uuid }, body: { handling: 'closed' } });
  await runs(closed, 1);
  expect(await person.call(getConversation, { params: { uuid } })).toMatchObject({ handling: 'bot' });
});

test('without a rule that listens, neither messages nor handovers are noted', async () => {
  const channel = await openChannel();
  await say(person, channel.uuid, 'hanako', 'Is parking free?');
  const { uuid } = await conversationOf(person, channel.uuid);
  await person.call(setHandling, { params: { uuid }, body: { handling: 'operator' } });
  const kinds = await server.sql<{ kind: string }>(
    `select distinct kind from customer_events where account_id = $1 and kind in ('message', 'handover', 'closed')`,
    [person.user.account.uuid],
  );
  expect(kinds).toEqual([]);
});

test('for who has no conversation it fails, and the actions after it are done', async () => {
  const [seen, given] = [
    await person.call(createTag, { body: { name: 'A' } }),
    await person.call(createTag, { body: { name: 'B' } }),
  ];
  const rule = await addRule(
    { kind: 'tagged', tagUuid: seen.uuid },
    { kind: 'handling', handling: 'closed' },
    { kind: 'tag', tagUuid: given.uuid },
  );
  const { uuid } = await person.call(createCustomer, { body: {} });
  await person.call(changeCustomer, { params: { uuid }, body: { addTags: [seen.uuid] } });
  const done = await runs(rule, 2);
  expect(done.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
    'done null',
    'failed no_conversation',
  ]);
});
