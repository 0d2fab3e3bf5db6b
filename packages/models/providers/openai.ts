import { openaiDeltas } from './delta-formats.ts';
import { mergeDeltas } from './merge-deltas.ts';
import type { LoadProvider } from './provider-settings.ts';

const BASE_URL = 'https://api.openai.com/v1';

/**
 * OpenAI over chat completions. Not the Responses API (the SDK's default): on a second turn that refers to earlier
 * answers by id, which fails with another key, without retention and at any OpenAI-compatible server.
 */
export const loadOpenAI: LoadProvider = async ({ apiKey, baseUrl = BASE_URL }, fetch) => {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(openaiDeltas, fetch) });
  return (model) => provider.chat(model);
};
