import type { ToolId } from '@hanasu/contract/ids';
import type { ToolView } from '@hanasu/contract/tools';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import { findTool, type ToolRow } from '../tools.store.ts';

/** Values of secret headers are null in every stored configuration. */
export const toolView = (row: ToolRow): ToolView => ({
  uuid: row.id,
  botUuid: row.botId,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  config: row.config,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function existingTool(transaction: AccountTransaction, id: ToolId): Promise<ToolRow> {
  const row = await findTool(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such tool');
  return row;
}
