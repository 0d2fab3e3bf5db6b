import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CompatibleEndpoint } from './compatible-endpoint.ts';
import { mendCompletions } from './mend-completions.ts';
import { type DeltaFormat, mergeDeltas } from './merge-deltas.ts';
import { separateThoughts, type ThoughtMemory } from './separate-thoughts.ts';

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
  const merged = mergeDeltas(openaiDeltas, fetch);
  const ask = baseUrl === OPENAI_URL ? merged : mendCompletions(merged);
  const provider = createOpenAI({ apiKey, baseURL: baseUrl, fetch: ask });
  return (model) => provider.chat(model);
};

type CompatibleServer = Pick<CompatibleEndpoint, 'name' | 'baseUrl' | 'apiKey'> &
  Partial<Pick<CompatibleEndpoint, 'models'>>;

/**
 * A server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, … Without `includeUsage` the adapter asks
 * for no usage and every answer would be counted by estimate. `recall`: what is known of a model, where that outlives
 * what is loaded here.
 */
export async function loadCompatible(
  { name, baseUrl, apiKey, models = [] }: CompatibleServer,
  fetch?: typeof globalThis.fetch,
  recall?: (model: string) => ThoughtMemory,
): Promise<CreateModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    includeUsage: true,
    // A schema is asked for only where the model's abilities name it.
    supportsStructuredOutputs: true,
    ...(apiKey && { apiKey }),
    fetch: mendCompletions(mergeDeltas(openaiDeltas, fetch)),
  });
  return (id) => {
    const model = models.find((one) => one.id === id);
    const marks = model && 'thoughts' in model ? model.thoughts : 'auto';
    const memory = recall?.(id) ?? { known: marks === 'auto' ? null : marks };
    return separateThoughts(provider.chatModel(id), memory);
  };
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

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value under `path` where each step is an object; undefined otherwise. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)?.[name], value);
}

/** The text of an object that holds nothing but it. */
function onlyText(holder: unknown, name: string, besides: readonly string[] = []): string | null {
  const fields = fieldsOf(holder);
  const text = fields?.[name];
  if (!fields || typeof text !== 'string') return null;
  return Object.keys(fields).every((key) => key === name || besides.includes(key)) ? text : null;
}

function firstChoice(event: unknown): Fields | null {
  const choices = fieldsOf(event)?.choices;
  return Array.isArray(choices) && choices.length === 1 ? fieldsOf(choices[0]) : null;
}

/** Chat completions of OpenAI and of servers like it: `choices[0].delta.content`. */
export const openaiDeltas: DeltaFormat = {
  read(event) {
    const choice = firstChoice(event);
    const text = choice && onlyText(choice.delta, 'content');
    const isBare = !choice?.finish_reason && !choice?.logprobs && !fieldsOf(event)?.usage;
    return choice && text && isBare ? { text, key: choice.index } : null;
  },
  write(event, text) {
    const delta = fieldsOf(firstChoice(event)?.delta);
    if (delta) delta.content = text;
  },
};

/** Messages of Anthropic: `content_block_delta` with a `text_delta`. */
export const anthropicDeltas: DeltaFormat = {
  read(event) {
    if (at(event, 'type') !== 'content_block_delta' || at(event, 'delta', 'type') !== 'text_delta')
      return null;
    const text = onlyText(at(event, 'delta'), 'text', ['type']);
    return text === null ? null : { text, key: at(event, 'index') };
  },
  write(event, text) {
    const delta = fieldsOf(at(event, 'delta'));
    if (delta) delta.text = text;
  },
};

/** Chat of Cohere: `content-delta` with a text. */
export const cohereDeltas: DeltaFormat = {
  read(event) {
    if (at(event, 'type') !== 'content-delta') return null;
    const text = onlyText(at(event, 'delta', 'message', 'content'), 'text');
    return text === null ? null : { text, key: at(event, 'index') };
  },
  write(event, text) {
    const content = fieldsOf(at(event, 'delta', 'message', 'content'));
    if (content) content.text = text;
  },
};
