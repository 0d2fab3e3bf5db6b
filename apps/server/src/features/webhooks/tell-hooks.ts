import type { AccountId, ConversationId, MessageId, WebHookDeliveryId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { insertDeliveries } from './deliveries.store.ts';
import { eventsOf, type ToldMessage } from './domain/hook-event.ts';
import { findQuestionBefore, findToldConversation, findToldMessages } from './told.store.ts';
import { type ListeningHook, listListening } from './web-hooks.store.ts';

export interface HookTeller {
  /** Writes what the account's hooks are to be told of what was announced. */
  readonly hear: PublishConversationUpdate;
  /** Hooks of the account were changed here. */
  forget(accountId: AccountId): void;
  /** Resolves when everything announced so far is written. */
  drain(): Promise<void>;
}

const REMEMBER_MS = 5_000;
const ACCOUNTS_MAX = 10_000;
const CONVERSATIONS_MAX = 20_000;
const TOLD: ReadonlySet<string> = new Set(['user_chat', 'bot_chat', 'operator_chat', 'handling']);

/**
 * Turns what is announced into deliveries. It comes after the commit it tells of and never holds it up; with no hooks
 * it costs one look at the account's hooks every five seconds.
 */
export function createHookTeller({
  database,
  wake,
  onError,
}: {
  readonly database: Database;
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
}): HookTeller {
  const known = new Map<AccountId, { hooks: Promise<ListeningHook[]>; until: number }>();
  /** How each conversation was handled when last looked at: `handling` is announced for other changes too. */
  const handlings = new Map<ConversationId, string>();
  const running = new Set<Promise<void>>();

  function hooksOf(accountId: AccountId): Promise<ListeningHook[]> {
    const cached = known.get(accountId);
    if (cached && cached.until > performance.now()) return cached.hooks;
    if (known.size >= ACCOUNTS_MAX) known.clear();
    const hooks = database.account(accountId, listListening);
    known.set(accountId, { hooks, until: performance.now() + REMEMBER_MS });
    hooks.catch(() => known.delete(accountId));
    return hooks;
  }

  function changeOf(id: ConversationId, handling: string): string | null {
    const before = handlings.get(id) ?? null;
    if (handlings.size >= CONVERSATIONS_MAX) handlings.clear();
    handlings.set(id, handling);
    return before;
  }

  async function tell(accountId: AccountId, id: ConversationId, messageIds: readonly MessageId[]) {
    const hooks = await hooksOf(accountId);
    if (hooks.length === 0) return;
    const written = await database.account(accountId, async (transaction) => {
      const conversation = await findToldConversation(transaction, id);
      if (!conversation) return 0;
      const messages = await messagesOf(transaction, conversation.origin, id, messageIds);
      const before = changeOf(id, conversation.handling);
      const deliveries = eventsOf({ conversation, messages, before }, new Date(transaction.now())).flatMap(
        (told) =>
          hooks
            .filter(({ events }) => events.includes(told.event))
            .map((hook) => ({ ...told, id: newId<WebHookDeliveryId>(), hookId: hook.id })),
      );
      await insertDeliveries(transaction, deliveries);
      return deliveries.length;
    });
    if (written > 0) wake();
  }

  return {
    hear(accountId, action, conversationId, messageIds = []) {
      if (!TOLD.has(action)) return;
      const done = tell(accountId, conversationId, messageIds)
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    forget: (accountId) => known.delete(accountId),
    async drain() {
      await Promise.all(running);
    },
  };
}

async function messagesOf(
  transaction: AccountTransaction,
  origin: string,
  conversationId: ConversationId,
  ids: readonly MessageId[],
): Promise<ToldMessage[]> {
  if (ids.length === 0) return [];
  const messages = await findToldMessages(transaction, ids);
  const [first] = ids;
  const isAnswered = origin !== 'channel' && messages[0]?.sender === 'bot';
  if (!isAnswered || !first) return messages;
  return [...(await findQuestionBefore(transaction, conversationId, first)), ...messages];
}
