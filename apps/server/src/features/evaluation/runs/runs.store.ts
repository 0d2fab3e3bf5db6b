import type { AccountId, KnowledgeId, QuestionSetId, TestQuestionId, TestRunId } from '@hanasu/contract/ids';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { Expected, RunScores, TestRunView } from '@hanasu/contract/question-sets';
import type { z } from 'zod';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { PageRange } from '../../../platform/database/page-range.ts';
import type { Scored } from './score-run.ts';

export type RunRow = Omit<TestRunView, 'createdAt' | 'finishedAt' | 'settings'> & {
  readonly settings: object;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};
/** A result as it is stored. */
export interface NewResult extends Scored {
  readonly questionId: TestQuestionId;
  readonly question: string;
  readonly top: readonly object[];
}

const RUN_COLUMNS = `r.id as uuid, r.set_id as "setUuid", r.status, r.cause, r.settings, r.questions, r.done, r.scores,
  r.milliseconds, r.created_at as "createdAt", r.finished_at as "finishedAt"`;
/** States in which somebody works on a run or will. */
const ACTIVE = `('queued', 'running')`;

export const toRunView = (row: RunRow): TestRunView => ({
  ...row,
  settings: KnowledgeSettings.parse(row.settings),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
const viewOf = async (row: Promise<RunRow | null>): Promise<TestRunView | null> => {
  const found = await row;
  return found && toRunView(found);
};

export const selectActiveRun = (
  transaction: AccountTransaction,
  setId: QuestionSetId,
): Promise<TestRunView | null> =>
  viewOf(
    transaction.one<RunRow>(
      `select ${RUN_COLUMNS} from test_runs r where account_id = $1 and set_id = $2 and status in ${ACTIVE}
       order by id desc limit 1`,
      [transaction.accountId, setId],
    ),
  );

export async function insertRun(
  transaction: AccountTransaction,
  run: {
    readonly id: TestRunId;
    readonly setId: QuestionSetId;
    readonly cause: TestRunView['cause'];
    readonly settings: object;
    readonly questions: number;
  },
): Promise<TestRunView> {
  const row = await transaction.one<RunRow>(
    `insert into test_runs as r (account_id, id, set_id, status, cause, settings, questions)
     values ($1, $2, $3, 'queued', $4, $5, $6) returning ${RUN_COLUMNS}`,
    [transaction.accountId, run.id, run.setId, run.cause, JSON.stringify(run.settings), run.questions],
  );
  if (!row) throw new Error('a run was not written');
  return toRunView(row);
}

/** Keeps the newest runs of a set. */
export async function removeOldRuns(
  transaction: AccountTransaction,
  setId: QuestionSetId,
  kept: number,
): Promise<void> {
  await transaction.run(
    `delete from test_runs where account_id = $1 and set_id = $2 and id in (
       select id from test_runs where account_id = $1 and set_id = $2 order by id desc offset $3)`,
    [transaction.accountId, setId, kept],
  );
}

/** Starts (again) to work on a run; null when it is gone or over. */
export const beginRun = (transaction: AccountTransaction, id: TestRunId): Promise<TestRunView | null> =>
  viewOf(
    transaction.one<RunRow>(
      `update test_runs r set status = 'running' where account_id = $1 and id = $2 and status in ${ACTIVE}
       returning ${RUN_COLUMNS}`,
      [transaction.accountId, id],
    ),
  );

/** What a worker has yet to ask, at most `limit`: questions that were there when the run was made. */
export const selectUnasked = (
  transaction: AccountTransaction,
  run: TestRunView,
  limit: number,
): Promise<{ id: TestQuestionId; question: string; expected: Expected }[]> =>
  transaction.rows(
    `select q.id, q.question, q.expected from test_questions q
     where q.account_id = $1 and q.set_id = $2
       and q.created_at <= (select created_at from test_runs where account_id = $1 and id = $3)
       and not exists (select 1 from test_results t
         where t.account_id = $1 and t.run_id = $3 and t.question_id = q.id)
     order by q.id limit $4`,
    [transaction.accountId, run.setUuid, run.uuid, limit],
  );

/** Null when the run was stopped or is gone: then nothing is kept. */
export async function writeResults(
  transaction: AccountTransaction,
  runId: TestRunId,
  results: readonly NewResult[],
): Promise<TestRunView | null> {
  const running = await transaction.one(
    `select id from test_runs where account_id = $1 and id = $2 and status = 'running' for no key update`,
    [transaction.accountId, runId],
  );
  if (!running) return null;
  await transaction.run(
    `insert into test_results (account_id, run_id, question_id, question, rank, milliseconds, top)
     select $1, $2, t."questionId", t.question, t.rank, t.milliseconds, t.top
     from json_to_recordset($3::json) as t("questionId" uuid, question text, rank int,
       milliseconds float8, top jsonb)
     on conflict do nothing`,
    [transaction.accountId, runId, JSON.stringify(results)],
  );
  return viewOf(
    transaction.one<RunRow>(
      `update test_runs r set done = (select count(*) from test_results t
         where t.account_id = $1 and t.run_id = $2) where account_id = $1 and id = $2 returning ${RUN_COLUMNS}`,
      [transaction.accountId, runId],
    ),
  );
}

export const selectScored = (transaction: AccountTransaction, runId: TestRunId): Promise<Scored[]> =>
  transaction.rows('select rank, milliseconds from test_results where account_id = $1 and run_id = $2', [
    transaction.accountId,
    runId,
  ]);

export type RunEnd =
  | {
      readonly status: 'done';
      readonly scores: z.infer<typeof RunScores>;
      readonly milliseconds: number;
      readonly questions: number;
    }
  | { readonly status: 'stopped' | 'failed' };

/** Null when it is gone or over already. */
export const endRun = (
  transaction: AccountTransaction,
  id: TestRunId,
  end: RunEnd,
): Promise<TestRunView | null> => {
  const scored = end.status === 'done' ? end : null;
  return viewOf(
    transaction.one<RunRow>(
      `update test_runs r set status = $3, scores = $4, milliseconds = $5, questions = coalesce($6, questions),
         finished_at = now()
       where account_id = $1 and id = $2 and status in ${ACTIVE} returning ${RUN_COLUMNS}`,
      [
        transaction.accountId,
        id,
        end.status,
        scored && JSON.stringify(scored.scores),
        scored?.milliseconds ?? null,
        scored?.questions ?? null,
      ],
    ),
  );
};

export const selectRun = (transaction: AccountTransaction, id: TestRunId): Promise<TestRunView | null> =>
  viewOf(
    transaction.one<RunRow>(`select ${RUN_COLUMNS} from test_runs r where account_id = $1 and id = $2`, [
      transaction.accountId,
      id,
    ]),
  );

export async function selectRuns(
  transaction: AccountTransaction,
  setId: QuestionSetId,
  { limit, offset }: PageRange,
): Promise<{ items: TestRunView[]; total: number }> {
  const rows = await transaction.rows<RunRow>(
    `select ${RUN_COLUMNS} from test_runs r where account_id = $1 and set_id = $2
     order by id desc limit $3 offset $4`,
    [transaction.accountId, setId, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    'select count(*) as total from test_runs where account_id = $1 and set_id = $2',
    [transaction.accountId, setId],
  );
  return { items: rows.map(toRunView), total: count?.total ?? 0 };
}

export interface ResultRow {
  readonly questionUuid: TestQuestionId | null;
  readonly question: string;
  readonly rank: number | null;
  readonly rankBefore: number | null;
  readonly top: readonly { embeddingUuid: string; title: string; text: string; right: boolean }[];
}

/** Worst first, beside the finished run before it. */
export async function selectResults(
  transaction: AccountTransaction,
  run: TestRunView,
  { limit, offset }: PageRange,
): Promise<{ items: ResultRow[]; total: number }> {
  const items = await transaction.rows<ResultRow>(
    `select q.id as "questionUuid", t.question, t.rank, b.rank as "rankBefore", t.top
     from test_results t
     left join test_questions q on q.account_id = $1 and q.id = t.question_id
     left join test_results b on b.account_id = $1 and b.question_id = t.question_id and b.run_id = (
       select id from test_runs where account_id = $1 and set_id = $3 and id < $2 and status = 'done'
       order by id desc limit 1)
     where t.account_id = $1 and t.run_id = $2
     order by t.rank desc nulls first, t.question_id limit $4 offset $5`,
    [transaction.accountId, run.uuid, run.setUuid, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    'select count(*) as total from test_results where account_id = $1 and run_id = $2',
    [transaction.accountId, run.uuid],
  );
  return { items, total: count?.total ?? 0 };
}

/** Whether passages of the base are still being made: what a run measured now would soon be untrue. */
export async function isBeingRead(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<boolean> {
  const row = await transaction.one(
    `select id from documents where account_id = $1 and knowledge_id = $2
       and status in ('queued', 'reading', 'splitting', 'embedding') limit 1`,
    [transaction.accountId, knowledgeId],
  );
  return row !== null;
}

export interface RunKey {
  readonly accountId: AccountId;
  readonly runId: TestRunId;
}

/** Runs of all accounts that are not over. */
export const selectForsakenRuns = (transaction: SystemTransaction): Promise<RunKey[]> =>
  transaction.rows(
    `select account_id as "accountId", id as "runId" from test_runs where status in ${ACTIVE} order by id`,
  );
