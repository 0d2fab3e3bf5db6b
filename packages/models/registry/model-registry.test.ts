import { ServiceView } from '@hanasu/contract/services';
import { expect, test } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import { CompatibleEndpoints } from '../providers/compatible-endpoint.ts';
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
  expect(missing('cohere-command-a')).toBe('COHERE_API_KEY');
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

test('models of an installation’s own servers join the catalogue and need no key', async () => {
  const urls: string[] = [];
  const headers: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    urls.push(String(input));
    headers.push(new Headers(init?.headers).get('authorization'));
    return Response.json({ error: { message: 'no' } }, { status: 403 });
  };
  const model = { id: 'Qwen/Qwen3 8B', contextTokens: 32_768, outputTokens: 4096 };
  const compatible = CompatibleEndpoints.parse([
    { name: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1/', models: [{ ...model, name: 'Qwen3 8B (local)' }] },
    { name: 'ollama', baseUrl: 'http://localhost:11434/v1', apiKey: 'mine', models: [model] },
  ]);
  const registry = createModelRegistry({ providers: {}, extractive, fetch, compatible });
  const uuid = 'compatible-vllm-qwen-qwen3-8b';
  const service = registry.services().find((each) => each.uuid === uuid);
  expect(service).toMatchObject({ name: 'Qwen3 8B (local)', available: true, provider: 'compatible' });
  expect(service?.tooltips.ja[0]).toContain('32,768');
  expect(service?.missing).toBeUndefined();
  expect(registry.available(uuid)).toBe(true);
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
  for (const key of [uuid, 'compatible-ollama-qwen-qwen3-8b'])
    await expect((await registry.languageModel(key))?.doStream({ prompt })).rejects.toThrow();
  expect(urls).toEqual([
    'http://127.0.0.1:8000/v1/chat/completions',
    'http://localhost:11434/v1/chat/completions',
  ]);
  expect(headers).toEqual([null, 'Bearer mine']);
});

test('two models that would be one are refused', () => {
  const model = (id: string) => ({ id, contextTokens: 32_768, outputTokens: 4096 });
  const parsed = CompatibleEndpoints.safeParse([
    { name: 'a', baseUrl: 'http://localhost/v1', models: [model('qwen3:8b'), model('Qwen3-8b')] },
  ]);
  expect(parsed.error?.issues).toMatchObject([
    { path: [0, 'models', 1, 'id'], message: 'compatible-a-qwen3-8b is there twice' },
  ]);
});
