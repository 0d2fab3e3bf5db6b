import { deleteBot } from '@hanasu/contract/bots';
import { getChannel, updateChannel } from '@hanasu/contract/channels';
import { createGroup, deleteGroup, getGroup, updateGroup } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import {
  makeBot,
  openShop,
  type Stage,
  setStage,
  textsOf,
} from '../../channels/testing/channel-stage.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

/** A channel that a group of two answers; which one did is told by its instructions. */
async function openGroup() {
  const shop = await openShop(stage, { bot: { name: 'Rooms', instructions: 'ROOMS' } });
  const other = await makeBot(stage, { name: 'Returns', instructions: 'RETURNS', greeting: 'Welcome!' });
  const group = await stage.owner.call(createGroup, {
    body: {
      name: 'Entrance',
      members: [
        { botUuid: other.uuid, whenToUse: 'refunds and broken goods', rules: [] },
        { botUuid: shop.bot.uuid, whenToUse: 'rooms and breakfast', rules: [] },
      ],
    },
  });
  const channel = await stage.owner.call(updateChannel, {
    params: { uuid: shop.channel.uuid },
    body: { groupUuid: group.uuid },
  });
  return { shop, other, group, channel };
}

const answered = (shop: Awaited<ReturnType<typeof openShop>>, count: number) =>
  eventually('it is answered', async () => shop.received().length === count);
const lastPrompt = (): string => JSON.stringify(stage.models.requests.at(-1)?.body);
const lastBot = async (channelUuid: string): Promise<BotId | null | undefined> => {
  const rows = await stage.server.sql<{ bot: BotId | null }>(
    'select bot_id as bot from conversations where channel_id = $1',
    [channelUuid],
  );
  return rows[0]?.bot;
};

test('each question is answered by the bot that fits, and a follow-up by the same', async () => {
  const { shop, other, group, channel } = await openGroup();
  expect(channel).toMatchObject({ botUuid: null, groupUuid: group.uuid });
  const { channels } = await stage.owner.call(getGroup, { params: { uuid: group.uuid } });
  expect(channels.map(({ uuid }) => uuid)).toEqual([channel.uuid]);
  for (const [index, [text, prompt, bot]] of [
    ['Is breakfast in the room?', 'ROOMS', shop.bot.uuid],
    ['And tomorrow?', 'ROOMS', shop.bot.uuid],
    ['I want a refund, the cup is broken', 'RETURNS', other.uuid],
    ['And tomorrow?', 'RETURNS', other.uuid],
  ].entries()) {
    await shop.says(text ?? '');
    await answered(shop, index + 1);
    expect(lastPrompt()).toContain(prompt);
    expect(await lastBot(channel.uuid)).toBe(bot);
  }
  expect(stage.models.requests).toHaveLength(4);
});

test('many friends at once each have one answer, of the bot that fits', async () => {
  const { shop } = await openGroup();
  const friends = Array.from({ length: 8 }, (_, index) =>
    stage.fake.addFriend(shop.credentials.channelId, { displayName: `F${index}` }),
  );
  await Promise.all(
    friends.map((friend, index) => shop.says(index % 2 ? 'a refund?' : 'a room with breakfast?', friend)),
  );
  for (const friend of friends)
    await eventually('each is answered', async () => shop.received(friend).length === 1);
  const prompts = stage.models.requests.map(({ body }) => JSON.stringify(body));
  expect(prompts.filter((prompt) => prompt.includes('RETURNS'))).toHaveLength(4);
  expect(prompts.filter((prompt) => prompt.includes('ROOMS'))).toHaveLength(4);
});

test('a group without members leaves the conversation to a person', async () => {
  const { shop, group } = await openGroup();
  await stage.owner.call(updateGroup, { params: { uuid: group.uuid }, body: { members: [] } });
  await shop.says('anybody?');
  await eventually('it waits', async () => (await shop.conversation()).handling === 'waiting');
  expect(shop.received()).toEqual([]);
});

test('the bot that answered is deleted: another of the group goes on', async () => {
  const { shop, other } = await openGroup();
  await shop.says('a refund?');
  await answered(shop, 1);
  await stage.owner.call(deleteBot, { params: { uuid: other.uuid } });
  await shop.says('a refund?');
  await answered(shop, 2);
  expect(lastPrompt()).toContain('ROOMS');
});

test('a deleted group leaves its channel connected, and a bot can take its place', async () => {
  const { shop, group, channel, other } = await openGroup();
  await stage.owner.call(deleteGroup, { params: { uuid: group.uuid } });
  const params = { uuid: channel.uuid };
  expect(await stage.owner.call(getChannel, { params })).toMatchObject({ botUuid: null, groupUuid: null });
  await shop.says('hello?');
  await eventually('it waits', async () => (await shop.conversation()).handling === 'waiting');
  expect(textsOf(await shop.messages(), 'bot')).toEqual([]);
  const changed = await stage.owner.call(updateChannel, { params, body: { botUuid: other.uuid } });
  expect(changed).toMatchObject({ botUuid: other.uuid, groupUuid: null });
});

test('a new friend is greeted with the words of the first bot', async () => {
  const { shop } = await openGroup();
  const friend = stage.fake.addFriend(shop.credentials.channelId, { displayName: 'New' });
  await stage.fake.friendSays(shop.credentials.channelId, friend, { type: 'follow' });
  await eventually('the greeting', async () => shop.received(friend).includes('Welcome!'));
});

test('another account’s group, or a bot and a group at once, are refused', async () => {
  const { shop, other } = await openGroup();
  const stranger = await stage.server.register();
  const theirs = await stranger.call(createGroup, { body: { name: 'Theirs' } });
  const params = { uuid: shop.channel.uuid };
  const stolen = await stage.owner.refused(updateChannel, { params, body: { groupUuid: theirs.uuid } });
  expect(stolen.errors?.[0]?.path).toBe('body.groupUuid');
  const both = await stage.owner.refused(updateChannel, {
    params,
    body: { groupUuid: theirs.uuid, botUuid: other.uuid },
  });
  expect(both.code).toBe('validation_failed');
});
