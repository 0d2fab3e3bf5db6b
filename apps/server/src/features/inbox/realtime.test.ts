import { logout } from '@hanasu/contract/accounts';
import { chat } from '@hanasu/contract/chat';
import { markRead, markUnread, sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { bulkConversations, snoozeConversation } from '@hanasu/contract/inbox-work';
import {
  JOIN_EVENT,
  type UPDATE_ACTIONS,
  UPDATE_CONVERSATION,
  UPDATE_READ_MARKS,
  UpdateConversation,
  UpdateReadMarks,
} from '@hanasu/contract/realtime';
import { revokeSession } from '@hanasu/contract/sessions';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, sessionOf, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await shareTestServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => server.stop());

type Action = (typeof UPDATE_ACTIONS)[number];

/** A browser that listens; `join` says whether it was let in. */
function connect() {
  const socket = io(server.address, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const updates: UpdateConversation[] = [];
  socket.on(UPDATE_CONVERSATION, (update: unknown) => updates.push(UpdateConversation.parse(update)));
  const readMarks: UpdateReadMarks[] = [];
  socket.on(UPDATE_READ_MARKS, (marks: unknown) => readMarks.push(UpdateReadMarks.parse(marks)));
  return {
    updates,
    readMarks,
    join: async (token: unknown): Promise<unknown> => socket.timeout(5_000).emitWithAck(JOIN_EVENT, token),
    heard: (action: Action) =>
      eventually(`an update of ${action}`, async () => updates.find((update) => update.action === action)),
  };
}

async function openShop() {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  return { person, bot, channel: await addSandbox(person, bot.uuid) };
}

describe('who has joined hears', () => {
  test('what a customer writes and what the bot answers', async () => {
    const { person, channel } = await openShop();
    const browser = connect();
    expect(await browser.join(person.jwt)).toEqual({ ok: true });
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const written = await browser.heard('user_chat');
    expect(written.data[0]?.message).toMatchObject({ sender: 'customer', text: 'Is parking free?' });
    expect(written.data[0]?.conversation.channel?.uuid).toBe(channel.uuid);
    const answered = await browser.heard('bot_chat');
    expect(answered.data[0]?.message).toMatchObject({ sender: 'bot', outcome: 'answered' });
    const delivered = await browser.heard('delivery');
    expect(delivered.data[0]?.message?.delivery.state).toBe('sent');
  });

  test('what a colleague does', async () => {
    const { person, channel } = await openShop();
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
    const browser = connect();
    await browser.join(person.jwt);
    await person.call(setHandling, { params: { uuid }, body: { handling: 'operator' } });
    const taken = await browser.heard('handling');
    expect(taken.data[0]?.conversation).toMatchObject({ uuid, handling: 'operator' });
    await person.call(sendOperatorMessage, { params: { uuid }, body: { text: 'Here I am.' } });
    const said = await browser.heard('operator_chat');
    expect(said.data[0]?.message).toMatchObject({ sender: 'operator', text: 'Here I am.' });
  });

  test('that a snooze has ended because the customer wrote', async () => {
    const { person, channel } = await openShop();
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await person.call(snoozeConversation, { params: { uuid }, body: { until } });
    const browser = connect();
    await browser.join(person.jwt);
    await say(person, channel.uuid, 'alex', 'How many parking spaces?');
    const line = (await browser.heard('system')).data[0];
    expect(line?.message).toMatchObject({ kind: 'event', data: { event: 'woken', by: null } });
    expect(line?.conversation.snoozedUntil).toBeNull();
  });

  test('what is read on another page of the same member, which others have not read', async () => {
    const { person, channel } = await openShop();
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
    const colleague = await addMember(server, person, 'operator');
    const [phone, theirs] = [connect(), connect()];
    await phone.join((await server.signIn(person)).jwt);
    await theirs.join(colleague.jwt);
    await person.call(markRead, { params: { uuid } });
    await person.call(markUnread, { params: { uuid } });
    const missing = crypto.randomUUID() as typeof uuid;
    await person.call(bulkConversations, { body: { uuids: [uuid, missing], action: { kind: 'read' } } });
    await colleague.call(markRead, { params: { uuid } });
    await eventually('the colleague has read it', async () => theirs.readMarks.length > 0);
    const marksOf = (...unread: (0 | 1)[]) =>
      unread.map((each) => ({ conversationUuids: [uuid], unread: each }));
    expect(theirs.readMarks).toEqual(marksOf(0));
    await eventually('the phone has all marks', async () => phone.readMarks.length === 3);
    expect(phone.readMarks).toEqual(marksOf(0, 1, 0));
    // Nothing of the conversation itself has changed, so no page asks for its list.
    const changes = [...phone.updates, ...theirs.updates].filter(({ action }) => action === 'handling');
    expect(changes).toEqual([]);
  });

  test('chats of the chat page', async () => {
    const { person, bot } = await openShop();
    const browser = connect();
    await browser.join(person.jwt);
    const { message } = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
    expect((await browser.heard('bot_chat')).data[0]?.message?.uuid).toBe(message.uuid);
  });
});

describe('nothing is heard', () => {
  test('of another account, without joining, or with a token that is not good', async () => {
    const { person, bot } = await openShop();
    const stranger = await server.register();
    const left = await server.signIn(person);
    await left.call(logout);
    const [ours, theirs, silent, ...refused] = [
      connect(),
      connect(),
      connect(),
      connect(),
      connect(),
      connect(),
    ];
    expect(await ours.join(person.jwt)).toEqual({ ok: true });
    expect(await theirs.join(stranger.jwt)).toEqual({ ok: true });
    for (const [index, token] of ['not.a.token', left.jwt, { token: person.jwt }].entries()) {
      expect(await refused[index]?.join(token)).toEqual({ ok: false });
    }
    await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
    await ours.heard('bot_chat');
    for (const browser of [theirs, silent, ...refused]) expect(browser.updates).toEqual([]);
  });

  test('once a session was revoked or signed out', async () => {
    const { person, bot } = await openShop();
    const [revoked, left] = [await server.signIn(person), await server.signIn(person)];
    const ours = connect();
    await ours.join(person.jwt);
    const ended = [revoked, left].map(({ jwt }) => ({ ...connect(), jwt }));
    for (const { join, jwt } of ended) expect(await join(jwt)).toEqual({ ok: true });
    await person.call(revokeSession, { params: { uuid: sessionOf(revoked) } });
    await left.call(logout);
    await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
    await ours.heard('bot_chat');
    for (const browser of ended) expect(browser.updates).toEqual([]);
  });

  test('of the account that a page has left for another', async () => {
    const [first, second] = [await openShop(), await openShop()];
    const browser = connect();
    await browser.join(first.person.jwt);
    await browser.join(second.person.jwt);
    const ask = ({ person, bot }: typeof first) =>
      person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
    const unheard = await ask(first);
    const heard = await ask(second);
    await browser.heard('bot_chat');
    const conversations = browser.updates.flatMap(({ data }) => data.map((one) => one.conversation.uuid));
    expect(conversations).toContain(heard.conversationUuid);
    expect(conversations).not.toContain(unheard.conversationUuid);
  });
});
