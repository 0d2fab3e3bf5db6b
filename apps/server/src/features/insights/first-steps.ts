import type { DocumentId } from '@hanasu/contract/ids';
import type { FirstStepsView } from '@hanasu/contract/insights';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { type AskablePassage, questionsFrom } from '../evaluation/public.ts';

/** How far the account is, and with what of it the next step is taken. */
export async function readFirstSteps(transaction: AccountTransaction): Promise<FirstStepsView> {
  const progress = await readProgress(transaction);
  const { document, steps } = progress;
  if (steps.answered) return { ...progress, unanswered: null, questions: [] };
  const [passages, unanswered] = await Promise.all([
    document ? readPassages(transaction, document.uuid) : [],
    readUnanswered(transaction),
  ]);
  return { ...progress, unanswered, questions: questionsFrom(passages, document?.language ?? null) };
}

const MOST_PASSAGES = 40;

type Progress = Pick<FirstStepsView, 'steps' | 'isConnected' | 'document' | 'bot' | 'channel'>;

const IS_LIVE = 'b.version > 0 and not b.paused';

/** Each step is looked for where it leaves something, so that it can be undone. The newest of each leads on. */
async function readProgress(transaction: AccountTransaction): Promise<Progress> {
  const [steps, connected, document, bot, channel] = await Promise.all([
    transaction.one<FirstStepsView['steps']>(
      `select
         exists (select from documents where account_id = $1 and status = 'ready') as knowledge,
         exists (select from bots b join bot_knowledges k on k.account_id = b.account_id and k.bot_id = b.id
           where b.account_id = $1 and ${IS_LIVE}) as bot,
         exists (select from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
           where m.account_id = $1 and c.origin in ('chat', 'test') and m.sender = 'bot'
             and m.outcome in ('answered', 'curated')) as tested,
         exists (select from channels ch join bots b on b.account_id = ch.account_id and b.id = ch.bot_id
           where ch.account_id = $1 and ${IS_LIVE}) as channel,
         exists (select from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
           where m.account_id = $1 and c.origin in ('channel', 'embed') and m.sender = 'bot'
             and m.outcome in ('answered', 'curated')) as answered`,
      [transaction.accountId],
    ),
    transaction.one<{ isConnected: boolean }>(
      `select exists (select from channels where account_id = $1 and not sandbox) as "isConnected"`,
      [transaction.accountId],
    ),
    transaction.one<NonNullable<FirstStepsView['document']>>(
      `select id as uuid, knowledge_id as "knowledgeUuid", title, language, embeddings as passages from documents
       where account_id = $1 and status = 'ready' order by created_at desc, id desc limit 1`,
      [transaction.accountId],
    ),
    transaction.one<NonNullable<FirstStepsView['bot']>>(
      `select b.id as uuid, b.name, case when b.paused then 'paused' when b.version = 0 then 'draft'
         when b.draft is not null then 'changed' else 'live' end as state
       from bots b where b.account_id = $1 order by ${IS_LIVE} desc, b.created_at desc, b.id desc limit 1`,
      [transaction.accountId],
    ),
    transaction.one<NonNullable<FirstStepsView['channel']>>(
      `select ch.id as uuid, ch.name, ch.kind, ch.sandbox from channels ch
       where ch.account_id = $1 order by ch.created_at desc, ch.id desc limit 1`,
      [transaction.accountId],
    ),
  ]);
  if (!steps || !connected) throw new Error('a query without a table gave no row');
  return { steps, ...connected, document, bot, channel };
}

/** The first passages of a document, in its order. */
const readPassages = (transaction: AccountTransaction, documentId: DocumentId) =>
  transaction.rows<AskablePassage>(
    `select heading_path as "headingPath", text from embeddings
     where account_id = $1 and document_id = $2 order by position limit ${MOST_PASSAGES}`,
    [transaction.accountId, documentId],
  );

const QUESTION_LENGTH = 200;

/** The latest question of a customer that the bot found no answer to. */
async function readUnanswered(transaction: AccountTransaction): Promise<FirstStepsView['unanswered']> {
  const row = await transaction.one<NonNullable<FirstStepsView['unanswered']>>(
    `select m.conversation_id as "conversationUuid", q.text as question
     from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       cross join lateral (select text from messages where account_id = m.account_id
         and conversation_id = m.conversation_id and id < m.id and sender = 'customer' and kind = 'text'
         order by id desc limit 1) q
     where m.account_id = $1 and c.origin in ('channel', 'embed') and m.sender = 'bot' and m.outcome = 'not_found'
     order by m.id desc limit 1`,
    [transaction.accountId],
  );
  return row && { ...row, question: row.question.slice(0, QUESTION_LENGTH).toWellFormed() };
}
