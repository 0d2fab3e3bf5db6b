import {
  AccountId,
  type ConversationId,
  type ToolId,
  type ToolRunId,
  type UserId,
} from '@hanasu/contract/ids';
import type { ToolRunView } from '@hanasu/contract/n8n';
import type { SealedColumn } from '../../../../platform/crypto/sealed-column.ts';
import type { AccountTransaction, SystemTransaction } from '../../../../platform/database/database.ts';

export interface ConnectionRow {
  readonly baseUrl: string;
  readonly webhookBaseUrl: string | null;
  readonly sealedKey: Buffer;
  readonly ending: string;
  readonly checkedAt: Date;
  readonly changedAt: Date;
  /** `changedAt` with all its digits. */
  readonly version: string;
  readonly changedBy: string | null;
  /** Tools of the account that run a workflow. */
  readonly tools: number;
}

/** Binds the sealed API key to its account: copied to another one it does not open. */
export const keyContext = (accountId: AccountId): string => `n8n/${accountId}`;

export const SEALED_N8N: SealedColumn = {
  table: 'n8n_connections',
  column: 'sealed_key',
  ids: ['account_id'],
  contextOf: ([accountId]) => keyContext(AccountId.parse(accountId)),
};

export const findConnection = (transaction: AccountTransaction) =>
  transaction.one<ConnectionRow>(
    `select n.base_url as "baseUrl", n.webhook_base_url as "webhookBaseUrl", n.sealed_key as "sealedKey", n.ending,
       n.checked_at as "checkedAt", n.changed_at as "changedAt", n.changed_at::text as version,
       u.display_name as "changedBy",
       (select count(*)::int from bot_tools t where t.account_id = n.account_id and t.kind = 'n8n') as tools
     from n8n_connections n left join users u on u.id = n.changed_by where n.account_id = $1`,
    [transaction.accountId],
  );

/** The version of the connection, which stays until the end of the transaction; null: there is no connection. */
export async function lockVersion(transaction: AccountTransaction): Promise<string | null> {
  const row = await transaction.one<Pick<ConnectionRow, 'version'>>(
    'select changed_at::text as version from n8n_connections where account_id = $1 for update',
    [transaction.accountId],
  );
  return row?.version ?? null;
}

/** Writes a connection that has just been checked. */
export async function saveConnection(
  transaction: AccountTransaction,
  connection: Pick<ConnectionRow, 'baseUrl' | 'webhookBaseUrl' | 'sealedKey' | 'ending'> & {
    readonly by: UserId;
  },
): Promise<void> {
  await transaction.run(
    `insert into n8n_connections (account_id, base_url, webhook_base_url, sealed_key, ending, changed_by, checked_at,
       changed_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())
     on conflict (account_id) do update set base_url = excluded.base_url,
       webhook_base_url = excluded.webhook_base_url, sealed_key = excluded.sealed_key, ending = excluded.ending,
       changed_by = excluded.changed_by, checked_at = excluded.checked_at, changed_at = excluded.changed_at`,
    [
      transaction.accountId,
      connection.baseUrl,
      connection.webhookBaseUrl,
      connection.sealedKey,
      connection.ending,
      connection.by,
    ],
  );
}

export async function deleteConnection(transaction: AccountTransaction): Promise<void> {
  await transaction.run('delete from n8n_connections where account_id = $1', [transaction.accountId]);
}

export interface RunRow {
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

/** Writes a run unless its tool or its conversation was deleted meanwhile, and drops the oldest ones of the tool. */
export async function insertRun(
  transaction: AccountTransaction,
  toolId: ToolId,
  run: Omit<RunRow, 'createdAt'>,
): Promise<void> {
  const key = [transaction.accountId, toolId];
  await transaction.run(
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
}

/** Reads runs of a tool, the newest first. */
export async function listRuns(
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
