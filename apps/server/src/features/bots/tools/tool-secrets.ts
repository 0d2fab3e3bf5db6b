import type { N8nToolConfig, ToolConfig, ToolHeader } from '@hanasu/contract/tools';
import { type SealedColumn, sealedById } from '../../../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import { SEALED_N8N } from './n8n/n8n.store.ts';
import { sampleUrl } from './request-templates.ts';
import type { ToolRow } from './tools.store.ts';

/** A tool with its secrets, ready to be called. Never leaves the server. */
export interface OpenTool extends Omit<ToolRow, 'secrets'> {
  readonly secrets: ToolSecrets;
}

export function openTool(box: SecretBox, { secrets, ...row }: ToolRow): OpenTool {
  // Without them the tool's server refuses the call, which its owner sees; the answer goes on.
  const opened: unknown = JSON.parse((secrets && box.tryOpen(secrets, row.id)) ?? '{}');
  return { ...row, secrets: opened as ToolSecrets };
}

export const sealSecrets = (box: SecretBox, id: ToolRow['id'], secrets: ToolSecrets): Buffer | null =>
  Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), id);

/** Secrets of tools, and the key of the n8n that they call. */
export const SEALED_TOOLS: readonly SealedColumn[] = [sealedById('bot_tools', 'secrets'), SEALED_N8N];

/** Values of secret headers by the header's name in small letters. */
export type ToolSecrets = Readonly<Record<string, string>>;

type MergedConfig =
  /** `config` has null for every secret value. */
  | { readonly kind: 'ok'; readonly config: ToolConfig; readonly secrets: ToolSecrets }
  /** The member at this path of the configuration needs its value. */
  | { readonly kind: 'secret_needed'; readonly path: string };

export interface StoredConfig {
  readonly config: ToolConfig;
  readonly secrets: ToolSecrets;
}

/**
 * Takes secret values out of what was sent and puts stored ones in the place of nulls. Never for another host: who
 * may change a tool but does not know its secrets could have them sent to a host of their own.
 */
export function mergeConfig(given: ToolConfig, stored: StoredConfig | null): MergedConfig {
  if (given.kind === 'handover' || given.kind === 'form') return { kind: 'ok', config: given, secrets: {} };
  const before = stored && originOf(stored.config) === originOf(given) ? stored : null;
  if (given.kind === 'n8n') return mergeAuth(given, before);
  const values = given.headers.map((header) => header.value ?? storedValue(header, before));
  const index = values.indexOf(null);
  if (index !== -1) return { kind: 'secret_needed', path: `headers.${index}.value` };
  const named = given.headers.map((header, at) => ({ ...header, value: values[at] ?? '' }));
  const secrets = named
    .filter(({ secret }) => secret)
    .map(({ name, value }) => [name.toLowerCase(), value] as const);
  const headers = named.map((header) => (header.secret ? { ...header, value: null } : header));
  return { kind: 'ok', config: { ...given, headers }, secrets: Object.fromEntries(secrets) };
}

/** Seals the whole header. A stored one stays for the same user, or the same name of a header. */
function mergeAuth(given: N8nToolConfig, stored: StoredConfig | null): MergedConfig {
  const { auth } = given;
  const before = stored?.config.kind === 'n8n' ? stored.config.auth : null;
  if (auth.kind === 'none') return { kind: 'ok', config: given, secrets: {} };
  if (auth.kind === 'basic') {
    const kept = before?.kind === 'basic' && before.user === auth.user ? stored?.secrets.authorization : null;
    const value = auth.password === null ? kept : basicCredentials(auth.user, auth.password);
    if (!value) return { kind: 'secret_needed', path: 'auth.password' };
    const config = { ...given, auth: { ...auth, password: null } };
    return { kind: 'ok', config, secrets: { authorization: value } };
  }
  const name = auth.name.toLowerCase();
  const kept =
    before?.kind === 'header' && stored && Object.hasOwn(stored.secrets, name) ? stored.secrets[name] : null;
  const value = auth.value ?? kept;
  if (!value) return { kind: 'secret_needed', path: 'auth.value' };
  return { kind: 'ok', config: { ...given, auth: { ...auth, value: null } }, secrets: { [name]: value } };
}

const basicCredentials = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A secret that stops being one would be shown: it has to be typed again. */
function storedValue({ name, secret }: ToolHeader, stored: StoredConfig | null): string | null {
  if (!stored || !secret) return null;
  const key = name.toLowerCase();
  return Object.hasOwn(stored.secrets, key) ? (stored.secrets[key] ?? null) : null;
}

function originOf(config: ToolConfig): string | null {
  if (config.kind === 'n8n') return config.target?.origin ?? null;
  return 'url' in config ? (sampleUrl(config.url)?.origin ?? null) : null;
}

/** All headers as they are sent. */
export const openHeaders = (
  headers: readonly ToolHeader[],
  secrets: ToolSecrets,
): (readonly [string, string])[] =>
  headers.map(({ name, value }) => [name, value ?? secrets[name.toLowerCase()] ?? ''] as const);

const MASK = '•••';
/** A part of a secret that is shorter is a word of everyday language. */
const PART_MIN = 6;

/** Takes secrets out of whatever another system said. */
export interface Masker {
  text(text: string): string;
  /** All texts, numbers and member names of a JSON value. */
  value(value: unknown): unknown;
}

/** `Bearer abc` is also looked for as `abc`, `Basic …` also as what it encodes, and each of them as it is written in URLs and JSON. */
export function createMasker(secrets: readonly string[]): Masker {
  const found = new Set(
    secrets
      .flatMap(partsOf)
      .flatMap(writtenAs)
      .filter((each) => each !== ''),
  );
  const forms = [...found].toSorted((a, b) => b.length - a.length);
  const text = (given: string) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), given);
  const value = (given: unknown): unknown => {
    if (forms.length === 0) return given;
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : MASK;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, each]) => [text(name), value(each)]));
  };
  return { text, value };
}

function partsOf(secret: string): string[] {
  const [scheme = '', ...rest] = secret.split(' ');
  const credential = rest.join(' ').trim();
  const parts = credential.length >= PART_MIN ? [secret, credential] : [secret];
  if (scheme.toLowerCase() !== 'basic') return parts;
  const decoded = Buffer.from(credential, 'base64').toString('utf8');
  const password = decoded.slice(decoded.indexOf(':') + 1);
  return [...parts, decoded, password].filter((part) => part.length >= PART_MIN || part === secret);
}

const writtenAs = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];
