import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type {
  BotId,
  ConversationId,
  EmbeddingId,
  KnowledgeId,
  MessageId,
  QuestionSetId,
} from '@hanasu/contract/ids';
import type {
  listMissedQuestions,
  MissedQuestion,
  settleMissedQuestions,
} from '@hanasu/contract/knowledge-health';
import type { PageQuery } from '@hanasu/contract/page';
import { compactText } from '@hanasu/contract/text';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import type { KnowledgeKey, QuestionSetDependencies } from '../dependencies.ts';
import { putQuestions, refuseForeign } from '../questions/questions.ts';
import { lockSet } from '../questions/sets.store.ts';
import type { QuestionGroup } from './group-questions.ts';

/** The newest; more of them would not be read by anybody. */
const MOST_QUESTIONS = 5_000;
const EXAMPLES = 200;
const TEXT = 1_000;

/** What people asked in vain, alike questions together. */
export async function readMissed(
  { database, compare }: Pick<QuestionSetDependencies, 'database' | 'compare'>,
  { accountId, knowledgeId }: KnowledgeKey,
  query: PageQuery & { readonly days: number },
): Promise<EndpointOutput<typeof listMissedQuestions>> {
  const rows = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    orNotFound(existing ?? null, 'knowledge base');
    return selectMissed(transaction, knowledgeId, { days: query.days, limit: MOST_QUESTIONS });
  });
  const questions = rows.map(({ messageId, text }) => ({ id: messageId, text: text.slice(0, TEXT) }));
  const groups = rows.length === 0 ? [] : await compare.groupQuestions(questions);
  const byId = new Map(rows.map((row) => [row.messageId as string, row]));
  const wanted = compactText(query.q ?? '');
  const shown = groups.filter(({ ids }) =>
    ids.some((id) => compactText(byId.get(id)?.text ?? '').includes(wanted)),
  );
  const { page, pageSize } = query;
  const items = shown.slice((page - 1) * pageSize, page * pageSize).map((group) => toView(group, byId));
  return { items, total: shown.length, page, pageSize };
}

function toView({ key, question, ids }: QuestionGroup, byId: ReadonlyMap<string, MissedRow>): MissedQuestion {
  const newestFirst = ids.flatMap((id) => byId.get(id) ?? []).toReversed();
  return {
    key,
    question: question.slice(0, TEXT).toWellFormed(),
    times: ids.length,
    reasons: [...new Set(newestFirst.map(({ reason }) => reason))],
    lastAt: newestFirst[0]?.at.toISOString() ?? new Date(0).toISOString(),
    examples: newestFirst
      .slice(0, EXAMPLES)
      .map(({ messageId, conversationId, botId, text, answer, reason, at }) => ({
        messageUuid: messageId,
        conversationUuid: conversationId,
        botUuid: botId,
        text: text.slice(0, TEXT).toWellFormed(),
        answer: answer.slice(0, TEXT).toWellFormed(),
        reason,
        at: at.toISOString(),
      })),
  };
}

type Settlement = EndpointRequest<typeof settleMissedQuestions>['body'];

/**
 * Deals with missed questions and takes them off the list. An answer is written first: when that fails, the questions
 * stay on the list; when settling fails after it, the answer is there and the list can be settled again.
 */
export async function settleMissed(
  { database, addAnswer }: Pick<QuestionSetDependencies, 'database' | 'addAnswer'>,
  { accountId, knowledgeId }: KnowledgeKey,
  settlement: Settlement,
): Promise<Settled> {
  const ids = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    orNotFound(existing ?? null, 'knowledge base');
    const askable = await selectAskable(transaction, knowledgeId, settlement.messageUuids);
    return orNotFound(askable.length > 0 ? askable : null, 'question');
  });
  const written = settlement.action === 'answer' ? await addAnswer(accountId, knowledgeId, settlement) : null;
  const settled = await database.account(accountId, async (transaction) => {
    if (settlement.action === 'test') {
      const { setUuid, question, expected } = settlement;
      orNotFound((await isSetOf(transaction, knowledgeId, setUuid)) || null, 'set');
      const set = orNotFound(await lockSet(transaction, setUuid), 'set');
      await refuseForeign(transaction, knowledgeId, [{ expected }]);
      await putQuestions(transaction, setUuid, set.questions, [
        { question, expected, origin: 'conversation' },
      ]);
    }
    return settle(transaction, knowledgeId, ids, settlement.action);
  });
  return { settled, embeddingUuid: written?.embeddingId ?? null };
}

interface MissedRow {
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
async function selectMissed(
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
async function selectAskable(
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
const settle = (
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

interface Settled {
  readonly settled: number;
  readonly embeddingUuid: EmbeddingId | null;
}

/** Whether a set belongs to the base. */
const isSetOf = async (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  setId: QuestionSetId,
): Promise<boolean> =>
  (await transaction.one(
    'select id from question_sets where account_id = $1 and knowledge_id = $2 and id = $3',
    [transaction.accountId, knowledgeId, setId],
  )) !== null;
