import { ServiceView } from '@hanasu/contract/services';
import { describe, expect, test } from 'vitest';
import { costInTokens } from '../tokens/estimate-tokens.ts';
import { CATALOGUE } from './catalogue.ts';
import { jsonFormsOf, type ProviderName } from './catalogue-entry.ts';

const families: Partial<Record<ProviderName, string>> = {
  google: 'gemini',
  openai: 'gpt',
  anthropic: 'claude',
};
const texts = CATALOGUE.filter(({ group }) => group === 'model');
const limitsOf = (uuid: string) => {
  const entry = CATALOGUE.find((candidate) => candidate.uuid === uuid);
  return { input: entry?.contextTokens, output: entry?.outputTokens };
};

describe('catalogue', () => {
  test('every uuid is there once and tells its family and no other', () => {
    const uuids = CATALOGUE.map(({ uuid }) => uuid);
    expect(new Set(uuids).size).toBe(uuids.length);
    for (const { uuid, provider } of CATALOGUE) {
      const found = ['gemini', 'gpt', 'claude'].filter((family) => uuid.includes(family));
      const family = families[provider];
      expect(found).toEqual(family ? [family] : []);
      if (provider === 'cohere') expect(uuid).toContain('command');
    }
  });

  // Cohere refuses `response_format` beside `tools`, Gemini before version 3 only without a schema.
  test('forms of JSON depend on the model and on tools', () => {
    const formsOf = (uuid: string, hasTools: boolean) => {
      const entry = CATALOGUE.find((candidate) => candidate.uuid === uuid);
      return entry && jsonFormsOf(entry, hasTools);
    };
    expect(formsOf('openai-gpt-4o', true)).toEqual(['json_object', 'json_schema']);
    expect(formsOf('openai-gpt-3.5-turbo', false)).toEqual(['json_object']);
    expect(formsOf('anthropic-claude-haiku-4-5', true)).toEqual(['json_schema']);
    expect(formsOf('google-gemini-2.5-flash', false)).toEqual(['json_object', 'json_schema']);
    expect(formsOf('google-gemini-2.5-flash', true)).toEqual(['json_schema']);
    expect(formsOf('cohere-command-a', false)).toEqual(['json_object', 'json_schema']);
    expect(formsOf('cohere-command-a', true)).toEqual([]);
    expect(formsOf('cohere-command-a-vision', true)).toEqual(['json_object', 'json_schema']);
    expect(formsOf('builtin-extractive', false)).toEqual([]);
  });

  test('a name has at most one tag, at its end', () => {
    for (const { name } of CATALOGUE) expect(name).toMatch(/^[^()]+(?: \([^()]+\))?$/);
  });

  test('spec:127 the limits are the product’s', () => {
    expect(limitsOf('openai-gpt-3.5-turbo')).toMatchObject({ output: 4000 });
    expect(limitsOf('openai-gpt-4o-mini')).toEqual({ input: 131_072, output: 4096 });
    expect(limitsOf('openai-gpt-4o')).toEqual({ input: 131_072, output: 2048 });
    for (const { uuid, provider, contextTokens } of texts) {
      if (uuid.includes('gpt-5') || uuid.includes('gpt-6') || uuid.includes('gpt-4.1'))
        expect(limitsOf(uuid)).toEqual({ input: 131_072, output: 2048 });
      if (provider === 'google') expect(contextTokens).toBe(204_800);
      if (provider === 'anthropic') expect(contextTokens).toBe(160_000);
    }
  });

  test('spec:127 every model that calls functions says so, in three languages', () => {
    for (const { abilities, provider } of texts) {
      if (families[provider]) expect(abilities.tools).toBe(true);
    }
    for (const { tooltips, abilities } of CATALOGUE) {
      const lengths = new Set([tooltips.en.length, tooltips.ja.length, tooltips.vi.length]);
      expect(lengths.size).toBe(1);
      expect(tooltips.en.length).toBeGreaterThan(0);
      expect(tooltips.en.includes('Function calling')).toBe(abilities.tools);
    }
  });

  test('tooltips write numbers as the language does', () => {
    const entry = CATALOGUE.find(({ uuid }) => uuid === 'openai-gpt-4o-mini');
    expect(entry?.tooltips.en[1]).toBe('Output up to 4,096 tokens (about 6,144 Japanese characters)');
    expect(entry?.tooltips.ja[1]).toBe('出力は最大4,096トークン（日本語で約6,144文字）');
    expect(entry?.tooltips.vi[1]).toBe('Đầu ra tối đa 4.096 token (khoảng 6.144 ký tự tiếng Nhật)');
  });

  test('the cheapest input costs 1, output never less than input', () => {
    const keyed = CATALOGUE.filter(({ provider }) => provider !== 'builtin');
    expect(Math.min(...keyed.map(({ rates }) => rates.input))).toBe(1);
    for (const { rates } of CATALOGUE) {
      expect(rates.output).toBeGreaterThan(rates.input);
      expect(rates.input * 10).toBe(Math.round(rates.input * 10));
    }
  });

  test('rows fit the contract', () => {
    // Whether recordings can be read depends on the keys of the host.
    for (const entry of CATALOGUE)
      ServiceView.parse({ ...entry, abilities: { ...entry.abilities, audio: false }, available: true });
  });
});

test('a call is paid in whole tokens, rounded up', () => {
  expect(costInTokens({ input: 1.5, output: 6 }, { inputTokens: 3, outputTokens: 1 })).toBe(11n);
  expect(costInTokens({ input: 12.5, output: 100 }, { inputTokens: 1000, outputTokens: 10 })).toBe(13_500n);
  expect(costInTokens({ input: 0, output: 1 }, { inputTokens: 900, outputTokens: 40 })).toBe(40n);
  expect(costInTokens({ input: 7.5, output: 45 }, { inputTokens: 0, outputTokens: 0 })).toBe(0n);
});
