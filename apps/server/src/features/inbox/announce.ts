import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { type UPDATE_ACTIONS, UPDATE_CONVERSATION, type UpdateConversation } from '@hanasu/contract/realtime';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { findConversation, type WindowOf } from './conversation-views.store.ts';
import { findMessages } from './messages.store.ts';

type Action = (typeof UPDATE_ACTIONS)[number];

/** Tells the account's browsers about messages or a changed conversation, after the commit that made them. */
export type Announce = (
  accountId: AccountId,
  action: Action,
  conversationId: ConversationId,
  messageIds?: readonly MessageId[],
) => void;

interface AnnounceDependencies {
  readonly database: Database;
  readonly realtime: Realtime;
  readonly windowOf: WindowOf;
  readonly onError: (error: unknown) => void;
}

/** Announcing is best effort and never holds up the work that caused it; with nobody listening it costs nothing. */
export function createAnnounce({ database, realtime, windowOf, onError }: AnnounceDependencies): Announce {
  return (accountId, action, conversationId, messageIds = []) => {
    if (!realtime.hasListeners(accountId)) return;
    void load({ database, windowOf }, accountId, action, conversationId, messageIds)
      .then((update) => {
        if (update) realtime.emit(accountId, UPDATE_CONVERSATION, update);
      })
      .catch(onError);
  };
}

const load = (
  { database, windowOf }: Pick<AnnounceDependencies, 'database' | 'windowOf'>,
  accountId: AccountId,
  action: Action,
  conversationId: ConversationId,
  messageIds: readonly MessageId[],
): Promise<UpdateConversation | null> =>
  database.account(accountId, async (transaction) => {
    const conversation = await findConversation(transaction, conversationId, null, windowOf);
    if (!conversation) return null;
    const messages = messageIds.length > 0 ? await findMessages(transaction, messageIds) : [];
    const data = messages.map((message) => ({ message, conversation }));
    return { action, data: data.length > 0 ? data : [{ message: null, conversation }] };
  });
