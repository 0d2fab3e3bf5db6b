import { createExtractiveModel } from '@hanasu/models/builtin/extractive-model';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { createModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Config } from './config.ts';

function providersOf(config: Config) {
  const keyed = (apiKey: string | undefined, baseUrl: string) => (apiKey ? { apiKey, baseUrl } : undefined);
  const providers = {
    openai: keyed(config.OPENAI_API_KEY, config.OPENAI_BASE_URL),
    anthropic: keyed(config.ANTHROPIC_API_KEY, config.ANTHROPIC_BASE_URL),
    google: keyed(config.GOOGLE_API_KEY, config.GOOGLE_BASE_URL),
    cohere: keyed(config.COHERE_API_KEY, config.COHERE_BASE_URL),
  };
  return Object.fromEntries(Object.entries(providers).filter(([, settings]) => settings));
}

/** Where each provider is reached, also with keys of accounts. */
export const providerUrlsOf = (config: Config) => ({
  openai: config.OPENAI_BASE_URL,
  anthropic: config.ANTHROPIC_BASE_URL,
  google: config.GOOGLE_BASE_URL,
  cohere: config.COHERE_BASE_URL,
});

/** Models that compare texts by meaning or put them in order; the same keys as for answers. */
export const composeKnowledgeModels = (config: Config): KnowledgeModels =>
  createKnowledgeModels({ providers: providersOf(config), compatible: config.OPENAI_COMPATIBLE });

export function composeModels(config: Config): ModelRegistry {
  return createModelRegistry({
    providers: providersOf(config),
    compatible: config.OPENAI_COMPATIBLE,
    extractive: createExtractiveModel({}),
  });
}
