import { getSimulator, updateChannel } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { ConversationId } from '@hanasu/contract/ids';
import {
  getConversation,
  listConversations,
  listMessages,
  markRead,
  resendMessage,
  sendOperatorMessage,
  setHandling,
} from '@hanasu/contract/inbox';
import { listOtherConversations } from '@hanasu/contract/inbox-work';
import { firstSteps, home } from '@hanasu/contract/insights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  type Friend,
  messagesOf,
  say,
} from '../../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** An account with a channel whose bot answers from the shop's handbook. */
async function openShop() {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  return { person, bot, channel };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** A friend writes and has been answered. */
async function talk({ person, channel }: Shop, friend: Friend, text: string) {
  await say(person, channel.uuid, friend, text);
  const conversation = await conversationOf(
    person,
    channel.uuid,
    (one) => one.lastMessage?.sender === 'bot' && one.friend?.name === NAMES[friend],
  );
  return conversation.uuid;
}
const NAMES = { hanako: '花子', minh: 'Minh', alex: 'Alex' } as const satisfies Record<Friend, string>;

/** The same account seen by a colleague. */
async function addColleague({ user }: SignedIn): Promise<SignedIn> {
  const colleague = await server.register();
  await server.sql("update memberships set tenant_id = $1, role = 'admin' where user_id = $2", [
    user.account.uuid,
    colleague.user.uuid,
  ]);
  return server.signIn(colleague);
}

const namesIn = async (
  person: SignedIn,
  query: Parameters<typeof person.call<typeof listConversations>>[1],
) => {
  const { items } = await person.call(listConversations, query);
  return items.map(({ friend, title }) => friend?.name ?? title).toSorted();
};

describe('the list', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await talk(shop, 'hanako', '東京タワーの近くの100%果汁はありますか');
    await talk(shop, 'minh', 'Tôi muốn đổi trả hàng');
    await talk(shop, 'alex', 'Is parking free for snake_case drivers?');
    await shop.person.call(chat, {
      body: { botUuid: shop.bot.uuid, message: 'A question from the chat page' },
    });
  });

  test('last activity first, in pages, with all counted', async () => {
    const first = await shop.person.call(listConversations, { query: { pageSize: 3 } });
    const second = await shop.person.call(listConversations, { query: { pageSize: 3, page: 2 } });
    expect([first.items.length, second.items.length, first.total, second.total]).toEqual([3, 1, 4, 4]);
    expect(first.items[0]?.title).toBe('A question from the chat page');
    const times = [...first.items, ...second.items].map(({ lastMessage }) => lastMessage?.createdAt ?? '');
    expect(times).toEqual(times.toSorted().reverse());
    expect(first.counts).toMatchObject({ mine: 0, waiting: 1, bot: 3, operator: 0, closed: 0 });
    const past = await shop.person.call(listConversations, { query: { page: 9 } });
    expect(past).toMatchObject({ items: [], total: 4 });
  });

  test.each([
    ['花子', ['花子']],
    ['果汁', ['花子']],
    ['đổi trả', ['Minh', 'Alex', '花子']],
    ['ALEX', ['Alex']],
    ['100%', ['花子']],
    ['snake_case', ['Alex']],
    ['chat page', ['A question from the chat page']],
    ['0%0', []],
    ['snake-case', []],
    ['\\', []],
  ])('finds %s in names, titles and messages', async (q, expected) => {
    const found = await namesIn(shop.person, { query: { q } });
    // Answers of the bot are searched, too; who wrote the words must be among them.
    if (expected.length > 0) expect(found).toEqual(expect.arrayContaining([expected[0]]));
    else expect(found).toEqual([]);
    expect(found.length).toBeLessThan(4);
  });

  test('by origin, channel, bot and handling', async () => {
    const { person, bot, channel } = shop;
    const other = await addBot(person);
    expect(await namesIn(person, { query: { origin: 'chat' } })).toEqual(['A question from the chat page']);
    expect(await namesIn(person, { query: { origin: 'channel' } })).toHaveLength(3);
    expect(await namesIn(person, { query: { channelUuid: channel.uuid } })).toHaveLength(3);
    expect(await namesIn(person, { query: { botUuid: bot.uuid } })).toHaveLength(4);
    expect(await namesIn(person, { query: { botUuid: other.uuid } })).toEqual([]);
    // Hanako's question was in no document, so a person is wanted.
    expect(await namesIn(person, { query: { handling: 'waiting' } })).toEqual(['花子']);
  });

  test('another account sees nothing of it', async () => {
    const stranger = await server.register();
    const list = await stranger.call(listConversations, { query: { q: 'parking' } });
    expect(list).toMatchObject({ items: [], total: 0, counts: { bot: 0 } });
  });
});

describe('other conversations of a customer', () => {
  const othersOf = async (person: SignedIn, uuid: ConversationId) => {
    const { items, total } = await person.call(listOtherConversations, { params: { uuid } });
    expect(total).toBe(items.length);
    return items.map((one) => one.uuid);
  };

  test('are those on other channels, where it is the same customer', async () => {
    const shop = await openShop();
    const here = await talk(shop, 'hanako', 'Is parking free?');
    await talk(shop, 'minh', 'Is parking free?');
    const second = { ...shop, channel: await addSandbox(shop.person, shop.bot.uuid) };
    const there = await talk(second, 'hanako', 'Is parking free?');
    expect(await othersOf(shop.person, here)).toEqual([]);
    await server.sql(
      `update friends set customer_id = (select f.customer_id from friends f join conversations c
         on c.account_id = f.account_id and c.friend_id = f.id where c.id = $1)
       where id = (select friend_id from conversations where id = $2)`,
      [here, there],
    );
    expect(await othersOf(shop.person, here)).toEqual([there]);
    expect(await othersOf(shop.person, there)).toEqual([here]);
    await server.sql('update conversations set is_group = true where id = $1', [there]);
    expect(await othersOf(shop.person, here)).toEqual([]);
    expect(await othersOf(shop.person, there)).toEqual([]);
  });

  test('nobody asks for those of another account', async () => {
    const shop = await openShop();
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    const stranger = await server.register();
    expect((await stranger.refused(listOtherConversations, { params: { uuid } })).code).toBe('not_found');
  });
});

describe('unread', () => {
  test('is counted for each person, and reading is one’s own', async () => {
    const shop = await openShop();
    const colleague = await addColleague(shop.person);
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    await talk(shop, 'minh', 'Tôi muốn đổi trả hàng');
    const unreadOf = async (person: SignedIn) =>
      (await person.call(getConversation, { params: { uuid } })).unread;
    expect([await unreadOf(shop.person), await unreadOf(colleague)]).toEqual([1, 1]);
    await shop.person.call(markRead, { params: { uuid } });
    expect([await unreadOf(shop.person), await unreadOf(colleague)]).toEqual([0, 1]);
    expect(await namesIn(shop.person, { query: { unread: 'true' } })).toEqual(['Minh']);
    expect(await namesIn(colleague, { query: { unread: 'true' } })).toEqual(['Alex', 'Minh']);
    await talk(shop, 'alex', 'And on Sunday?');
    await eventually('it is unread again', async () => (await unreadOf(shop.person)) === 1);
  });

  test('what a customer wrote while the bot was answering is read, too', async () => {
    const shop = await openShop();
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    await talk(shop, 'alex', 'How many parking spaces are there?');
    await eventually('all is said', async () => (await messagesOf(shop.person, uuid)).length === 4);
    // As after a turn during which more was said: its answer is the last message but has an older id.
    await server.sql(
      `update conversations c set last_message_id = (select id from messages m
         where m.conversation_id = c.id and m.sender = 'bot' order by id limit 1) where id = $1`,
      [uuid],
    );
    await shop.person.call(markRead, { params: { uuid } });
    expect((await shop.person.call(getConversation, { params: { uuid } })).unread).toBe(0);
  });
});

test('messages come in pages from the newest, and `before` goes on upwards without a gap', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const first = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Number 1' } });
  const { conversationUuid } = first;
  for (const n of [2, 3, 4]) {
    await person.call(chat, { body: { botUuid: bot.uuid, message: `Number ${n}`, conversationUuid } });
  }
  const params = { uuid: conversationUuid };
  const all = (await messagesOf(person, conversationUuid)).map(({ uuid }) => uuid);
  expect(all).toHaveLength(8);
  const walked: string[] = [];
  for (let before: (typeof all)[number] | undefined; walked.length < 8; before = walked[0] as typeof before) {
    const { items, total } = await person.call(listMessages, { params, query: { pageSize: 3, before } });
    expect(total).toBe(8);
    expect(items.length).toBeGreaterThan(0);
    walked.unshift(...items.map(({ uuid }) => uuid));
  }
  expect(walked).toEqual(all);
  const secondPage = await person.call(listMessages, { params, query: { pageSize: 3, page: 2 } });
  expect(secondPage.items.map(({ uuid }) => uuid)).toEqual(all.slice(2, 5));
});

describe('handling', () => {
  test('taking over names the operator, silences the bot and counts as mine', async () => {
    const shop = await openShop();
    const { person, channel } = shop;
    const colleague = await addColleague(person);
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    const params = { uuid };
    const taken = await person.call(setHandling, { params, body: { handling: 'operator' } });
    expect(taken).toMatchObject({
      handling: 'operator',
      operator: { uuid: person.user.uuid, name: person.user.username },
    });
    await say(person, channel.uuid, 'alex', 'Is anybody there?');
    await conversationOf(person, channel.uuid, (one) => one.lastMessage?.text === 'Is anybody there?');
    const mine = async (who: SignedIn) =>
      (await who.call(listConversations, { query: { mine: 'true' } })).total;
    expect([await mine(person), await mine(colleague)]).toEqual([1, 0]);
    const counts = (await colleague.call(listConversations)).counts;
    expect(counts).toMatchObject({ mine: 0, waiting: 0, bot: 0, operator: 1, closed: 0 });
    const refused = await colleague.refused(setHandling, { params, body: { handling: 'closed' } });
    expect(refused).toMatchObject({
      code: 'conversation_taken',
      detail: expect.stringContaining(person.user.username),
    });
    const body = { handling: 'closed', takeOver: true } as const;
    const closed = await colleague.call(setHandling, { params, body });
    expect(closed).toMatchObject({ handling: 'closed', operator: null });
  });

  test('given back, the bot answers what was left unanswered, once', async () => {
    const shop = await openShop();
    const { person, channel } = shop;
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    await person.call(setHandling, { params: { uuid }, body: { handling: 'operator' } });
    await say(person, channel.uuid, 'alex', 'How many parking spaces are there?');
    await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'customer');
    await person.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    const answered = await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
    expect(answered).toMatchObject({ handling: 'bot', operator: null });
    const senders = (await messagesOf(person, uuid))
      .filter(({ kind }) => kind === 'text')
      .map((m) => m.sender);
    expect(senders).toEqual(['customer', 'bot', 'customer', 'bot']);
  });

  test('given back before the bot has ever spoken, it answers the first message', async () => {
    const shop = await openShop();
    const { person, channel } = shop;
    await person.call(updateChannel, { params: { uuid: channel.uuid }, body: { batchingDelay: 30_000 } });
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel.uuid);
    await person.call(setHandling, { params: { uuid }, body: { handling: 'operator' } });
    await person.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
  });

  test('given back after the operator has answered, the bot stays silent', async () => {
    const shop = await openShop();
    const { person, channel } = shop;
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    const sent = await person.call(sendOperatorMessage, {
      params: { uuid },
      body: { text: 'Yes, it *is*.' },
    });
    expect(sent).toMatchObject({
      sender: 'operator',
      operator: { uuid: person.user.uuid },
      text: 'Yes, it *is*.',
    });
    await person.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    await say(person, channel.uuid, 'alex', 'How many parking spaces are there?');
    await conversationOf(person, channel.uuid, (one) => one.lastMessage?.sender === 'bot');
    const senders = (await messagesOf(person, uuid))
      .filter(({ kind }) => kind === 'text')
      .map((m) => m.sender);
    expect(senders).toEqual(['customer', 'bot', 'operator', 'customer', 'bot']);
    const { messages } = await person.call(getSimulator, { params: { uuid: channel.uuid, friend: 'alex' } });
    // What a person writes arrives letter by letter.
    expect(messages.map(({ text }) => text)).toContain('Yes, it *is*.');
  });

  test('the thread says where it passes to staff, and why', async () => {
    const shop = await openShop();
    const uuid = await talk(shop, 'minh', 'Quantum chromodynamics of neutron stars');
    const thread = async () =>
      (await messagesOf(shop.person, uuid)).map(({ kind, sender, data }) =>
        kind === 'event' ? data : sender,
      );
    const passed = ['customer', 'bot', { event: 'handed_over', reason: 'not_found' }];
    expect(await thread()).toEqual(passed);
    await say(shop.person, shop.channel.uuid, 'minh', 'Is parking free?');
    // It waits already.
    await eventually('it is answered', async () => (await thread()).length > 4);
    expect(await thread()).toEqual([...passed, 'customer', 'bot']);
  });

  test('a closed conversation opens again when its customer writes', async () => {
    const shop = await openShop();
    const uuid = await talk(shop, 'alex', 'Is parking free?');
    await shop.person.call(setHandling, { params: { uuid }, body: { handling: 'closed' } });
    await say(shop.person, shop.channel.uuid, 'alex', 'How many parking spaces?');
    const open = await conversationOf(shop.person, shop.channel.uuid, (one) => one.handling === 'bot');
    expect(open.uuid).toBe(uuid);
  });
});

test('only a failed message can be sent again, and only within its conversation', async () => {
  const shop = await openShop();
  const { person } = shop;
  const [uuid, other] = [
    await talk(shop, 'alex', 'Is parking free?'),
    await talk(shop, 'minh', 'Đổi trả thế nào?'),
  ];
  const message = await eventually('the answer is out', async () =>
    (await messagesOf(person, uuid)).find(
      ({ sender, delivery }) => sender === 'bot' && delivery.state === 'sent',
    ),
  );
  const again = (conversation: typeof uuid) =>
    person.refused(resendMessage, { params: { uuid: conversation, message: message.uuid } });
  expect((await again(uuid)).code).toBe('message_not_failed');
  expect((await again(other)).code).toBe('not_found');
});

test('the home page counts what happened and what needs somebody', async () => {
  const shop = await openShop();
  const { person } = shop;
  const before = await person.call(firstSteps);
  expect(before.steps).toEqual({ knowledge: true, bot: true, tested: false, channel: true, answered: false });
  const ask = (message: string) => person.call(chat, { body: { botUuid: shop.bot.uuid, message } });
  const conversationUuid = await talk(shop, 'minh', 'Quantum chromodynamics of neutron stars');
  expect(await person.call(firstSteps)).toMatchObject({
    steps: { answered: false },
    unanswered: { conversationUuid, question: 'Quantum chromodynamics of neutron stars' },
  });
  await talk(shop, 'alex', 'Is parking free?');
  expect((await person.call(firstSteps)).unanswered).toBeNull();
  await ask('Quantum chromodynamics of neutron stars');
  expect((await person.call(firstSteps)).steps).toMatchObject({ tested: false, answered: true });
  await ask('Is parking free?');
  const after = await person.call(firstSteps);
  expect(after.steps).toEqual({ knowledge: true, bot: true, tested: true, channel: true, answered: true });
  expect((await person.call(home)).attention).toEqual({
    waiting: 1,
    longestWaiting: {
      conversationUuid: expect.any(String),
      name: 'Minh',
      channel: shop.channel.name,
      text: 'Quantum chromodynamics of neutron stars',
      more: 0,
      since: expect.any(String),
    },
    failedDocuments: 0,
    failedDocument: null,
    brokenChannels: 0,
    brokenChannel: null,
    silentBots: 0,
    silentBot: null,
    failingTools: 0,
    failingTool: null,
    failedDeliveries: 0,
    unconfirmedDeliveries: 0,
    budgets: [],
    lowBalance: false,
    lowStorage: false,
    disk: 'ok',
  });
});
