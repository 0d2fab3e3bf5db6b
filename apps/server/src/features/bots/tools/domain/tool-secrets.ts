import type { ToolConfig, ToolHeader } from '@hanasu/contract/tools';
import { sampleUrl } from './url-template.ts';

/** Values of secret headers by the header's name in small letters. */
export type ToolSecrets = Readonly<Record<string, string>>;

export type MergedConfig =
  /** `config` has null for every secret value. */
  | { readonly kind: 'ok'; readonly config: ToolConfig; readonly secrets: ToolSecrets }
  /** The header at this place needs its value. */
  | { readonly kind: 'secret_needed'; readonly index: number };

export interface StoredConfig {
  readonly config: ToolConfig;
  readonly secrets: ToolSecrets;
}

/**
 * Takes secret values out of what was sent and puts stored ones in the place of nulls. Never for another host: who
 * may change a tool but does not know its secrets could have them sent to a host of their own.
 */
export function mergeConfig(given: ToolConfig, stored: StoredConfig | null): MergedConfig {
  if (given.kind === 'handover') return { kind: 'ok', config: given, secrets: {} };
  const before = stored && originOf(stored.config) === originOf(given) ? stored : null;
  const values = given.headers.map((header) => header.value ?? storedValue(header, before));
  const index = values.indexOf(null);
  if (index !== -1) return { kind: 'secret_needed', index };
  const named = given.headers.map((header, at) => ({ ...header, value: values[at] ?? '' }));
  const secrets = named
    .filter(({ secret }) => secret)
    .map(({ name, value }) => [name.toLowerCase(), value] as const);
  const headers = named.map((header) => (header.secret ? { ...header, value: null } : header));
  return { kind: 'ok', config: { ...given, headers }, secrets: Object.fromEntries(secrets) };
}

/** A secret that stops being one would be shown: it has to be typed again. */
function storedValue({ name, secret }: ToolHeader, stored: StoredConfig | null): string | null {
  if (!stored || !secret) return null;
  const key = name.toLowerCase();
  return Object.hasOwn(stored.secrets, key) ? (stored.secrets[key] ?? null) : null;
}

const originOf = (config: ToolConfig): string | null =>
  config.kind === 'handover' ? null : (sampleUrl(config.url)?.origin ?? null);

/** All headers as they are sent. */
export const openHeaders = (
  headers: readonly ToolHeader[],
  secrets: ToolSecrets,
): (readonly [string, string])[] =>
  headers.map(({ name, value }) => [name, value ?? secrets[name.toLowerCase()] ?? ''] as const);
