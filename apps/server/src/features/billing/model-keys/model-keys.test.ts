import { tokenHistory } from '@hanasu/contract/billing';
import { updateBot } from '@hanasu/contract/bots';
import { createBudget } from '@hanasu/contract/budgets';
import { chat } from '@hanasu/contract/chat';
import type { BotId } from '@hanasu/contract/ids';
import {
  changeModelKey,
  checkModelKey,
  createModelKey,
  deleteModelKey,
  listModelKeys,
  modelKeyUsage,
} from '@hanasu/contract/model-keys';
import { listServices } from '@hanasu/contract/services';
import { listAudit } from '@hanasu/contract/team';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

const OPENAI = 'openai-gpt-4o-mini';
const CLAUDE = 'anthropic-claude-haiku-4-5';
const KEY = 'sk-own-0123456789abcdef';
const written: string[] = [];

let providers: FakeProviders;
let server: TestServer;
let strict: TestServer;
let person: SignedIn;
beforeAll(async () => {
  providers = await startFakeProviders();
  const urls = {
    OPENAI_BASE_URL: providers.baseUrls.openai,
    ANTHROPIC_BASE_URL: providers.baseUrls.anthropic,
    GOOGLE_BASE_URL: providers.baseUrls.google,
    COHERE_BASE_URL: providers.baseUrls.cohere,
    ANTHROPIC_API_KEY: 'the-key-of-the-host',
  };
  const log = { write: (line: string) => void written.push(line) };
  [server, strict] = await Promise.all([
    startTestServer({ ...urls, ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS, LOG_LEVEL: 'info' }, undefined, { log }),
    startTestServer(urls),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), strict.stop()]);
  await providers.close();
});
beforeEach(async () => {
  providers.reset();
  person = await server.register();
});

const addKey = (key = KEY, monthlyLimit: number | null = null) =>
  person.call(createModelKey, { body: { provider: 'openai', key, monthlyLimit } });
const ask = (botUuid: BotId, message = 'Hello there') => person.call(chat, { body: { botUuid, message } });
const balance = async () => (await person.call(tokenHistory)).balance;
const keyOf = async () => (await person.call(listModelKeys)).items[0];
const LOCAL = { id: 'qwen3:8b', contextTokens: 8_000, outputTokens: 500 };
const local = (changes = {}) => ({
  provider: 'compatible' as const,
  name: 'Ollama',
  key: KEY,
  baseUrl: providers.baseUrls.compatible,
  models: [LOCAL],
  ...changes,
});

describe('keeping a key', () => {
  test('is sealed, never given back, and in the log without itself', async () => {
    const view = await addKey();
    expect(view).toMatchObject({ provider: 'openai', ending: 'cdef', refusal: null, bots: [] });
    const [row] = await server.sql<{ row: string }>(
      'select model_keys::text as row from model_keys where id = $1',
      [view.uuid],
    );
    const audit = await person.call(listAudit);
    expect(audit.items[0]).toMatchObject({ action: 'model_key.saved', target: 'openai' });
    const shown = [view, await person.call(listModelKeys), audit, row, written];
    expect(JSON.stringify(shown)).not.toContain(KEY);
    expect(JSON.stringify(shown)).not.toContain(Buffer.from(KEY).toString('hex'));
    expect(await person.refused(createModelKey, { body: { provider: 'openai', key: KEY } })).toMatchObject({
      code: 'model_key_exists',
    });
  });
  test.each([
    ['nomodel', 'model_key_no_model'],
    ['nocredit', 'model_key_no_credit'],
    ['noaccess', 'model_key_no_access'],
    ['err500', 'model_key_unreachable'],
  ])('%s: nothing is kept, and %s says why', async (behaviour, code) => {
    providers.behave('*', behaviour);
    const refused = await person.refused(createModelKey, { body: { provider: 'openai', key: KEY } });
    expect(refused).toMatchObject({ code });
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect((await person.call(listModelKeys)).items).toEqual([]);
    expect((await person.call(listAudit)).items[0]).toMatchObject({ action: 'model_key.refused' });
  });
  test('a wrong key, a key that is none, and a provider that takes no address', async () => {
    const refused = (body: object) => person.refused(createModelKey, { body: body as never });
    expect(await refused({ provider: 'openai', key: 'wrong-key-123' })).toMatchObject({
      code: 'model_key_wrong',
    });
    expect(await refused({ provider: 'openai' })).toMatchObject({ code: 'validation_failed' });
    expect(await refused({ provider: 'openai', key: 'two words of it' })).toMatchObject({
      code: 'validation_failed',
    });
    expect(await refused({ provider: 'openai', key: 'k'.repeat(501) })).toMatchObject({
      code: 'validation_failed',
    });
    expect(await refused({ provider: 'openai', key: KEY, baseUrl: 'https://evil.example' })).toMatchObject({
      code: 'validation_failed',
    });
    expect(providers.requests.filter(({ status }) => status === 200)).toEqual([]);
  });
  test('is for owners and admins, and of one account', async () => {
    const { uuid } = await addKey();
    const params = { uuid };
    const other = await server.register();
    for (const role of ['operator', 'viewer'] as const) {
      const member = await addMember(server, person, role);
      expect((await member.refused(listModelKeys)).code).toBe('forbidden');
      expect((await member.refused(createModelKey, { body: { provider: 'cohere', key: KEY } })).code).toBe(
        'forbidden',
      );
      expect((await member.refused(deleteModelKey, { params })).code).toBe('forbidden');
    }
    expect((await other.call(listModelKeys)).items).toEqual([]);
    expect((await other.refused(checkModelKey, { params })).code).toBe('not_found');
    expect((await other.refused(changeModelKey, { params, body: { monthlyLimit: 5 } })).code).toBe(
      'not_found',
    );
    expect((await other.refused(deleteModelKey, { params })).code).toBe('not_found');
  });
  test('copied into another account it opens nothing', async () => {
    const { uuid } = await addKey();
    const other = await server.register();
    await server.sql(
      `insert into model_keys (account_id, id, provider, name, sealed_key, ending, models, checked_at, changed_at)
       select $2, id, provider, name, sealed_key, ending, models, now(), now() from model_keys where id = $1`,
      [uuid, other.user.account.uuid],
    );
    const bot = await addBot(other, { serviceUuid: OPENAI });
    const answer = await other.call(chat, { body: { botUuid: bot.uuid, message: 'Hello' } });
    expect(answer.outcome).toBe('model_failed');
    expect(providers.requests.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a compatible server', () => {
  test('is asked at its own address, with what it offers', async () => {
    const view = await person.call(createModelKey, { body: local() });
    expect(view).toMatchObject({ name: 'Ollama', baseUrl: providers.baseUrls.compatible });
    const own = (await person.call(listServices)).find(({ key }) => key?.uuid === view.uuid);
    expect(own).toMatchObject({ name: 'qwen3:8b', available: true, key: { price: null, refused: false } });
    const bot = await addBot(person, { serviceUuid: own?.uuid ?? '' });
    const before = await balance();
    const answer = await ask(bot.uuid);
    expect(answer).toMatchObject({ outcome: 'answered', usage: { tokens: 0, micros: null } });
    expect(await balance()).toBe(before);
    expect((await person.call(modelKeyUsage)).total).toMatchObject({ calls: 1, micros: 0, unpriced: 1 });
  });
  test.each([
    'http://127.0.0.1:9/v1',
    'http://169.254.169.254/latest',
    'http://localhost:11434/v1',
    'http://[::1]:11434/v1',
    'http://2130706433/v1',
  ])('%s is refused where the host does not list it', async (baseUrl) => {
    const stranger = await strict.register();
    expect(await stranger.refused(createModelKey, { body: local({ baseUrl }) })).toMatchObject({
      code: 'model_key_address_refused',
    });
  });
  test('an address that the host lists and that does not answer looks like one that it does not list', async () => {
    const body = local({ baseUrl: `http://127.0.0.1:${await freePort()}/v1` });
    const listed = await person.refused(createModelKey, { body });
    const unlisted = await (await strict.register()).refused(createModelKey, { body });
    const { requestId: _, ...shown } = listed;
    expect(shown).toMatchObject({ code: 'model_key_address_refused' });
    expect(unlisted).toMatchObject(shown);
    providers.behave('*', 'err500');
    expect(await person.refused(createModelKey, { body: local() })).toMatchObject({ code: shown.code });
  });
  test('a key goes to no other address than it was given for', async () => {
    const { uuid } = await person.call(createModelKey, { body: local() });
    const calls = providers.requests.length;
    const body = { baseUrl: `${providers.url}/elsewhere/v1` };
    expect(await person.refused(changeModelKey, { params: { uuid }, body })).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'body.key' }],
    });
    expect(providers.requests).toHaveLength(calls);
  });
  test('a limit needs prices', async () => {
    const body = local({ monthlyLimit: 1_000_000 });
    expect(await person.refused(createModelKey, { body })).toMatchObject({
      errors: [{ path: 'body.models.0.price' }],
    });
    const models = [{ ...LOCAL, price: { input: 0.2, output: 0.6 } }];
    expect(await person.call(createModelKey, { body: { ...body, models } })).toMatchObject({
      monthlyLimit: 1_000_000,
    });
  });
});

describe('calls with an own key', () => {
  test('take no tokens even when there are none, and cost money by the catalogue', async () => {
    const { uuid } = await addKey();
    const bot = await addBot(person, { serviceUuid: OPENAI });
    await server.sql('update token_balances set balance = 0 where account_id = $1', [
      person.user.account.uuid,
    ]);
    const answer = await ask(bot.uuid);
    expect(answer).toMatchObject({ outcome: 'answered', serviceUuid: OPENAI, usage: { tokens: 0 } });
    const { inputTokens, outputTokens, micros } = answer.usage;
    expect(micros).toBe(Math.ceil(Math.ceil(inputTokens * 1.5 + outputTokens * 6) / 10));
    const history = await person.call(tokenHistory);
    expect(history.items[0]).toMatchObject({ kind: 'call', tokens: 0, ownKey: { micros } });
    expect(history).toMatchObject({ balance: 0, reserved: 0, spent: { month: 0 } });
    expect(await keyOf()).toMatchObject({
      uuid,
      spentThisMonth: micros,
      reserved: 0,
      bots: [{ uuid: bot.uuid }],
    });
    const usage = await person.call(modelKeyUsage);
    expect(usage.byBot).toMatchObject([{ bot: { uuid: bot.uuid }, micros, calls: 1 }]);
    expect(usage.byModel).toMatchObject([{ serviceUuid: OPENAI, micros }]);
    expect(usage.byDay).toHaveLength(1);
  });
  test('end at the limit: the fallback answers, else a person, who hears why', async () => {
    const { uuid } = await addKey(KEY, 5);
    const bot = await addBot(person, { serviceUuid: OPENAI });
    await server.sql(
      `insert into model_key_months (account_id, key_id, month, micros)
       select account_id, id, date_trunc('month', now() at time zone 'utc')::date, 5 from model_keys where id = $1`,
      [uuid],
    );
    expect(await ask(bot.uuid)).toMatchObject({ outcome: 'no_budget', usage: { tokens: 0 } });
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'alex', 'Hello?');
    const waiting = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    expect(waiting.waitingReason).toBe('key_budget');
    const spared = await addBot(person, { serviceUuid: OPENAI, settings: { fallbackServiceUuid: CLAUDE } });
    const before = await balance();
    expect(await ask(spared.uuid)).toMatchObject({ outcome: 'answered', serviceUuid: CLAUDE });
    expect(await balance()).toBeLessThan(before);
  });
  test('many at once never spend more than the limit', async () => {
    await addKey(KEY, 2_000);
    const bots = await Promise.all(Array.from({ length: 6 }, () => addBot(person, { serviceUuid: OPENAI })));
    await Promise.all(bots.map(({ uuid }) => ask(uuid, 'Write 400 tokens')));
    const after = await keyOf();
    expect(after?.spentThisMonth).toBeLessThanOrEqual(2_000);
    expect(after?.reserved).toBe(0);
  });
});

describe('a key that is refused later', () => {
  const refuse = async (botUuid: BotId) => {
    providers.behave('*', 'nocredit');
    return ask(botUuid);
  };

  test('is marked, the host’s key is not used for its model, and it works again by a check', async () => {
    const { uuid } = await addKey();
    const bot = await addBot(person, { serviceUuid: OPENAI });
    expect(await refuse(bot.uuid)).toMatchObject({ outcome: 'model_failed' });
    expect(await keyOf()).toMatchObject({ refusal: 'no_credit' });
    const services = await person.call(listServices);
    expect(services.find((one) => one.uuid === OPENAI)?.key).toMatchObject({ refused: true });
    const calls = providers.requests.length;
    expect(await ask(bot.uuid)).toMatchObject({ outcome: 'model_failed' });
    expect(providers.requests).toHaveLength(calls);
    expect((await person.refused(checkModelKey, { params: { uuid } })).code).toBe('model_key_no_credit');
    providers.reset();
    expect(await person.call(checkModelKey, { params: { uuid } })).toMatchObject({ refusal: null });
    expect(await ask(bot.uuid)).toMatchObject({ outcome: 'answered' });
  });
  test('the fallback of the bot answers with the host’s key; without one a person is called and told why', async () => {
    await addKey();
    const bot = await addBot(person, { serviceUuid: OPENAI, settings: { fallbackServiceUuid: CLAUDE } });
    providers.behave('gpt-4o-mini', 'nocredit');
    expect(await ask(bot.uuid)).toMatchObject({ outcome: 'answered', serviceUuid: CLAUDE });
    await person.call(updateBot, {
      params: { uuid: bot.uuid },
      body: { settings: { fallbackServiceUuid: null } },
    });
    const alone = await addBot(person, { serviceUuid: OPENAI });
    const channel = await addSandbox(person, alone.uuid);
    await say(person, channel.uuid, 'alex', 'Hello?');
    const waiting = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    expect(waiting.waitingReason).toBe('key_refused');
  });
  test('at the limit of the bot’s budget the built-in model takes the place of the fallback', async () => {
    await addKey();
    const bot = await addBot(person, { serviceUuid: OPENAI, settings: { fallbackServiceUuid: CLAUDE } });
    const of = { kind: 'bot', uuid: bot.uuid } as const;
    await person.call(createBudget, { body: { of, period: 'day', limit: 1, action: 'builtin' } });
    providers.behave('gpt-4o-mini', 'nocredit');
    expect(await ask(bot.uuid)).toMatchObject({ serviceUuid: 'builtin-extractive', usage: { tokens: 0 } });
  });
  test('is tried again by a call after a minute, and marked as working when it does', async () => {
    const { uuid } = await addKey();
    const bot = await addBot(person, { serviceUuid: OPENAI });
    await refuse(bot.uuid);
    providers.reset();
    await server.sql("update model_keys set retry_at = now() - interval '1 second' where id = $1", [uuid]);
    expect(await ask(bot.uuid)).toMatchObject({ outcome: 'answered' });
    await eventually('it counts as working', async () => (await keyOf())?.refusal === null);
  });
});

test('a key that bots use is removed only by who has seen which', async () => {
  const { uuid } = await addKey();
  const bot = await addBot(person, { serviceUuid: OPENAI, name: 'Concierge' });
  const params = { uuid };
  expect(await person.refused(deleteModelKey, { params })).toMatchObject({
    code: 'model_key_in_use',
    detail: expect.stringContaining('Concierge'),
  });
  await person.call(deleteModelKey, { params, query: { inUse: 'true' } });
  expect((await person.call(listModelKeys)).items).toEqual([]);
  expect(await ask(bot.uuid)).toMatchObject({ outcome: 'model_failed' });
});
