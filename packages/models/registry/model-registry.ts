import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ServiceView } from '@hanasu/contract/services';
import { CATALOGUE, toEntry } from '../catalogue/catalogue.ts';
import type { CatalogueEntry, ProviderName } from '../catalogue/catalogue-entry.ts';
import { type CompatibleEndpoint, compatibleRows } from '../providers/compatible-endpoint.ts';
import {
  type CreateModel,
  type LoadProvider,
  loadAnthropic,
  loadCohere,
  loadCompatible,
  loadGoogle,
  loadOpenAI,
  type ProviderSettings,
} from '../providers/load-providers.ts';
import { createTranscriber, type Transcriber } from '../transcription/transcriber.ts';

export type KeyedProvider = Exclude<ProviderName, 'builtin' | 'compatible'>;

/** `missing` is the setting to name when the provider has no key. */
export const providers = {
  openai: { load: loadOpenAI, missing: 'OPENAI_API_KEY' },
  anthropic: { load: loadAnthropic, missing: 'ANTHROPIC_API_KEY' },
  google: { load: loadGoogle, missing: 'GOOGLE_API_KEY' },
  cohere: { load: loadCohere, missing: 'COHERE_API_KEY' },
} as const satisfies Record<KeyedProvider, { load: LoadProvider; missing: string }>;

export interface ModelRegistryOptions {
  providers: Partial<Record<KeyedProvider, ProviderSettings>>;
  /** OpenAI-compatible servers of this installation; their models join the catalogue. */
  compatible?: readonly CompatibleEndpoint[];
  /** The model that needs no key: `createExtractiveModel()`. */
  extractive: LanguageModelV4;
  /** The guarded fetch of the platform, for all providers. */
  fetch?: typeof globalThis.fetch;
  catalogue?: readonly CatalogueEntry[];
}

/** The models of this installation. */
export interface ModelRegistry {
  /** The whole catalogue as `/api/service` shows it, also what has no key. */
  services(): ServiceView[];
  find(uuid: string): CatalogueEntry | null;
  /** True when the model is in the catalogue and its provider has a key. */
  available(uuid: string): boolean;
  /** The model to call, loaded at first use; null when it isn't available or makes no text. */
  languageModel(uuid: string): Promise<LanguageModelV4 | null>;
  /** Null: no provider here turns recordings into words. */
  readonly transcriber: Transcriber | null;
}

export function toServiceView(entry: CatalogueEntry, isReady: boolean, hears: boolean): ServiceView {
  const { uuid, name, group, provider, contextTokens, outputTokens, rates, tooltips, avatar } = entry;
  return {
    uuid,
    name,
    group,
    provider,
    available: isReady,
    ...(isKeyed(provider) && !isReady && { missing: providers[provider].missing }),
    ...(avatar && { avatar }),
    contextTokens,
    outputTokens,
    rates,
    abilities: { vision: entry.abilities.vision, audio: hears },
    tooltips,
  };
}

export const isKeyed = (provider: ProviderName): provider is KeyedProvider => provider in providers;

/** Loads each provider and each server once; a load that fails is tried again at the next call. */
function createLoader() {
  const loaded = new Map<string, Promise<CreateModel>>();
  return (key: string, load: () => Promise<CreateModel>): Promise<CreateModel> => {
    const known = loaded.get(key);
    if (known) return known;
    const loading = load().catch((error: unknown) => {
      loaded.delete(key);
      throw error;
    });
    loaded.set(key, loading);
    return loading;
  };
}

/** Joins the catalogue with the keys and servers of this installation. */
export function createModelRegistry(options: ModelRegistryOptions): ModelRegistry {
  const endpoints = options.compatible ?? [];
  const entries = [...(options.catalogue ?? CATALOGUE), ...compatibleRows(endpoints).map(toEntry)];
  const byUuid = new Map(entries.map((entry) => [entry.uuid, entry]));
  const models = new Map<string, LanguageModelV4>();
  const loadOnce = createLoader();
  const isReady = ({ provider }: CatalogueEntry) =>
    !isKeyed(provider) || Boolean(options.providers[provider]?.apiKey);
  const load = async ({ provider, endpoint }: CatalogueEntry): Promise<CreateModel | null> => {
    if (isKeyed(provider)) {
      const settings = options.providers[provider];
      if (!settings?.apiKey) return null;
      return loadOnce(provider, () => providers[provider].load(settings, options.fetch));
    }
    const server = endpoints.find(({ name }) => name === endpoint);
    return server ? loadOnce(`compatible/${server.name}`, () => loadCompatible(server, options.fetch)) : null;
  };
  const { openai } = options.providers;
  const transcriber = openai?.apiKey ? createTranscriber(openai, options.fetch) : null;
  return {
    transcriber,
    services: () => entries.map((entry) => toServiceView(entry, isReady(entry), transcriber !== null)),
    find: (uuid) => byUuid.get(uuid) ?? null,
    available: (uuid) => {
      const entry = byUuid.get(uuid);
      return entry !== undefined && isReady(entry);
    },
    async languageModel(uuid) {
      const entry = byUuid.get(uuid);
      if (!entry || entry.group === 'image-model') return null;
      if (entry.provider === 'builtin') return options.extractive;
      const made = models.get(uuid);
      if (made) return made;
      const model = (await load(entry))?.(entry.model) ?? null;
      if (model) models.set(uuid, model);
      return model;
    },
  };
}
