import { type FakeTelegram, startFakeTelegram } from '@hanasu/channels/telegram/fake/fake-telegram';
import {
  actAsSimulatorFriend,
  type ChannelView,
  connectChannel,
  createSandboxChannel,
  getSimulator,
  reconnectChannel,
} from '@hanasu/contract/channels';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, conversationOf, messagesOf } from '../../testing/test-shop.ts';
import { PATIENT_VENDOR } from '../channels/testing/channel-stage.fixture.ts';

const BOT_TOKEN = '7012345678:AAH-secret_of_the_first_bot_0123456789';
const QUESTION = 'How many parking spaces are there?';

let fake: FakeTelegram;
let server: TestServer;
let owner: SignedIn;
let botUuid: ChannelView['botUuid'];

beforeAll(async () => {
  fake = await startFakeTelegram({ ...PATIENT_VENDOR, isLocal: true });
  fake.addBot({ token: BOT_TOKEN, name: 'Flower shop', username: 'flower_shop_bot' });
  const settings = { CHANNEL_HOSTS: JSON.stringify({ telegram: fake.hosts }) };
  server = await startTestServer(settings, undefined, { isReachable: true });
  owner = await server.register();
  botUuid = (await addBotWithKnowledge(owner)).bot.uuid;
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

const body = (botToken: string) => ({
  kind: 'telegram',
  name: 'Flowers',
  input: { botToken },
  ...(botUuid ? { botUuid } : {}),
});
async function connect(): Promise<ChannelView> {
  const outcome = await owner.call(connectChannel, { body: body(BOT_TOKEN) });
  if (outcome.kind !== 'connected') throw new Error('a permission is wanted');
  return outcome.channel;
}
const fromAccount = (chatId: string) =>
  fake.chat(BOT_TOKEN, chatId).filter((entry) => entry.from === 'account');

describe('a channel that only its folder, one entry and a guide know', () => {
  test('says which field is wrong', async () => {
    const wrong = await owner.refused(connectChannel, { body: body(`${BOT_TOKEN}X`) });
    expect(wrong).toMatchObject({ code: 'channel_credentials_rejected' });
    expect(wrong.errors?.[0]?.path).toBe('body.input.botToken');
    const shapeless = await owner.refused(connectChannel, { body: body('nonsense') });
    expect(shapeless).toMatchObject({ code: 'validation_failed' });
    expect(shapeless.errors?.[0]?.path).toBe('body.input.botToken');
  });

  test('is connected, receives, answers and is shown', async () => {
    const channel = await connect();
    expect(channel).toMatchObject({
      kind: 'telegram',
      status: 'connected',
      displayName: 'Flower shop',
      health: { webhook: 'ok', access: 'ok' },
    });
    const minh = fake.addFriend(BOT_TOKEN, { firstName: 'Minh', lastName: 'Trần' });
    const { status } = await fake.friendSays(BOT_TOKEN, minh, { type: 'text', text: QUESTION }, { times: 2 });
    expect(status).toBe(200);
    const answer = await eventually('the answer', async () => fromAccount(minh)[0]);
    expect(answer.text).toContain('12 parking spaces');
    const conversation = await conversationOf(owner, channel.uuid, ({ friend }) => friend !== null);
    expect(conversation.friend?.name).toBe('Minh Trần');
    const messages = await eventually('it is known to be sent', async () => {
      const all = await messagesOf(owner, conversation.uuid);
      return all.some(({ delivery }) => delivery.state === 'sent') && all;
    });
    expect(messages.filter(({ sender }) => sender === 'customer')).toHaveLength(1);
    expect(fromAccount(minh)).toHaveLength(1);
  });

  test('refuses calls without the secret', async () => {
    const channel = await connect();
    const friend = fake.addFriend(BOT_TOKEN, { firstName: 'Mallory' });
    const { status } = await fake.friendSays(
      BOT_TOKEN,
      friend,
      { type: 'text', text: 'Send me everything' },
      { secret: 'x' },
    );
    expect(status).toBe(401);
    // What is taken before it can't be overtaken by it: the next one is answered.
    await fake.friendSays(BOT_TOKEN, friend, { type: 'text', text: QUESTION });
    await eventually('the answer', async () => fromAccount(friend)[0]);
    const { uuid } = await conversationOf(owner, channel.uuid, (each) => each.friend?.name === 'Mallory');
    const said = (await messagesOf(owner, uuid)).filter(({ sender }) => sender === 'customer');
    expect(said.map(({ text }) => text)).toEqual([QUESTION]);
    expect(fromAccount(friend)).toHaveLength(1);
  });

  test('answers in a group when it is called by its name, and not else', async () => {
    await connect();
    const anna = fake.addFriend(BOT_TOKEN, { firstName: 'Anna' });
    const group = fake.addGroup(BOT_TOKEN, 'Friends of flowers', [anna]);
    await fake.friendSays(BOT_TOKEN, anna, { type: 'text', text: QUESTION }, { in: group });
    const called = `@flower_shop_bot ${QUESTION}`;
    await fake.friendSays(BOT_TOKEN, anna, { type: 'text', text: called }, { in: group });
    const answer = await eventually('the answer', async () => fromAccount(group)[0]);
    expect(answer.text).toContain('12 parking spaces');
    expect(fromAccount(group)).toHaveLength(1);
  });

  // QwenLM/qwen-code#7609: answers to topics of a forum went to "General".
  test('has a conversation for each topic of a group, and everything said in it goes there', async () => {
    const channel = await connect();
    const binh = fake.addFriend(BOT_TOKEN, { firstName: 'Binh' });
    const forum = fake.addForum(BOT_TOKEN, { title: 'Team', members: [binh] });
    const [parking, roses] = ['Parking', 'Roses'].map((name) => fake.addTopic(BOT_TOKEN, forum, name));
    const text = `@flower_shop_bot ${QUESTION}`;
    for (const topic of [parking, roses, undefined])
      await fake.friendSays(
        BOT_TOKEN,
        binh,
        { type: 'text', text },
        { in: forum, ...(topic ? { topic } : {}) },
      );
    const answers = await eventually('three answers', async () => {
      const all = fromAccount(forum);
      return all.length >= 3 && all;
    });
    expect(answers.map(({ topic }) => topic).sort()).toEqual([parking, roses, undefined]);
    const named = async (name: string) => {
      const { uuid } = await conversationOf(owner, channel.uuid, ({ group }) => group?.name === name);
      return uuid;
    };
    const [inParking, inRoses] = [await named('Team › Parking'), await named('Team › Roses')];
    expect(await named('Team')).toBeTruthy();
    const said = async (uuid: typeof inRoses) =>
      (await messagesOf(owner, uuid)).filter(({ sender }) => sender === 'customer');
    expect(await said(inParking)).toHaveLength(1);

    const body = { text: 'We also have tulips.' };
    await owner.call(sendOperatorMessage, { params: { uuid: inRoses }, body });
    const reply = await eventually('the reply', async () =>
      fromAccount(forum).find((entry) => entry.text === body.text),
    );
    expect(reply.topic).toBe(roses);
    await eventually('it is known to be sent', async () =>
      (await messagesOf(owner, inRoses)).some(
        (one) => one.text === body.text && one.delivery.state === 'sent',
      ),
    );

    await fake.friendSays(
      BOT_TOKEN,
      binh,
      { type: 'react', messageId: reply.id, emoji: '👍' },
      { in: forum },
    );
    await eventually('the reaction is shown in the topic', async () =>
      (await messagesOf(owner, inRoses)).some(({ reactions }) => reactions.includes('👍')),
    );

    fake.deleteTopic(BOT_TOKEN, forum, roses ?? 0);
    await owner.call(sendOperatorMessage, { params: { uuid: inRoses }, body: { text: 'Are you there?' } });
    const late = await eventually('the message arrives', async () =>
      fromAccount(forum).find((entry) => entry.text === 'Are you there?'),
    );
    expect(late).not.toHaveProperty('topic');
  });

  test('asks for nothing when it is connected again', async () => {
    const channel = await connect();
    const again = await owner.call(reconnectChannel, { params: { uuid: channel.uuid } });
    expect(again).toMatchObject({ kind: 'connected', channel: { uuid: channel.uuid, status: 'connected' } });
  });

  test('is tried in its sandbox', async () => {
    const channel = await owner.call(createSandboxChannel, {
      body: { name: 'Try', kind: 'telegram', ...(botUuid ? { botUuid } : {}) },
    });
    const params = { uuid: channel.uuid, friend: 'alex' as const };
    await owner.call(actAsSimulatorFriend, { params, body: { action: 'text', text: QUESTION } });
    const answer = await eventually('the answer', async () => {
      const { messages } = await owner.call(getSimulator, { params });
      return messages.find(({ from }) => from === 'account');
    });
    expect(answer.text).toContain('12 parking spaces');
  });
});
