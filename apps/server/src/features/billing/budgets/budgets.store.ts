import { BUDGET_WARNING_SHARE, type BudgetAction, type BudgetPeriod } from '@hanasu/contract/budgets';
import type { AccountId, ApiKeyId, BotId, BudgetId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { BudgetRoom, PaidBy } from '../rooms/allot-room.ts';

/** SQL: the first day of the period of the budget `g`, where `a` is its account. */
export const START = 'date_trunc(g.period, now() at time zone a.time_zone)::date';
/**
 * SQL: what of the budget `g` is spent in the period that runs. A transaction that began before midnight may see a period that
 * has begun after it, and so may an account that moves to the west: its count goes on.
 */
export const SPENT = `case when g.starts_on >= ${START} then g.spent else 0 end`;

/** SQL: whether the budget `g` has had its effect in this period. What is left may be less than any answer takes. */
export const IS_REACHED = `g.action <> 'warn' and (${SPENT} >= g.limit_tokens or coalesce(g.reached_on >= ${START}, false))`;

export interface BudgetRow extends PaidBy {
  readonly id: BudgetId;
  readonly botName: string | null;
  readonly keyName: string | null;
  /** The bots that the key may call; null: all. */
  readonly keyBotIds: BotId[] | null;
  readonly period: BudgetPeriod;
  readonly limit: number;
  readonly action: BudgetAction;
  readonly spent: number;
  readonly isReached: boolean;
  readonly endsAt: Date;
}

const ROWS = `select g.id, g.bot_id as "botId", g.api_key_id as "apiKeyId", b.name as "botName", k.name as "keyName",
    k.bot_ids as "keyBotIds", g.period, g.limit_tokens as "limit", g.action, ${SPENT} as spent, ${IS_REACHED} as "isReached",
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

/** With the bots that the key may call. Undefined: the account has no such bot or key. */
export const findPayer = (transaction: AccountTransaction, { botId, apiKeyId }: PaidBy) =>
  transaction.one<{ keyBotIds: BotId[] | null }>(
    `select k.bot_ids as "keyBotIds" from accounts a
       left join bots b on b.account_id = a.id and b.id = $2::uuid
       left join api_keys k on k.account_id = a.id and k.id = $3::uuid and k.revoked_at is null
     where a.id = $1 and ($2::uuid is null or b.id is not null) and ($3::uuid is null or k.id is not null)`,
    [transaction.accountId, botId, apiKeyId],
  );

/**
 * SQL: the economy model of the bot `b` as it answers, published or as the draft that it is before; null: none, or no other than
 * its own.
 */
const ECONOMY_MODEL = `(select nullif((b.settings || coalesce(d.draft->'settings', '{}'))->>'cheaperServiceUuid',
    coalesce(d.draft->>'serviceUuid', b.service_uuid))
  from (select case when b.version = 0 then b.draft end as draft) d)`;

/** SQL: whether a bot whose answers the budget `g` limits has an economy model. Whether it is available is known to the registry alone. */
export const HAS_ECONOMY_MODEL = `exists (select from bots b
    left join api_keys k on k.account_id = g.account_id and k.id = g.api_key_id
  where b.account_id = g.account_id and (g.bot_id is null or b.id = g.bot_id)
    and coalesce(k.bot_ids ? b.id::text, true) and ${ECONOMY_MODEL} is not null)`;

export interface BotEconomyModel {
  readonly id: BotId;
  readonly name: string;
  readonly economyModel: string | null;
}

export const listEconomyModels = (transaction: AccountTransaction) =>
  transaction.rows<BotEconomyModel>(
    `select b.id, b.name, ${ECONOMY_MODEL} as "economyModel" from bots b
     where b.account_id = $1 order by b.name, b.id`,
    [transaction.accountId],
  );

export interface BasisRow {
  readonly day: number;
  readonly dayEndsAt: Date;
  readonly month: number;
  readonly monthEndsAt: Date;
  readonly answerTokens: number | null;
}

/** Answers whose average says what one costs. */
const ANSWERS = { count: 200, days: 30 };

/** What the ledger says of the running day and month, and of the last answers. */
export async function readBasis(
  transaction: AccountTransaction,
  { botId, apiKeyId }: PaidBy,
): Promise<BasisRow> {
  const values: unknown[] = [transaction.accountId];
  // Each has an index of its own, which a condition that may be none would hide.
  const ofBot = botId ? `and e.bot_id = $${values.push(botId)}` : '';
  const ofKey = apiKeyId ? `and e.api_key_id = $${values.push(apiKeyId)}` : '';
  const row = await transaction.one<BasisRow>(
    `select coalesce(s.day, 0)::bigint as day, coalesce(s.month, 0)::bigint as month,
       (p.day + interval '1 day') at time zone a.time_zone as "dayEndsAt",
       (p.month + interval '1 month') at time zone a.time_zone as "monthEndsAt",
       (select avg(-last.tokens)::bigint from (
          select e.tokens from ledger_entries e
          where e.account_id = $1 and e.kind = 'call' and e.bot_id is not null and e.tokens < 0 ${ofBot} ${ofKey}
            and e.created_at > now() - interval '${ANSWERS.days} days'
          order by e.created_at desc limit ${ANSWERS.count}) last) as "answerTokens"
     from accounts a
       cross join lateral (select date_trunc('day', now() at time zone a.time_zone) as day,
         date_trunc('month', now() at time zone a.time_zone) as month) p
       cross join lateral (
         select -sum(e.tokens) as month,
           -sum(e.tokens) filter (where e.created_at >= p.day at time zone a.time_zone) as day
         from ledger_entries e
         where e.account_id = $1 and e.kind = 'call' and e.created_at >= p.month at time zone a.time_zone
           ${ofBot} ${ofKey}) s
     where a.id = $1`,
    values,
  );
  if (!row) throw new Error('the account is gone');
  return row;
}

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
export const USES_ECONOMY_MODEL = `exists (select from budgets g join accounts a on a.id = g.account_id
  where g.account_id = b.account_id and (g.bot_id is null or g.bot_id = b.id) and g.api_key_id is null and ${IS_ECONOMICAL})`;

/** Whether a budget of an API key wants economy models. */
export const isKeyEconomical = async (
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
