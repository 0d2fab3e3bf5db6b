import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ServiceView } from '@hanasu/contract/services';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { CatalogueEntry, ProviderName } from '../catalogue/catalogue-entry.ts';
import { loadAnthropic } from '../providers/anthropic.ts';
import { loadGoogle } from '../providers/google.ts';
import { loadOpenAI } from '../providers/openai.ts';
import type { CreateModel, LoadProvider, ProviderSettings } from '../providers/provider-settings.ts';

type KeyedProvider = Exclude<ProviderName, 'builtin'>;

/** `missing` is the setting to name when the provider has no key. */
const providers = {
  openai: { load: loadOpenAI, missing: 'OPENAI_API_KEY' },
  anthropic: { load: loadAnthropic, missing: 'ANTHROPIC_API_KEY' },
  google: { load: loadGoogle, missing: 'GOOGLE_API_KEY' },
} as const satisfies Record<KeyedProvider, { load: LoadProvider; missing: string }>;

export interface ModelRegistryOptions {
  providers: Partial<Record<KeyedProvider, ProviderSettings>>;
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
}

function toServiceView(entry: CatalogueEntry, hasKey: boolean): ServiceView {
  const { uuid, name, group, provider, contextTokens, outputTokens, rates, tooltips, avatar } = entry;
  return {
    uuid,
    name,
    group,
    provider,
    available: hasKey,
    ...(provider !== 'builtin' && !hasKey && { missing: providers[provider].missing }),
    ...(avatar && { avatar }),
    contextTokens,
    outputTokens,
    rates,
    tooltips,
  };
}

/** Loads each provider once; a load that fails is tried again at the next call. */
function createProviderLoader(fetch: typeof globalThis.fetch | undefined) {
  const loaded = new Map<KeyedProvider, Promise<CreateModel>>();
  return (provider: KeyedProvider, settings: ProviderSettings): Promise<CreateModel> => {
    const known = loaded.get(provider);
    if (known) return known;
    const loading = providers[provider].load(settings, fetch).catch((error: unknown) => {
      loaded.delete(provider);
      throw error;
    });
    loaded.set(provider, loading);
    return loading;
  };
}

/** Joins the catalogue with the keys of this installation. */
export function createModelRegistry(options: ModelRegistryOptions): ModelRegistry {
  const entries = options.catalogue ?? CATALOGUE;
  const byUuid = new Map(entries.map((entry) => [entry.uuid, entry]));
  const load = createProviderLoader(options.fetch);
  const hasKey = ({ provider }: CatalogueEntry) =>
    provider === 'builtin' || Boolean(options.providers[provider]?.apiKey);
  return {
    services: () => entries.map((entry) => toServiceView(entry, hasKey(entry))),
    find: (uuid) => byUuid.get(uuid) ?? null,
    available: (uuid) => {
      const entry = byUuid.get(uuid);
      return entry !== undefined && hasKey(entry);
    },
    async languageModel(uuid) {
      const entry = byUuid.get(uuid);
      if (!entry || entry.group === 'image-model') return null;
      if (entry.provider === 'builtin') return options.extractive;
      const settings = options.providers[entry.provider];
      if (!settings?.apiKey) return null;
      return (await load(entry.provider, settings))(entry.model);
    },
  };
}
