import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { newId } from '../../../platform/ids.ts';
import { conversations, followInbound, messages, newMessage } from '../../conversations/public.ts';
import { sayNobodyThere } from '../../messaging/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { findWaitingChannel } from '../web-channel.store.ts';
import type { Received } from './receive-message.ts';

type Needs = Pick<EmbedDependencies, 'database' | 'chat'>;

/** The question is stored and the bot answers it: clocks and snoozes of people who wait for this visitor. */
export const followQuestion = (
  { database }: Needs,
  accountId: AccountId,
  { channelId, conversationId }: Received,
  questionId: MessageId,
): Promise<void> =>
  database.account(accountId, (transaction) =>
    followInbound(transaction, {
      conversationId,
      channelId,
      friendId: null,
      customerMessages: [questionId],
    }),
  );

/** Where a person is wanted after an answer, the visitor hears when nobody is there. Their page fetches it. */
export async function tellNobodyThere(
  { database, chat }: Needs,
  accountId: AccountId,
  conversationId: ConversationId,
): Promise<void> {
  const told = await database.account(accountId, async (transaction) => {
    const channelId = await findWaitingChannel(transaction, conversationId);
    if (!channelId) return null;
    const text = await sayNobodyThere(transaction, { channelId, conversationId });
    if (text === null) return null;
    const id = newId<MessageId>();
    await messages.insertMessages(transaction, [
      newMessage({ accountId, id, conversationId, sender: 'bot', text }),
    ]);
    const touched = { lastMessageId: id, usesReplyToken: false };
    await conversations.touchConversation(transaction, conversationId, touched);
    return id;
  });
  if (told) chat.announce(accountId, 'bot_chat', conversationId, [told]);
}
