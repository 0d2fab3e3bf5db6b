import { BUDGET_WARNING_SHARE, type BudgetAction, type BudgetPeriod } from '@hanasu/contract/budgets';
import type { AccountId, ApiKeyId, BudgetId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { BudgetRoom, PaidBy } from '../rooms/allot-room.ts';

/** SQL: the first day of the period of the budget `g`, where `a` is its account. */
const START = 'date_trunc(g.period, now() at time zone a.time_zone)::date';
/**
 * SQL: what of the budget `g` is spent in the period that runs. A transaction that began before midnight may see a period that
 * has begun after it, and so may an account that moves to the west: its count goes on.
 */
const SPENT = `case when g.starts_on >= ${START} then g.spent else 0 end`;

/** SQL: whether the budget `g` has had its effect in this period. What is left may be less than any answer takes. */
const IS_REACHED = `g.action <> 'warn' and (${SPENT} >= g.limit_tokens or coalesce(g.reached_on >= ${START}, false))`;

export interface BudgetRow extends PaidBy {
  readonly id: BudgetId;
  readonly botName: string | null;
  readonly keyName: string | null;
  readonly period: BudgetPeriod;
  readonly limit: number;
  readonly action: BudgetAction;
  readonly spent: number;
  readonly isReached: boolean;
  readonly endsAt: Date;
}

const ROWS = `select g.id, g.bot_id as "botId", g.api_key_id as "apiKeyId", b.name as "botName", k.name as "keyName", g.period,
    g.limit_tokens as "limit", g.action, ${SPENT} as spent, ${IS_REACHED} as "isReached",
    (${START} + ('1 ' || g.period)::interval) at time zone a.time_zone as "endsAt"
  from budgets g join accounts a on a.id = g.account_id
    left join bots b on b.account_id = g.account_id and b.id = g.bot_id
    left join api_keys k on k.account_id = g.account_id and k.id = g.api_key_id
  where g.account_id = $1 and k.revoked_at is null`;

export const listBudgets = (transaction: AccountTransaction) =>
  transaction.rows<BudgetRow>(
    `${ROWS} order by g.api_key_id is not null, g.bot_id is not null, b.name, k.name, g.period, g.id`,
    [transaction.accountId],
  );

export const findBudget = (transaction: AccountTransaction, id: BudgetId) =>
  transaction.one<BudgetRow>(`${ROWS} and g.id = $2`, [transaction.accountId, id]);

/** Where nothing may be charged meanwhile: what is spent is then read and kept as one. */
export const lockBalance = (transaction: AccountTransaction) =>
  transaction.run('select from token_balances where account_id = $1 for update', [transaction.accountId]);

export const countBudgets = async (transaction: AccountTransaction): Promise<number> => {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from budgets g left join api_keys k on k.account_id = g.account_id and k.id = g.api_key_id
     where g.account_id = $1 and k.revoked_at is null`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
};

/** Whether there is such a bot and such a key, where one is given. */
export const isOfAccount = async (
  transaction: AccountTransaction,
  { botId, apiKeyId }: PaidBy,
): Promise<boolean> => {
  const row = await transaction.one<{ found: boolean }>(
    `select ($2::uuid is null or exists (select from bots where account_id = $1 and id = $2))
       and ($3::uuid is null or exists (select from api_keys
         where account_id = $1 and id = $3 and revoked_at is null)) as found`,
    [transaction.accountId, botId, apiKeyId],
  );
  return row?.found ?? false;
};

export interface NewBudget extends PaidBy {
  readonly id: BudgetId;
  readonly period: BudgetPeriod;
  readonly limit: number;
  readonly action: BudgetAction;
}

/** With what the ledger says of this period. False: there is one already. */
export const insertBudget = async (
  transaction: AccountTransaction,
  { id, botId, apiKeyId, period, limit, action }: NewBudget,
): Promise<boolean> => {
  // Each has an index of its own, which a condition that may be none would hide.
  const isPaidBy = botId ? 'and e.bot_id = $3' : apiKeyId ? 'and e.api_key_id = $4' : '';
  const added = await transaction.run(
    `insert into budgets (account_id, id, bot_id, api_key_id, period, limit_tokens, action, spent, starts_on)
     select a.id, $2, $3::uuid, $4::uuid, $5::text, $6::bigint, $7,
       (select coalesce(-sum(e.tokens), 0) from ledger_entries e
        where e.account_id = $1 and e.kind = 'call' and e.created_at >= date_trunc($5::text, now(), a.time_zone)
          ${isPaidBy}),
       date_trunc($5::text, now() at time zone a.time_zone)::date
     from accounts a where a.id = $1
     on conflict on constraint budgets_one do nothing`,
    [transaction.accountId, id, botId, apiKeyId, period, limit, action],
  );
  return added > 0;
};

/** Leaves absent fields as they are. */
export const updateBudget = (
  transaction: AccountTransaction,
  id: BudgetId,
  { limit = null, action = null }: { readonly limit?: number | null; readonly action?: BudgetAction | null },
) =>
  transaction.run(
    `update budgets set limit_tokens = coalesce($3::bigint, limit_tokens), action = coalesce($4, action), reached_on = null
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, limit, action],
  );

export const deleteBudget = (transaction: AccountTransaction, id: BudgetId) =>
  transaction.run('delete from budgets where account_id = $1 and id = $2', [transaction.accountId, id]);

/** Budgets with an effect at the limit, with what is left of each. To be read under the lock of the balances. */
export const readBudgets = (transaction: SystemTransaction, accountIds: readonly AccountId[]) =>
  transaction.rows<Omit<BudgetRoom, 'running'> & { accountId: AccountId }>(
    `select g.account_id as "accountId", g.id, g.bot_id as "botId", g.api_key_id as "apiKeyId", g.action,
       (g.limit_tokens - ${SPENT})::bigint as left, ${IS_REACHED} as "isReached"
     from budgets g join accounts a on a.id = g.account_id
     where g.account_id = any($1) and g.action <> 'warn'`,
    [accountIds],
  );

/** Records that budgets had their effect: notices and pages read it. */
export const markReached = (
  transaction: SystemTransaction,
  budgets: readonly { readonly accountId: AccountId; readonly id: BudgetId }[],
) =>
  transaction.run(
    `update budgets g set reached_on = ${START} from accounts a, unnest($1::uuid[], $2::uuid[]) as k(a, i)
     where g.account_id = k.a and g.id = k.i and a.id = g.account_id and (g.reached_on is null or g.reached_on < ${START})`,
    [budgets.map(({ accountId }) => accountId), budgets.map(({ id }) => id)],
  );

/** SQL: what the account's own budgets leave of the balance `b`; infinite without one. */
export const LEFT_OF_ACCOUNT = `(select min(g.limit_tokens - ${SPENT}) from budgets g join accounts a on a.id = g.account_id
  where g.account_id = b.account_id and g.bot_id is null and g.api_key_id is null and g.action <> 'warn')`;

/**
 * SQL that counts calls for budgets, in the statement that writes their entries: `entry` gives account_id, bot_id, api_key_id and
 * tokens of each.
 */
export const COUNT_FOR_BUDGETS = `update budgets g set spent = ${SPENT} + s.tokens, starts_on = greatest(g.starts_on, ${START})
  from accounts a, (
    select g.account_id, g.id, -sum(e.tokens) as tokens
    from entry e join budgets g on g.account_id = e.account_id
      and (g.bot_id is null or g.bot_id = e.bot_id) and (g.api_key_id is null or g.api_key_id = e.api_key_id)
    where e.kind = 'call' and e.tokens <> 0 group by g.account_id, g.id) s
  where g.account_id = s.account_id and g.id = s.id and a.id = g.account_id`;

const IS_ECONOMICAL = `g.action = 'cheaper' and ${SPENT} >= g.limit_tokens * ${BUDGET_WARNING_SHARE}`;

/** SQL: whether the bot `b` answers with its economy model, as a budget of it or of its account wants. */
const USES_ECONOMY_MODEL = `exists (select from budgets g join accounts a on a.id = g.account_id
  where g.account_id = b.account_id and (g.bot_id is null or g.bot_id = b.id) and g.api_key_id is null and ${IS_ECONOMICAL})`;

/** Whether a budget of an API key wants economy models. */
const isKeyEconomical = async (
  transaction: SystemTransaction,
  { accountId, keyId }: { readonly accountId: AccountId; readonly keyId: ApiKeyId },
): Promise<boolean> => {
  const row = await transaction.one<{ isEconomical: boolean }>(
    `select exists (select from budgets g join accounts a on a.id = g.account_id
       where g.account_id = $1 and g.api_key_id = $2 and ${IS_ECONOMICAL}) as "isEconomical"`,
    [accountId, keyId],
  );
  return row?.isEconomical ?? false;
};

/** Budgets, for other features. */
export const budgets = { isKeyEconomical, USES_ECONOMY_MODEL, START, SPENT, IS_REACHED };
