import type { AnswerOutcome, Citation } from '@hanasu/contract/chat';
import type {
  CheckShortfall,
  DocumentCheckView,
  DocumentQuestionView,
} from '@hanasu/contract/document-questions';
import type {
  BotId,
  DocumentId,
  DocumentQuestionId,
  EmbeddingId,
  KnowledgeId,
  UserId,
} from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A request that works longer than this has ended without a result: its models are given up before. */
const LEASE = "interval '5 minutes'";

export interface VersionKey {
  readonly documentId: DocumentId;
  readonly version: number;
}

/** The current version of a document, and how far its questions are. */
export type CheckRow = Pick<DocumentCheckView, 'state' | 'origin' | 'shortfall' | 'version'> & {
  readonly knowledgeId: KnowledgeId;
  readonly title: string;
  readonly status: DocumentStatus;
  readonly language: string | null;
};

export const selectCheck = (transaction: AccountTransaction, documentId: DocumentId) =>
  transaction.one<CheckRow>(
    `select d.knowledge_id as "knowledgeId", d.title, d.status, d.language, d.version, c.origin, c.shortfall,
       case when c.version is null or c.making_until <= now() then 'none'
         when c.making_until is not null then 'making' else 'made' end as state
     from documents d left join document_checks c
       on c.account_id = d.account_id and c.document_id = d.id and c.version = d.version
     where d.account_id = $1 and d.id = $2`,
    [transaction.accountId, documentId],
  );

/** Bots that answer from a base, live ones first; one that was never published as it is edited. */
export const selectBotsOf = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<DocumentCheckView['bots']> =>
  transaction.rows(
    `select b.id as uuid, case when b.version = 0 then coalesce(b.draft->>'name', b.name) else b.name end as name,
       case when b.version = 0 then 'draft' when b.paused then 'paused' else 'live' end as state,
       exists (select from bot_tools t where t.account_id = b.account_id and t.bot_id = b.id and t.enabled) as "hasTools"
     from bots b where b.account_id = $1 and case when b.version = 0 and b.draft is not null
       then b.draft->'knowledgeUuids' @> to_jsonb($2::text)
       else exists (select from bot_knowledges k
         where k.account_id = b.account_id and k.bot_id = b.id and k.knowledge_id = $2::uuid) end
     order by b.version = 0, b.paused, b.created_at, b.id limit 100`,
    [transaction.accountId, knowledgeId],
  );

/**
 * True for one of the requests that would write questions at the same time. A version that has questions is refused,
 * unless a rule made them because no model could be paid and now one can (`mayReplace`): then while no answer is judged.
 */
export async function claimCheck(
  transaction: AccountTransaction,
  { documentId, version }: VersionKey,
  mayReplace: boolean,
): Promise<boolean> {
  const claimed = await transaction.run(
    `insert into document_checks as c (account_id, document_id, version, making_until)
     select account_id, id, version, now() + ${LEASE} from documents
       where account_id = $1 and id = $2 and version = $3 for key share
     on conflict (account_id, document_id, version) do update set making_until = excluded.making_until
       where c.making_until <= now() or ($4 and c.making_until is null
         and c.shortfall in ('no_language_model', 'balance_empty')
         and not exists (select from document_questions q join document_answers a
             on a.account_id = q.account_id and a.question_id = q.id
           where q.account_id = c.account_id and q.document_id = c.document_id and q.version = c.version
             and a.verdict is not null))`,
    [transaction.accountId, documentId, version, mayReplace],
  );
  return claimed > 0;
}

/** Ends a claim without a result: questions that were there stay. */
export async function releaseCheck(
  transaction: AccountTransaction,
  { documentId, version }: VersionKey,
): Promise<void> {
  const values = [transaction.accountId, documentId, version];
  await transaction.run(
    'delete from document_checks where account_id = $1 and document_id = $2 and version = $3 and origin is null',
    values,
  );
  await transaction.run(
    'update document_checks set making_until = null where account_id = $1 and document_id = $2 and version = $3',
    values,
  );
}

export interface NewQuestion {
  readonly id: DocumentQuestionId;
  readonly question: string;
  readonly expected: string | null;
  readonly embeddingId: EmbeddingId;
}

/** The questions of a claimed version, in place of those that were there. */
export async function storeCheck(
  transaction: AccountTransaction,
  { documentId, version }: VersionKey,
  made: {
    readonly origin: 'model' | 'document';
    readonly shortfall: CheckShortfall | null;
    readonly questions: readonly NewQuestion[];
  },
): Promise<void> {
  const values = [transaction.accountId, documentId, version];
  const stored = await transaction.run(
    `update document_checks set making_until = null, origin = $4, shortfall = $5
     where account_id = $1 and document_id = $2 and version = $3`,
    [...values, made.origin, made.shortfall],
  );
  // The document was deleted meanwhile.
  if (stored === 0) return;
  await transaction.run(
    'delete from document_questions where account_id = $1 and document_id = $2 and version = $3',
    values,
  );
  await transaction.run(
    `insert into document_questions (account_id, id, document_id, version, position, question, expected, embedding_id)
     select $1, q.id, $2, $3, q.position, q.question, q.expected, q.embedding
     from unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[]) with ordinality
       as q(id, question, expected, embedding, position)`,
    [
      ...values,
      made.questions.map(({ id }) => id),
      made.questions.map(({ question }) => question),
      made.questions.map(({ expected }) => expected),
      made.questions.map(({ embeddingId }) => embeddingId),
    ],
  );
}

export interface SourcePassage {
  readonly id: EmbeddingId;
  readonly headingPath: string[];
  readonly text: string;
}

/** Letters of a passage that are read; more are no help for one question. */
const READ = 4_000;

/**
 * Two passages of each third of the document, in its order: the longest that name figures (hours, prices, dates, what a
 * wrong answer costs most), then the longest others.
 */
export const selectSpreadPassages = (
  transaction: AccountTransaction,
  documentId: DocumentId,
  least: number,
): Promise<SourcePassage[]> =>
  transaction.rows(
    `select ranked.id, ranked.heading_path as "headingPath", left(ranked.text, ${READ}) as text from (
       select thirds.*, row_number() over (partition by third
         order by text ~ '[0-9０-９]' desc, length(text) desc, position) as place
       from (select id, heading_path, text, position, ntile(3) over (order by position) as third from embeddings
         where account_id = $1 and document_id = $2 and enabled and length(text) >= $3) thirds) ranked
     where ranked.place <= 2 order by ranked.position`,
    [transaction.accountId, documentId, least],
  );

/** Up to so many passages at even distances, in the order of the document. */
export const selectOutline = (
  transaction: AccountTransaction,
  documentId: DocumentId,
  count: number,
): Promise<SourcePassage[]> =>
  transaction.rows(
    `select distinct on (parts.part) parts.id, parts.heading_path as "headingPath", left(parts.text, ${READ}) as text
     from (select id, heading_path, text, position, ntile($3) over (order by position) as part from embeddings
       where account_id = $1 and document_id = $2 and enabled) parts
     order by parts.part, parts.position`,
    [transaction.accountId, documentId, count],
  );

interface QuestionRow {
  readonly id: DocumentQuestionId;
  readonly question: string;
  readonly expected: string | null;
  readonly embeddingId: EmbeddingId;
  readonly asking: boolean;
  readonly text: string | null;
  readonly outcome: AnswerOutcome | null;
  readonly citations: Citation[] | null;
  readonly tokens: number | null;
  readonly answeredAt: Date | null;
  readonly verdict: 'right' | 'wrong' | null;
}

const QUESTIONS = `select q.id, q.question, q.expected, q.embedding_id as "embeddingId",
    coalesce(a.asking_until > now(), false) as asking, a.text, a.outcome, a.citations, a.tokens,
    a.answered_at as "answeredAt", a.verdict
  from document_questions q left join document_answers a
    on a.account_id = q.account_id and a.question_id = q.id and a.bot_id = $2`;

const questionView = ({
  id,
  question,
  expected,
  embeddingId,
  asking,
  ...row
}: QuestionRow): DocumentQuestionView => {
  const { text, outcome, citations, tokens, answeredAt, verdict } = row;
  const answer =
    text !== null && outcome && citations && tokens !== null && answeredAt
      ? { text, outcome, citations, tokens, answeredAt: answeredAt.toISOString(), verdict }
      : null;
  return { uuid: id, question, expected, embeddingUuid: embeddingId, asking, answer };
};

/** With what a bot answered; null: no bot's answers are wanted. */
export async function selectQuestions(
  transaction: AccountTransaction,
  { documentId, version }: VersionKey,
  botId: BotId | null,
): Promise<DocumentQuestionView[]> {
  const rows = await transaction.rows<QuestionRow>(
    `${QUESTIONS} where q.account_id = $1 and q.document_id = $3 and q.version = $4 order by q.position`,
    [transaction.accountId, botId, documentId, version],
  );
  return rows.map(questionView);
}

export interface AnswerKey {
  readonly questionId: DocumentQuestionId;
  readonly botId: BotId;
}

export async function selectQuestion(
  transaction: AccountTransaction,
  { questionId, botId }: AnswerKey,
): Promise<DocumentQuestionView | null> {
  const row = await transaction.one<QuestionRow>(`${QUESTIONS} where q.account_id = $1 and q.id = $3`, [
    transaction.accountId,
    botId,
    questionId,
  ]);
  return row && questionView(row);
}

/** The document of a question; null: the question is not of its current version. */
export const selectDocumentOf = (transaction: AccountTransaction, id: DocumentQuestionId) =>
  transaction.one<{ knowledgeId: KnowledgeId; status: DocumentStatus }>(
    `select d.knowledge_id as "knowledgeId", d.status from document_questions q
     join documents d on d.account_id = q.account_id and d.id = q.document_id and d.version = q.version
     where q.account_id = $1 and q.id = $2`,
    [transaction.accountId, id],
  );

/** True for one of the requests that would ask at the same time; with `again` also when there is an answer. */
export async function claimAnswer(
  transaction: AccountTransaction,
  { questionId, botId }: AnswerKey,
  again: boolean,
): Promise<boolean> {
  const claimed = await transaction.run(
    `insert into document_answers as a (account_id, question_id, bot_id, asking_until)
     values ($1, $2, $3, now() + ${LEASE})
     on conflict (account_id, question_id, bot_id) do update set asking_until = excluded.asking_until
       where coalesce(a.asking_until <= now(), true) and (a.answered_at is null or $4)`,
    [transaction.accountId, questionId, botId, again],
  );
  return claimed > 0;
}

/** Ends a claim without an answer: the one before stays. */
export const releaseAnswer = (transaction: AccountTransaction, { questionId, botId }: AnswerKey) =>
  transaction.run(
    `update document_answers set asking_until = null where account_id = $1 and question_id = $2 and bot_id = $3`,
    [transaction.accountId, questionId, botId],
  );

interface NewAnswer {
  readonly text: string;
  readonly outcome: AnswerOutcome;
  readonly citations: readonly Citation[];
  readonly tokens: number;
}

/** Ends a claim with an answer, which is not judged yet. */
export const storeAnswer = (
  transaction: AccountTransaction,
  { questionId, botId }: AnswerKey,
  { text, outcome, citations, tokens }: NewAnswer,
) =>
  transaction.run(
    `update document_answers set asking_until = null, text = $4, outcome = $5, citations = $6, tokens = $7,
       answered_at = now(), verdict = null, judged_by = null, judged_at = null
     where account_id = $1 and question_id = $2 and bot_id = $3`,
    [transaction.accountId, questionId, botId, text, outcome, JSON.stringify(citations), tokens],
  );

/** False when there is no answer to judge. */
export async function storeVerdict(
  transaction: AccountTransaction,
  { questionId, botId }: AnswerKey,
  { verdict, userId }: { readonly verdict: 'right' | 'wrong' | null; readonly userId: UserId },
): Promise<boolean> {
  const stored = await transaction.run(
    `update document_answers set verdict = $4::text, judged_by = case when $4::text is not null then $5::uuid end,
       judged_at = case when $4::text is not null then now() end
     where account_id = $1 and question_id = $2 and bot_id = $3 and answered_at is not null`,
    [transaction.accountId, questionId, botId, verdict, userId],
  );
  return stored > 0;
}
