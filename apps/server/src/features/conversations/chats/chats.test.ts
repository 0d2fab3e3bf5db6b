import { chat } from '@hanasu/contract/chat';
import * as contract from '@hanasu/contract/chats';
import { createGroup } from '@hanasu/contract/groups';
import type { BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

const OPENAI = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
let botUuid: BotId;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  });
  person = await server.register();
  botUuid = (await addBot(person, OPENAI)).uuid;
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

type Body = Partial<z.input<typeof chat.body>>;
const send = (body: Body) => person.call(chat, { body: { botUuid, ...body } });
const refused = async (body: Body) => (await person.refused(chat, { body: { botUuid, ...body } })).code;
const shown = async (uuid: ConversationId, query = {}) =>
  person.call(contract.listChatMessages, { params: { uuid }, query: { pageSize: 100, ...query } });
const texts = async (uuid: ConversationId) => (await shown(uuid)).items.map(({ text }) => text);
const goTo = (uuid: ConversationId, messageUuid: MessageId) =>
  person.call(contract.switchBranch, { params: { uuid }, body: { messageUuid } });

const RequestBody = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const asked = () =>
  RequestBody.parse(providers.requests.at(-1)?.body).messages.flatMap(({ role, content }) =>
    role === 'user' ? [content] : [],
  );

describe('branches', () => {
  test('an edited question goes another way; the model hears that way only, and one can go back', async () => {
    const first = await send({ message: 'Red?' });
    const { conversationUuid } = first;
    await send({ message: 'Green?', conversationUuid });
    const { items } = await shown(conversationUuid);
    const green = items.find(({ text }) => text === 'Green?');
    const blue = await send({ message: 'Blue?', conversationUuid, replaces: green?.uuid });
    expect(asked()).toEqual(['Red?', 'Blue?']);
    const after = await send({ message: 'And then?', conversationUuid });
    expect(asked()).toEqual(['Red?', 'Blue?', 'And then?']);
    const now = (await shown(conversationUuid)).items;
    expect(now.filter(({ sender }) => sender === 'customer').map(({ text }) => text)).toEqual([
      'Red?',
      'Blue?',
      'And then?',
    ]);
    expect(now.map(({ siblings }) => siblings.length)).toEqual([1, 1, 2, 1, 1, 1]);
    expect(now[2]?.siblings).toEqual([green?.uuid, blue.questionUuid]);

    await goTo(conversationUuid, green?.uuid as MessageId);
    expect(await texts(conversationUuid)).toEqual(items.map(({ text }) => text));
    await goTo(conversationUuid, blue.questionUuid as MessageId);
    expect((await shown(conversationUuid)).items.at(-1)?.uuid).toBe(after.message.uuid);
  });

  test('the first question can be edited, too', async () => {
    const { conversationUuid, questionUuid } = await send({ message: 'One' });
    await send({ message: 'Uno', conversationUuid, replaces: questionUuid as MessageId });
    expect(asked()).toEqual(['Uno']);
    expect((await shown(conversationUuid)).items.map(({ siblings }) => siblings.length)).toEqual([2, 1]);
  });

  test('an answer is made once more, of its own question', async () => {
    const { conversationUuid, message } = await send({ message: 'One' });
    const last = await send({ message: 'Two', conversationUuid });
    const again = await send({ conversationUuid, regenerate: message.uuid });
    expect(asked()).toEqual(['One']);
    expect(again.questionUuid).toBeNull();
    const { items } = await shown(conversationUuid);
    expect(items.map(({ siblings }) => siblings.length)).toEqual([1, 2]);
    await goTo(conversationUuid, message.uuid);
    expect((await shown(conversationUuid)).items.at(-1)?.uuid).toBe(last.message.uuid);
  });

  test('a page of a branch goes on upwards', async () => {
    const { conversationUuid, questionUuid } = await send({ message: 'One' });
    await send({ message: 'Uno', conversationUuid, replaces: questionUuid as MessageId });
    await send({ message: 'Due', conversationUuid });
    const newest = await shown(conversationUuid, { pageSize: 2 });
    expect(newest.items[0]?.text).toBe('Due');
    const before = newest.items[0]?.uuid;
    expect((await shown(conversationUuid, { pageSize: 2, before })).items[0]?.text).toBe('Uno');
  });

  test('messages of another conversation, of the other side, or of nobody are not found', async () => {
    const one = await send({ message: 'One' });
    const { conversationUuid } = await send({ message: 'Two' });
    const question = one.questionUuid as MessageId;
    expect(await refused({ conversationUuid, regenerate: one.message.uuid })).toBe('message_not_found');
    expect(await refused({ conversationUuid, message: 'x', replaces: question })).toBe('message_not_found');
    const own = { conversationUuid: one.conversationUuid };
    expect(await refused({ ...own, message: 'x', replaces: one.message.uuid })).toBe('message_not_found');
    expect(await refused({ ...own, regenerate: question })).toBe('message_not_found');
    expect(await refused({ ...own, regenerate: crypto.randomUUID() as MessageId })).toBe('message_not_found');
    expect((await shown(conversationUuid)).items).toHaveLength(2);
    const body = { messageUuid: one.message.uuid };
    const problem = await person.refused(contract.switchBranch, { params: { uuid: conversationUuid }, body });
    expect(problem.code).toBe('message_not_found');
  });

  test('a conversation of 10,000 messages is read, asked and branched as any other', async () => {
    const { conversationUuid } = await send({ message: 'One' });
    await server.sql(
      `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state)
       select account_id, ('01932f00-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, id,
         case n % 2 when 0 then 'customer' else 'bot' end, 'text', 'Message ' || n, '{}', '[]', 'none'
       from conversations, generate_series(1, 10000) n where id = $1`,
      [conversationUuid],
    );
    const page = await shown(conversationUuid);
    expect(page.total).toBe(10_002);
    expect(page.items).toHaveLength(100);
    const question = page.items.findLast(({ sender }) => sender === 'customer');
    await send({ message: 'Uno', conversationUuid, replaces: question?.uuid });
    const branch = await shown(conversationUuid);
    expect(branch.items).toHaveLength(100);
    expect(branch.items.at(-2)?.siblings).toHaveLength(2);
    const oldest = '01932f00-0000-7000-8000-000000000002' as MessageId;
    await goTo(conversationUuid, oldest);
    expect((await shown(conversationUuid)).items.at(-2)?.text).toBe('Uno');
  });
});

test.each([
  ['8,001 characters', { message: 'x'.repeat(8_001) }, 'body.message'],
  ['a bot and a group', { groupUuid: crypto.randomUUID(), message: 'Hello' }, 'body.groupUuid'],
  ['nobody to ask', { botUuid: undefined, message: 'Hello' }, 'body.botUuid'],
  ['nothing to ask', {}, 'body.message'],
  [
    'a message and an answer to make again',
    { message: 'Hello', regenerate: crypto.randomUUID(), conversationUuid: crypto.randomUUID() },
    'body.message',
  ],
  [
    'a message to replace of no conversation',
    { message: 'Hello', replaces: crypto.randomUUID() },
    'body.conversationUuid',
  ],
  [
    'five files',
    { message: 'Hello', attachmentUuids: Array(5).fill(crypto.randomUUID()) },
    'body.attachmentUuids',
  ],
])('%s is refused', async (_what, body, path) => {
  const answer = await person.raw('POST', chat.path, { body: { botUuid, ...body } });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(path);
});

test('a group is asked; its conversation goes on with the group and with nobody else', async () => {
  const members = [{ botUuid, whenToUse: 'Everything' }];
  const group = await person.call(createGroup, { body: { name: 'Entrance', members } });
  const ask = (body: Body) => person.call(chat, { body: { groupUuid: group.uuid, ...body } });
  const first = await ask({ message: 'Red?' });
  expect(first).toMatchObject({ botUuid, outcome: 'answered' });
  const { conversationUuid } = first;
  await ask({ message: 'Green?', conversationUuid });
  expect(asked()).toEqual(['Red?', 'Green?']);
  expect(await refused({ message: 'Blue?', conversationUuid })).toBe('conversation_not_found');
  const list = await person.call(contract.listChats, { query: { groupUuid: group.uuid } });
  expect(list.items.map(({ uuid }) => uuid)).toEqual([conversationUuid]);
  const body = { groupUuid: crypto.randomUUID() as typeof group.uuid, message: 'Hello' };
  expect((await person.refused(chat, { body })).code).toBe('not_found');
});

describe('own chats', () => {
  test('are found by their titles and texts, renamed and deleted', async () => {
    const bot = await addBot(person, OPENAI);
    const { conversationUuid } = await send({ botUuid: bot.uuid, message: 'Where is the 100% cotton?' });
    await send({ botUuid: bot.uuid, message: 'Something else' });
    const find = async (q: string) =>
      (await person.call(contract.listChats, { query: { botUuid: bot.uuid, q } })).items.map(
        ({ uuid }) => uuid,
      );
    expect(await find('100% COTTON')).toEqual([conversationUuid]);
    expect(await find('0%c')).toEqual([]);
    const params = { uuid: conversationUuid };
    await person.call(contract.renameChat, { params, body: { title: 'Fabrics' } });
    expect(await find('fabric')).toEqual([conversationUuid]);
    await person.call(contract.deleteChat, { params });
    expect(await find('cotton')).toEqual([]);
    expect((await person.refused(contract.listChatMessages, { params })).code).toBe('not_found');
  });

  test('are nobody else’s in the same account', async () => {
    const colleague = await addMember(server, person, 'admin');
    const { conversationUuid } = await send({ message: 'A secret?' });
    const params = { uuid: conversationUuid };
    const list = await colleague.call(contract.listChats, { query: { pageSize: 100 } });
    expect(list.items.map(({ uuid }) => uuid)).not.toContain(conversationUuid);
    for (const endpoint of [contract.listChatMessages, contract.deleteChat, contract.shareChat])
      expect((await colleague.refused(endpoint, { params })).code).toBe('not_found');
  });

  test('with a draft are in no list, count for nothing, and wait for nobody', async () => {
    providers.behave('*', 'err400');
    const { conversationUuid, outcome } = await send({ message: 'A trial', draft: true });
    expect(outcome).toBe('model_failed');
    const inbox = await person.call(listConversations, { query: { q: 'A trial' } });
    expect(inbox.items).toEqual([]);
    const [row] = await server.sql('select handling from conversations where id = $1', [conversationUuid]);
    expect(row).toEqual({ handling: 'bot' });
    expect(await refused({ conversationUuid, message: 'Hello' })).toBe('conversation_not_found');
    expect((await send({ conversationUuid, message: 'Hello', draft: true })).conversationUuid).toBe(
      conversationUuid,
    );
  });
});

describe('a share link', () => {
  test('shows everybody the chat up to its moment, without costs and passages, until it is ended', async () => {
    const { conversationUuid } = await send({ message: 'Red?' });
    const params = { uuid: conversationUuid };
    const share = await person.call(contract.shareChat, { params });
    expect((await person.call(contract.shareChat, { params })).code).toBe(share.code);
    await send({ message: 'Green?', conversationUuid });
    const read = await server.anonymous.call(contract.readShare, { params: { code: share.code } });
    expect(read.messages.map(({ sender }) => sender)).toEqual(['customer', 'bot']);
    expect(JSON.stringify(read)).not.toMatch(/tokens|timing|quote|score|toolCalls/);
    const newer = await person.call(contract.shareChat, { params });
    const list = await person.call(contract.listShares, { params });
    expect(list.items.map(({ code, isComplete }) => [code, isComplete])).toEqual([
      [newer.code, true],
      [share.code, false],
    ]);
    await person.call(contract.revokeShare, { params: { ...params, code: share.code } });
    const code = async (shared: string) =>
      (await server.anonymous.raw('GET', `/api/public/share/${shared}`)).status;
    expect(await code(share.code)).toBe(404);
    expect(await code(newer.code)).toBe(200);
    expect(await code('A'.repeat(32))).toBe(404);
    await person.call(contract.deleteChat, { params });
    expect(await code(newer.code)).toBe(404);
  });

  test('keeps to its branch when the chat goes another way', async () => {
    const { conversationUuid, questionUuid } = await send({ message: 'Red?' });
    const { code } = await person.call(contract.shareChat, { params: { uuid: conversationUuid } });
    await send({ message: 'Blue?', conversationUuid, replaces: questionUuid as MessageId });
    const read = await server.anonymous.call(contract.readShare, { params: { code } });
    expect(read.messages[0]?.text).toBe('Red?');
  });
});

test('an answer is rated with a reason, seen in the inbox, and the rating taken back', async () => {
  const { conversationUuid, message, questionUuid } = await send({ message: 'Red?' });
  const rate = (uuid: MessageId, body: object) =>
    person.raw('POST', `/api/user/message/${uuid}/feedback`, { body });
  expect((await rate(message.uuid, { rating: 'down', reason: 'Wrong colour' })).status).toBe(204);
  expect((await shown(conversationUuid)).items[1]?.feedback).toMatchObject({
    rating: 'down',
    reason: 'Wrong colour',
  });
  expect((await rate(message.uuid, { rating: null })).status).toBe(204);
  expect((await shown(conversationUuid)).items[1]?.feedback).toBeNull();
  expect((await rate(questionUuid as MessageId, { rating: 'up' })).status).toBe(404);
});
