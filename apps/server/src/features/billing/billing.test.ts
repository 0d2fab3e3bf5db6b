import { tokenHistory } from '@hanasu/contract/billing';
import { chat } from '@hanasu/contract/chat';
import { listConversations } from '@hanasu/contract/inbox';
import { home } from '@hanasu/contract/insights';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../testing/test-shop.ts';

const STARTING_TOKENS = 600;
const QUESTION = 'Is parking free?';

let providers: FakeProviders;
let server: TestServer;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({
    STARTING_TOKENS: String(STARTING_TOKENS),
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
  });
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});

/** The books of an account, which must be in order whatever has happened. */
async function expectBooksInOrder(person: SignedIn): Promise<number> {
  const [books] = await server.sql<{ balance: string; sum: string; reserved: string; lowest: string }>(
    `select (select balance from token_balances where account_id = $1) as balance,
       (select sum(tokens) from ledger_entries where account_id = $1) as sum,
       (select min(balance) from ledger_entries where account_id = $1) as lowest,
       (select count(*) from token_reservations where account_id = $1) as reserved`,
    [person.user.account.uuid],
  );
  const balance = Number(books?.balance);
  expect(Number(books?.sum)).toBe(balance);
  expect(Number(books?.reserved)).toBe(0);
  expect(Number(books?.lowest)).toBeGreaterThanOrEqual(0);
  return balance;
}

async function setBalance(person: SignedIn, tokens: number): Promise<void> {
  const account = person.user.account.uuid;
  await server.sql('update token_balances set balance = $2 where account_id = $1', [account, tokens]);
  await server.sql(
    "update ledger_entries set tokens = $2, balance = $2 where account_id = $1 and kind = 'grant'",
    [account, tokens],
  );
}

test('fifty chats of one account at once: the books are in order and nobody pays more than there is', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  await setBalance(person, 250);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => person.call(chat, { body: { botUuid: bot.uuid, message: QUESTION } })),
  );
  const balance = await expectBooksInOrder(person);
  const paid = answers.reduce((sum, { usage }) => sum + usage.tokens, 0);
  expect(balance).toBe(250 - paid);
  const outcomes = new Set(answers.map(({ outcome }) => outcome));
  // There is enough for a few of them only.
  expect(outcomes).toEqual(new Set(['answered', 'no_tokens']));
  for (const { outcome, usage } of answers) expect(usage.tokens > 0).toBe(outcome === 'answered');
});

test('a history line for each answer, newest first, with the balance after it', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const body = { botUuid: bot.uuid, message: QUESTION };
  const first = await person.call(chat, { body });
  const second = await person.call(chat, { body });
  const history = await person.call(tokenHistory);
  expect(history).toMatchObject({ total: 3, reserved: 0, balance: await expectBooksInOrder(person) });
  expect(history.items.map(({ tokens }) => tokens)).toEqual([
    -second.usage.tokens,
    -first.usage.tokens,
    STARTING_TOKENS,
  ]);
  expect(history.items[0]).toMatchObject({
    kind: 'call',
    bot: { uuid: bot.uuid, name: 'Clerk' },
    service: 'Built-in (quotes documents)',
    channel: 'chat',
    conversationUuid: second.conversationUuid,
    output: second.usage.outputTokens,
    balance: history.balance,
  });
  expect(history.spent).toEqual({
    today: first.usage.tokens + second.usage.tokens,
    month: first.usage.tokens + second.usage.tokens,
    listed: first.usage.tokens + second.usage.tokens,
  });
});

test('the history can be cut by bot and time, and a page past its end still knows the total', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const other = await addBot(person);
  await person.call(chat, { body: { botUuid: bot.uuid, message: QUESTION } });
  const of = async (query: Parameters<typeof person.call<typeof tokenHistory>>[1]) =>
    (await person.call(tokenHistory, query)).total;
  expect(await of({ query: { botUuid: bot.uuid } })).toBe(1);
  expect(await of({ query: { botUuid: other.uuid } })).toBe(0);
  expect(await of({ query: { to: '2020-01-01T00:00:00Z' } })).toBe(0);
  expect(await of({ query: { from: '2020-01-01T00:00:00Z' } })).toBe(2);
  const past = await person.call(tokenHistory, { query: { page: 9 } });
  expect(past).toMatchObject({ items: [], total: 2 });
});

describe('with nothing left', () => {
  test('the customer is answered in their language, nothing is called and nothing charged', async () => {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person, { serviceUuid: 'openai-gpt-4o-mini' });
    await setBalance(person, 0);
    providers.reset();
    const answer = await person.call(chat, { body: { botUuid: bot.uuid, message: '定休日はいつですか' } });
    expect(answer).toMatchObject({ outcome: 'no_tokens', usage: { tokens: 0 } });
    expect(answer.message.text).toBe(
      '申し訳ございません。ただいまお答えできません。時間をおいてもう一度お試しください。',
    );
    expect(providers.requests).toEqual([]);
    expect(await expectBooksInOrder(person)).toBe(0);
    expect(await person.call(home)).toMatchObject({ attention: { lowBalance: true }, balance: 0 });
  });

  test('a customer on a channel gets one message and waits for a person', async () => {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person);
    await setBalance(person, 0);
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'minh', 'Tôi muốn đổi trả hàng thì làm thế nào?');
    const conversation = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    expect(conversation.waitingReason).toBe('no_tokens');
    const said = (await messagesOf(person, conversation.uuid)).filter(({ sender }) => sender === 'bot');
    expect(said.map(({ text }) => text)).toEqual([
      'Dạ hiện trợ lý tự động đang bận ạ. Nhân viên bên em sẽ trả lời anh/chị tại đây ạ.',
    ]);
    const waiting = await person.call(listConversations, { query: { handling: 'waiting' } });
    expect(waiting).toMatchObject({ total: 1, counts: { waiting: 1, bot: 0 } });
  });

  test.each([1, 7, 40, 300])('the last %i tokens are spent to the end and never below', async (tokens) => {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person);
    await setBalance(person, tokens);
    const outcomes: string[] = [];
    while (outcomes.at(-1) !== 'no_tokens' && outcomes.length < 40) {
      outcomes.push((await person.call(chat, { body: { botUuid: bot.uuid, message: QUESTION } })).outcome);
      await expectBooksInOrder(person);
    }
    expect(outcomes.at(-1)).toBe('no_tokens');
    expect(await expectBooksInOrder(person)).toBe(0);
  });

  test('a model that counts more than was expected cannot take more than was set aside', async () => {
    const person = await server.register();
    const bot = await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' });
    // Enough to ask, far from enough for what this provider then counts.
    await setBalance(person, 300);
    providers.reset();
    providers.behave('*', 'bench-400-0');
    const answer = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Hello' } });
    expect(answer).toMatchObject({ outcome: 'answered', usage: { outputTokens: 400, tokens: 300 } });
    expect(await expectBooksInOrder(person)).toBe(0);
  });
});

test('long instructions are paid for, not taken for an empty purse', async () => {
  const person = await server.register();
  const bot = await addBot(person, {
    serviceUuid: 'openai-gpt-4o-mini',
    instructions: '丁寧に。'.repeat(5_000),
  });
  await setBalance(person, 10_000_000);
  providers.reset();
  const answer = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Hello' } });
  expect(answer.outcome).toBe('answered');
  expect(await expectBooksInOrder(person)).toBe(10_000_000 - answer.usage.tokens);
});

test('what is withheld until the address is confirmed stands beside the balance, here and at home', async () => {
  const person = await server.register({ unconfirmed: true });
  const { balance, withheld } = await person.call(tokenHistory);
  expect(balance + withheld).toBe(STARTING_TOKENS);
  expect(withheld).toBeGreaterThan(balance);
  expect(await person.call(home)).toMatchObject({ balance, withheldTokens: withheld });
  expect((await person.call(home)).attention).not.toHaveProperty('withheldTokens');
  const confirmed = await server.register();
  expect((await confirmed.call(tokenHistory)).withheld).toBe(0);
});
