import type { AccountId } from '@hanasu/contract/ids';
import { SEALED_TOOLS } from './features/bots/public.ts';
import { SEALED_ACCESS } from './features/channels/public.ts';
import { SEALED_IDENTITIES } from './features/web-chat/public.ts';
import { SEALED_HOOKS } from './features/webhooks/public.ts';
import type { SealedColumn } from './platform/crypto/sealed-column.ts';
import type { SecretBox } from './platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from './platform/database/database.ts';

/** Of accounts, not of people: credentials of channels, secret headers of tools, secrets of web hooks and web sites. */
const SEALED = [...SEALED_ACCESS, SEALED_HOOKS, SEALED_TOOLS, SEALED_IDENTITIES];
/** Shorter ones are words of everyday language. */
const SHORTEST = 16;
const FRESH_MS = 30_000;
const MOST_KEPT = 1_000;
/** Looked for in one answer. */
const MOST_SECRETS = 500;

export type FindAccountSecrets = (accountId: AccountId) => Promise<readonly string[]>;

/**
 * Keys of an account, which no answer of its bots says. Of API keys nothing but a hash and the beginning is stored:
 * that is what is looked for.
 */
export function createFindAccountSecrets(database: Database, box: SecretBox): FindAccountSecrets {
  const kept = new Map<AccountId, { readonly until: number; readonly secrets: Promise<readonly string[]> }>();
  return (accountId) => {
    const found = kept.get(accountId);
    if (found && found.until > performance.now()) return found.secrets;
    const secrets = database.account(accountId, (transaction) => readSecrets(transaction, box));
    kept.delete(accountId);
    kept.set(accountId, { until: performance.now() + FRESH_MS, secrets });
    secrets.catch(() => kept.delete(accountId));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
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
    .filter((word) => word.length >= SHORTEST);
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
