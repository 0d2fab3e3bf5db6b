import type { AccountId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import { SEALED_FACTORS } from '../features/accounts/public.ts';
import { SEALED_MODEL_KEYS } from '../features/billing/public.ts';
import { SEALED_TOOLS } from '../features/bots/public.ts';
import { sealedAccess } from '../features/channels/public.ts';
import { SEALED_OWN_HOOKS } from '../features/notifications/public.ts';
import { SEALED_REMOVALS } from '../features/rich-menus/public.ts';
import { SEALED_RECOVERY_KEYS } from '../features/system/public.ts';
import { SEALED_IDENTITIES } from '../features/web-chat/public.ts';
import { SEALED_HOOKS } from '../features/webhooks/public.ts';
import type { SealedColumn } from '../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { type Secrets, secretsOf } from '../platform/crypto/secret-keys.ts';
import type { AccountTransaction, Database } from '../platform/database/database.ts';
import type { Config } from './config.ts';

/** Of accounts, not of people: credentials of channels, secret headers of tools, keys of n8n, secrets of web hooks and web sites. */
const SEALED = [
  ...sealedAccess.columns,
  SEALED_REMOVALS,
  SEALED_HOOKS,
  ...SEALED_TOOLS,
  SEALED_IDENTITIES,
  SEALED_MODEL_KEYS,
];
/** Shorter ones are words of everyday language. */
const ACCOUNT_SECRETS_SHORTEST = 16;
const FRESH_MS = 30_000;
const MOST_KEPT = 1_000;
/** Looked for in one answer. */
const MOST_SECRETS = 500;

type FindAccountSecrets = (accountId: AccountId) => Promise<readonly string[]>;

/**
 * Keys of an account, which no answer of its bots says. Of API keys nothing but a hash and the beginning is stored:
 * that is what is looked for.
 */
export function createFindAccountSecrets(database: Database, box: SecretBox): FindAccountSecrets {
  const kept = new LRUCache<AccountId, Promise<readonly string[]>>({ max: MOST_KEPT, ttl: FRESH_MS });
  return (accountId) => {
    const found = kept.get(accountId);
    if (found) return found;
    const secrets = database.account(accountId, (transaction) => readSecrets(transaction, box));
    kept.set(accountId, secrets);
    secrets.catch(() => kept.delete(accountId));
    return secrets;
  };
}

async function readSecrets(transaction: AccountTransaction, box: SecretBox): Promise<readonly string[]> {
  const keys = await transaction.rows<{ prefix: string }>(
    'select prefix from api_keys where account_id = $1',
    [transaction.accountId],
  );
  const opened = await Promise.all(SEALED.map((column) => openAll(transaction, box, column)));
  const secrets = opened.flat().flatMap(secretsIn);
  return [...new Set([...keys.map(({ prefix }) => prefix), ...secrets])].slice(0, MOST_SECRETS);
}

async function openAll(
  transaction: AccountTransaction,
  box: SecretBox,
  { table, column, ids, contextOf }: SealedColumn,
): Promise<string[]> {
  const rows = await transaction.rows<{ ids: string[]; sealed: Buffer }>(
    `select array[${ids.map((id) => `${id}::text`).join(', ')}] as ids, ${column} as sealed from ${table}
     where account_id = $1 and ${column} is not null`,
    [transaction.accountId],
  );
  return rows.flatMap((row) => box.tryOpen(row.sealed, contextOf(row.ids)) ?? []);
}

/** A sealed value is a secret, or JSON with secrets in it. */
function secretsIn(opened: string): string[] {
  return textsIn(parsed(opened))
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word.length >= ACCOUNT_SECRETS_SHORTEST);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Shorter ones are words of everyday language, or made up for a test. */
const HOST_SECRETS_SHORTEST = 12;

/** Keys and passwords of this installation. No answer says one of them, however it came to know it. */
export function hostSecrets(config: Config, secretKeys: Secrets): string[] {
  const addresses = [config.DATABASE_URL, config.SMTP_URL, config.REDIS_URL];
  return [
    ...secretsOf(secretKeys),
    config.OPENAI_API_KEY,
    config.ANTHROPIC_API_KEY,
    config.GOOGLE_API_KEY,
    config.COHERE_API_KEY,
    config.GOOGLE_CLIENT_SECRET,
    config.FACEBOOK_APP_SECRET,
    ...addresses.map((address) => (address ? decodeURIComponent(new URL(address).password) : undefined)),
  ].filter((secret): secret is string => secret !== undefined && secret.length >= HOST_SECRETS_SHORTEST);
}

/** Every column that holds sealed values; a test of `secret-keys` finds one that is missing. */
export const SEALED_COLUMNS = [
  ...sealedAccess.columns,
  SEALED_REMOVALS,
  SEALED_HOOKS,
  SEALED_OWN_HOOKS,
  ...SEALED_TOOLS,
  SEALED_IDENTITIES,
  SEALED_MODEL_KEYS,
  SEALED_FACTORS,
  SEALED_RECOVERY_KEYS,
];
