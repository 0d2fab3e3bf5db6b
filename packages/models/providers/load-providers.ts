import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CompatibleEndpoint } from './compatible-endpoint.ts';
import { anthropicDeltas, cohereDeltas, openaiDeltas } from './delta-formats.ts';
import { mergeDeltas } from './merge-deltas.ts';

/**
 * How to reach a provider. Both go to the SDK explicitly, because it falls back to environment variables of the
 * host, which would lend one installation's key to another's endpoint.
 */
export interface ProviderSettings {
  apiKey: string;
  /** With the version path: `https://host/v1`. The provider's own address when absent. */
  baseUrl?: string | undefined;
}

/** A provider's models by the provider's own model id. */
export type CreateModel = (model: string) => LanguageModelV4;

/** A provider package, loaded at its first use: keeps the start fast and idle memory small. */
export type LoadProvider = (
  settings: ProviderSettings,
  fetch?: typeof globalThis.fetch,
) => Promise<CreateModel>;

const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * OpenAI over chat completions. Not the Responses API (the SDK's default): on a second turn that refers to earlier
 * answers by id, which fails with another key, without retention and at any OpenAI-compatible server.
 */
export const loadOpenAI: LoadProvider = async ({ apiKey, baseUrl = OPENAI_URL }, fetch) => {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(openaiDeltas, fetch) });
  return (model) => provider.chat(model);
};

/**
 * A server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, … Without `includeUsage` the adapter asks
 * for no usage and every answer would be counted by estimate.
 */
export async function loadCompatible(
  { name, baseUrl, apiKey }: CompatibleEndpoint,
  fetch?: typeof globalThis.fetch,
): Promise<CreateModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey && { apiKey }),
    fetch: mergeDeltas(openaiDeltas, fetch),
  });
  return (model) => provider.chatModel(model);
}

const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

/** Anthropic over its Messages API. */
export const loadAnthropic: LoadProvider = async ({ apiKey, baseUrl = ANTHROPIC_URL }, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const provider = createAnthropic({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(anthropicDeltas, fetch) });
  return (model) => provider(model);
};

const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** Google's Gemini API. */
export const loadGoogle: LoadProvider = async ({ apiKey, baseUrl = GOOGLE_URL }, fetch) => {
  const { createGoogle } = await import('@ai-sdk/google');
  const provider = createGoogle({ apiKey, baseURL: baseUrl, ...(fetch && { fetch }) });
  return (model) => provider(model);
};

const COHERE_URL = 'https://api.cohere.com/v2';

/** Cohere over its chat API, version 2. Its package brings its own SDK core: `X.isInstance(error)`, never `instanceof`. */
export const loadCohere: LoadProvider = async ({ apiKey, baseUrl = COHERE_URL }, fetch) => {
  const { createCohere } = await import('@ai-sdk/cohere');
  const provider = createCohere({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(cohereDeltas, fetch) });
  return (model) => provider(model);
};
