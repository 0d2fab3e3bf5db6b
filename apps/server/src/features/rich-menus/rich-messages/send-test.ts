import type { ConversationId, FriendId, MessageId, RichMessageId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import type { testRichMessage } from '@hanasu/contract/rich-messages';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { SendOwn } from '../../automations/public.ts';
import { formContacts } from '../../contacts/public.ts';
import { conversationCommands, type PublishConversationUpdate, threads } from '../../conversations/public.ts';
import { buildComposed, type MessageComposer } from '../../message-templates/public.ts';
import { findRichMessage } from './rich-messages.store.ts';

export interface TestDependencies {
  readonly database: Database;
  readonly composer: MessageComposer;
  readonly sendOwn: SendOwn;
  /** There are messages to send. */
  readonly notifyDelivery: () => void;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

interface Order {
  readonly id: RichMessageId;
  readonly to: z.output<typeof testRichMessage.body>;
}

/** Sends a rich message to one friend; the assignment of the conversation stays. */
export async function sendTest(
  dependencies: TestDependencies,
  session: Actor,
  { id, to }: Order,
): Promise<{ messageUuid: MessageId; conversationUuid: ConversationId }> {
  const { database, notifyDelivery, publishConversationUpdate } = dependencies;
  const { accountId, userId } = session;
  const key = to.conversationUuid ?? to.friendUuid;
  const sending = async (transaction: AccountTransaction) => {
    const conversationUuid =
      to.conversationUuid ?? (to.friendUuid && (await threadOf(transaction, to.friendUuid)));
    if (!conversationUuid) throw new Error('the test has no recipient');
    const conversation = await conversationCommands.lockExisting(transaction, conversationUuid);
    conversationCommands.refuseIfTaken(conversation, userId, { takeOver: false });
    orNotFound(await findRichMessage(transaction, id), 'rich message');
    const built = await buildComposed(transaction, dependencies.composer, {
      content: { ...EMPTY_CONTENT, bubbles: [{ kind: 'rich-message', id: 'test', richMessageUuid: id }] },
      conversationId: conversationUuid,
    });
    if (!built) throw new AppError('rich_message_incomplete', 'Its problems say what is missing');
    const result = await dependencies.sendOwn(transaction, conversation, {
      part: built.parts.map(({ part }) => part),
      text: built.text,
      data: { bubbles: built.bubbles },
      operatorId: userId,
    });
    if ('obstacle' in result) throw new AppError(result.obstacle.code, result.obstacle.detail);
    return { messageUuid: result.messageId, conversationUuid };
  };
  const sent = await database.inQueue({ accountId, ...(key === undefined ? {} : { key }) }, () =>
    database.account(accountId, sending),
  );
  notifyDelivery();
  publishConversationUpdate(accountId, 'operator_chat', sent.conversationUuid, [sent.messageUuid]);
  return sent;
}

/** Finds the conversation with a friend, who may not have written yet. */
async function threadOf(transaction: AccountTransaction, friendId: FriendId): Promise<ConversationId> {
  const { channelId, externalId } = orNotFound(
    await formContacts.findVendorId(transaction, friendId),
    'friend',
  );
  const thread = { channelId, threadExternalId: externalId, friendId, isGroup: false };
  return (await threads.openThread(transaction, newId<ConversationId>(), thread)).id;
}
