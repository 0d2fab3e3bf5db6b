import { createApiKey } from '@hanasu/contract/api-keys';
import { chat } from '@hanasu/contract/chat';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { listConversations } from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import {
  makeBot,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../../channels/testing/channel-stage.fixture.ts';

/** The dearest of the common ones: one answer may cost a third of a million tokens. */
const DEAR = 'openai-gpt-4o';
const BALANCE = 1_000_000;
/** 200 tokens in two seconds. */
const REPLIES = 'bench-200-10';
/** 7,500 tokens of input and 1,500 of output at its rates. */
const WORST_CASE = 7_500 * 25 + 1_500 * 100;
const UNABLE = "Sorry, we can't answer automatically right now. Our staff will reply here.";

let stage: Stage;
let account: string;

beforeAll(async () => {
  stage = await setStage({ STARTING_TOKENS: String(BALANCE), BATCHING_DELAY_MS: '0' });
  account = stage.owner.user.account.uuid;
});
beforeEach(() => setBalance(BALANCE));
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

async function setBalance(tokens: number): Promise<void> {
  await stage.server.sql('delete from token_reservations');
  await stage.server.sql('delete from token_waits');
  await stage.server.sql('update token_balances set balance = $2 where account_id = $1', [account, tokens]);
}

const balance = async (): Promise<number> => {
  const [row] = await stage.server.sql<{ balance: string }>(
    'select balance from token_balances where account_id = $1',
    [account],
  );
  return Number(row?.balance);
};

/** As if running answers held all that there is. */
const holdAll = () =>
  stage.server.sql(
    `insert into token_reservations (account_id, id, tokens, limit_tokens, expires_at)
     select account_id, gen_random_uuid(), balance, balance, now() + interval '10 minutes' from token_balances
     where account_id = $1`,
    [account],
  );
const letGo = () => stage.server.sql('delete from token_reservations where holder is null');
const waiting = (holders = 1) =>
  eventually('turns wait for room', async () => {
    const rows = await stage.server.sql('select 1 from token_waits');
    return rows.length === holders;
  });
/** Patience is 45 seconds of the database's clock. */
const letTimePass = () => stage.server.sql("update token_waits set since = since - interval '45 seconds'");
const nothingHeld = () =>
  eventually('nothing is held and nobody waits', async () => {
    const rows = await stage.server.sql(
      'select 1 from token_reservations union all select 1 from token_waits',
    );
    return rows.length === 0;
  });

const dearShop = () => openShop(stage, { bot: { serviceUuid: DEAR } });
const ask = (botUuid: Shop['bot']['uuid'], message: string) =>
  stage.owner.call(chat, { body: { botUuid, message } });
const handlingOf = async (shop: Shop) => (await shop.conversation()).handling;

test('twenty at once on a dear model are all answered: what others hold is not spent', async () => {
  stage.models.behave('*', REPLIES);
  const bot = await makeBot(stage, { serviceUuid: DEAR });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(bot.uuid, `Question ${index}`)),
  );
  expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => 'answered'));
  for (const { usage } of answers) expect(usage.outputTokens).toBe(200);
  await nothingHeld();
});

test('while a long answer runs its reservation grows, and it settles exactly', async () => {
  stage.models.behave('*', REPLIES);
  const bot = await makeBot(stage, { serviceUuid: DEAR });
  const held: number[] = [];
  const answered = ask(bot.uuid, 'Write 600 tokens');
  await eventually('the reservation has grown', async () => {
    const [row] = await stage.server.sql<{ tokens: string }>('select tokens from token_reservations');
    if (row && Number(row.tokens) !== held.at(-1)) held.push(Number(row.tokens));
    return held.length >= 2;
  });
  const { usage, outcome } = await answered;
  expect(outcome).toBe('answered');
  expect(held[1]).toBeGreaterThan(held[0] ?? 0);
  expect(await balance()).toBe(BALANCE - usage.tokens);
  await nothingHeld();
});

test('500 at once: answered while tokens last, and each other one is with a person', async () => {
  stage.models.behave('*', REPLIES);
  const shop = await dearShop();
  const friends = Array.from({ length: 250 }, (_, index) =>
    stage.fake.addFriend(shop.credentials.channelId, { displayName: `Friend ${index}` }),
  );
  const onLine = friends.map((friend, index) => shop.says(`Question ${index}`, friend));
  const onWeb = Array.from({ length: 250 }, (_, index) => ask(shop.bot.uuid, `Question ${index}`));
  const answers = await Promise.all(onWeb);
  await Promise.all(onLine);
  await nothingLeftToDo(shop);
  await eventually('all have heard something', async () =>
    friends.every((friend) => shop.received(friend).length === 1),
  );
  const outcomes = await stage.server.sql<{ origin: string; outcome: string; isWaiting: boolean; n: number }>(
    `select c.origin, m.outcome, c.handling = 'waiting' as "isWaiting", count(*)::int as n
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.sender = 'bot' and c.bot_id = $1 group by 1, 2, 3`,
    [shop.bot.uuid],
  );
  expect(outcomes.reduce((sum, { n }) => sum + n, 0)).toBe(500);
  // Whoever got no answer is with a person, and nobody else is.
  for (const { outcome, isWaiting } of outcomes) expect(isWaiting).toBe(outcome !== 'answered');
  const answered = (origin: string) =>
    outcomes.find((each) => each.origin === origin && each.outcome === 'answered')?.n ?? 0;
  // Both ways in had their share.
  expect(answered('channel')).toBeGreaterThan(5);
  expect(answered('chat')).toBeGreaterThan(5);
  expect(answers.filter(({ outcome }) => outcome === 'answered')).toHaveLength(answered('chat'));
  // The tokens were used, to less than an answer more or less.
  const used = answers.find(({ outcome }) => outcome === 'answered')?.usage.tokens ?? 0;
  expect(await balance()).toBeLessThan(used);
  expect(await balance()).toBeGreaterThan(-WORST_CASE);
  await nothingHeld();
});

test('four anonymous visitors with long answers keep nobody else from theirs', async () => {
  stage.models.behave('*', REPLIES);
  const bot = await makeBot(stage, { serviceUuid: DEAR });
  await stage.owner.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true, sites: [] } });
  let open = 4;
  const visits = Array.from({ length: 4 }, async (_, index) => {
    const body = { message: `Visitor ${index}: write 900 tokens` };
    const path = `/api/embed/${bot.uuid}/chat`;
    const headers = { accept: 'application/json' };
    const { status } = await stage.server.anonymous.raw('POST', path, { body, headers });
    open -= 1;
    return status;
  });
  await eventually('they are being answered', async () => stage.models.requests.length === 4);
  const { outcome } = await ask(bot.uuid, 'Are you open?');
  expect(outcome).toBe('answered');
  expect(open).toBe(4);
  expect(await Promise.all(visits)).toEqual([200, 200, 200, 200]);
  await nothingHeld();
});

test('a program hears by the API that all tokens are in use, and that it may ask again', async () => {
  const bot = await makeBot(stage, { serviceUuid: DEAR });
  const { key } = await stage.owner.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
  await holdAll();
  const body = { model: bot.uuid, messages: [{ role: 'user', content: 'Are you open?' }] };
  const headers = { authorization: `Bearer ${key}` };
  const asked = stage.server.anonymous.raw('POST', '/v1/chat/completions', { body, headers });
  await waiting();
  await letTimePass();
  expect(await asked).toMatchObject({ status: 503, body: { error: { code: 'balance_busy' } } });
  await letGo();
  await nothingHeld();
});

describe('a turn that finds no room', () => {
  test('waits in the database, and is answered when there is some', async () => {
    const shop = await dearShop();
    await holdAll();
    await shop.says('Are you open?');
    await waiting();
    expect(shop.received()).toEqual([]);
    await letGo();
    await eventually('it is answered', async () => shop.received().length === 1);
    expect(shop.received()).toEqual(['You asked: "Are you open?"']);
    expect(await handlingOf(shop)).toBe('bot');
    await nothingHeld();
  });

  test('is a person’s after 45 seconds; the customer hears so once', async () => {
    const shop = await dearShop();
    await holdAll();
    await shop.says('Are you open?');
    await waiting();
    await letTimePass();
    const busy = await eventually('a person is called', async () => {
      const found = await shop.conversation();
      return found.handling === 'waiting' && found;
    });
    expect(busy.waitingReason).toBe('busy');
    await eventually('it is said', async () => shop.received().length === 1);
    await shop.says('Hello?');
    await waiting();
    await letTimePass();
    await nothingLeftToDo(shop);
    expect(textsOf(await shop.messages(), 'bot')).toEqual([UNABLE]);
    // Once there is room the bot helps again.
    await letGo();
    await shop.says('Still there?');
    await eventually('it is answered', async () => shop.received().length === 2);
    expect(shop.received()[1]).toContain('Still there?');
  });

  test('needs no room to hand over to a person', async () => {
    const handoverWords = ['person'];
    const shop = await openShop(stage, { bot: { serviceUuid: DEAR, settings: { handoverWords } } });
    await holdAll();
    await shop.says('I want to talk to a person, please');
    await eventually('it is said', async () => shop.received().length === 1);
    expect((await shop.conversation()).waitingReason).toBe('handed_over');
    expect(await stage.server.sql('select 1 from token_waits')).toEqual([]);
  });

  test('of the chat waits, too, and ends with a person', async () => {
    const bot = await makeBot(stage, { serviceUuid: DEAR });
    await holdAll();
    const first = ask(bot.uuid, 'First?');
    await waiting();
    await letGo();
    expect((await first).outcome).toBe('answered');
    await holdAll();
    const second = ask(bot.uuid, 'Second?');
    await waiting();
    await letTimePass();
    const answer = await second;
    expect(answer).toMatchObject({
      outcome: 'busy',
      message: { text: expect.stringContaining('Please try again later') },
      usage: { tokens: 0 },
    });
    const { items } = await stage.owner.call(listConversations, { query: { handling: 'waiting' } });
    const handed = items.find(({ uuid }) => uuid === answer.conversationUuid);
    expect(handed?.waitingReason).toBe('busy');
  });

  test('hears that the tokens are spent as soon as they are', async () => {
    const shop = await dearShop();
    await holdAll();
    await shop.says('Are you open?');
    await waiting();
    await stage.server.sql('update token_balances set balance = 0 where account_id = $1', [account]);
    await eventually('it is said', async () => shop.received().length === 1);
    expect((await shop.conversation()).waitingReason).toBe('no_tokens');
  });

  test('starts by arrival when there is room for one', async () => {
    const shop = await dearShop();
    const friends = ['ann', 'bob', 'cid'].map((displayName) =>
      stage.fake.addFriend(shop.credentials.channelId, { displayName }),
    );
    await holdAll();
    for (const [index, friend] of friends.entries()) {
      await shop.says(`From ${index}?`, friend);
      await waiting(index + 1);
    }
    stage.models.behave('*', 'slow-20');
    await setOneRoom();
    await eventually('all are answered', async () => friends.every((one) => shop.received(one).length === 1));
    const asked = stage.models.requests.map(({ body }) => /From (\d)\?/.exec(JSON.stringify(body))?.[1]);
    expect(asked).toEqual(['0', '1', '2']);
  });
});

/** Less than two answers need. */
async function setOneRoom(): Promise<void> {
  await stage.server.sql('update token_balances set balance = 40000 where account_id = $1', [account]);
  await letGo();
}

const nothingLeftToDo = (shop: Shop) =>
  eventually('no turn is due', async () => {
    const rows = await stage.server.sql(
      'select 1 from conversations where channel_id = $1 and (turn_due_at is not null or lease_until is not null)',
      [shop.channel.uuid],
    );
    return rows.length === 0;
  });
