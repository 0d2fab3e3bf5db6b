import type { ChannelId, ConversationId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  type ConversationState,
  lockConversation,
  noteCustomer,
  startClock,
  updateHandling,
} from './conversations.store.ts';
import { insertMessages } from './messages/messages.store.ts';
import { newMessage } from './messages/new-message.ts';
import { findUserName } from './staff.store.ts';

/** What a line in the thread says has happened. Names stay as they are: pages know them. */
export type LineEvent = 'taken_over' | 'given_back' | 'closed' | 'assigned' | 'snoozed' | 'woken' | 'late';

export interface Named {
  readonly uuid: UserId;
  readonly name: string;
}

export const noSuchConversation = () => new AppError('not_found', 'Conversation not found');

export async function lockExisting(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<ConversationState> {
  const conversation = await lockConversation(transaction, id);
  if (!conversation || conversation.origin === 'test') throw noSuchConversation();
  return conversation;
}

export const named = async (transaction: AccountTransaction, userId: UserId): Promise<Named> => ({
  uuid: userId,
  name: await findUserName(transaction, userId),
});

export const ownerOf = ({ operatorId, operatorName }: ConversationState): Named | null =>
  operatorId ? { uuid: operatorId, name: operatorName ?? '' } : null;

/** A conversation belongs to who has it, also against administrators, until somebody takes it over on purpose. */
export function refuseIfTaken(
  conversation: ConversationState,
  userId: UserId,
  { takeOver }: { readonly takeOver: boolean },
): void {
  const isOthers = conversation.operatorId !== null && conversation.operatorId !== userId;
  if (!isOthers || takeOver) return;
  throw new AppError('conversation_taken', `${conversation.operatorName} has this conversation`);
}

/** Writes a line for staff; it is never sent and doesn't move the conversation in the list. */
export async function writeLine(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  event: LineEvent,
  data: Readonly<Record<string, unknown>> = {},
): Promise<MessageId> {
  const id = newId<MessageId>();
  const { accountId } = transaction;
  await insertMessages(transaction, [
    newMessage({
      accountId,
      id,
      conversationId,
      sender: 'system',
      kind: 'event',
      text: '',
      data: { ...data, event },
    }),
  ]);
  return id;
}

/** Makes it this person's; null: it was already. */
export async function takeConversation(
  transaction: AccountTransaction,
  conversation: ConversationState,
  userId: UserId,
): Promise<MessageId | null> {
  const isMine = conversation.operatorId === userId;
  if (isMine && conversation.handling === 'operator') return null;
  await updateHandling(transaction, conversation.id, {
    handling: 'operator',
    operatorId: userId,
    waitingReason: null,
  });
  const from = isMine ? null : ownerOf(conversation);
  return writeLine(transaction, conversation.id, 'taken_over', {
    from,
    to: await named(transaction, userId),
  });
}

export interface InboundMessages {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId | null;
  readonly customerMessages: readonly MessageId[];
}

/**
 * After a customer wrote: the clock of a person who owes an answer, the end of a snooze. To whom the conversation goes
 * is decided a moment later by the inbox's pump, so that a webhook never waits for it.
 */
export async function updateSlaAndAssignment(
  transaction: AccountTransaction,
  { conversationId, customerMessages }: InboundMessages,
): Promise<void> {
  const newest = customerMessages.toSorted().at(-1);
  if (!newest) return;
  const { wokeUp, isPeoples } = await noteCustomer(transaction, conversationId, newest);
  if (isPeoples) await startClock(transaction, conversationId);
  if (wokeUp) await writeLine(transaction, conversationId, 'woken', { by: null });
}
