import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { jsonFormsOf } from '../catalogue/catalogue-entry.ts';
import { type FakeProviders, startFakeProviders } from '../fake/fake-provider-server.ts';
import { createAccountModels, type OwnKey, ownServiceUuid, type ThoughtMemories } from './account-models.ts';
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
  thoughts?: ThoughtMemories,
) {
  const host = createModelRegistry({ providers: hostKeys, extractive: createExtractiveModel({}) });
  const { openai, anthropic, google, cohere } = fake.baseUrls;
  return createAccountModels({
    host,
    keys,
    baseUrls: { openai, anthropic, google, cohere },
    guardedFetch: fetch,
    ...(thoughts && { thoughts }),
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

describe('what is known of the thoughts of an own model', () => {
  const ANSWER = 'Tea is served from nine to six, every day of the week.';
  const THOUGHTS = `The customer wants to know when tea is served, and I look it up.</think>${ANSWER}`;
  const OTHER_ID = '0199a0d0-0000-7000-8000-ba9876543210' as OwnKey['id'];
  let memories: ThoughtMemories;
  beforeEach(() => {
    memories = new Map();
  });

  /** Asks a model of a new registry: the fake says the question again, and stops half way until it is released. */
  async function ask(question: string, { changes = {}, model: id = LOCAL.id }: Asked = {}) {
    const key = keyOf('compatible', { models: [LOCAL, { ...LOCAL, id: 'other' }], ...changes });
    const model = await modelsWith([key], {}, memories).languageModel(ownServiceUuid(key.id, id));
    if (!model) throw new Error('the model is not there');
    fake.behave('*', 'held');
    const content = [{ type: 'text' as const, text: question }];
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content }] });
    let text = '';
    let first: string | null = null;
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.delta;
      if (first === null && (part.type === 'text-delta' || part.type === 'reasoning-delta')) {
        first = part.type;
        fake.release();
      }
    }
    fake.reset();
    return { text, isStreamed: first === 'text-delta' };
  }
  interface Asked {
    readonly changes?: Partial<OwnKey>;
    readonly model?: string;
  }
  const REPLY = `You asked: "${ANSWER}"`;

  test('outlives the registry: the first answer is held back, the next one streams', async () => {
    expect(await ask(ANSWER)).toEqual({ text: REPLY, isStreamed: false });
    expect(await ask(ANSWER)).toEqual({ text: REPLY, isStreamed: true });
  });
  test('a model that writes its thoughts stays held back until they end', async () => {
    for (const _ of ['first', 'second', 'third'])
      expect(await ask(THOUGHTS)).toEqual({ text: `${ANSWER}"`, isStreamed: false });
  });
  test.each<[string, () => Asked]>([
    ['another key', () => ({ changes: { apiKey: 'sk-other-key' } })],
    ['no key', () => ({ changes: { apiKey: null } })],
    ['another address', () => ({ changes: { baseUrl: `${fake.baseUrls.compatible}/` } })],
    ['the key of another account', () => ({ changes: { id: OTHER_ID } })],
    ['another model', () => ({ model: 'other' })],
  ])('%s has to be learned for itself', async (_, other) => {
    await ask(ANSWER);
    expect(await ask(THOUGHTS, other())).toEqual({ text: `${ANSWER}"`, isStreamed: false });
    expect(await ask(ANSWER)).toMatchObject({ isStreamed: true });
  });
  test('is taken back when another model answers under the same name', async () => {
    await ask(ANSWER);
    expect(await ask(THOUGHTS)).toMatchObject({ isStreamed: true });
    expect(await ask(THOUGHTS)).toEqual({ text: `${ANSWER}"`, isStreamed: false });
  });
  test('contains no key', async () => {
    const kept = new Map();
    memories = kept;
    await ask(ANSWER);
    expect(kept.size).toBe(1);
    expect(JSON.stringify([...kept])).not.toContain('sk-own-key');
  });
});
