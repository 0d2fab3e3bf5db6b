import type { DocumentId, KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import type { QuestionSetView } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type RunRow, toRunView } from '../runs/runs.store.ts';

type SetRow = Omit<QuestionSetView, 'createdAt' | 'lastRun'> & {
  readonly createdAt: Date;
  readonly lastRun:
    | (Omit<RunRow, 'createdAt' | 'finishedAt'> & { createdAt: string; finishedAt: string | null })
    | null;
};

const SELECT = `select s.id as uuid, s.knowledge_id as "knowledgeUuid", s.name, s.created_at as "createdAt",
    (select count(*) from test_questions q where q.account_id = s.account_id and q.set_id = s.id) as questions,
    (select jsonb_build_object('uuid', r.id, 'setUuid', r.set_id, 'status', r.status, 'cause', r.cause,
        'settings', r.settings, 'questions', r.questions, 'done', r.done, 'scores', r.scores,
        'milliseconds', r.milliseconds, 'createdAt', r.created_at, 'finishedAt', r.finished_at)
      from test_runs r where r.account_id = s.account_id and r.set_id = s.id
      order by r.id desc limit 1) as "lastRun"
  from question_sets s`;

const toView = ({ lastRun, ...row }: SetRow): QuestionSetView => ({
  ...row,
  lastRun:
    lastRun &&
    toRunView({
      ...lastRun,
      createdAt: new Date(lastRun.createdAt),
      finishedAt: lastRun.finishedAt === null ? null : new Date(lastRun.finishedAt),
    }),
  createdAt: row.createdAt.toISOString(),
});

export async function selectSets(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<QuestionSetView[]> {
  const rows = await transaction.rows<SetRow>(
    `${SELECT} where s.account_id = $1 and s.knowledge_id = $2 order by s.id`,
    [transaction.accountId, knowledgeId],
  );
  return rows.map(toView);
}

export async function selectSet(
  transaction: AccountTransaction,
  id: QuestionSetId,
): Promise<QuestionSetView | null> {
  const row = await transaction.one<SetRow>(`${SELECT} where s.account_id = $1 and s.id = $2`, [
    transaction.accountId,
    id,
  ]);
  return row && toView(row);
}

/** False when there is no such base. */
export async function insertSet(
  transaction: AccountTransaction,
  set: { readonly id: QuestionSetId; readonly knowledgeId: KnowledgeId; readonly name: string },
): Promise<boolean> {
  const added = await transaction.run(
    `insert into question_sets (account_id, id, knowledge_id, name)
     select account_id, $3, id, $4 from knowledges where account_id = $1 and id = $2 for key share`,
    [transaction.accountId, set.knowledgeId, set.id, set.name],
  );
  return added > 0;
}

export async function renameSet(
  transaction: AccountTransaction,
  id: QuestionSetId,
  name: string,
): Promise<void> {
  await transaction.run(
    'update question_sets set name = $3, updated_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, name],
  );
}

/** Takes its questions and runs along; says what it was called. */
export const removeSet = (transaction: AccountTransaction, id: QuestionSetId) =>
  transaction.one<{ name: string; questions: number }>(
    `delete from question_sets s where account_id = $1 and id = $2
     returning name, (select count(*) from test_questions q
       where q.account_id = s.account_id and q.set_id = s.id) as questions`,
    [transaction.accountId, id],
  );

/** The base of a set, which nobody else adds to or runs until the transaction ends; null: there is no such set. */
export const lockSet = (
  transaction: AccountTransaction,
  id: QuestionSetId,
): Promise<{ knowledgeId: KnowledgeId; settings: object; questions: number } | null> =>
  transaction.one(
    `select s.knowledge_id as "knowledgeId", k.settings,
       (select count(*) from test_questions q where q.account_id = $1 and q.set_id = s.id) as questions
     from question_sets s join knowledges k on k.account_id = s.account_id and k.id = s.knowledge_id
     where s.account_id = $1 and s.id = $2 for update of s`,
    [transaction.accountId, id],
  );

/** Documents of a base by folded title and file name; the oldest wins a name. */
export async function selectDocumentNames(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<Map<string, DocumentId>> {
  const rows = await transaction.rows<{ id: DocumentId; title: string; fileName: string | null }>(
    `select id, title, file_name as "fileName" from documents where account_id = $1 and knowledge_id = $2
     order by created_at desc, id desc`,
    [transaction.accountId, knowledgeId],
  );
  return new Map(
    rows.flatMap(({ id, title, fileName }) =>
      [title, fileName ?? ''].filter((name) => name !== '').map((name) => [compactText(name), id] as const),
    ),
  );
}
