import type { ToolId } from '@hanasu/contract/ids';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import type { ToolDependencies } from '../dependencies.ts';
import { deleteToolRow } from '../tools.store.ts';
import { existingTool } from './tool-view.ts';

export async function deleteTool(
  { database, directory }: ToolDependencies,
  { accountId, userId, address }: Actor,
  id: ToolId,
): Promise<void> {
  const botId = await database.account(accountId, async (transaction) => {
    const row = await existingTool(transaction, id);
    await deleteToolRow(transaction, id);
    const data = { uuid: id, botUuid: row.botId };
    await recordAudit(transaction, { userId, address, action: 'tool.deleted', target: row.name, data });
    return row.botId;
  });
  directory.forget(botId);
}
