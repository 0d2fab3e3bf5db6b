import type { DocumentId, KnowledgeId, QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import type { Expected, TestQuestionView } from '@hanasu/contract/question-sets';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';

type QuestionRow = Omit<TestQuestionView, 'createdAt'> & { readonly createdAt: Date };

export interface NewQuestion {
  readonly id: TestQuestionId;
  readonly question: string;
  readonly expected: Expected;
  readonly origin: TestQuestionView['origin'];
}

const toView = (row: QuestionRow): TestQuestionView => ({ ...row, createdAt: row.createdAt.toISOString() });

/** `t`: what the last finished run of the set found; no row: it didn't ask. */
const FROM = `from test_questions q left join test_results t on t.account_id = q.account_id
    and t.question_id = q.id and t.run_id = (select r.id from test_runs r
      where r.account_id = q.account_id and r.set_id = q.set_id and r.status = 'done' order by r.id desc limit 1)`;
const SELECT = `select q.id as uuid, q.question, q.expected, q.origin, t.rank as "lastRank",
    q.created_at as "createdAt" ${FROM}`;

export async function selectQuestions(
  transaction: AccountTransaction,
  setId: QuestionSetId,
  {
    q,
    missed,
    limit,
    offset,
  }: PageRange & { readonly q: string | undefined; readonly missed: boolean | undefined },
): Promise<{ items: TestQuestionView[]; total: number }> {
  const where = `where q.account_id = $1 and q.set_id = $2
    and ($3::text is null or q.question ilike $3 or q.expected ->> 'text' ilike $3)
    and (not $4::boolean or (t.run_id is not null and coalesce(t.rank, 99) > 1))`;
  const values = [transaction.accountId, setId, containing(q), missed ?? false];
  const rows = await transaction.rows<QuestionRow>(
    `${SELECT} ${where} order by q.id desc limit $5 offset $6`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(`select count(*) as total ${FROM} ${where}`, values);
  return { items: rows.map(toView), total: count?.total ?? 0 };
}

export async function selectQuestion(
  transaction: AccountTransaction,
  id: TestQuestionId,
): Promise<TestQuestionView | null> {
  const row = await transaction.one<QuestionRow>(`${SELECT} where q.account_id = $1 and q.id = $2`, [
    transaction.accountId,
    id,
  ]);
  return row && toView(row);
}

export async function selectQuestionTexts(
  transaction: AccountTransaction,
  setId: QuestionSetId,
): Promise<string[]> {
  const rows = await transaction.rows<{ question: string }>(
    'select question from test_questions where account_id = $1 and set_id = $2',
    [transaction.accountId, setId],
  );
  return rows.map(({ question }) => question);
}

export async function insertQuestions(
  transaction: AccountTransaction,
  setId: QuestionSetId,
  questions: readonly NewQuestion[],
): Promise<void> {
  await transaction.run(
    `insert into test_questions (account_id, id, set_id, question, expected, origin)
     select $1, q.id, $2, q.question, q.expected, q.origin
     from json_to_recordset($3::json) as q(id uuid, question text, expected jsonb, origin text)`,
    [transaction.accountId, setId, JSON.stringify(questions)],
  );
}

/** False when there is no such question. */
export async function writeQuestion(
  transaction: AccountTransaction,
  id: TestQuestionId,
  { question, expected }: { question?: string | undefined; expected?: Expected | undefined },
): Promise<boolean> {
  const changed = await transaction.run(
    `update test_questions set question = coalesce($3, question), expected = coalesce($4::jsonb, expected)
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, question ?? null, expected ? JSON.stringify(expected) : null],
  );
  return changed > 0;
}

export async function removeQuestion(transaction: AccountTransaction, id: TestQuestionId): Promise<boolean> {
  const removed = await transaction.run('delete from test_questions where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return removed > 0;
}

export const selectKnowledgeOf = (
  transaction: AccountTransaction,
  id: TestQuestionId,
): Promise<{ knowledgeId: KnowledgeId } | null> =>
  transaction.one(
    `select s.knowledge_id as "knowledgeId" from test_questions q
     join question_sets s on s.account_id = q.account_id and s.id = q.set_id
     where q.account_id = $1 and q.id = $2`,
    [transaction.accountId, id],
  );

/** Whether all of these are documents of the base. */
export async function areDocumentsOf(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  ids: readonly DocumentId[],
): Promise<boolean> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return true;
  const row = await transaction.one<{ count: number }>(
    `select count(*) as count from documents where account_id = $1 and knowledge_id = $2 and id = any($3::uuid[])`,
    [transaction.accountId, knowledgeId, [...wanted]],
  );
  return row?.count === wanted.size;
}

/** Passages to write questions for, drawn at random: one of each document before a second one of any. */
export const drawPassages = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  count: number,
): Promise<{ title: string; headingPath: string[]; text: string }[]> =>
  transaction.rows(
    `select d.title, e.heading_path as "headingPath", e.text from (
       select id, document_id, row_number() over (partition by document_id order by random()) as turn
       from embeddings where account_id = $1 and knowledge_id = $2 and enabled and length(text) >= 60) drawn
     join embeddings e on e.account_id = $1 and e.id = drawn.id
     join documents d on d.account_id = $1 and d.id = drawn.document_id
     order by drawn.turn, random() limit $3`,
    [transaction.accountId, knowledgeId, count],
  );
