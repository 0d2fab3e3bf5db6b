import type { ConfirmationState } from '@hanasu/contract/tool-confirmations';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { endApproval, received as inbound, requestTurn } from '../../conversations/public.ts';
import type { ConfirmationRow } from './confirmations.store.ts';

/**
 * What follows, in the very transaction in which a call that staff decide on has ended: a person is called when it is
 * not done, else the bot has the conversation again, and the customer gets an answer that tells of it.
 */
export async function followEnd(
  transaction: AccountTransaction,
  { confirmer, conversationId, botId }: Pick<ConfirmationRow, 'confirmer' | 'conversationId' | 'botId'>,
  state: ConfirmationState,
): Promise<void> {
  if (state === 'unknown') await inbound.askForPerson(transaction, conversationId, 'tool_unclear');
  // The turns of customers who consented themselves go on from here.
  if (confirmer !== 'staff') return;
  if (state === 'failed') await inbound.askForPerson(transaction, conversationId, 'tool_failed');
  if (state === 'done' || state === 'declined') await endApproval(transaction, conversationId);
  await requestTurn(transaction, conversationId, botId);
}
