import { anthropicDeltas } from './delta-formats.ts';
import { mergeDeltas } from './merge-deltas.ts';
import type { LoadProvider } from './provider-settings.ts';

const BASE_URL = 'https://api.anthropic.com/v1';

/** Anthropic over its Messages API. */
export const loadAnthropic: LoadProvider = async ({ apiKey, baseUrl = BASE_URL }, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const provider = createAnthropic({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(anthropicDeltas, fetch) });
  return (model) => provider(model);
};
