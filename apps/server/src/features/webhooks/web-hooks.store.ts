import type { AccountId, UserId, WebHookId } from '@hanasu/contract/ids';
import type { WebHookEvent } from '@hanasu/contract/web-hooks';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export interface WebHookRow {
  readonly id: WebHookId;
  readonly url: string;
  readonly description: string;
  readonly events: WebHookEvent[];
  readonly enabled: boolean;
  readonly lastState: 'pending' | 'delivered' | 'failed' | null;
  readonly lastAt: Date | null;
  readonly createdAt: Date;
}

const HOOK = `select h.id, h.url, h.description, h.events, h.enabled, h.created_at as "createdAt",
    l.state as "lastState", l.at as "lastAt"
  from web_hooks h left join lateral (
    select d.state, coalesce(d.finished_at, d.created_at) as at from web_hook_deliveries d
    where d.account_id = h.account_id and d.hook_id = h.id order by d.id desc limit 1) l on true
  where h.account_id = $1`;

export const listHooks = (transaction: AccountTransaction) =>
  transaction.rows<WebHookRow>(`${HOOK} order by h.created_at desc, h.id desc`, [transaction.accountId]);

export const findHook = (transaction: AccountTransaction, id: WebHookId) =>
  transaction.one<WebHookRow>(`${HOOK} and h.id = $2`, [transaction.accountId, id]);

/** Two that are made at once wait for each other, so that both count. */
export async function countHooks(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('web-hooks ' || $1, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    'select count(*)::int as count from web_hooks where account_id = $1',
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

export type HookValues = Pick<WebHookRow, 'url' | 'description' | 'events' | 'enabled'>;

export async function insertHook(
  transaction: AccountTransaction,
  hook: HookValues & { readonly id: WebHookId; readonly secret: Buffer; readonly createdBy: UserId },
): Promise<void> {
  await transaction.run(
    `insert into web_hooks (account_id, id, url, description, events, enabled, secret, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [transaction.accountId, hook.id, ...columnsOf(hook), hook.secret, hook.createdBy],
  );
}

export async function updateHook(
  transaction: AccountTransaction,
  id: WebHookId,
  hook: HookValues,
): Promise<void> {
  await transaction.run(
    `update web_hooks set url = $3, description = $4, events = $5, enabled = $6, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, ...columnsOf(hook)],
  );
}

const columnsOf = (hook: HookValues): unknown[] => [
  hook.url,
  hook.description,
  JSON.stringify(hook.events),
  hook.enabled,
];

export async function updateSecret(
  transaction: AccountTransaction,
  id: WebHookId,
  secret: Buffer,
): Promise<void> {
  await transaction.run(
    'update web_hooks set secret = $3, updated_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, secret],
  );
}

/** Its deliveries go with it. */
export async function deleteHook(transaction: AccountTransaction, id: WebHookId): Promise<void> {
  await transaction.run('delete from web_hooks where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** Another member answers for them from now on. */
export async function handOverHooks(
  transaction: AccountTransaction,
  { from, to }: { readonly from: UserId; readonly to: UserId },
): Promise<void> {
  await transaction.run('update web_hooks set created_by = $3 where account_id = $1 and created_by = $2', [
    transaction.accountId,
    from,
    to,
  ]);
}

/** With their deliveries. */
export async function deleteHooksOf(transaction: AccountTransaction, userId: UserId): Promise<void> {
  await transaction.run('delete from web_hooks where account_id = $1 and created_by = $2', [
    transaction.accountId,
    userId,
  ]);
}

/** Those that a person made anywhere, and all of these accounts. */
export async function deleteAllHooks(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run('delete from web_hooks where created_by = $1 or account_id = any($2)', [
    userId,
    accountIds,
  ]);
}

export interface ListeningHook {
  readonly id: WebHookId;
  readonly events: readonly WebHookEvent[];
}

export const listListening = (transaction: AccountTransaction) =>
  transaction.rows<ListeningHook>('select id, events from web_hooks where account_id = $1 and enabled', [
    transaction.accountId,
  ]);
