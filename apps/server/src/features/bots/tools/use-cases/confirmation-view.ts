import type { ToolConfirmationView } from '@hanasu/contract/tool-confirmations';
import type { ConfirmationRow } from '../confirmations.store.ts';

export const confirmationView = (row: ConfirmationRow): ToolConfirmationView => ({
  uuid: row.id,
  conversationUuid: row.conversationId,
  bot: { uuid: row.botId, name: row.botName },
  tool: row.toolName,
  input: JSON.parse(row.input),
  confirmer: row.confirmer,
  state: row.state === 'pending' && row.isOver ? 'expired' : row.state,
  reason: row.reason,
  output: row.output === null ? null : JSON.parse(row.output),
  decidedBy: row.decidedBy && { uuid: row.decidedBy, name: row.deciderName ?? '' },
  decidedAt: row.decidedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
