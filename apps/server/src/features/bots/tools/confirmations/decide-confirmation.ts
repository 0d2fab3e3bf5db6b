import type { ConversationId, ToolConfirmationId } from '@hanasu/contract/ids';
import type { ToolConfirmationView } from '@hanasu/contract/tool-confirmations';
import * as contract from '@hanasu/contract/tool-confirmations';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import type { Implement } from '../../../../platform/http/implement.ts';
import { recordAudit } from '../../../accounts/public.ts';
import {
  conversationCommands,
  conversations,
  type PublishConversationUpdate,
} from '../../../conversations/public.ts';
import {
  type ConfirmationRow,
  changeState,
  listConfirmations,
  lockConfirmation,
} from './confirmations.store.ts';
import { followEnd } from './run-confirmations.ts';

export function addConfirmationRoutes(implement: Implement, dependencies: DecideDependencies): void {
  implement(contract.listToolConfirmations, ({ params }, { session }) =>
    dependencies.database.account(session.accountId, async (transaction) => {
      if (!(await conversations.conversationExists(transaction, params.uuid)))
        throw new AppError('not_found', 'Conversation not found');
      const rows = await listConfirmations(transaction, params.uuid);
      return { items: rows.map(confirmationView) };
    }),
  );
  implement(contract.decideToolConfirmation, ({ params, body }, { session }) =>
    decideConfirmation(dependencies, session, {
      conversationId: params.uuid,
      id: params.confirmation,
      decision: body.decision,
    }),
  );
}

interface DecideDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly notifyTurns: () => void;
  readonly notifyConfirmations: () => void;
}

interface Decision {
  readonly conversationId: ConversationId;
  readonly id: ToolConfirmationId;
  readonly decision: 'approve' | 'decline';
}

/** Approves or declines a call for staff: once, by whoever comes first, and by whom the conversation is free for. */
async function decideConfirmation(
  { database, publishConversationUpdate, notifyTurns, notifyConfirmations }: DecideDependencies,
  actor: Actor,
  { conversationId, id, decision }: Decision,
): Promise<ToolConfirmationView> {
  const { accountId, userId, address } = actor;
  const key = { accountId, id: conversationId };
  const view = await conversationCommands.withLocked(database, key, async (transaction, conversation) => {
    // As for writing in it: a conversation that a colleague has is theirs.
    conversationCommands.refuseIfTaken(conversation, userId, { takeOver: false });
    const row = await lockConfirmation(transaction, id);
    if (row?.conversationId !== conversationId || row.confirmer !== 'staff')
      throw new AppError('not_found', 'Confirmation not found');
    if (row.state !== 'pending' || row.isOver)
      throw new AppError(
        'tool_confirmation_closed',
        'This confirmation has already been answered or has expired',
      );
    await store(transaction, row, { decision, userId });
    const action = decision === 'approve' ? 'tool_call.approved' : 'tool_call.declined';
    const data = { uuid: id, conversationUuid: conversationId, toolUuid: row.toolId };
    await recordAudit(transaction, { userId, address, action, target: row.toolName, data });
    const decided = await lockConfirmation(transaction, id);
    return confirmationView(decided ?? row);
  });
  if (decision === 'approve') notifyConfirmations();
  else notifyTurns();
  publishConversationUpdate(accountId, 'handling', conversationId);
  return view;
}

async function store(
  transaction: AccountTransaction,
  row: ConfirmationRow,
  { decision, userId }: Pick<Decision, 'decision'> & Pick<Actor, 'userId'>,
): Promise<void> {
  const from = { id: row.id, from: 'pending' } as const;
  if (decision === 'approve') {
    await changeState(transaction, from, { state: 'confirmed', decidedBy: userId });
    return;
  }
  await changeState(transaction, from, { state: 'declined', decidedBy: userId });
  await followEnd(transaction, row, 'declined');
}

const confirmationView = (row: ConfirmationRow): ToolConfirmationView => ({
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
