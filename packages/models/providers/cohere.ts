import { cohereDeltas } from './delta-formats.ts';
import { mergeDeltas } from './merge-deltas.ts';
import type { LoadProvider } from './provider-settings.ts';

const BASE_URL = 'https://api.cohere.com/v2';

/** Cohere over its chat API, version 2. Its package brings its own SDK core: `X.isInstance(error)`, never `instanceof`. */
export const loadCohere: LoadProvider = async ({ apiKey, baseUrl = BASE_URL }, fetch) => {
  const { createCohere } = await import('@ai-sdk/cohere');
  const provider = createCohere({ apiKey, baseURL: baseUrl, fetch: mergeDeltas(cohereDeltas, fetch) });
  return (model) => provider(model);
};
