import type { CompatibleEndpoint } from './compatible-endpoint.ts';
import { openaiDeltas } from './delta-formats.ts';
import { mergeDeltas } from './merge-deltas.ts';
import type { CreateModel } from './provider-settings.ts';

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
