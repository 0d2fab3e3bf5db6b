import type {
  AccountId,
  BotId,
  ConversationId,
  ToolConfirmationId,
  ToolId,
  UserId,
} from '@hanasu/contract/ids';
import { CONFIRMATION_MINUTES, type ConfirmationState } from '@hanasu/contract/tool-confirmations';
import type { AccountTransaction, SystemTransaction } from '../../../../platform/database/database.ts';
import { RUNNING_SECONDS } from './next-due.ts';

/** SQL of calls that wait for consent. Their times are the database's. */

export interface NewConfirmation {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly id: ToolConfirmationId;
  readonly botId: BotId;
  readonly toolId: ToolId;
  readonly toolVersion: string;
  readonly toolName: string;
  readonly remote: string | null;
  readonly input: unknown;
  readonly question: string;
  readonly confirmer: 'customer' | 'staff';
}

export interface ConfirmationRow extends Omit<NewConfirmation, 'input'> {
  readonly input: string;
  readonly state: ConfirmationState;
  readonly reason: string | null;
  /** JSON. */
  readonly output: string | null;
  /** Its time is over. */
  readonly isOver: boolean;
  readonly botName: string;
  readonly decidedBy: UserId | null;
  readonly deciderName: string | null;
  readonly decidedAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly isReported: boolean;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

const SELECT = `select t.account_id as "accountId", t.conversation_id as "conversationId", t.id, t.bot_id as "botId",
    t.tool_id as "toolId", t.tool_version::text as "toolVersion", t.tool_name as "toolName", t.remote, t.input,
    t.question, t.confirmer, t.state, t.reason, t.output, t.expires_at <= clock_timestamp() as "isOver",
    b.name as "botName", t.decided_by as "decidedBy", u.display_name as "deciderName", t.decided_at as "decidedAt",
    t.started_at as "startedAt", t.ended_at as "endedAt", t.reported_at is not null as "isReported",
    t.expires_at as "expiresAt", t.created_at as "createdAt"
  from tool_confirmations t join bots b on b.account_id = t.account_id and b.id = t.bot_id
  left join users u on u.id = t.decided_by`;

export async function insertConfirmations(
  transaction: SystemTransaction,
  rows: readonly NewConfirmation[],
): Promise<void> {
  const inserting = rows.map((row) =>
    transaction.run(
      `insert into tool_confirmations (account_id, id, conversation_id, bot_id, tool_id, tool_version, tool_name, remote,
         input, question, confirmer, expires_at)
       values ($1, $2, $3, $4, $5, $6::timestamptz, $7, $8, $9, $10, $11, now() + make_interval(mins => $12))`,
      [
        ...[row.accountId, row.id, row.conversationId, row.botId, row.toolId, row.toolVersion, row.toolName],
        ...[row.remote, JSON.stringify(row.input), stored(row.question), row.confirmer, CONFIRMATION_MINUTES],
      ],
    ),
  );
  await Promise.all(inserting);
}

/** Postgres text holds neither NUL nor half a surrogate pair. */
const stored = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What is open in a conversation, and what its customer has not heard of within the hour it ended in. */
export const lockOpen = (transaction: AccountTransaction, conversationId: ConversationId) =>
  transaction.rows<ConfirmationRow>(
    `${SELECT} where t.account_id = $1 and t.conversation_id = $2
       and (t.state in ('pending', 'confirmed', 'running')
         or t.reported_at is null and coalesce(t.ended_at, t.decided_at, t.expires_at) > now() - interval '1 hour')
     order by t.id for update of t`,
    [transaction.accountId, conversationId],
  );

/** Locks its conversation first, as all do who lock both. */
export async function lockConfirmation(
  transaction: AccountTransaction,
  id: ToolConfirmationId,
): Promise<ConfirmationRow | null> {
  const key = [transaction.accountId, id];
  await transaction.one(
    `select c.id from conversations c join tool_confirmations t on t.account_id = c.account_id
       and t.conversation_id = c.id
     where t.account_id = $1 and t.id = $2 for update of c`,
    key,
  );
  return transaction.one<ConfirmationRow>(
    `${SELECT} where t.account_id = $1 and t.id = $2 for update of t`,
    key,
  );
}

export const listConfirmations = (transaction: AccountTransaction, conversationId: ConversationId) =>
  transaction.rows<ConfirmationRow>(
    `${SELECT} where t.account_id = $1 and t.conversation_id = $2
       and (t.state in ('pending', 'confirmed', 'running') or t.created_at > now() - interval '1 day')
     order by t.id desc limit 20`,
    [transaction.accountId, conversationId],
  );

/** The customer of a conversation has been asked for consent, and has not answered. */
export const isAsked = async (
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from tool_confirmations where account_id = $1 and conversation_id = $2 and state = 'pending'
       and confirmer = 'customer' and expires_at > clock_timestamp()`,
    [transaction.accountId, conversationId],
  )) !== null;

export interface ConfirmationChange {
  readonly state: ConfirmationState;
  readonly reason?: string | null;
  readonly output?: unknown;
  readonly decidedBy?: UserId | null;
  /** Nothing of it is told to the customer any more. */
  readonly isReported?: boolean;
}

const DECIDED: readonly ConfirmationState[] = ['confirmed', 'declined'];
const ENDED: readonly ConfirmationState[] = ['done', 'failed', 'unknown', 'expired'];

/** Changes the state of a row that was in `from`; false: it was not any more. */
export async function changeState(
  transaction: AccountTransaction,
  { id, from }: { readonly id: ToolConfirmationId; readonly from: ConfirmationState },
  { state, reason = null, output, decidedBy = null, isReported = false }: ConfirmationChange,
): Promise<boolean> {
  const changed = await transaction.run(
    `update tool_confirmations set state = $4, reason = coalesce($5, reason), output = coalesce($6, output),
       decided_by = coalesce($7::uuid, decided_by),
       decided_at = case when $8 then clock_timestamp() else decided_at end,
       started_at = case when $4 = 'running' then clock_timestamp() else started_at end,
       ended_at = case when $9 then clock_timestamp() else ended_at end,
       reported_at = case when $10 then clock_timestamp() else reported_at end
     where account_id = $1 and id = $2 and state = $3`,
    [
      ...[transaction.accountId, id, from, state, reason, jsonOf(output), decidedBy],
      ...[DECIDED.includes(state), ENDED.includes(state), isReported],
    ],
  );
  return changed > 0;
}

const jsonOf = (output: unknown): string | null => (output === undefined ? null : JSON.stringify(output));

/** The answer that tells of them is stored in the same transaction. */
export async function markReported(
  transaction: SystemTransaction,
  reported: readonly { readonly accountId: AccountId; readonly id: ToolConfirmationId }[],
): Promise<void> {
  if (reported.length === 0) return;
  await transaction.run(
    `update tool_confirmations t set reported_at = clock_timestamp() from unnest($1::uuid[], $2::uuid[]) as k(a, i)
     where t.account_id = k.a and t.id = k.i`,
    [reported.map(({ accountId }) => accountId), reported.map(({ id }) => id)],
  );
}

export interface DueConfirmation {
  readonly accountId: AccountId;
  readonly id: ToolConfirmationId;
}

/** Approved by staff and not begun, begun and abandoned, or over time. */
export const findDue = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<DueConfirmation>(
    `select account_id as "accountId", id from tool_confirmations
     where state = 'confirmed' and confirmer = 'staff'
       or state = 'running' and started_at < clock_timestamp() - make_interval(secs => ${RUNNING_SECONDS})
       or state = 'pending' and confirmer = 'staff' and expires_at <= clock_timestamp()
     order by created_at limit $1`,
    [limit],
  );

export const isAbandoned = async (
  transaction: AccountTransaction,
  id: ToolConfirmationId,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from tool_confirmations where account_id = $1 and id = $2 and state = 'running'
       and started_at < clock_timestamp() - make_interval(secs => ${RUNNING_SECONDS})`,
    [transaction.accountId, id],
  )) !== null;
