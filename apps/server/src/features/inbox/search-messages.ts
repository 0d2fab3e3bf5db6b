import type { MessageView } from '@hanasu/contract/inbox';
import type { Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { conversations, findSaidWords, messages, snippetOf } from '../conversations/public.ts';

interface Asked {
  readonly q: string;
  readonly page: number;
  readonly pageSize: number;
}

/** One page of what was said anywhere. */
export const searchMessages = (
  {
    database,
    messagingWindow,
  }: { readonly database: Database; readonly messagingWindow: conversations.WindowOf },
  session: Session,
  { q, page, pageSize }: Asked,
) =>
  database.snapshot(session.accountId, async (transaction) => {
    const hits = await findSaidWords(transaction, q);
    const shown = hits.slice((page - 1) * pageSize, page * pageSize);
    const conversationIds = [...new Set(shown.map(({ conversationId }) => conversationId))];
    const views = await conversations.findConversations(
      transaction,
      conversationIds,
      session.userId,
      messagingWindow,
    );
    const found = await messages.findMessages(
      transaction,
      shown.map(({ id }) => id),
    );
    const conversationOf = new Map(views.map((one) => [one.uuid, one]));
    const messageOf = new Map(found.map((one): [string, MessageView] => [one.uuid, one]));
    const items = shown.flatMap(({ id, conversationId, text }) => {
      const conversation = conversationOf.get(conversationId);
      const message = messageOf.get(id);
      return conversation && message ? [{ conversation, message, snippet: snippetOf(text, q) }] : [];
    });
    return { items, total: hits.length, page, pageSize };
  });
