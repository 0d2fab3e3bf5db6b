import { pauseBot } from '@hanasu/contract/bot-versions';
import { type BotInput, type BotSettings, updateBot } from '@hanasu/contract/bots';
import { type BudgetAction, createBudget, listBudgets } from '@hanasu/contract/budgets';
import { type ChatAnswer, chat } from '@hanasu/contract/chat';
import { createCurated } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { createTool } from '@hanasu/contract/tools';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ServerPair, startServerPair } from '../../../testing/impatient-server.ts';
import { createCaller, type SignedIn, type TestServer } from '../../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';

const OPENAI = 'openai-gpt-4o-mini';
const CLAUDE = 'anthropic-claude-haiku-4-5';
const UNABLE = "Sorry, we can't answer right now. Please try again later.";

const IMPATIENT = { MODEL_FIRST_TOKEN_MS: '900', MODEL_IDLE_MS: '700', MODEL_TOTAL_MS: '6000' };
/** Behaviours of a model that only a limit of time ends. */
const ENDED_BY_TIME = new Set(['stall', 'nofirst', 'noheaders']);

let providers: FakeProviders;
let servers: ServerPair;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  providers = await startFakeProviders();
  const settings = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: providers.baseUrls.anthropic,
    STARTING_TOKENS: '100000000',
  };
  servers = await startServerPair(settings, IMPATIENT);
  ({ server } = servers);
  person = await server.register();
});
afterAll(async () => {
  await servers.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

const newBot = (settings: Partial<BotSettings>, changes: Partial<BotInput> = {}) =>
  addBot(person, { serviceUuid: OPENAI, settings, ...changes });
const ask = (botUuid: BotId, message: string, conversationUuid?: ChatAnswer['conversationUuid']) =>
  person.call(chat, { body: { botUuid, message, conversationUuid } });
/** The same, of a model that behaves in this way. */
const askBad = (behaviour: string, botUuid: BotId, message: string) => {
  const caller = ENDED_BY_TIME.has(behaviour) ? createCaller(servers.impatient.address, person.jwt) : person;
  return caller.call(chat, { body: { botUuid, message } });
};
const promptOf = (index: number): string => JSON.stringify(providers.requests[index]?.body);

/** What the ledger and the bot's budget say, which must be the same. */
async function spentBy(botUuid: BotId): Promise<number> {
  const [books] = await server.sql<{ ledger: string; budget: string }>(
    `select coalesce(-sum(tokens), 0)::bigint as ledger,
       (select spent from budgets where bot_id = $1) as budget
     from ledger_entries where bot_id = $1 and kind = 'call'`,
    [botUuid],
  );
  expect(books?.budget).toBe(books?.ledger);
  return Number(books?.ledger);
}
const budgetOf = (uuid: BotId, limit: number, action: BudgetAction = 'pause') =>
  person.call(createBudget, { body: { of: { kind: 'bot', uuid }, period: 'month', limit, action } });
/** As if calls had taken so much. */
const spend = (botUuid: BotId, tokens: number) =>
  server.sql('update budgets set spent = $2 where bot_id = $1', [botUuid, tokens]);

describe('a bot’s settings', () => {
  test('temperature, output, tone, language and variables reach the model', async () => {
    const bot = await newBot(
      {
        temperature: 0.3,
        maxOutputTokens: 77,
        tone: 'formal',
        language: 'ja',
        variables: [{ name: 'phone', value: '03-1234' }],
      },
      { instructions: 'Our number is {{phone}}, not {{other}}.' },
    );
    await ask(bot.uuid, 'Hello');
    expect(providers.requests[0]?.body).toMatchObject({ temperature: 0.3, max_tokens: 77 });
    expect(promptOf(0)).toContain('Our number is 03-1234, not {{other}}.');
    expect(promptOf(0)).toContain('Always answer in Japanese');
    expect(promptOf(0)).toContain('keigo');
  });

  test('the language is kept by the model without a key, too', async () => {
    const { bot } = await addBotWithKnowledge(person, { settings: { language: 'vi' } });
    expect((await ask(bot.uuid, 'Hello')).message.text).toMatch(/chào/i);
    const found = await ask(bot.uuid, 'Is parking free?');
    expect(found.message.text).toContain('Parking is free for two hours.');
    expect((await ask(bot.uuid, 'What is the moon made of?')).message.text).toMatch(/^Dạ /);
  });

  test('so many passages and none that is too unsure', async () => {
    const { bot } = await addBotWithKnowledge(person, { serviceUuid: OPENAI, settings: { passages: 1 } });
    const { bot: sure } = await addBotWithKnowledge(person, {
      serviceUuid: OPENAI,
      settings: { minConfidence: 1 },
    });
    await ask(bot.uuid, 'Is parking free?');
    await ask(sure.uuid, 'Is parking free?');
    expect(promptOf(0)).toContain('[1] ');
    expect(promptOf(0)).not.toContain('[2] ');
    expect(promptOf(1)).toContain('none were found');
  });

  test('a paused bot says that nobody can answer now; on a channel a person is wanted', async () => {
    const bot = await newBot({});
    const channel = await addSandbox(person, bot.uuid);
    await person.call(pauseBot, { params: { uuid: bot.uuid }, body: { paused: true } });
    const answer = await ask(bot.uuid, 'Hello?');
    expect(answer).toMatchObject({ outcome: 'paused', serviceUuid: null, message: { text: UNABLE } });
    expect(answer.usage.tokens).toBe(0);
    await say(person, channel.uuid, 'alex', 'Hello?');
    await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    expect(providers.requests).toEqual([]);
  });
});

test('tests of a draft and customers at the same moment: everybody gets theirs', async () => {
  const bot = await newBot({}, { instructions: 'Version one.' });
  await person.call(updateBot, { params: { uuid: bot.uuid }, body: { instructions: 'Version two.' } });
  const send = (message: string, draft: boolean) =>
    person.call(chat, { body: { botUuid: bot.uuid, message, draft } });
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => send(index % 2 ? 'As editor' : 'As customer', index % 2 === 1)),
  );
  const prompts = providers.requests.map(({ body }) => JSON.stringify(body));
  expect(prompts).toHaveLength(12);
  for (const prompt of prompts)
    expect(prompt).toContain(prompt.includes('As editor') ? 'Version two.' : 'Version one.');
});

describe('a word that asks for a person', () => {
  const words = { handoverWords: ['human', 'nhân viên', '担当者'] };

  test.each([
    ['Can I talk to a HUMAN, please', 'Of course. Our staff will continue here; please wait a moment.'],
    [
      'cho toi gap nhan vien',
      'Dạ vâng, em chuyển nhân viên hỗ trợ anh/chị tại đây ạ. Anh/chị chờ em một chút ạ.',
    ],
    ['担当者とお話ししたいです', '担当者におつなぎします。このままお待ちください。'],
  ])('%s', async (message, text) => {
    const bot = await newBot(words);
    expect(await ask(bot.uuid, message)).toMatchObject({ outcome: 'handed_over', message: { text } });
    expect(providers.requests).toEqual([]);
  });

  test('within another word is none', async () => {
    const bot = await newBot(words);
    expect((await ask(bot.uuid, 'Is this humane? A humanist asks.')).outcome).toBe('answered');
  });

  test('outside of business hours the bot says so', async () => {
    const closed = (closedReply: string) => ({
      ...words,
      businessHours: { timeZone: 'Asia/Tokyo', open: [], closedReply },
    });
    const own = await newBot({ ...closed('Call {{n}}.'), variables: [{ name: 'n', value: '03-1' }] });
    const plain = await newBot(closed(''));
    expect((await ask(own.uuid, 'human')).message.text).toBe('Call 03-1.');
    expect((await ask(plain.uuid, 'human')).message.text).toContain('will reply here later');
  });

  test('on a channel makes the conversation wait for a person', async () => {
    const bot = await newBot(words);
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'hanako', '担当者をお願いします');
    const conversation = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    expect(conversation.waitingReason).toBe('handed_over');
  });
});

describe('a fallback model', () => {
  const fallback = { fallbackServiceUuid: CLAUDE };

  test.each(['err500', 'err401', 'err429', 'nofirst', 'empty', 'garbage'])(
    '%s: the other provider answers, and its price is paid',
    async (behaviour) => {
      const bot = await newBot(fallback);
      await budgetOf(bot.uuid, 100_000_000, 'warn');
      providers.behave('gpt-4o-mini', behaviour);
      const answer = await askBad(behaviour, bot.uuid, 'Hello there');
      expect(answer).toMatchObject({ outcome: 'answered', serviceUuid: CLAUDE });
      expect(answer.message.text).toContain('Hello there');
      expect(await spentBy(bot.uuid)).toBe(answer.usage.tokens);
      const [entry] = await server.sql<{ service_uuid: string }>(
        'select service_uuid from ledger_entries where bot_id = $1',
        [bot.uuid],
      );
      expect(entry?.service_uuid).toBe(CLAUDE);
    },
  );

  test('is not begun with after the first word', async () => {
    const bot = await newBot(fallback);
    providers.behave('gpt-4o-mini', 'reset');
    expect(await ask(bot.uuid, 'Hello there')).toMatchObject({
      outcome: 'model_failed',
      serviceUuid: OPENAI,
    });
    expect(providers.requests.map(({ vendor }) => vendor)).not.toContain('anthropic');
  });

  test('that fails too is one no-answer reply', async () => {
    const bot = await newBot(fallback);
    providers.behave('*', 'err500');
    const answer = await ask(bot.uuid, 'Hello there');
    expect(answer).toMatchObject({ outcome: 'model_failed', message: { text: UNABLE } });
    providers.reset();
    expect((await ask(bot.uuid, 'Again', answer.conversationUuid)).outcome).toBe('answered');
  });
});

describe('a budget', () => {
  test('nearly spent asks the economy model, spent gives prepared answers only', async () => {
    const bot = await newBot({ cheaperServiceUuid: CLAUDE });
    const params = { uuid: bot.uuid };
    await budgetOf(bot.uuid, 1_000_000, 'cheaper');
    await person.call(createCurated, { params, body: { questions: ['Is it free?'], answer: 'Yes.' } });
    expect((await ask(bot.uuid, 'Hello')).serviceUuid).toBe(OPENAI);
    await spend(bot.uuid, 800_000);
    expect((await ask(bot.uuid, 'Hello')).serviceUuid).toBe(CLAUDE);
    await spend(bot.uuid, 1_000_000);
    expect(await ask(bot.uuid, 'Hello')).toMatchObject({ outcome: 'no_budget', message: { text: UNABLE } });
    expect(await ask(bot.uuid, 'is it free')).toMatchObject({
      outcome: 'curated',
      message: { text: 'Yes.' },
    });
    expect(providers.requests).toHaveLength(2);
  });

  test('an economy model that fails or is not there leaves the answer to the bot’s own', async () => {
    const bot = await newBot({ cheaperServiceUuid: CLAUDE });
    await budgetOf(bot.uuid, 1_000_000, 'cheaper');
    await spend(bot.uuid, 900_000);
    providers.behave('claude-haiku-4-5', 'err500');
    expect(await ask(bot.uuid, 'Hello')).toMatchObject({ outcome: 'answered', serviceUuid: OPENAI });
    await server.sql(
      `update bots set settings = jsonb_set(settings, '{cheaperServiceUuid}', '"gone"') where id = $1`,
      [bot.uuid],
    );
    expect(await ask(bot.uuid, 'Hello')).toMatchObject({ outcome: 'answered', serviceUuid: OPENAI });
  });

  test('spent, the built-in model answers where it says so, and takes nothing', async () => {
    const bot = await newBot({});
    await budgetOf(bot.uuid, 1_000_000, 'builtin');
    await spend(bot.uuid, 1_000_000);
    const answer = await ask(bot.uuid, 'Hello');
    expect(answer).toMatchObject({ serviceUuid: 'builtin-extractive', usage: { tokens: 0 } });
    expect(answer.outcome).not.toBe('no_budget');
    expect(providers.requests).toHaveLength(0);
  });

  test('with too little left for the prompt counts as spent', async () => {
    const bot = await newBot({}, { instructions: '' });
    await budgetOf(bot.uuid, 1_000_000);
    // Enough for a word, were it not for the rules that each prompt holds.
    await spend(bot.uuid, 1_000_000 - 40);
    expect((await ask(bot.uuid, 'Hello')).outcome).toBe('no_budget');
    expect(providers.requests).toHaveLength(0);
    const { items } = await person.call(listBudgets);
    expect(items.find(({ of }) => of.kind === 'bot' && of.uuid === bot.uuid)?.isReached).toBe(true);
  });

  test('that only warns ends nothing', async () => {
    const bot = await newBot({ cheaperServiceUuid: CLAUDE });
    await budgetOf(bot.uuid, 1, 'warn');
    expect(await ask(bot.uuid, 'Hello')).toMatchObject({ outcome: 'answered', serviceUuid: OPENAI });
    expect(await spentBy(bot.uuid)).toBeGreaterThan(1);
  });

  test('one answer doesn’t take more than what is left of it', async () => {
    const bot = await newBot({});
    await budgetOf(bot.uuid, 2_000);
    await spend(bot.uuid, 1_000);
    providers.behave('*', 'bench-2000-0');
    const answer = await ask(bot.uuid, 'Hello');
    expect(answer.usage.tokens).toBeLessThanOrEqual(1_000);
  });

  test('with fifty at once the ledger and the budget agree', async () => {
    const bot = await newBot({});
    await budgetOf(bot.uuid, 100_000_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(bot.uuid, `Hello ${index}`)),
    );
    const paid = answers.reduce((sum, { usage }) => sum + usage.tokens, 0);
    expect(paid).toBeGreaterThan(0);
    expect(await spentBy(bot.uuid)).toBe(paid);
  });
});

describe('a bad model', () => {
  const UNABLE_OUTCOME = { outcome: 'model_failed', text: UNABLE };
  test.each([
    ['empty', UNABLE_OUTCOME],
    ['garbage', UNABLE_OUTCOME],
    ['truncate', UNABLE_OUTCOME],
    ['reset', UNABLE_OUTCOME],
    ['errmid', UNABLE_OUTCOME],
    ['refuse', UNABLE_OUTCOME],
    ['stall', UNABLE_OUTCOME],
    ['nofirst', UNABLE_OUTCOME],
    ['noheaders', UNABLE_OUTCOME],
    ['err401', UNABLE_OUTCOME],
    ['err402', UNABLE_OUTCOME],
    ['err429', UNABLE_OUTCOME],
    ['err500', UNABLE_OUTCOME],
    ['err529', UNABLE_OUTCOME],
    ['toolunknown', { outcome: 'answered', text: expect.stringContaining('unknown_tool') }],
    ['tooljson', { outcome: 'answered', text: expect.stringContaining('invalid_input') }],
    ['toolmany', { outcome: 'handed_over', text: expect.stringContaining('The tool said') }],
    ['endless', { outcome: 'answered', text: expect.stringContaining('and so on') }],
  ])('%s: one clear outcome, the conversation goes on, the books are right', async (behaviour, expected) => {
    const bot = await newBot({});
    await budgetOf(bot.uuid, 100_000_000, 'warn');
    const params = { uuid: bot.uuid };
    const handover = { name: 'person', description: 'Hand over', config: { kind: 'handover' as const } };
    await person.call(createTool, { params, body: handover });
    providers.behave('*', behaviour);
    const answer = await askBad(behaviour, bot.uuid, 'Hello there');
    expect({ outcome: answer.outcome, text: answer.message.text }).toEqual(expected);
    expect(answer.message.text.length).toBeLessThan(40_000);
    const stored = await messagesOf(person, answer.conversationUuid);
    expect(stored.map(({ sender, text }) => ({ sender, text }))).toEqual([
      { sender: 'customer', text: 'Hello there' },
      { sender: 'bot', text: answer.message.text },
    ]);
    providers.reset();
    const next = await ask(bot.uuid, 'And now?', answer.conversationUuid);
    expect(next.outcome).toBe('answered');
    expect(await spentBy(bot.uuid)).toBe(answer.usage.tokens + next.usage.tokens);
    const [held] = await server.sql<{ count: string }>('select count(*) from token_reservations');
    expect(Number(held?.count)).toBe(0);
  });
});

describe('a tool', () => {
  test('that hands over is called, shown and stored, and a person is wanted', async () => {
    const bot = await newBot({});
    const tool = await person.call(createTool, {
      params: { uuid: bot.uuid },
      body: { name: 'person', description: 'Hand over', config: { kind: 'handover' } },
    });
    providers.behave('*', 'tools');
    const answer = await ask(bot.uuid, 'I want to complain');
    expect(answer.outcome).toBe('handed_over');
    expect(answer.message.toolCalls).toMatchObject([{ toolUuid: tool.uuid, name: 'person', error: null }]);
    const [stored] = await server.sql<{ handling: string }>(
      'select handling from conversations where id = $1',
      [answer.conversationUuid],
    );
    expect(stored?.handling).toBe('waiting');
  });

  test('is not offered to a model that can’t call any', async () => {
    const bot = await addBot(person);
    await person.call(createTool, {
      params: { uuid: bot.uuid },
      body: { name: 'person', description: 'Hand over', config: { kind: 'handover' } },
    });
    expect((await ask(bot.uuid, 'Hello')).message.toolCalls).toEqual([]);
  });
});
