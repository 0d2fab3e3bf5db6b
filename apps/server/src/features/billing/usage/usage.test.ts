import { createApiKey } from '@hanasu/contract/api-keys';
import * as billing from '@hanasu/contract/billing';
import { chat } from '@hanasu/contract/chat';
import { BotId } from '@hanasu/contract/ids';
import { suggestReply } from '@hanasu/contract/inbox-work';
import { changeAccount } from '@hanasu/contract/team';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '../../../platform/ids.ts';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

const QUESTION = 'Is parking free?';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});

type Query<E extends { query: z.ZodType }> = z.input<E['query']>;
const usageOf = (person: SignedIn, query: Query<typeof billing.tokenUsage>) =>
  person.call(billing.tokenUsage, { query });
const historyOf = (person: SignedIn, query: Query<typeof billing.tokenHistory> = {}) =>
  person.call(billing.tokenHistory, { query });

/** The condition of the history behind an item of the usage. */
const CONDITIONS = {
  bot: 'botUuid',
  model: 'serviceUuid',
  channel: 'channelUuid',
  key: 'keyUuid',
  person: 'personUuid',
} as const;

const ask = (person: SignedIn, botUuid: BotId, more: { draft?: true } = {}) =>
  person.call(chat, { body: { botUuid, message: QUESTION, ...more } });

describe('what entries are paid for', () => {
  test('a chat, a test of the draft, a customer, a program and a suggestion are told apart', async () => {
    const owner = await server.register();
    const { bot } = await addBotWithKnowledge(owner);
    const chatted = await ask(owner, bot.uuid);
    const tested = await ask(owner, bot.uuid, { draft: true });
    const channel = await addSandbox(owner, bot.uuid);
    await say(owner, channel.uuid, 'alex', QUESTION);
    const conversation = await conversationOf(owner, channel.uuid, ({ lastMessage }) => lastMessage !== null);
    await eventually('the customer is answered', async () => (await historyOf(owner)).total === 4);
    const { key, uuid: keyUuid } = await owner.call(createApiKey, {
      body: { name: 'Till', scopes: ['chat'] },
    });
    const asked = await server.anonymous.raw('POST', '/v1/chat/completions', {
      body: { model: `bot:${bot.uuid}`, messages: [{ role: 'user', content: QUESTION }] },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(asked.status).toBe(200);
    await owner.call(suggestReply, { params: { uuid: conversation.uuid } });

    const { items } = await historyOf(owner, { kind: 'call' });
    const me = { uuid: owner.user.uuid, name: owner.user.displayName };
    expect(items.map(({ paidFor, person, key: by, channel: on }) => ({ paidFor, person, by, on }))).toEqual([
      { paidFor: { kind: 'conversation', uuid: conversation.uuid }, person: me, by: null, on: 'chat' },
      { paidFor: null, person: null, by: { uuid: keyUuid, name: 'Till' }, on: 'chat' },
      { paidFor: { kind: 'conversation', uuid: conversation.uuid }, person: null, by: null, on: 'Counter' },
      {
        paidFor: { kind: 'test', uuid: tested.conversationUuid, botUuid: bot.uuid },
        ...{ person: me, by: null, on: 'chat' },
      },
      {
        paidFor: { kind: 'chat', uuid: chatted.conversationUuid, botUuid: bot.uuid },
        ...{ person: me, by: null, on: 'chat' },
      },
    ]);
    for (const by of Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]) {
      const usage = await usageOf(owner, { by });
      expect(usage.total.calls).toBe(5);
      expect(usage.items.map(({ calls }) => calls).sort()).toEqual(
        { bot: [5], model: [5], channel: [1, 4], key: [1, 4], person: [2, 3] }[by],
      );
    }
    expect((await usageOf(owner, { by: 'key' })).items).toContainEqual(
      expect.objectContaining({ key: keyUuid, name: 'Till', calls: 1 }),
    );
    expect((await usageOf(owner, { by: 'day', days: '7' })).items).toHaveLength(7);
    expect((await usageOf(owner, { by: 'bot', tests: 'false' })).total.calls).toBe(4);
  });

  test('a purchase and its refund lead the owner, and no one else, to the payment', async () => {
    const owner = await server.register();
    const admin = await addMember(server, owner, 'admin');
    const [id, refund] = [newId<string>(), newId<string>()];
    await server.sql(
      `with p as (insert into payments (account_id, id, browser_key, package_id, tokens, amount, currency, tax_rate, gateway, is_test)
         values ($1, $2, 'key', 'small', 500, 100, 'JPY', 10, 'sandbox', true))
       insert into ledger_entries (account_id, id, kind, tokens, balance, input, output, payment_id, created_at)
       values ($1, $2, 'purchase', 500, 1500, 0, 0, $2, now()),
         ($1, $3, 'refund', -500, 1000, 0, 0, $2, now() + interval '1 second')`,
      [owner.user.account.uuid, id, refund],
    );
    const payments = async (person: SignedIn) =>
      (await historyOf(person)).items.slice(0, 2).map(({ kind, paidFor }) => ({ kind, paidFor }));
    const paidFor = { kind: 'payment', uuid: id };
    expect(await payments(owner)).toEqual([
      { kind: 'refund', paidFor },
      { kind: 'purchase', paidFor },
    ]);
    expect(await payments(admin)).toEqual([
      { kind: 'refund', paidFor: null },
      { kind: 'purchase', paidFor: null },
    ]);
    await server.sql('delete from payments where id = $1', [id]);
    expect((await payments(owner))[1]).toEqual({ kind: 'purchase', paidFor: null });
  });
});

/** Rows of an account over some weeks, at all hours, around a change of the clocks. */
async function addRows(person: SignedIn, rows: number): Promise<void> {
  const idOf = (text: string) =>
    `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
  await server.sql(
    `insert into ledger_entries (account_id, id, kind, tokens, balance, bot_id, service_uuid, channel_id, api_key_id, user_id,
       input, output, created_at)
     select $1, gen_random_uuid(), case when n % 17 = 0 then 'grant' else 'call' end,
       case when n % 17 = 0 then 1000 else -(n % 97) end, 5000,
       case when n % 3 > 0 then ${idOf("'bot' || n % 3")} end, 'model-' || n % 4,
       case when n % 5 > 0 then ${idOf("'channel' || n % 5")} end, case when n % 7 = 0 then ${idOf("'key' || n % 2")} end,
       case when n % 2 = 0 then ${idOf("'person' || n % 6")} end, 1, 1,
       timestamptz '2026-10-10 00:00Z' + n * interval '67 minutes'
     from generate_series(1, $2::int) n`,
    [person.user.account.uuid, rows],
  );
}

const PERIOD = { from: '2026-10-12T05:30:00Z', to: '2026-11-05T11:00:00Z' };

describe('usage', () => {
  test('each number is the sum of the entries behind it, in the time zone of the account', async () => {
    const owner = await server.register();
    await owner.call(changeAccount, { body: { timeZone: 'America/New_York' } });
    await addRows(owner, 700);
    const account = owner.user.account.uuid;
    const [whole] = await server.sql<{ tokens: string; calls: string }>(
      `select -sum(tokens) as tokens, count(*) as calls from ledger_entries
       where account_id = $1 and kind = 'call' and created_at >= $2 and created_at < $3`,
      [account, PERIOD.from, PERIOD.to],
    );
    const expected = { tokens: Number(whole?.tokens), calls: Number(whole?.calls) };
    for (const by of billing.USAGE_GROUPS) {
      const usage = await usageOf(owner, { by, ...PERIOD });
      expect(usage.total).toEqual(expected);
      for (const { key, tokens, calls, from, to } of usage.items) {
        const narrowed = by === 'day' ? {} : { [CONDITIONS[by]]: key ?? 'none' };
        const listed = await historyOf(owner, { ...narrowed, from, to, kind: 'call' });
        expect({ key, tokens: listed.spent.listed, calls: listed.total }).toEqual({ key, tokens, calls });
      }
    }
    const days = await server.sql<{ day: string; tokens: number }>(
      `select (created_at at time zone 'America/New_York')::date::text as day, (-sum(tokens))::int as tokens
       from ledger_entries where account_id = $1 and kind = 'call' and created_at >= $2 and created_at < $3
       group by 1 order by 1`,
      [account, PERIOD.from, PERIOD.to],
    );
    const usage = await usageOf(owner, { by: 'day', ...PERIOD });
    expect(usage.items.map(({ key, tokens }) => ({ day: key, tokens }))).toEqual(days);
    expect(usage.items.map(({ key }) => key)).toContain('2026-11-01');
  });

  test('is narrowed by what the history is narrowed by', async () => {
    const owner = await server.register();
    await addRows(owner, 300);
    const byBot = await usageOf(owner, { by: 'bot', ...PERIOD });
    const first = byBot.items.find(({ key }) => key !== null);
    const botUuid = BotId.parse(first?.key);
    const narrowed = await usageOf(owner, { by: 'day', ...PERIOD, botUuid });
    expect(narrowed.total).toEqual({ tokens: first?.tokens, calls: first?.calls });
    const none = byBot.items.find(({ key }) => key === null);
    expect((await usageOf(owner, { by: 'model', ...PERIOD, botUuid: 'none' })).total.tokens).toBe(
      none?.tokens,
    );
  });

  test('is refused for no period, one that is too long, and groups that are none', async () => {
    const owner = await server.register();
    const refused = (query: Record<string, unknown>) =>
      owner.refused(billing.tokenUsage, { query: query as Query<typeof billing.tokenUsage> });
    expect(await refused({ by: 'day', from: PERIOD.to, to: PERIOD.from })).toMatchObject({
      code: 'validation_failed',
    });
    expect(await refused({ by: 'bot', from: '2020-01-01T00:00:00Z' })).toMatchObject({
      code: 'validation_failed',
    });
    expect(await refused({ by: 'colour' })).toMatchObject({ code: 'validation_failed' });
  });

  test('of an account is its own, and of keys and persons for admins', async () => {
    const owner = await server.register();
    await addRows(owner, 100);
    const stranger = await server.register();
    expect((await usageOf(stranger, { by: 'bot', ...PERIOD })).items).toEqual([]);
    const viewer = await addMember(server, owner, 'viewer');
    const admin = await addMember(server, owner, 'admin');
    expect((await usageOf(viewer, { by: 'bot', ...PERIOD })).total.calls).toBeGreaterThan(0);
    const forAdmins = [{ by: 'key' }, { by: 'person' }, { by: 'day', keyUuid: 'none' }] as const;
    for (const query of forAdmins) {
      expect((await usageOf(admin, { ...query, ...PERIOD })).total.calls).toBeGreaterThan(0);
      expect((await viewer.refused(billing.tokenUsage, { query })).code).toBe('forbidden');
    }
    const ofPerson = { query: { personUuid: 'none' as const } };
    expect((await viewer.refused(billing.tokenHistory, ofPerson)).code).toBe('forbidden');
    const seen = (await historyOf(viewer, { pageSize: 100 })).items;
    expect(seen.some(({ person, key }) => person !== null || key !== null)).toBe(false);
    const all = (await historyOf(admin, { pageSize: 100 })).items;
    expect(all.some(({ person }) => person !== null)).toBe(true);
    expect((await viewer.refused(billing.exportTokenHistory)).code).toBe('forbidden');
  });
});

describe('the history as a file', () => {
  const linesOf = async (person: SignedIn, query: string): Promise<string[]> => {
    const { status, headers, body } = await person.raw('GET', `/api/user/token/history/export${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return String(body).replace('\ufeff', '').trim().split('\r\n');
  };

  test('has each entry under the conditions once, newest first, however many there are', async () => {
    const owner = await server.register();
    await addRows(owner, 2_500);
    // Moments that many entries share are no edge to fall over.
    await server.sql(
      `update ledger_entries set created_at = timestamptz '2026-12-01 00:00Z' + interval '3 microseconds'
       where account_id = $1 and created_at >= '2026-12-01' and input = 1`,
      [owner.user.account.uuid],
    );
    const [head, ...lines] = await linesOf(owner, '');
    expect(head).toBe(
      'time,kind,bot,model,channel,apiKey,person,source,input,output,tokens,balance,ownKeyUsd,uuid',
    );
    const ids = lines.map((line) => line.split(',').at(-1));
    expect(new Set(ids).size).toBe(2_501);
    expect(lines.map((line) => line.slice(0, 24))).toEqual(
      lines
        .map((line) => line.slice(0, 24))
        .toSorted()
        .toReversed(),
    );
    const grants = (await linesOf(owner, '?kind=grant&locale=ja&to=2027-06-01T00:00:00Z')).slice(1);
    expect(grants).toHaveLength(
      (await historyOf(owner, { kind: 'grant', to: '2027-06-01T00:00:00Z' })).total,
    );
    expect(grants.every((line) => line.includes(',トークンの追加,'))).toBe(true);
  });

  test('is safe for spreadsheets', async () => {
    const owner = await server.register();
    const { bot } = await addBotWithKnowledge(owner, { name: '=HYPERLINK("http://evil")' });
    await ask(owner, bot.uuid);
    const line = (await linesOf(owner, '?kind=call'))[1];
    expect(line).toContain(`"'=HYPERLINK(""http://evil"")"`);
  });
});

describe('the balance', () => {
  test('of a new account has no forecast, and shows what expires', async () => {
    const owner = await server.register();
    const account = owner.user.account.uuid;
    const before = await owner.call(billing.tokenBalance);
    expect(before).toMatchObject({ forecast: { state: 'too_little_data', day: null }, expiring: [] });
    await server.sql('update token_lots set left_tokens = 100, tokens = 100 where account_id = $1', [
      account,
    ]);
    await server.sql(
      `insert into token_lots (account_id, id, kind, tokens, left_tokens, expires_at)
       values ($1, $2, 'paid', 500, 500, now() + interval '40 days'), ($1, $3, 'paid', 300, 300, now() + interval '20 days')`,
      [account, newId<string>(), newId<string>()],
    );
    // 900 tokens came, 200 of them are spent: the granted ones and 100 of those that expire first.
    await server.sql('update token_balances set balance = 700 where account_id = $1', [account]);
    const { balance, expiring } = await owner.call(billing.tokenBalance);
    expect(balance).toBe(700);
    expect(expiring.map(({ tokens }) => tokens)).toEqual([200, 500]);
  });

  test('lasts as the weekdays of four weeks say', async () => {
    const owner = await server.register();
    const account = owner.user.account.uuid;
    await server.sql(
      `insert into ledger_entries (account_id, id, kind, tokens, balance, input, output, created_at)
       select $1, gen_random_uuid(), 'call', -100, 0, 1, 1, now() - n * interval '1 day' from generate_series(1, 40) n`,
      [account],
    );
    await server.sql('update token_balances set balance = 1000 where account_id = $1', [account]);
    const { forecast } = await owner.call(billing.tokenBalance);
    expect(forecast.state).toBe('day');
    const today = new Date();
    const days = (Date.parse(`${forecast.day}T12:00:00Z`) - today.getTime()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(8);
    expect(Math.round(days)).toBeLessThanOrEqual(10);
  });
});
