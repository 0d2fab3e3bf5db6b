import type { ServiceView } from '@hanasu/contract/services';
import { describe, expect, it } from 'vitest';
import { defaultImage, defaultService, groupChoices, sortServices, splitName } from './model-choices.ts';

const service = (uuid: string, provider: string, available = true): ServiceView => ({
  uuid,
  name: `${uuid} (fast)`,
  group: 'model',
  provider,
  available,
  contextTokens: 1,
  outputTokens: 1,
  rates: { input: 1, output: 1 },
  abilities: { vision: false, audio: false },
  tooltips: { en: ['en'], ja: ['ja'], vi: ['vi'] },
});

describe('splitName', () => {
  it.each([
    ['GPT-4o mini (recommended)', 'GPT-4o mini', 'recommended'],
    ['Claude (Sonnet) (new)', 'Claude (Sonnet)', 'new'],
    ['Command R', 'Command R', null],
    ['(beta)', '(beta)', null],
    ['Open (one', 'Open (one', null],
  ])('%s', (given, name, tag) => {
    expect(splitName(given)).toEqual({ name, tag });
  });
});

describe('sortServices', () => {
  const other = { ...service('search', 'p'), group: 'other' as const };
  const image = { ...service('dall-e', 'p'), group: 'image-model' as const };
  const model = service('gpt-4', 'openai');

  it('spec:68 makes three lists by group, and lists to choose from in English and Japanese', () => {
    const sorted = sortServices([other, image, model]);
    expect(sorted).toMatchObject({ model: [model], other: [other], imageModel: [image] });
    expect(sorted.choices('en').map(({ value, tooltip }) => [value, tooltip])).toEqual([['gpt-4', ['en']]]);
    expect(sorted.choices('ja').map(({ value, tooltip }) => [value, tooltip])).toEqual([['gpt-4', ['ja']]]);
  });

  it('spec:68 can be empty', () => {
    expect(sortServices([])).toMatchObject({ model: [], other: [], imageModel: [] });
    expect(sortServices([]).choices('en')).toEqual([]);
  });
});

it('spec:14 tooltips are there in Japanese and English', () => {
  const tooltips = (['en', 'ja'] as const).map(
    (locale) => groupChoices([service('gpt-4', 'openai')], locale)[0]?.choices[0]?.tooltip,
  );
  expect(tooltips).toEqual([['en'], ['ja']]);
});

it('spec:11 groups by what the key contains, in a fixed order', () => {
  const services = ['x-claude', 'openai-gpt-4', 'cohere-command', 'google-gemini'].map((key) =>
    service(key, 'p'),
  );
  const groups = groupChoices([...services, service('builtin-quote', 'builtin')], 'ja');
  expect(groups.map(({ group, choices }) => [group, choices[0]?.value])).toEqual([
    ['gemini', 'google-gemini'],
    ['openai', 'openai-gpt-4'],
    ['claude', 'x-claude'],
    ['builtin', 'builtin-quote'],
    ['other', 'cohere-command'],
  ]);
  expect(groups[0]?.choices[0]?.tooltip).toEqual(['ja']);
});

it('calls a model as the reader does', () => {
  const [group] = groupChoices(
    [service('builtin-quote', 'builtin')],
    'ja',
    () => '内蔵モデル（資料から引用）',
  );
  expect(group?.choices[0]).toMatchObject({ name: '内蔵モデル', tag: '資料から引用' });
});

it('gives Cohere and own servers a heading of their own', () => {
  const services = [
    service('cohere-command-a', 'cohere'),
    service('compatible-ollama-gpt-oss', 'compatible'),
  ];
  const groups = groupChoices(services, 'en').map(({ group, choices }) => [group, choices[0]?.value]);
  expect(groups).toEqual([
    ['cohere', 'cohere-command-a'],
    ['compatible', 'compatible-ollama-gpt-oss'],
  ]);
});

it('says what a group lacks of which nothing can be chosen', () => {
  const lacking = (uuid: string) => ({ ...service(uuid, 'openai', false), missing: 'OPENAI_API_KEY' });
  const services = [lacking('gpt-1'), lacking('gpt-2'), service('claude', 'anthropic')];
  expect(groupChoices(services, 'en').map(({ group, missing }) => [group, missing])).toEqual([
    ['claude', null],
    ['openai', 'OPENAI_API_KEY'],
  ]);
});

it('shows what can be chosen before what lacks a key', () => {
  const services = [
    service('google-gemini', 'google', false),
    service('openai-gpt-4', 'openai'),
    service('builtin-quote', 'builtin'),
  ];
  expect(groupChoices(services, 'en').map(({ group }) => group)).toEqual(['openai', 'builtin', 'gemini']);
});

it.each([
  ['a-gemini-b', 'gemini'],
  ['claude-3', 'claude'],
  ['command-r', 'command'],
  ['gpt-3.5-turbo', 'gpt-3.5'],
  ['gpt-4o', 'gpt-4'],
  ['anything', 'gpt-4'],
])('%s is pictured as %s', (uuid, image) => {
  expect(defaultImage({ uuid, provider: 'p' })).toBe(`/models/${image}.svg`);
});

it('gives a new bot the built-in model, else the first that is set up', () => {
  const paid = service('gpt-4', 'openai');
  const unset = service('claude', 'anthropic', false);
  expect(defaultService([paid, service('quote', 'builtin')])?.uuid).toBe('quote');
  expect(defaultService([unset, paid])?.uuid).toBe('gpt-4');
  expect(defaultService([unset])).toBeUndefined();
});
