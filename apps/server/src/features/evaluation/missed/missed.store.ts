import type {
  BotId,
  ConversationId,
  EmbeddingId,
  KnowledgeId,
  MessageId,
  QuestionSetId,
} from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface MissedRow {
  /** The customer's message. */
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly botId: BotId;
  readonly text: string;
  readonly answer: string;
  readonly reason: 'unanswered' | 'thumbs_down';
  readonly at: Date;
}

/** The condition of the index `messages_missed`, word for word. */
export const MISSED = `(outcome = 'not_found' or feedback ->> 'rating' = 'down')`;

/**
 * Questions whose answer was none or was marked as bad, in conversations of bots that use the base, oldest first and
 * each once. Tries of a draft don't count, nor what has been settled. At most `limit`, the newest.
 */
export async function selectMissed(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<MissedRow[]> {
  const rows = await transaction.rows<MissedRow>(
    `select q.id as "messageId", m.conversation_id as "conversationId", c.bot_id as "botId", q.text,
       m.text as answer, m.created_at as at,
       case when m.outcome = 'not_found' then 'unanswered' else 'thumbs_down' end as reason
     from (select * from messages where account_id = $1 and ${MISSED}
       and created_at >= now() - make_interval(days => $3)) m
     join conversations c on c.account_id = $1 and c.id = m.conversation_id and c.origin <> 'test'
     join bot_knowledges b on b.account_id = $1 and b.bot_id = c.bot_id and b.knowledge_id = $2
     cross join lateral (select id, text from messages q
       where q.account_id = $1 and q.conversation_id = m.conversation_id and q.sender = 'customer'
         and q.id < m.id and q.text <> '' and (m.parent_id is null or q.id = m.parent_id)
       order by q.id desc limit 1) q
     where m.sender = 'bot' and not exists (select 1 from settled_questions s
       where s.account_id = $1 and s.knowledge_id = $2 and s.message_id = q.id)
     order by m.created_at desc limit $4`,
    [transaction.accountId, knowledgeId, days, limit],
  );
  const newest = new Map<MessageId, MissedRow>();
  for (const row of rows) if (!newest.has(row.messageId)) newest.set(row.messageId, row);
  return [...newest.values()].toReversed();
}

/** Those of the messages that customers of bots of this base wrote. */
export async function selectAskable(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  ids: readonly MessageId[],
): Promise<MessageId[]> {
  const rows = await transaction.rows<{ id: MessageId }>(
    `select m.id from messages m
     join conversations c on c.account_id = $1 and c.id = m.conversation_id
     join bot_knowledges b on b.account_id = $1 and b.bot_id = c.bot_id and b.knowledge_id = $2
     where m.account_id = $1 and m.id = any($3::uuid[]) and m.sender = 'customer'`,
    [transaction.accountId, knowledgeId, ids],
  );
  return rows.map(({ id }) => id);
}

/** How many were not settled before. */
export const settle = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  ids: readonly MessageId[],
  action: 'answer' | 'test' | 'dismiss',
): Promise<number> =>
  transaction.run(
    `insert into settled_questions (account_id, knowledge_id, message_id, action)
     select $1, $2, id, $4 from unnest($3::uuid[]) as m(id) on conflict do nothing`,
    [transaction.accountId, knowledgeId, ids, action],
  );

export interface Settled {
  readonly settled: number;
  readonly embeddingUuid: EmbeddingId | null;
}

/** Whether a set belongs to the base. */
export const isSetOf = async (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  setId: QuestionSetId,
): Promise<boolean> =>
  (await transaction.one(
    'select id from question_sets where account_id = $1 and knowledge_id = $2 and id = $3',
    [transaction.accountId, knowledgeId, setId],
  )) !== null;
