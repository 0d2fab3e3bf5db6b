import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import { conversationLock, messages, newMessage, staff } from '../conversations/public.ts';
import type { InboxDependencies } from './dependencies.ts';

/** A note among staff: it is never sent, read by no model, and nobody's unread message. */
export async function addNote(
  { database, publishConversationUpdate, tell }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  { text, mentions }: { readonly text: string; readonly mentions: readonly UserId[] },
): Promise<MessageView> {
  const { accountId, userId } = session;
  const id = newId<MessageId>();
  const named = [...new Set(mentions)];
  const note = await database.account(accountId, async (transaction) => {
    await conversationLock.lockExisting(transaction, conversationId);
    await refuseStrangers(transaction, mentions);
    await messages.insertMessages(transaction, [
      newMessage({
        accountId,
        id,
        conversationId,
        sender: 'operator',
        operatorId: userId,
        kind: 'note',
        text,
        mentions: named,
      }),
    ]);
    return (await messages.findMessages(transaction, [id]))[0];
  });
  if (!note) throw new Error('the note just stored is not there');
  // Not as a message of an operator: those are told to web hooks, outside of the house.
  publishConversationUpdate(accountId, 'system', conversationId, [id]);
  for (const mentioned of named.filter((one) => one !== userId)) {
    tell?.({ kind: 'mention', accountId, conversationId, messageId: id, userId: mentioned, by: userId });
  }
  return note;
}

async function refuseStrangers(transaction: AccountTransaction, mentions: readonly UserId[]): Promise<void> {
  const members = await staff.findMembers(transaction, mentions);
  const stranger = mentions.findIndex((one) => !members.has(one));
  if (stranger < 0) return;
  throw AppError.field('validation_failed', `body.mentions.${stranger}`, 'No member with this id');
}

/** Takes an own note away. */
export async function deleteNote(
  { database, publishConversationUpdate }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<void> {
  await database.account(session.accountId, async (transaction) => {
    const key = { conversationId, messageId, userId: session.userId };
    if (!(await messages.deleteNoteOf(transaction, key)))
      throw new AppError('not_found', 'Note not found, or it is not yours');
  });
  publishConversationUpdate(session.accountId, 'handling', conversationId);
}
