import { createApiKey, revokeApiKey } from '@hanasu/contract/api-keys';
import { updateBot } from '@hanasu/contract/bots';
import * as contract from '@hanasu/contract/budgets';
import { chat } from '@hanasu/contract/chat';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BotId } from '@hanasu/contract/ids';
import { helpWriting } from '@hanasu/contract/inbox-work';
import { getInsights, home } from '@hanasu/contract/insights';
import { changeAccount, listAudit } from '@hanasu/contract/team';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';

const OPENAI = 'openai-gpt-4o-mini';
const OF_ACCOUNT = { kind: 'account' } as const;

let providers: FakeProviders;
let server: TestServer;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: providers.baseUrls.openai });
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});

type Body = EndpointInput<typeof contract.createBudget>['body'];
const add = (person: SignedIn, body: Pick<Body, 'of'> & Partial<Body>) =>
  person.call(contract.createBudget, {
    body: { period: 'month', limit: 1_000_000, action: 'pause', ...body },
  });
const list = async (person: SignedIn) => (await person.call(contract.listBudgets)).items;
const ask = (person: SignedIn, botUuid: BotId) =>
  person.call(chat, { body: { botUuid, message: 'Is parking free?' } });

describe('budgets of an account', () => {
  test('are listed with what their period has taken, those of the account first', async () => {
    const person = await server.register();
    const bot = await addBot(person, { name: 'Clerk', serviceUuid: OPENAI });
    const other = await addBot(person, { name: 'Another' });
    const { usage } = await ask(person, bot.uuid);
    const key = await person.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
    await add(person, { of: { kind: 'key', uuid: key.uuid } });
    const made = await add(person, { of: { kind: 'bot', uuid: bot.uuid }, limit: 9_999 });
    expect(made).toMatchObject({ of: { kind: 'bot', name: 'Clerk' }, spent: usage.tokens, limit: 9_999 });
    await add(person, { of: { kind: 'bot', uuid: other.uuid } });
    await add(person, { of: OF_ACCOUNT, period: 'day' });
    await ask(person, bot.uuid);
    const items = await list(person);
    expect(items.map(({ of }) => ('name' in of ? of.name : of.kind))).toEqual([
      'account',
      'Another',
      'Clerk',
      'Till',
    ]);
    expect(items.map(({ spent }) => spent)).toEqual([2 * usage.tokens, 0, 2 * usage.tokens, 0]);
    await person.call(revokeApiKey, { params: { uuid: key.uuid } });
    expect(await list(person)).toHaveLength(3);
  });

  test('are changed and removed, and the audit log knows', async () => {
    const person = await server.register();
    const { uuid } = await add(person, { of: OF_ACCOUNT });
    const params = { uuid };
    expect(await person.call(contract.changeBudget, { params, body: { limit: 5 } })).toMatchObject({
      limit: 5,
      action: 'pause',
    });
    await person.call(contract.deleteBudget, { params });
    expect(await list(person)).toEqual([]);
    expect((await person.refused(contract.deleteBudget, { params })).code).toBe('not_found');
    const { items } = await person.call(listAudit);
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual([
      'budget.deleted',
      'budget.changed',
      'budget.created',
    ]);
  });

  test('stand once for each period, and for nothing of another account', async () => {
    const [person, stranger] = await Promise.all([server.register(), server.register()]);
    const bot = await addBot(stranger);
    const { uuid } = await add(stranger, { of: OF_ACCOUNT });
    const wanted = { period: 'month', limit: 1, action: 'warn' } as const;
    const refused = async (of: contract.BudgetOf) =>
      (await person.refused(contract.createBudget, { body: { of, ...wanted } })).code;
    await add(person, { of: OF_ACCOUNT });
    await add(person, { of: OF_ACCOUNT, period: 'day' });
    expect(await refused(OF_ACCOUNT)).toBe('budget_exists');
    expect(await refused({ kind: 'bot', uuid: bot.uuid })).toBe('not_found');
    const body = { limit: 1 };
    expect((await person.refused(contract.changeBudget, { params: { uuid }, body })).code).toBe('not_found');
    expect((await person.refused(contract.deleteBudget, { params: { uuid } })).code).toBe('not_found');
    expect(await list(stranger)).toMatchObject([{ limit: 1_000_000 }]);
  });

  test('begin again with the day or month of the account’s time zone', async () => {
    const person = await server.register();
    await person.call(changeAccount, { body: { timeZone: 'Pacific/Kiritimati' } });
    const bot = await addBot(person, { serviceUuid: OPENAI });
    const { endsAt } = await add(person, { of: OF_ACCOUNT, period: 'day', limit: 1 });
    // Midnight there is ten in the morning of UTC.
    expect(new Date(endsAt).toISOString()).toMatch(/T10:00:00/);
    expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(0);
    expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
    await server.sql('update budgets set spent = 500, limit_tokens = 400 where account_id = $1', [
      person.user.account.uuid,
    ]);
    expect((await ask(person, bot.uuid)).outcome).toBe('no_budget');
    expect(await list(person)).toMatchObject([{ spent: 500, isReached: true }]);
    await server.sql(
      'update budgets set starts_on = starts_on - 1, reached_on = reached_on - 1, limit_tokens = 100000 where account_id = $1',
      [person.user.account.uuid],
    );
    expect(await list(person)).toMatchObject([{ spent: 0, isReached: false }]);
    const { usage } = await ask(person, bot.uuid);
    expect(await list(person)).toMatchObject([{ spent: usage.tokens }]);
  });
});

describe('the basis of a budget', () => {
  const basis = (person: SignedIn, query: EndpointInput<typeof contract.getBudgetBasis>['query'] = {}) =>
    person.call(contract.getBudgetBasis, { query });

  test('says what the running periods have used, and the average of an answer', async () => {
    const [person, stranger] = await Promise.all([server.register(), server.register()]);
    const bot = await addBot(person, { serviceUuid: OPENAI });
    const other = await addBot(person);
    const key = await person.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
    expect(await basis(person)).toMatchObject({ month: { spent: 0 }, answerTokens: null });
    const { usage } = await ask(person, bot.uuid);
    await ask(person, bot.uuid);
    const spent = 2 * usage.tokens;
    expect(await basis(person)).toMatchObject({
      day: { spent },
      month: { spent },
      answerTokens: usage.tokens,
    });
    expect(await basis(person, { botUuid: bot.uuid })).toMatchObject({ answerTokens: usage.tokens });
    for (const query of [{ botUuid: other.uuid }, { keyUuid: key.uuid }])
      expect(await basis(person, query)).toMatchObject({ day: { spent: 0 }, answerTokens: null });
    // What was charged on an earlier day counts for the month alone, and an old month for neither.
    await server.sql(
      `update ledger_entries set created_at = now() - interval '40 days' where account_id = $1`,
      [person.user.account.uuid],
    );
    expect(await basis(person)).toMatchObject({ day: { spent: 0 }, month: { spent: 0 }, answerTokens: null });
    const query = { botUuid: bot.uuid };
    expect((await stranger.refused(contract.getBudgetBasis, { query })).code).toBe('not_found');
  });

  test('ends its periods when budgets do', async () => {
    const person = await server.register();
    await person.call(changeAccount, { body: { timeZone: 'Pacific/Kiritimati' } });
    const [day, month] = await Promise.all(
      contract.BUDGET_PERIODS.map((period) => add(person, { of: OF_ACCOUNT, period })),
    );
    expect(await basis(person)).toMatchObject({
      day: { endsAt: day?.endsAt },
      month: { endsAt: month?.endsAt },
    });
  });

  test('names the bots whose published version has no economy model that can answer', async () => {
    const person = await server.register();
    const withEconomyModel = (name: string, cheaperServiceUuid: string) =>
      addBot(person, { name, serviceUuid: OPENAI, settings: { cheaperServiceUuid } });
    const bot = await withEconomyModel('Clerk', 'builtin-extractive');
    const key = await person.call(createApiKey, {
      body: { name: 'Till', scopes: ['chat'], botUuids: [bot.uuid] },
    });
    const all = { bots: 1, without: 0, examples: [] };
    expect((await basis(person)).economyModels).toEqual(all);
    const own = await withEconomyModel('Own', OPENAI);
    const removed = await withEconomyModel('Removed', 'builtin-extractive');
    await server.sql(
      `update bots set settings = settings || '{"cheaperServiceUuid":"openai-gone"}' where id = $1`,
      [removed.uuid],
    );
    const plain = await addBot(person, { name: 'Plain' });
    const settings = { cheaperServiceUuid: OPENAI };
    await person.call(updateBot, { params: { uuid: plain.uuid }, body: { settings } });
    const { economyModels } = await basis(person);
    expect(economyModels).toMatchObject({ bots: 4, without: 3 });
    expect(economyModels.examples.map(({ name }) => name)).toEqual(['Own', 'Plain', 'Removed']);
    expect((await basis(person, { botUuid: own.uuid })).economyModels.without).toBe(1);
    expect((await basis(person, { keyUuid: key.uuid })).economyModels).toEqual(all);
    const of = { kind: 'bot', uuid: plain.uuid } as const;
    expect((await add(person, { of, action: 'cheaper' })).economyModels).toEqual({
      bots: 1,
      without: 1,
      examples: [{ uuid: plain.uuid, name: 'Plain' }],
    });
    expect((await add(person, { of, period: 'day' })).economyModels).toBeNull();
  });
});

describe('the home page', () => {
  test('shows budgets of the account and its bots near their limit', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    const key = await person.call(createApiKey, { body: { name: 'Till', scopes: ['chat'] } });
    await add(person, { of: OF_ACCOUNT, limit: 1_000 });
    await add(person, { of: { kind: 'bot', uuid: bot.uuid }, limit: 1_000, action: 'cheaper' });
    await add(person, { of: { kind: 'key', uuid: key.uuid }, limit: 1_000 });
    const shown = async () => (await person.call(home)).attention.budgets.map(({ of }) => of.kind);
    const spend = (tokens: number) =>
      server.sql('update budgets set spent = $2 where account_id = $1', [person.user.account.uuid, tokens]);
    await spend(799);
    expect(await shown()).toEqual([]);
    await spend(800);
    expect(await shown()).toEqual(['account', 'bot']);
  });

  test('does not say that all is answered while a question waits for staff because of a budget', async () => {
    const person = await server.register();
    const bot = await addBot(person, { serviceUuid: OPENAI });
    await add(person, { of: { kind: 'bot', uuid: bot.uuid }, limit: 1 });
    const { uuid: channel } = await addSandbox(person, bot.uuid);
    expect(await person.call(getInsights)).toMatchObject({ questions: [], hasUnanswered: false });
    await say(person, channel, 'alex', 'Is parking free?');
    await conversationOf(person, channel, ({ waitingReason }) => waitingReason === 'no_budget');
    expect(await person.call(getInsights)).toMatchObject({ questions: [], hasUnanswered: true });
    expect((await person.call(home)).attention).toMatchObject({ waiting: 1, budgets: [{ isReached: true }] });
  });
});

describe('an account’s budget', () => {
  test('ends answers of all bots and other calls, a hundred at once above it by one whole answer at most', async () => {
    const person = await server.register();
    const bots = await Promise.all([1, 2, 3, 4].map(() => addBot(person, { serviceUuid: OPENAI })));
    const [first] = bots;
    if (!first) throw new Error('no bot was made');
    const { usage } = await ask(person, first.uuid);
    const limit = usage.tokens * 6;
    await add(person, { of: OF_ACCOUNT, period: 'day', limit });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask(person, (bots[index % 4] ?? first).uuid)),
    );
    const outcomes = new Set(answers.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['answered', 'no_budget']));
    const [budget] = await list(person);
    expect(budget?.spent).toBe(usage.tokens + answers.reduce((sum, answer) => sum + answer.usage.tokens, 0));
    expect(budget?.spent).toBeGreaterThan(limit / 2);
    // No answer of theirs may cost more than all of the budget.
    expect(budget?.spent).toBeLessThanOrEqual(2 * limit);
  });

  test('ends other calls of models as well', async () => {
    const person = await server.register();
    const { uuid: channel } = await addSandbox(person, (await addBot(person)).uuid);
    await say(person, channel, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel);
    const request = { params: { uuid }, body: { task: 'polite' as const, text: 'Yes it is' } };
    const { usage } = await person.call(helpWriting, request);
    expect(usage.tokens).toBeGreaterThan(0);
    const { uuid: budget } = await add(person, { of: OF_ACCOUNT, limit: 1 });
    expect((await person.refused(helpWriting, request)).code).toBe('balance_empty');
    await person.call(contract.changeBudget, { params: { uuid: budget }, body: { limit: 1_000_000 } });
    await person.call(helpWriting, request);
  });

  test('that warns, and those of other bots, end nothing', async () => {
    const person = await server.register();
    const bot = await addBot(person, { serviceUuid: OPENAI });
    const other = await addBot(person);
    await add(person, { of: OF_ACCOUNT, limit: 1, action: 'warn' });
    await add(person, { of: { kind: 'bot', uuid: other.uuid }, limit: 1 });
    expect((await ask(person, bot.uuid)).outcome).toBe('answered');
    expect((await ask(person, bot.uuid)).outcome).toBe('answered');
  });
});
