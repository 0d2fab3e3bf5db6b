import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { jsonFormsOf } from '../catalogue/catalogue-entry.ts';
import { type FakeProviders, startFakeProviders } from '../fake/fake-provider-server.ts';
import { createAccountModels, type OwnKey, ownServiceUuid } from './account-models.ts';
import { cheapestModel } from './cheapest-model.ts';
import { checkOwnKey } from './check-own-key.ts';
import { createModelRegistry } from './model-registry.ts';

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const ID = '0199a0d0-0000-7000-8000-0123456789ab' as OwnKey['id'];
const LOCAL = {
  id: 'Qwen3:8B',
  name: '',
  contextTokens: 8_000,
  outputTokens: 1_000,
  price: null,
  abilities: { tools: false, vision: false },
};
const keyOf = (provider: OwnKey['provider'], changes: Partial<OwnKey> = {}): OwnKey => ({
  id: ID,
  provider,
  name: provider,
  apiKey: 'sk-own-key',
  baseUrl: provider === 'compatible' ? fake.baseUrls.compatible : null,
  models: provider === 'compatible' ? [LOCAL] : [],
  isRefused: false,
  ...changes,
});

function modelsWith(
  keys: readonly OwnKey[],
  hostKeys: Parameters<typeof createModelRegistry>[0]['providers'] = {},
) {
  const host = createModelRegistry({ providers: hostKeys, extractive: createExtractiveModel({}) });
  const { openai, anthropic, google, cohere } = fake.baseUrls;
  return createAccountModels({
    host,
    keys,
    baseUrls: { openai, anthropic, google, cohere },
    guardedFetch: fetch,
  });
}

const SERVICES = {
  openai: 'openai-gpt-4.1-mini',
  anthropic: 'anthropic-claude-haiku-4.5',
  google: 'google-gemini-2.5-flash',
  cohere: 'cohere-command-a',
  compatible: ownServiceUuid(ID, LOCAL.id),
} as const;
const PROVIDERS = Object.keys(SERVICES) as (keyof typeof SERVICES)[];

function serviceOf(provider: keyof typeof SERVICES, models: ReturnType<typeof modelsWith>): string {
  const wanted = SERVICES[provider];
  if (models.find(wanted)) return wanted;
  const first = models.services().find((one) => one.provider === provider && one.group === 'model');
  if (!first) throw new Error(`the catalogue has no model of ${provider}`);
  return first.uuid;
}

describe.each(PROVIDERS)('a key for %s', (provider) => {
  const check = (changes: Partial<OwnKey> = {}) => {
    const models = modelsWith([keyOf(provider, changes)]);
    return checkOwnKey(models, serviceOf(provider, models));
  };

  test('works by one small call', async () => {
    expect(await check()).toEqual({ kind: 'ok' });
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]).toMatchObject({ vendor: provider, status: 200 });
  });
  test.each([
    ['nomodel', 'no_model'],
    ['nocredit', 'no_credit'],
    ['noaccess', 'no_access'],
    ['err429', 'busy'],
    ['err500', 'unreachable'],
  ])('%s is told as %s', async (behaviour, why) => {
    fake.behave('*', behaviour);
    expect(await check()).toMatchObject({ kind: 'refused', why });
  });
  test('that is wrong is told so, without a word of the provider', async () => {
    const checked = await check({ apiKey: 'wrong-key' });
    expect(checked).toMatchObject({ kind: 'refused', why: 'wrong_key' });
    expect(JSON.stringify(checked)).not.toContain('secret');
  });
});

test('a server where nobody is, and one that speaks something else', async () => {
  const at = (baseUrl: string) => {
    const models = modelsWith([keyOf('compatible', { baseUrl })]);
    return checkOwnKey(models, SERVICES.compatible);
  };
  expect(await at('http://127.0.0.1:9/v1')).toMatchObject({ why: 'unreachable' });
  expect(await at(`${fake.url}/nothing/v1`)).toMatchObject({ why: 'unreachable' });
});

describe('which key a call is made with', () => {
  test('the account’s own for all models of its provider, even when the host has one', () => {
    const models = modelsWith([keyOf('openai')], { openai: { apiKey: 'host' }, google: { apiKey: 'host' } });
    const own = serviceOf('openai', models);
    expect(models.find(own)?.ownKey).toEqual({ id: ID, isPriced: true, isRefused: false });
    expect(models.services().find(({ uuid }) => uuid === own)?.key).toMatchObject({
      uuid: ID,
      refused: false,
    });
    const hosts = serviceOf('google', models);
    expect(models.find(hosts)?.ownKey).toBeUndefined();
  });
  test('a refused key is not replaced by the host’s', async () => {
    const models = modelsWith([keyOf('openai', { apiKey: 'wrong', isRefused: true })], {
      openai: { apiKey: 'host' },
    });
    expect(await checkOwnKey(models, serviceOf('openai', models))).toMatchObject({ why: 'wrong_key' });
    expect(fake.requests.every(({ status }) => status === 401)).toBe(true);
  });
  test('models whose provider only the account has a key for become available', () => {
    const models = modelsWith([keyOf('cohere')]);
    expect(models.available(serviceOf('cohere', models))).toBe(true);
    expect(models.available(serviceOf('google', models))).toBe(false);
    expect(modelsWith([]).available(serviceOf('cohere', models))).toBe(false);
  });
  test('a model without a price says so, and the cheapest is one of the account’s own', () => {
    const models = modelsWith([keyOf('compatible')], { openai: { apiKey: 'host' } });
    expect(models.find(SERVICES.compatible)).toMatchObject({ ownKey: { isPriced: false }, name: 'Qwen3:8B' });
    expect(cheapestModel(models)?.uuid).toBe(SERVICES.compatible);
    const refused = modelsWith([keyOf('compatible', { isRefused: true })], { openai: { apiKey: 'host' } });
    expect(cheapestModel(refused)?.provider).toBe('openai');
  });
  test('a price per million tokens becomes a rate that is never less', () => {
    const models = modelsWith([
      keyOf('compatible', { models: [{ ...LOCAL, price: { input: 0.15, output: 0.001 } }] }),
    ]);
    expect(models.find(SERVICES.compatible)?.rates).toEqual({ input: 1.5, output: 0.1 });
  });
});

test('a model of an own server answers in the forms of JSON that its owner names', () => {
  const abilities = { ...LOCAL.abilities, json: ['json_schema'] as const };
  const models = modelsWith([keyOf('compatible', { models: [{ ...LOCAL, abilities }] })]);
  const entry = models.find(ownServiceUuid(ID, LOCAL.id));
  expect(entry && jsonFormsOf(entry, false)).toEqual(['json_schema']);
  const unnamed = modelsWith([keyOf('compatible')]).find(ownServiceUuid(ID, LOCAL.id));
  expect(unnamed && jsonFormsOf(unnamed, false)).toEqual([]);
});
