import type { ApiKeyView } from '@hanasu/contract/api-keys';
import type { ApiKeyRow } from '../api-keys.store.ts';

export const keyView = (row: ApiKeyRow): ApiKeyView => ({
  uuid: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  botUuids: row.botIds,
  monthlyBudget: row.monthlyBudget,
  spentThisMonth: row.spentThisMonth,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdBy: row.createdBy,
  makerRole: row.makerRole,
  createdAt: row.createdAt.toISOString(),
});
