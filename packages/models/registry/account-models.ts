import { createHash } from 'node:crypto';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelKeyId } from '@hanasu/contract/ids';
import type { ServiceView } from '@hanasu/contract/services';
import { toEntry } from '../catalogue/catalogue.ts';
import type { CatalogueEntry, CatalogueRow } from '../catalogue/catalogue-entry.ts';
import { loadCompatible } from '../providers/load-providers.ts';
import type { ThoughtMemory } from '../providers/separate-thoughts.ts';
import {
  isKeyed,
  type KeyedProvider,
  type ModelRegistry,
  providers,
  toServiceView,
} from './model-registry.ts';

/** A model of an account's own OpenAI-compatible server. */
export interface OwnModel {
  /** The server's own id: `qwen3:8b`. */
  readonly id: string;
  /** As people see it; the id when empty. */
  readonly name: string;
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** US dollars per million tokens; null: nobody has said. */
  readonly price: { readonly input: number; readonly output: number } | null;
  readonly abilities: CatalogueRow['abilities'];
}

/** A key that an account has entered itself. */
export interface OwnKey {
  readonly id: ModelKeyId;
  readonly provider: KeyedProvider | 'compatible';
  /** What people call it. */
  readonly name: string;
  /** Null: the server asks for none. */
  readonly apiKey: string | null;
  /** Of a compatible server, with the version path. */
  readonly baseUrl: string | null;
  readonly models: readonly OwnModel[];
  readonly isRefused: boolean;
}

interface OwnKeysOptions {
  readonly host: ModelRegistry;
  readonly keys: readonly OwnKey[];
  /** Where the installation reaches each provider. */
  readonly baseUrls: Readonly<Record<KeyedProvider, string>>;
  /** Asks servers whose addresses people have typed. */
  readonly guardedFetch: typeof globalThis.fetch;
  /** Outlives the registry, so that only the first answer of a model is held back. Without it that is so per registry. */
  readonly thoughts?: ThoughtMemories;
}

/** What is known of the answers of accounts' own models. It may lose what it was given: then that is learned again. */
export interface ThoughtMemories {
  get(source: string): ThoughtMemory | undefined;
  set(source: string, memory: ThoughtMemory): unknown;
}

function recallThoughts(memories: ThoughtMemories, { id, baseUrl, apiKey }: OwnKey, model: string) {
  // Another key or address may lead to another model. The key itself is not kept for longer than its registry.
  const source = createHash('sha256')
    .update(JSON.stringify([id, baseUrl, apiKey, model]))
    .digest('base64');
  const found = memories.get(source);
  if (found) return found;
  const memory: ThoughtMemory = { known: null, mayChange: true };
  memories.set(source, memory);
  return memory;
}

const ID_CHARACTERS = 12;

/** `own-<end of the key's id>-<model id>` in small letters, digits, dots and hyphens; stored with bots. */
export function ownServiceUuid(keyId: ModelKeyId, model: string): string {
  const folded = model
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `own-${keyId.replaceAll('-', '').slice(-ID_CHARACTERS)}-${folded}`;
}

const RATES_PER_DOLLAR = 10;
/** One decimal, never below what was said: what costs something is not free. */
const rateOf = (price: number): number => Math.ceil(Number((price * RATES_PER_DOLLAR * 10).toFixed(6))) / 10;

const rowsOf = ({ id: keyId, provider, models, isRefused }: OwnKey): CatalogueEntry[] =>
  provider === 'compatible'
    ? models.map(({ id, name, contextTokens, outputTokens, price, abilities }) => {
        const row: CatalogueRow = {
          uuid: ownServiceUuid(keyId, id),
          name: name || id,
          group: 'model',
          provider,
          model: id,
          contextTokens,
          outputTokens,
          rates: price
            ? { input: rateOf(price.input), output: rateOf(price.output) }
            : { input: 0, output: 0 },
          abilities,
        };
        return { ...toEntry(row), ownKey: { id: keyId, isPriced: price !== null, isRefused } };
      })
    : [];

/**
 * The one place where it is decided which key a call is made with: the account's own for every model of a provider that
 * it has a key for, whatever state the key is in, and the installation's for the others. Nothing falls back from one to
 * the other here.
 */
export function createAccountModels(options: OwnKeysOptions): ModelRegistry {
  const { host, keys, baseUrls, guardedFetch, thoughts = new Map() } = options;
  if (keys.length === 0) return host;
  const byProvider = new Map(keys.map((key) => [key.provider, key]));
  const byId = new Map(keys.map((key) => [key.id, key]));
  const own = new Map(keys.flatMap(rowsOf).map((entry) => [entry.uuid, entry]));
  const models = new Map<string, Promise<LanguageModelV4 | null>>();

  function find(uuid: string): CatalogueEntry | null {
    const mine = own.get(uuid);
    if (mine) return mine;
    const entry = host.find(uuid);
    const key = entry && isKeyed(entry.provider) && entry.group === 'model' && byProvider.get(entry.provider);
    return entry && key
      ? { ...entry, ownKey: { id: key.id, isPriced: true, isRefused: key.isRefused } }
      : entry;
  }

  async function load({ provider, model }: CatalogueEntry, key: OwnKey): Promise<LanguageModelV4 | null> {
    if (isKeyed(provider)) {
      const settings = { apiKey: key.apiKey ?? '', baseUrl: baseUrls[provider] };
      return (await providers[provider].load(settings))(model);
    }
    const server = { name: 'own', baseUrl: key.baseUrl ?? '', ...(key.apiKey && { apiKey: key.apiKey }) };
    const create = await loadCompatible(server, guardedFetch, (id) => recallThoughts(thoughts, key, id));
    return create(model);
  }

  function view(entry: CatalogueEntry, shown: ServiceView): ServiceView {
    const key = entry.ownKey && byId.get(entry.ownKey.id);
    if (!key || !entry.ownKey) return shown;
    const { missing: _missing, ...rest } = shown;
    const { input, output } = entry.rates;
    const price = entry.ownKey.isPriced
      ? { input: input / RATES_PER_DOLLAR, output: output / RATES_PER_DOLLAR }
      : null;
    return { ...rest, available: true, key: { uuid: key.id, name: key.name, refused: key.isRefused, price } };
  }

  return {
    transcriber: host.transcriber,
    find,
    available: (uuid) => (find(uuid)?.ownKey ? true : host.available(uuid)),
    services: () => [
      ...host.services().map((shown) => {
        const entry = find(shown.uuid);
        return entry ? view(entry, shown) : shown;
      }),
      ...[...own.values()].map((entry) => view(entry, toServiceView(entry, true, host.transcriber !== null))),
    ],
    languageModel(uuid) {
      const entry = find(uuid);
      const key = entry?.ownKey && byId.get(entry.ownKey.id);
      if (!entry || !key) return host.languageModel(uuid);
      const known = models.get(uuid);
      if (known) return known;
      const loading = load(entry, key).catch((error: unknown) => {
        models.delete(uuid);
        throw error;
      });
      models.set(uuid, loading);
      return loading;
    },
  };
}
