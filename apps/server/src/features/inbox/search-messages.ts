import type { ConversationId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { foldForSearch } from '@hanasu/contract/text';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import {
  findConversations,
  findWords,
  messageSearch,
  messages,
  queryTerms,
  snippetOf,
  type WindowOf,
} from '../conversations/public.ts';

/** Who looks for something older than the newest thousand says more words. */
const MOST_HITS = 1_000;
/** A query without a term (one kana, a sign) is looked for in so many messages. */
const MOST_READ = 2_000;

/** Messages in which all the words of a query stand, newest first. */
export async function findSaidWords(
  transaction: AccountTransaction,
  q: string,
): Promise<messageSearch.FoundMessage[]> {
  const terms = queryTerms(transaction.accountId, q);
  const candidates =
    terms.length > 0
      ? await messageSearch.findByTerms(transaction, terms, MOST_HITS)
      : await messageSearch.findNewest(transaction, MOST_READ);
  return candidates.filter(({ text }) => findWords(foldForSearch(text), q) !== null);
}

/** Conversations in which all the words of a query were said, or whose name has them. */
export async function findAbout(transaction: AccountTransaction, q: string): Promise<ConversationId[]> {
  const said = await findSaidWords(transaction, q);
  const words = foldForSearch(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const called = (await messageSearch.listNames(transaction)).filter(({ name }) => {
    const folded = foldForSearch(name);
    return words.every((word) => folded.includes(word));
  });
  return [...new Set([...said.map(({ conversationId }) => conversationId), ...called.map(({ id }) => id)])];
}

interface Asked {
  readonly q: string;
  readonly page: number;
  readonly pageSize: number;
}

/** One page of what was said anywhere. */
export const searchMessages = (
  { database, messagingWindow }: { readonly database: Database; readonly messagingWindow: WindowOf },
  session: Session,
  { q, page, pageSize }: Asked,
) =>
  database.snapshot(session.accountId, async (transaction) => {
    const hits = await findSaidWords(transaction, q);
    const shown = hits.slice((page - 1) * pageSize, page * pageSize);
    const conversationIds = [...new Set(shown.map(({ conversationId }) => conversationId))];
    const conversations = await findConversations(
      transaction,
      conversationIds,
      session.userId,
      messagingWindow,
    );
    const found = await messages.findMessages(
      transaction,
      shown.map(({ id }) => id),
    );
    const conversationOf = new Map(conversations.map((one) => [one.uuid, one]));
    const messageOf = new Map(found.map((one): [string, MessageView] => [one.uuid, one]));
    const items = shown.flatMap(({ id, conversationId, text }) => {
      const conversation = conversationOf.get(conversationId);
      const message = messageOf.get(id);
      return conversation && message ? [{ conversation, message, snippet: snippetOf(text, q) }] : [];
    });
    return { items, total: hits.length, page, pageSize };
  });
