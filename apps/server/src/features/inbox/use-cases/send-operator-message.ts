import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { countUse } from '../canned.store.ts';
import { stopClock } from '../clock.store.ts';
import { type ConversationState, touchConversation } from '../conversations.store.ts';
import type { EnqueueDelivery, InboxDependencies, MediaPart } from '../dependencies.ts';
import { newMessage } from '../domain/new-message.ts';
import type { OperatorInput } from '../domain/outgoing-message.ts';
import { findMessages, insertMessages } from '../messages.store.ts';
import { findTry } from '../operator-messages.store.ts';
import { linkMedia } from '../outgoing-media.store.ts';
import { saveDraft } from '../presence.store.ts';
import { lockExisting, refuseIfTaken, takeConversation } from './owned-conversation.ts';
import { type PreparedMessage, prepareFile, prepareOutgoing } from './prepare-outgoing.ts';
import { tellChange } from './tell-change.ts';

interface Stored {
  readonly message: MessageView | undefined;
  readonly lines: readonly (MessageId | null)[];
  /** An earlier try of the same message was stored already. */
  readonly isRepeated: boolean;
}

/** A person writes to the customer; a conversation nobody had becomes theirs. */
export async function sendOperatorMessage(
  dependencies: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  input: OperatorInput,
): Promise<MessageView> {
  const { database, announce, wakeDelivery } = dependencies;
  const file = await prepareFile(dependencies, session.accountId, conversationId, input.mediaUuid);
  const { message, lines, isRepeated } = await database.account(
    session.accountId,
    async (transaction): Promise<Stored> => {
      const conversation = await lockExisting(transaction, conversationId);
      const before = input.uuid && (await findTry(transaction, conversationId, session.userId, input.uuid));
      if (before) {
        return { message: (await findMessages(transaction, [before]))[0], lines: [], isRepeated: true };
      }
      refuseIfTaken(conversation, session.userId, { takeOver: input.takeOver });
      return store(dependencies, transaction, { session, conversation, input, file });
    },
  );
  if (!message) throw new Error('the message just stored is not there');
  if (isRepeated) return message;
  wakeDelivery();
  announce(session.accountId, 'operator_chat', conversationId, [message.uuid]);
  if (lines.some((line) => line !== null)) tellChange(announce, session.accountId, conversationId, lines);
  return message;
}

interface Order {
  readonly session: Session;
  readonly conversation: ConversationState;
  readonly input: OperatorInput;
  readonly file: MediaPart | null;
}

async function store(
  dependencies: InboxDependencies,
  transaction: AccountTransaction,
  { session, conversation, input, file }: Order,
): Promise<Stored> {
  const { userId, accountId } = session;
  const conversationId = conversation.id;
  const prepared = await prepareOutgoing(dependencies, transaction, { conversation, input, file, userId });
  const line = await takeConversation(transaction, conversation, userId);
  const id = newId<MessageId>();
  const { kind, text, data } = prepared.message;
  await insertMessages(transaction, [
    newMessage({
      accountId,
      id,
      conversationId,
      sender: 'operator',
      operatorId: userId,
      kind,
      text,
      data: input.uuid ? { ...data, clientUuid: input.uuid } : data,
      original: input.original ?? null,
      quotesVendorId: prepared.quotesVendorId,
      deliveryState: conversation.channelId ? 'pending' : 'none',
    }),
  ]);
  if (prepared.media) await linkMedia(transaction, prepared.media, { conversationId, messageId: id });
  const usesReplyToken = await deliver(transaction, dependencies.enqueueDelivery, conversation, id, prepared);
  await touchConversation(transaction, conversationId, { lastMessageId: id, usesReplyToken });
  await stopClock(transaction, conversationId);
  await saveDraft(transaction, { conversationId, userId }, '');
  if (input.cannedUuid) await countUse(transaction, input.cannedUuid);
  return { message: (await findMessages(transaction, [id]))[0], lines: [line], isRepeated: false };
}

async function deliver(
  transaction: AccountTransaction,
  enqueueDelivery: EnqueueDelivery,
  conversation: ConversationState,
  messageId: MessageId,
  { message, look }: PreparedMessage,
): Promise<boolean> {
  if (!conversation.channelId || !conversation.threadExternalId) return false;
  const { replyToken: token, replyTokenExpiresAt: expiresAt } = conversation;
  const { usesReplyToken } = await enqueueDelivery(transaction, {
    channelId: conversation.channelId,
    conversationId: conversation.id,
    messageId,
    recipient: conversation.threadExternalId,
    parts: [message.part],
    look,
    replyToken: token && expiresAt ? { token, expiresAt } : null,
  });
  return usesReplyToken;
}
