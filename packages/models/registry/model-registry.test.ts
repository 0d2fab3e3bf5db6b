import { ServiceView } from '@hanasu/contract/services';
import { expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { createModelRegistry } from './model-registry.ts';

const extractive = createExtractiveModel();

test('without keys only the built-in model is available, and the others say what is missing', async () => {
  const registry = createModelRegistry({ providers: {}, extractive });
  const services = registry.services();
  for (const service of services) ServiceView.parse(service);
  expect(services.filter(({ available }) => available).map(({ uuid }) => uuid)).toEqual([
    'builtin-extractive',
  ]);
  const missing = (uuid: string) => services.find((service) => service.uuid === uuid)?.missing;
  expect(missing('openai-gpt-4o')).toBe('OPENAI_API_KEY');
  expect(missing('anthropic-claude-haiku-4-5')).toBe('ANTHROPIC_API_KEY');
  expect(missing('google-gemini-2.5-flash')).toBe('GOOGLE_API_KEY');
  expect(missing('builtin-extractive')).toBeUndefined();
  expect(await registry.languageModel('openai-gpt-4o')).toBeNull();
  expect(await registry.languageModel('builtin-extractive')).toBe(extractive);
});

test('a key makes its provider’s models available and no others', async () => {
  const registry = createModelRegistry({ providers: { openai: { apiKey: 'key' } }, extractive });
  expect(registry.available('openai-gpt-4o')).toBe(true);
  expect(registry.available('anthropic-claude-haiku-4-5')).toBe(false);
  expect(registry.available('no-such-model')).toBe(false);
  expect(registry.find('no-such-model')).toBeNull();
  expect(await registry.languageModel('openai-gpt-4o')).toMatchObject({
    provider: 'openai.chat',
    modelId: 'gpt-4o',
  });
});

test('an empty key is no key', () => {
  const registry = createModelRegistry({ providers: { google: { apiKey: '' } }, extractive });
  expect(registry.available('google-gemini-2.5-flash')).toBe(false);
});

test('an image model makes no text', async () => {
  const registry = createModelRegistry({ providers: { openai: { apiKey: 'key' } }, extractive });
  expect(registry.available('openai-gpt-image-1')).toBe(true);
  expect(await registry.languageModel('openai-gpt-image-1')).toBeNull();
});

test('calls go through the fetch that was handed in, to the address that was set', async () => {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push(String(input));
    return Response.json({ error: { message: 'no' } }, { status: 403 });
  };
  const registry = createModelRegistry({
    providers: { anthropic: { apiKey: 'key', baseUrl: 'https://proxy.example/v1' } },
    extractive,
    fetch,
  });
  const model = await registry.languageModel('anthropic-claude-haiku-4-5');
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
  await expect(model?.doStream({ prompt })).rejects.toThrow();
  expect(urls).toEqual(['https://proxy.example/v1/messages']);
});
