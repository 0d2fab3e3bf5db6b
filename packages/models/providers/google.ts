import type { LoadProvider } from './provider-settings.ts';

const BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** Google's Gemini API. */
export const loadGoogle: LoadProvider = async ({ apiKey, baseUrl = BASE_URL }, fetch) => {
  const { createGoogle } = await import('@ai-sdk/google');
  const provider = createGoogle({ apiKey, baseURL: baseUrl, ...(fetch && { fetch }) });
  return (model) => provider(model);
};
