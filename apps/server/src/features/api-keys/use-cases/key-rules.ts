import type { ApiKeyId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { type ApiKeyRow, existingBotIds, findKey, type KeyValues } from '../api-keys.store.ts';

export interface ApiKeysDependencies {
  readonly database: Database;
  /** The authenticator is told of keys that were changed or revoked. */
  readonly forget: (id: ApiKeyId) => void;
}

export async function existingKey(transaction: AccountTransaction, id: ApiKeyId): Promise<ApiKeyRow> {
  const row = await findKey(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such key');
  return row;
}

/** Knowledge is of the whole account: no key for certain bots opens it. */
export function refuseMixed({ scopes, botIds }: Pick<KeyValues, 'scopes' | 'botIds'>): void {
  if (botIds && scopes.includes('knowledge')) {
    throw AppError.field('validation_failed', 'body.scopes', 'knowledge is for keys of all bots only');
  }
}

/** Bots have to be the account's, and a key has to be good for some time. */
export async function refuseInvalid(
  transaction: AccountTransaction,
  { botIds, expiresAt }: Partial<Pick<KeyValues, 'botIds' | 'expiresAt'>>,
): Promise<void> {
  if (expiresAt && expiresAt.getTime() <= transaction.now()) {
    throw AppError.field('validation_failed', 'body.expiresAt', 'has to be in the future');
  }
  if (!botIds) return;
  const known = new Set(await existingBotIds(transaction, botIds));
  const missing = botIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw AppError.field('validation_failed', `body.botUuids.${missing}`, 'no such bot');
}
