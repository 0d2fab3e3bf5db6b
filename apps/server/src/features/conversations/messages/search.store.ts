import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database, SystemTransaction } from '../../../platform/database/database.ts';
import { searchTerms } from './search-terms.ts';

export interface FoundMessage {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly text: string;
}

/** Messages that have all these terms, newest first; what a term stands for is to be looked for in their text. */
export const findByTerms = (transaction: AccountTransaction, terms: readonly number[], limit: number) =>
  transaction.rows<FoundMessage>(
    `select m.id, m.conversation_id as "conversationId", m.text
     from (select message_id from message_search where tenant_id = $1 and terms @> $2::int[]
           order by message_id desc limit $3) s
       join messages m on m.account_id = $1 and m.id = s.message_id
     where not exists (select from conversations c
         where c.account_id = m.account_id and c.id = m.conversation_id and c.origin = 'test')
     order by m.id desc`,
    [transaction.accountId, `{${terms.join(',')}}`, limit],
  );

/** The newest messages of all, for what has no terms. */
export const findNewest = (transaction: AccountTransaction, limit: number) =>
  transaction.rows<FoundMessage>(
    `select m.id, m.conversation_id as "conversationId", m.text from messages m
     where m.account_id = $1 and m.text <> ''
       and not exists (select from conversations c
         where c.account_id = m.account_id and c.id = m.conversation_id and c.origin = 'test')
     order by m.id desc limit $2`,
    [transaction.accountId, limit],
  );

interface UnindexedMessage {
  readonly accountId: AccountId;
  readonly id: MessageId;
  readonly text: string;
}

/** Nobody else's pass takes the same. */
const findUnindexed = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<UnindexedMessage>(
    `select account_id as "accountId", id, text from messages where search_terms = '{}'
     limit $1 for update skip locked`,
    [limit],
  );

async function setTerms(
  transaction: SystemTransaction,
  messages: readonly UnindexedMessage[],
  terms: readonly (readonly number[])[],
): Promise<void> {
  if (messages.length === 0) return;
  await transaction.run(
    `update messages m set search_terms = n.t::int[]
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n(a, i, t) where m.account_id = n.a and m.id = n.i`,
    [
      messages.map(({ accountId }) => accountId),
      messages.map(({ id }) => id),
      terms.map((list) => `{${list.join(',')}}`),
    ],
  );
}

/** Longer ago than in so many conversations a name is not looked for. */
const MOST_NAMES = 20_000;

/** What the newest conversations are called: their customer, group or first question. */
export const listNames = (transaction: AccountTransaction) =>
  transaction.rows<{ id: ConversationId; name: string }>(
    `select c.id, concat_ws(E'\\n', c.title, f.name, c.group_name) as name
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.origin <> 'test' order by c.last_message_at desc limit ${MOST_NAMES}`,
    [transaction.accountId],
  );

const AT_ONCE = 500;

/** Makes messages findable that were stored before there was a search, or changed since; one pass of a pump. */
export const createMessageIndexer = (database: Database) => async (): Promise<number | null> => {
  const found = await database.system(async (transaction) => {
    const messages = await findUnindexed(transaction, AT_ONCE);
    const terms = messages.map(({ accountId, text }) => searchTerms(accountId, text));
    await setTerms(transaction, messages, terms);
    return messages.length;
  });
  return found === AT_ONCE ? 0 : null;
};
