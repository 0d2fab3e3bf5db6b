import type { ServiceView } from '@hanasu/contract/services';
import { describe, expect, it } from 'vitest';
import { defaultImage, defaultService, groupChoices, splitName } from './model-choices.ts';

const service = (uuid: string, provider: string, available = true): ServiceView => ({
  uuid,
  name: `${uuid} (fast)`,
  group: 'model',
  provider,
  available,
  contextTokens: 1,
  outputTokens: 1,
  rates: { input: 1, output: 1 },
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

it('groups by what the key contains, in a fixed order', () => {
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
