import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { type UPDATE_ACTIONS, UPDATE_CONVERSATION, type UpdateConversation } from '@hanasu/contract/realtime';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { findConversations, type WindowOf } from './conversations.store.ts';
import type { PublishConversationUpdate } from './events.ts';
import { findMessages } from './messages/messages.store.ts';

type Action = (typeof UPDATE_ACTIONS)[number];

interface AnnounceDependencies {
  readonly database: Database;
  readonly realtime: Realtime;
  readonly windowOf: WindowOf;
  readonly onError: (error: unknown) => void;
}

/** Read in one go; more wait for the next. */
const TOGETHER = 100;

interface Announced {
  readonly action: Action;
  readonly conversationId: ConversationId;
  readonly messageIds: readonly MessageId[];
}

/**
 * Announcing is best effort and never holds up the work that caused it; with nobody listening it costs nothing. What
 * happens in an account while the one before is read is read together, and told in order.
 */
export function createPublishConversationUpdate(
  dependencies: AnnounceDependencies,
): PublishConversationUpdate {
  const { realtime, onError } = dependencies;
  const waiting = new Map<AccountId, Announced[]>();

  async function tell(accountId: AccountId, queue: Announced[]): Promise<void> {
    while (queue.length > 0) {
      const updates = await load(dependencies, accountId, queue.splice(0, TOGETHER)).catch(onError);
      for (const update of updates ?? []) realtime.emit(accountId, UPDATE_CONVERSATION, update);
    }
    waiting.delete(accountId);
  }

  return (accountId, action, conversationId, messageIds = []) => {
    if (!realtime.hasListeners(accountId)) return;
    const announced = { action, conversationId, messageIds };
    const queue = waiting.get(accountId);
    if (queue) return void queue.push(announced);
    const begun = [announced];
    waiting.set(accountId, begun);
    // What is announced in this turn of the event loop goes together.
    setImmediate(() => void tell(accountId, begun));
  };
}

const load = (
  { database, windowOf }: Pick<AnnounceDependencies, 'database' | 'windowOf'>,
  accountId: AccountId,
  announced: readonly Announced[],
): Promise<UpdateConversation[]> =>
  database.account(accountId, async (transaction) => {
    const conversationIds = new Set(announced.map((one) => one.conversationId));
    const messageIds = announced.flatMap((one) => one.messageIds);
    const [conversations, messages] = await Promise.all([
      findConversations(transaction, [...conversationIds], null, windowOf),
      messageIds.length > 0 ? findMessages(transaction, messageIds) : [],
    ]);
    const byId = new Map(conversations.map((conversation) => [conversation.uuid, conversation]));
    return announced.flatMap(({ action, conversationId, messageIds: own }): UpdateConversation[] => {
      const conversation = byId.get(conversationId);
      if (!conversation) return [];
      const said = messages.filter(({ uuid }) => own.includes(uuid));
      const data = said.map((message) => ({ message, conversation }));
      return [{ action, data: data.length > 0 ? data : [{ message: null, conversation }] }];
    });
  });
