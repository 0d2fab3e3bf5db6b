import type { AccountId, ConversationId, ToolId, ToolRunId } from '@hanasu/contract/ids';
import { listToolRuns, type ToolRunView } from '@hanasu/contract/tool-runs';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database, SystemTransaction } from '../../../platform/database/database.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { CallDependencies } from './dependencies.ts';
import type { ToolRun } from './tool-result.ts';
import { createMasker, type OpenTool } from './tool-secrets.ts';
import { findTool } from './tools.store.ts';

/** One call of another system. */
export interface MadeCall {
  readonly accountId: AccountId;
  readonly tool: OpenTool;
  readonly input: unknown;
  /** Which tool of an MCP server. */
  readonly remote?: string | undefined;
  readonly conversationId: ConversationId | null;
  readonly key: string;
  readonly run: ToolRun;
  /** The run's id at the other side; null: unknown. */
  readonly executionId: string | null;
  readonly milliseconds: number;
}

/** Adds the call to the runs of the tool, and notes whether its calls fail now. Never throws: the call was made in any case. */
export async function recordCall({ database, onError }: CallDependencies, call: MadeCall): Promise<void> {
  const { accountId, tool } = call;
  try {
    await database.account(accountId, async (transaction) => {
      const run = runOf(call);
      if (await insertRun(transaction, tool.id, run)) await noteFailure(transaction, tool, run.reason);
    });
  } catch (error) {
    onError(error);
  }
}

type NewRun = Omit<RunRow, 'createdAt'>;

function runOf({ tool, input, remote, run, ...call }: MadeCall): NewRun {
  const sent = remote === undefined ? input : { name: remote, arguments: input };
  return {
    id: newId<ToolRunId>(),
    key: call.key,
    conversationId: call.conversationId,
    executionId: call.executionId,
    milliseconds: call.milliseconds,
    state: stateOf(run),
    reason: run.kind === 'failed' ? run.reason : null,
    status: run.status,
    input: beginningOf(createMasker(Object.values(tool.secrets)).value(sent)),
    output: beginningOf(run.kind === 'failed' ? run.detail : run.output),
  };
}

function stateOf(run: ToolRun): RunRow['state'] {
  if (run.kind === 'failed') return 'failed';
  return run.isStarted ? 'started' : 'done';
}

const LOGGED_MAX = 1_000;

const beginningOf = (value: unknown): string =>
  storable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), LOGGED_MAX);

/** Postgres text holds neither NUL nor half a surrogate pair. */
export const storable = (text: string, length: number): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed();

/** These say nothing about the other system. */
const BESIDE = /^(?:bad_input|stopped|tool_changed)$/;
/** The other system may have refused only this input: an unknown order, for example. */
const DOUBTFUL = /^(?:remote_error|http_error_4(?!0[137]|29)\d\d)$/;
/** Doubtful calls in a row after which the tool fails. */
const DOUBTFUL_MAX = 3;

/** Sets or removes the failure of the tool after a call; reason null: it succeeded. A tool that was changed meanwhile stays. */
async function noteFailure(
  transaction: AccountTransaction,
  { id, version }: OpenTool,
  reason: string | null,
): Promise<void> {
  if (reason !== null && BESIDE.test(reason)) return;
  const isDoubtful = reason !== null && DOUBTFUL.test(reason);
  if (isDoubtful && !(await haveFailed(transaction, id, version))) return;
  await transaction.run(
    `update bot_tools set failure = $3, failed_at = case when $3::text is null then null else now() end
     where account_id = $1 and id = $2 and updated_at::text = $4 and ($3::text is not null or failure is not null)`,
    [transaction.accountId, id, reason, version],
  );
}

/** True when the last calls of this version of the tool have all failed. */
async function haveFailed(transaction: AccountTransaction, id: ToolId, version: string): Promise<boolean> {
  const last = await transaction.rows<Pick<RunRow, 'reason'>>(
    `select reason from tool_runs where account_id = $1 and tool_id = $2 and created_at > $3::timestamptz
     order by id desc limit ${DOUBTFUL_MAX}`,
    [transaction.accountId, id, version],
  );
  return last.length === DOUBTFUL_MAX && last.every(({ reason }) => reason !== null);
}

interface RunRow {
  readonly id: ToolRunId;
  readonly state: ToolRunView['state'];
  readonly reason: string | null;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly input: string;
  readonly output: string;
  readonly key: string;
  readonly executionId: string | null;
  readonly conversationId: ConversationId | null;
  readonly createdAt: Date;
}

/** Runs that are kept of each tool. */
const KEPT_RUNS = 100;

/** Writes a run and drops the oldest ones of the tool; false when its tool or its conversation was deleted meanwhile. */
async function insertRun(transaction: AccountTransaction, toolId: ToolId, run: NewRun): Promise<boolean> {
  const key = [transaction.accountId, toolId];
  const written = await transaction.run(
    `insert into tool_runs (account_id, tool_id, id, conversation_id, state, reason, status, milliseconds, input, output,
       key, execution_id)
     select t.account_id, t.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from bot_tools t
     where t.account_id = $1 and t.id = $2 and ($4::uuid is null
       or exists (select from conversations c where c.account_id = $1 and c.id = $4))`,
    [
      ...[...key, run.id, run.conversationId, run.state, run.reason, run.status, run.milliseconds],
      ...[run.input, run.output, run.key, run.executionId],
    ],
  );
  await transaction.run(
    `delete from tool_runs where account_id = $1 and tool_id = $2 and id <= (select id from tool_runs
       where account_id = $1 and tool_id = $2 order by id desc offset ${KEPT_RUNS} limit 1)`,
    key,
  );
  return written > 0;
}

/** Reads runs of a tool, the newest first. */
async function listRuns(
  transaction: AccountTransaction,
  toolId: ToolId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly RunRow[]; readonly total: number }> {
  const key = [transaction.accountId, toolId];
  const [rows, count] = await Promise.all([
    transaction.rows<RunRow>(
      `select id, state, reason, status, milliseconds, input, output, key, execution_id as "executionId",
         conversation_id as "conversationId", created_at as "createdAt"
       from tool_runs where account_id = $1 and tool_id = $2 order by id desc limit $3 offset $4`,
      [...key, limit, offset],
    ),
    transaction.one<{ total: number }>(
      'select count(*)::int as total from tool_runs where account_id = $1 and tool_id = $2',
      key,
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

export async function deleteOldRuns(transaction: SystemTransaction): Promise<void> {
  await transaction.run("delete from tool_runs where created_at < now() - interval '30 days'");
}

export function addToolRunRoute(implement: Implement, database: Database): void {
  implement(listToolRuns, ({ params, query: { page, pageSize } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { config } = orNotFound(await findTool(transaction, params.uuid), 'tool');
      if (config.kind === 'handover' || config.kind === 'form')
        throw new AppError('not_found', 'This tool calls no other system');
      const range = { limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await listRuns(transaction, params.uuid, range);
      return { items: rows.map(runView), total, page, pageSize };
    }),
  );
}

const runView = ({ id, conversationId, createdAt, ...run }: RunRow): ToolRunView => ({
  uuid: id,
  ...run,
  conversationUuid: conversationId,
  createdAt: createdAt.toISOString(),
});
