import { deleteBot } from '@hanasu/contract/bots';
import { getChannelSettings, updateChannelSettings } from '@hanasu/contract/channel-settings';
import {
  type ChannelView,
  connectChannel,
  deleteChannel,
  getChannel,
  listChannels,
  reconnectChannel,
  testChannel,
  updateChannel,
} from '@hanasu/contract/channels';
import { getEmbedSetting, listEmbedMessages, updateEmbedSetting } from '@hanasu/contract/embed';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { sendForm } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { listConversations, listMessages, sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { listOtherConversations, snoozeConversation } from '@hanasu/contract/inbox-work';
import { MediaView, uploadMedia } from '@hanasu/contract/media';
import type { MessageContent } from '@hanasu/contract/message-content';
import { JOIN_EVENT, UPDATE_CONVERSATION, UpdateConversation } from '@hanasu/contract/realtime';
import { VisitorAnswer } from '@hanasu/contract/visitors';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { formOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';
import { addForm, definitionOf, text } from '../../forms/testing/forms.fixture.ts';
import { adoptEmbeds } from '../settings/embed-settings.ts';

const SECRET_KEY = 'a secret key that is only used by this test';
let databaseUrl: string;
let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', SECRET_KEY }, (url) => {
    databaseUrl = url;
    return url;
  });
  owner = await server.register();
});
afterAll(() => server.stop());

async function newShop(who = owner, suggestedQuestions: string[] = []) {
  const { bot } = await addBotWithKnowledge(who, { settings: { suggestedQuestions } });
  await who.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  return { bot, channel: await channelOf(bot.uuid, who) };
}

async function channelOf(bot: BotId, who = owner): Promise<ChannelView> {
  const { items } = await who.call(listChannels, { query: { pageSize: 100 } });
  const channel = items.find(({ kind, botUuid }) => kind === 'web' && botUuid === bot);
  if (!channel) throw new Error('the bot has no channel');
  return channel;
}

let addresses = 0;
/** The browser of one visitor, from the first question on. */
function newVisitor(bot: BotId) {
  addresses += 1;
  const from = { 'x-forwarded-for': `203.0.113.${addresses}`, accept: 'application/json' };
  let visitor: string | undefined;
  let conversationUuid: ConversationId | undefined;
  return {
    async enter() {
      const { body } = await server.anonymous.raw('POST', `/api/embed/${bot}/session`, {
        body: {},
        headers: from,
      });
      visitor = (body as { visitor: string }).visitor;
    },
    raw: (message: string, action?: string | null) =>
      server.anonymous.raw('POST', `/api/embed/${bot}/chat`, {
        body: { message, visitor, conversationUuid, ...(action ? { action } : {}) },
        headers: from,
      }),
    async ask(message: string, action?: string | null): Promise<VisitorAnswer> {
      if (!visitor) await this.enter();
      const answer = VisitorAnswer.parse((await this.raw(message, action)).body);
      conversationUuid = answer.conversationUuid;
      return answer;
    },
    /** Taps a button that is shown under the last message. */
    async tap(label: string): Promise<VisitorAnswer> {
      const { quickReplies } = await this.poll();
      const reply = quickReplies.find((one) => one.label === label);
      if (!reply) throw new Error(`there is no ${label} among ${quickReplies.map((one) => one.label)}`);
      return this.ask(reply.text, reply.action);
    },
    fresh() {
      conversationUuid = undefined;
    },
    async poll(): Promise<EndpointOutput<typeof listEmbedMessages>> {
      const headers = { ...from, 'x-visitor': visitor ?? '' };
      return listEmbedMessages.output.parse(
        (await server.anonymous.raw('GET', `/api/embed/${bot}/messages`, { headers })).body,
      );
    },
  };
}

const conversationsOn = async ({ uuid: channelUuid }: ChannelView) =>
  (await owner.call(listConversations, { query: { channelUuid, pageSize: 50 } })).items;

test('a bot on web sites is a channel like the others, which is paused and disconnected like them', async () => {
  const { bot, channel } = await newShop();
  expect(channel).toMatchObject({
    kind: 'web',
    name: bot.name,
    displayName: bot.name,
    sandbox: false,
    status: 'connected',
    attention: null,
    failedDeliveries: 0,
    unconfirmedDeliveries: 0,
    health: { webhook: 'ok', access: 'ok', accessLapsesAt: null },
    quota: null,
  });
  const params = { uuid: channel.uuid };
  expect(await owner.call(testChannel, { params })).toMatchObject({ status: 'connected' });
  const visitor = newVisitor(bot.uuid);
  await visitor.ask('Is parking free?');
  expect((await owner.call(getChannel, { params })).lastInboundAt).not.toBeNull();

  await owner.call(updateChannel, { params, body: { paused: true } });
  expect((await owner.call(getEmbedSetting, { query: { botUuid: bot.uuid } })).enabled).toBe(false);
  expect(await visitor.raw('Are you there?')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  await owner.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  expect((await channelOf(bot.uuid)).uuid).toBe(channel.uuid);
  expect((await owner.call(getChannel, { params })).status).toBe('connected');

  await owner.call(deleteChannel, { params });
  expect((await owner.call(getEmbedSetting, { query: { botUuid: bot.uuid } })).enabled).toBe(false);
  expect((await visitor.raw('And now?')).status).toBe(404);
  await owner.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  expect((await channelOf(bot.uuid)).uuid).not.toBe(channel.uuid);
});

test('what comes with a bot is not connected, given to another bot or kept without it', async () => {
  const { bot, channel } = await newShop();
  const { uuid: other } = await addBot(owner);
  const params = { uuid: channel.uuid };
  const built = { code: 'channel_built_in' };
  const body = { kind: 'web', name: 'Mine', botUuid: bot.uuid, input: {} };
  expect(await owner.refused(connectChannel, { body })).toMatchObject(built);
  expect(await owner.refused(reconnectChannel, { params })).toMatchObject(built);
  expect(await owner.refused(updateChannel, { params, body: { botUuid: other } })).toMatchObject(built);
  const renamed = { name: 'Shop window', botUuid: bot.uuid, batchingDelay: channel.batchingDelay };
  expect(await owner.call(updateChannel, { params, body: renamed })).toMatchObject({ name: 'Shop window' });
  const stranger = await server.register();
  expect((await stranger.refused(getChannel, { params })).code).toBe('not_found');
  await owner.call(deleteBot, { params: { uuid: bot.uuid } });
  expect((await owner.refused(getChannel, { params })).code).toBe('not_found');
  expect(await server.sql('select 1 from channel_routes where external_id = $1', [bot.uuid])).toEqual([]);
});

test('a visitor is a friend with a customer, and each chat a conversation of the channel', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const first = await visitor.ask('Is parking free?');
  visitor.fresh();
  const second = await visitor.ask('Is parking free for guests?');
  const [newer, older] = await conversationsOn(channel);
  expect(newer).toMatchObject({
    uuid: second.conversationUuid,
    channel: { uuid: channel.uuid, kind: 'web' },
    bot: { uuid: bot.uuid },
    friend: { name: expect.stringMatching(/^Visitor \d{4}$/), state: 'following' },
    handling: 'bot',
  });
  expect(newer?.customerUuid).not.toBeNull();
  expect(older).toMatchObject({ uuid: first.conversationUuid, friend: newer?.friend ?? {} });
  const others = await owner.call(listOtherConversations, { params: { uuid: second.conversationUuid } });
  expect(others.items.map(({ uuid }) => uuid)).toEqual([first.conversationUuid]);
  const { items } = await owner.call(listFriends, { query: { channelUuid: channel.uuid } });
  expect(items).toMatchObject([{ uuid: newer?.friend?.uuid, conversationUuid: second.conversationUuid }]);
  expect(items[0]?.lastWroteAt).not.toBeNull();
});

test('a person takes over: the bot is silent, the page shows their words, and the bot goes on when it may', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  const params = { uuid: conversationUuid };
  expect(await visitor.poll()).toMatchObject({ handling: 'bot' });
  await owner.call(setHandling, { params, body: { handling: 'operator' } });
  const silent = await visitor.ask('Is breakfast included?');
  expect(silent).toMatchObject({ outcome: 'handed_over', message: { text: '' } });
  const [taken] = await conversationsOn(channel);
  expect(taken).toMatchObject({ handling: 'operator', lastMessage: { text: 'Is breakfast included?' } });
  expect(taken?.waitingSince).not.toBeNull();

  await owner.call(sendOperatorMessage, { params, body: { text: 'It is, *every* day.' } });
  expect(await visitor.poll()).toMatchObject({
    handling: 'person',
    messages: [
      { from: 'visitor', by: null },
      { from: 'bot', by: null },
      { from: 'visitor' },
      { from: 'person', by: expect.stringMatching(/./), text: 'It is, *every* day.', file: null },
    ],
  });
  await expect
    .poll(async () => (await owner.call(listMessages, { params, query: {} })).items.at(-1)?.delivery.state)
    .toBe('sent');
  expect((await conversationsOn(channel))[0]?.waitingSince).toBeNull();

  // What nobody has answered is the bot's when it gets the conversation back.
  await visitor.ask('Is parking free?');
  await owner.call(setHandling, { params, body: { handling: 'bot' } });
  await expect.poll(async () => (await visitor.poll()).messages.at(-1)?.from).toBe('bot');
  expect(await visitor.poll()).toMatchObject({ handling: 'bot', busy: false });
  expect(await visitor.ask('Is parking free?')).toMatchObject({ outcome: 'answered' });
});

test('pages show that a visitor has ended a snooze, be it with the bot or with a person', async () => {
  const { bot } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  const params = { uuid: conversationUuid };
  const socket = io(server.address, { transports: ['websocket'], forceNew: true });
  const lines: unknown[] = [];
  socket.on(UPDATE_CONVERSATION, (update: unknown) => {
    const { action, data } = UpdateConversation.parse(update);
    if (action === 'system') lines.push(...data.map(({ message }) => message?.data.event));
  });
  await socket.timeout(5_000).emitWithAck(JOIN_EVENT, owner.jwt);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await owner.call(snoozeConversation, { params, body: { until } });
  await visitor.ask('How many parking spaces?');
  await expect.poll(() => lines).toEqual(['snoozed', 'woken']);
  await owner.call(setHandling, { params, body: { handling: 'operator' } });
  await owner.call(snoozeConversation, { params, body: { until } });
  await visitor.ask('And on Sunday?');
  await expect.poll(() => lines.slice(2)).toEqual(['taken_over', 'snoozed', 'woken']);
  socket.disconnect();
});

test('names of staff are shown unless the channel says no', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  await owner.call(sendOperatorMessage, { params: { uuid: conversationUuid }, body: { text: 'Yes.' } });
  expect((await visitor.poll()).messages.at(-1)?.by).not.toBeNull();
  const params = { uuid: channel.uuid };
  const settings = await owner.call(getChannelSettings, { params });
  const look = { ...settings.look, showSender: false };
  await owner.call(updateChannelSettings, { params, body: { ...settings, look } });
  expect((await visitor.poll()).messages.at(-1)).toMatchObject({ from: 'person', by: null });
});

test('rules of the channel: words for a person, nobody there, a keyword, stars after closing', async () => {
  const { bot, channel } = await newShop();
  const params = { uuid: channel.uuid };
  const settings = await owner.call(getChannelSettings, { params });
  const keyword = {
    id: '01900000-0000-7000-8000-0000000000aa',
    enabled: true,
    match: 'contains' as const,
    words: ['coupon'],
    reply: 'Show **SPRING** at the desk.',
    wantsPerson: false,
  };
  await owner.call(updateChannelSettings, {
    params,
    body: {
      ...settings,
      language: 'en',
      hours: [],
      keywords: [keyword],
      handover: { ...settings.handover, words: ['manager please'] },
      nobodyThere: 'We are asleep.',
      satisfaction: { ask: true, question: 'How were we, 1 to 5?' },
    },
  });
  const visitor = newVisitor(bot.uuid);
  expect(await visitor.ask('Is there a coupon?')).toMatchObject({
    outcome: 'answered',
    message: { text: keyword.reply },
  });
  const called = await visitor.ask('The manager please');
  expect(called).toMatchObject({ outcome: 'handed_over', message: { text: 'We are asleep.' } });
  expect(await visitor.poll()).toMatchObject({ handling: 'waiting' });
  expect((await conversationsOn(channel))[0]).toMatchObject({
    handling: 'waiting',
    waitingReason: 'handed_over',
  });
  const thread = await owner.call(listMessages, { params: { uuid: called.conversationUuid }, query: {} });
  expect(thread.items.at(-1)?.data).toEqual({ event: 'handed_over', reason: 'handed_over' });
  // While they wait, the bot goes on, as on any channel.
  expect((await visitor.ask('Is parking free?')).message.text).toBe('Parking is free for two hours.');

  const chat = { uuid: called.conversationUuid };
  await owner.call(sendOperatorMessage, { params: chat, body: { text: 'Good morning!' } });
  await owner.call(setHandling, { params: chat, body: { handling: 'closed' } });
  expect((await visitor.poll()).messages.at(-1)?.text).toBe('How were we, 1 to 5?');
  await visitor.ask('5');
  expect((await conversationsOn(channel))[0]).toMatchObject({
    handling: 'closed',
    satisfaction: { score: 5 },
  });
});

test('that staff will reply is said once while a visitor waits, and once more after hours', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const first = await visitor.ask('Who painted the ceiling of the Sistine Chapel?');
  expect(first).toMatchObject({
    outcome: 'not_found',
    message: { text: "I'd like to check that for you. Our staff will reply here." },
  });
  expect(await visitor.poll()).toMatchObject({ handling: 'waiting' });
  const second = await visitor.ask('Do you sell dinosaur eggs?');
  expect(second).toMatchObject({ outcome: 'not_found', message: { text: '', citations: [] } });
  const [waiting] = await conversationsOn(channel);
  expect(waiting).toMatchObject({ handling: 'waiting', waitingReason: 'not_found' });
  expect((await visitor.poll()).messages.map(({ from }) => from)).toEqual(['visitor', 'bot', 'visitor']);
  // What the bot can answer is answered all the same.
  expect((await visitor.ask('Is parking free?')).message.text).toContain('Parking is free for two hours.');
  const [{ uuid }] = [first.message];
  await server.sql(`update messages set created_at = created_at - interval '3 hours' where id = $1`, [uuid]);
  const later = await visitor.ask('Do you sell dinosaur eggs?');
  expect(later.message.text).toBe('Thank you for your message. Our staff will reply here.');
  expect((await visitor.ask('Who painted the Mona Lisa?')).message.text).toBe('');
  expect((await visitor.poll()).messages.at(-1)).toMatchObject({ from: 'visitor' });

  // Somebody has looked and left it again: the next time it is a new promise.
  const chat = { uuid: first.conversationUuid };
  await owner.call(sendOperatorMessage, { params: chat, body: { text: 'Good morning!' } });
  await owner.call(setHandling, { params: chat, body: { handling: 'bot' } });
  expect((await visitor.ask('Who painted the Mona Lisa?')).message.text).toBe(first.message.text);
});

test('words of the product are in the language of the channel', async () => {
  const { bot, channel } = await newShop();
  const params = { uuid: channel.uuid };
  const settings = await owner.call(getChannelSettings, { params });
  await owner.call(updateChannelSettings, { params, body: { ...settings, language: 'ja' } });
  const { message } = await newVisitor(bot.uuid).ask('Who painted the ceiling of the Sistine Chapel?');
  expect(message.text).toBe('確認が必要なため、担当者よりこちらにご返信いたします。');
});

test('a closed conversation opens again when its visitor writes', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  await owner.call(setHandling, { params: { uuid: conversationUuid }, body: { handling: 'closed' } });
  expect(await visitor.ask('Is parking free?')).toMatchObject({ conversationUuid, outcome: 'answered' });
  expect((await conversationsOn(channel))[0]).toMatchObject({ handling: 'bot' });
});

test('visitors write in their own conversations only, of this bot and this account', async () => {
  const { bot } = await newShop();
  const stranger = await server.register();
  const other = await newShop(stranger);
  const [mine, theirs] = [newVisitor(bot.uuid), newVisitor(other.bot.uuid)];
  const { conversationUuid } = await mine.ask('Is parking free?');
  await theirs.ask('Is parking free?');
  for (const botUuid of [bot.uuid, other.bot.uuid]) {
    const answer = await server.anonymous.raw('POST', `/api/embed/${botUuid}/chat`, {
      body: { message: 'Let me in', conversationUuid },
      headers: { accept: 'application/json', 'x-forwarded-for': '203.0.113.250' },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'conversation_not_found' } });
  }
  const { items } = await stranger.call(listFriends, { query: {} });
  expect(items).toHaveLength(1);
  const rows = await server.sql<{ said: string }>('select text as said from messages where text = $1', [
    'Let me in',
  ]);
  expect(rows).toEqual([]);
});

test('chats from before are taken along when the server starts, once', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const first = await visitor.ask('Is parking free?');
  visitor.fresh();
  const second = await visitor.ask('Is breakfast included?');
  // As an older version left it.
  await server.sql(
    `update conversations set channel_id = null, friend_id = null, thread_external_id = null where bot_id = $1`,
    [bot.uuid],
  );
  await server.sql('delete from channel_routes where external_id = $1', [bot.uuid]);
  await server.sql('delete from channels where external_id = $1', [bot.uuid]);
  await server.sql(`update embed_settings set config = config || '{"enabled": true}' where bot_id = $1`, [
    bot.uuid,
  ]);
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
  const started = { database, box: createSecretBox(SECRET_KEY) };
  for (const _ of [1, 2]) await adoptEmbeds(started);
  const adopted = await channelOf(bot.uuid);
  expect(adopted.uuid).not.toBe(channel.uuid);
  const chats = await conversationsOn(adopted);
  expect(chats.map(({ uuid }) => uuid)).toEqual([second.conversationUuid, first.conversationUuid]);
  expect(chats[0]?.friend?.uuid).toBe(chats[1]?.friend?.uuid);
  const again = await visitor.ask('Is parking free?');
  expect(again.conversationUuid).not.toBe(first.conversationUuid);
  // It delivers like any other: its sealed (empty) access opens.
  const params = { uuid: again.conversationUuid };
  await owner.call(sendOperatorMessage, { params, body: { text: 'Hello.' } });
  await expect
    .poll(async () => (await owner.call(listMessages, { params, query: {} })).items.at(-1)?.delivery.state)
    .toBe('sent');
  // Disconnected, it is not brought back by the next start.
  await owner.call(deleteChannel, { params: { uuid: adopted.uuid } });
  await adoptEmbeds(started);
  await database.close();
  expect((await owner.call(getEmbedSetting, { query: { botUuid: bot.uuid } })).enabled).toBe(false);
});

async function changeRules(
  { uuid }: ChannelView,
  change: (settings: EndpointOutput<typeof getChannelSettings>) => object,
): Promise<void> {
  const params = { uuid };
  const settings = await owner.call(getChannelSettings, { params });
  await owner.call(updateChannelSettings, { params, body: { ...settings, ...change(settings) } });
}

const labels = async (visitor: ReturnType<typeof newVisitor>) =>
  (await visitor.poll()).quickReplies.map(({ label }) => label);

test('quick replies under an answer: suggestions are asked, and a person is called', async () => {
  const { bot, channel } = await newShop(owner, ['Is parking free?', 'Is parking free for guests?']);
  await changeRules(channel, ({ handover }) => ({ handover: { ...handover, offer: true } }));
  const visitor = newVisitor(bot.uuid);
  await visitor.ask('Is parking free?');
  expect((await visitor.poll()).quickReplies).toEqual([
    {
      label: expect.stringMatching(/^Is parking free.*…$/),
      text: 'Is parking free for guests?',
      action: null,
    },
    { label: 'Talk to our staff', text: 'Talk to our staff', action: 'handover' },
  ]);
  const [suggestion] = await labels(visitor);
  expect(await visitor.tap(suggestion ?? '')).toMatchObject({ outcome: 'answered' });
  expect((await visitor.poll()).messages.at(-2)).toMatchObject({
    from: 'visitor',
    text: 'Is parking free for guests?',
  });
  expect(await labels(visitor)).toEqual(['Talk to our staff']);

  expect(await visitor.tap('Talk to our staff')).toMatchObject({ outcome: 'handed_over' });
  const after = await visitor.poll();
  expect(after).toMatchObject({ handling: 'waiting', quickReplies: [] });
  expect(after.messages.at(-2)).toMatchObject({ from: 'visitor', text: 'Talk to our staff' });
  const [waiting] = await conversationsOn(channel);
  expect(waiting).toMatchObject({ handling: 'waiting', waitingReason: 'handed_over' });
});

test('quick replies are in the language of the visitor', async () => {
  const { bot, channel } = await newShop();
  await changeRules(channel, ({ handover }) => ({ handover: { ...handover, offer: true } }));
  const visitor = newVisitor(bot.uuid);
  expect(await visitor.ask('parking は free ですか?')).toMatchObject({ outcome: 'answered' });
  expect(await labels(visitor)).toEqual(['担当者と話す']);
  expect(await visitor.tap('担当者と話す')).toMatchObject({ outcome: 'handed_over' });
});

test('stars under the question for a score: a tap is stored, thanked for and reported, once', async () => {
  const { bot, channel } = await newShop();
  await changeRules(channel, () => ({ satisfaction: { ask: true, question: 'How were we?' } }));
  const visitor = newVisitor(bot.uuid);
  const params = { uuid: (await visitor.ask('Is parking free?')).conversationUuid };
  await owner.call(sendOperatorMessage, { params, body: { text: 'Good morning!' } });
  await owner.call(setHandling, { params, body: { handling: 'closed' } });
  const stars = ['★1', '★2', '★3', '★4', '★5'];
  expect(await labels(visitor)).toEqual(stars);
  expect(await labels(visitor)).toEqual(stars);
  expect((await visitor.tap('★4')).message.text).not.toBe('');
  expect(await labels(visitor)).toEqual([]);
  const rated = { handling: 'closed', satisfaction: { score: 4 } };
  expect((await conversationsOn(channel))[0]).toMatchObject(rated);
  expect((await visitor.poll()).messages.at(-2)).toMatchObject({ from: 'visitor', text: '★4' });
  // An old page may still show them.
  expect((await visitor.ask('★1', 'satisfaction:1')).message.text).toBe('');
  expect((await conversationsOn(channel))[0]).toMatchObject(rated);
});

test('back to the bot: offered under words of a person, and nothing a browser can take by itself', async () => {
  const { bot, channel } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const params = { uuid: (await visitor.ask('Is parking free?')).conversationUuid };
  await owner.call(setHandling, { params, body: { handling: 'operator' } });
  await owner.call(sendOperatorMessage, { params, body: { text: 'One moment.' } });
  expect(await labels(visitor)).toEqual([]);
  await visitor.ask('Ask the assistant', 'give-back');
  expect((await conversationsOn(channel))[0]).toMatchObject({ handling: 'operator' });
  expect((await visitor.raw('Anything', 'erase')).status).toBe(400);

  await changeRules(channel, ({ giveBack }) => ({ giveBack: { ...giveBack, offer: true } }));
  // What the visitor wrote is newer than the message that it was under.
  expect(await labels(visitor)).toEqual([]);
  await owner.call(sendOperatorMessage, { params, body: { text: 'Anything else?' } });
  await visitor.tap('Ask the assistant');
  expect((await conversationsOn(channel))[0]).toMatchObject({ handling: 'bot' });
  expect(await labels(visitor)).toEqual([]);
});

test.each([
  { asks: ['Do you sell whales?'], rules: {}, reason: 'not_found' },
  { asks: ['Do you sell whales?', 'And submarines?'], rules: { afterFailures: 2 }, reason: 'failures' },
  { asks: ['Is parking free?'], rules: { confidenceBelow: 1 }, reason: 'low_confidence' },
  { asks: ['Is parking free?'], rules: { confidenceBelow: null }, reason: null },
])('a person is wanted for an answer as on any channel: $reason', async ({ asks, rules, reason }) => {
  const { bot, channel } = await newShop();
  await changeRules(channel, ({ handover }) => ({
    hours: [],
    nobodyThere: 'We are asleep.',
    handover: { ...handover, offer: true, ...rules },
  }));
  const visitor = newVisitor(bot.uuid);
  for (const question of asks) await visitor.ask(question);
  expect((await conversationsOn(channel))[0]).toMatchObject({
    handling: reason === null ? 'bot' : 'waiting',
    waitingReason: reason,
  });
  // Nobody is there, which the visitor hears once; a person who is wanted is not offered.
  const told = async () =>
    (await visitor.poll()).messages.filter(({ text }) => text === 'We are asleep.').length;
  await expect.poll(told).toBe(reason === null ? 0 : 1);
  expect(await labels(visitor)).toEqual(reason === null ? ['Talk to our staff'] : []);
});

test('a form is asked in the chat of a web site with its quick replies, and sent for its visitor', async () => {
  const { bot } = await newShop();
  const form = await addForm(
    owner,
    definitionOf(text('name', { required: true, mapTo: { fact: 'displayName' } }), {
      kind: 'choice',
      key: 'pet',
      label: { en: 'Which pet?' },
      options: [
        { id: 'cat', label: { en: 'Cat' } },
        { id: 'dog', label: { en: 'Dog' } },
      ],
    }),
  );
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  await owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid, as: 'chat' } });
  const begun = await visitor.poll();
  expect(begun.messages.at(-1)).toMatchObject({ from: 'bot' });
  expect(begun.messages.at(-1)?.text).toContain('1/2: name');
  expect(begun.quickReplies.map(({ label }) => label)).toEqual(['Later', 'Cancel']);
  expect((await visitor.ask('Hana')).message.text).toContain('2/2: Which pet?');
  // In another tab, which still shows the question, with the button of its own.
  const dog = (await visitor.poll()).quickReplies.find(({ label }) => label === 'Dog')?.action ?? undefined;
  expect(dog).toMatch(/^f:/);
  expect((await visitor.tap('Cat')).message.text).toContain('2. Which pet?: Cat');
  expect((await visitor.ask('Dog', dog)).message.text).toContain('Changed: Which pet? → Dog');
  await visitor.tap('Send');
  expect((await visitor.ask('Dog', dog)).message.text).toBe('That question is no longer open.');
  const { items } = await owner.call(listSubmissions, { query: { formUuid: form.uuid } });
  expect(items).toMatchObject([
    { source: 'chat', identity: 'signed', answers: { name: 'Hana', pet: 'dog' } },
  ]);
  expect(items[0]?.customer?.name).toBe('Hana');
  expect((await visitor.ask('Is parking free?')).message.text).toContain('Parking is free');
});

test('a composed message is shown bubble by bubble, with pictures that anybody who has their address can load', async () => {
  const { bot } = await newShop();
  const visitor = newVisitor(bot.uuid);
  const { conversationUuid } = await visitor.ask('Is parking free?');
  const bytes = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const uploaded = await owner.raw('POST', uploadMedia.path, { body: formOf('file', bytes, 'tea.png') });
  const { uuid: mediaUuid } = MediaView.parse(uploaded.body);
  const card = { id: 'c1', layout: 'product', mediaUuid, title: 'Sencha', lead: '¥800', text: '' } as const;
  const buy = { label: 'Buy', action: { kind: 'link', url: 'https://shop.example/' } } as const;
  const content = {
    bubbles: [
      { kind: 'text', id: 'a', text: 'Our tea' },
      { kind: 'image', id: 'b', mediaUuid },
      { kind: 'cards', id: 'c', altText: '', cards: [{ ...card, details: [], buttons: [buy] }], more: null },
    ],
    quickReplies: [{ label: 'Thanks', text: '' }],
    sender: null,
    variants: {},
  } satisfies MessageContent;
  await owner.call(sendOperatorMessage, { params: { uuid: conversationUuid }, body: { content } });
  const { messages, quickReplies } = await visitor.poll();
  const { bubbles = [], text: said } = messages.at(-1) ?? {};
  expect(said).toContain('Sencha');
  expect(quickReplies).toEqual([{ label: 'Thanks', text: 'Thanks', action: null }]);
  const path = expect.stringMatching(/^\/media\//);
  expect(bubbles).toMatchObject([
    { kind: 'text', text: 'Our tea' },
    { kind: 'image', path, previewPath: path },
    {
      kind: 'cards',
      cards: [{ imagePath: path, title: 'Sencha', buttons: [{ label: 'Buy', url: buy.action.url }] }],
    },
  ]);
  const paths = JSON.stringify(bubbles).match(/\/media\/[^"]+/g) ?? [];
  expect(paths).toHaveLength(3);
  for (const each of paths) {
    const response = await fetch(server.address + each);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\//);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
});
