import type { CuratedInput } from '@hanasu/contract/curated';
import type { BotId, CuratedId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface CuratedRow {
  readonly id: CuratedId;
  readonly botId: BotId;
  readonly questions: string[];
  readonly answer: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `c.id, c.bot_id as "botId", c.questions, c.answer, c.enabled, c.created_at as "createdAt",
  c.updated_at as "updatedAt"`;

export interface CuratedFilter {
  readonly botId: BotId;
  readonly q: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FILTER = `c.account_id = $1 and c.bot_id = $2 and ($3::text is null or c.answer ilike '%' || $3 || '%'
  or exists(select from jsonb_array_elements_text(c.questions) as one(question)
    where one.question ilike '%' || $3 || '%'))`;

/** One page, newest first. `%` and `_` in the search are letters like any other. */
export async function listCurated(
  transaction: AccountTransaction,
  { botId, q, limit, offset }: CuratedFilter,
): Promise<{ rows: CuratedRow[]; total: number }> {
  const values = [transaction.accountId, botId, q?.replaceAll(/[\\%_]/g, '\\$&')];
  const rows = await transaction.rows<CuratedRow>(
    `select ${COLUMNS} from curated_answers c where ${FILTER}
     order by c.created_at desc, c.id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from curated_answers c where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

/** Those that are switched on, newest first. */
export const listEnabledCurated = (transaction: AccountTransaction, botId: BotId) =>
  transaction.rows<CuratedRow>(
    `select ${COLUMNS} from curated_answers c where c.account_id = $1 and c.bot_id = $2 and c.enabled
     order by c.created_at desc, c.id desc`,
    [transaction.accountId, botId],
  );

export const findCurated = (transaction: AccountTransaction, id: CuratedId) =>
  transaction.one<CuratedRow>(
    `select ${COLUMNS} from curated_answers c where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, id],
  );

/**
 * Locks the bot and notes that its curated answers change: whoever has a copy of them sees it. Null: there is no such
 * bot.
 */
export const touchCurated = (transaction: AccountTransaction, botId: BotId) =>
  transaction.one<{ name: string; curatedAt: string }>(
    `update bots set curated_at = greatest(clock_timestamp(), curated_at + interval '1 microsecond')
     where account_id = $1 and id = $2 returning name, curated_at::text as "curatedAt"`,
    [transaction.accountId, botId],
  );

export async function countCurated(transaction: AccountTransaction, botId: BotId): Promise<number> {
  const row = await transaction.one<{ total: number }>(
    'select count(*)::int as total from curated_answers where account_id = $1 and bot_id = $2',
    [transaction.accountId, botId],
  );
  return row?.total ?? 0;
}

export const insertCurated = (
  transaction: AccountTransaction,
  id: CuratedId,
  botId: BotId,
  { questions, answer, enabled }: CuratedInput,
) =>
  transaction.one<CuratedRow>(
    `insert into curated_answers as c (account_id, id, bot_id, questions, answer, enabled)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [transaction.accountId, id, botId, JSON.stringify(questions), answer, enabled],
  );

export const updateCurated = (
  transaction: AccountTransaction,
  id: CuratedId,
  { questions, answer, enabled }: CuratedInput,
) =>
  transaction.one<CuratedRow>(
    `update curated_answers c set questions = $3, answer = $4, enabled = $5, updated_at = now()
     where c.account_id = $1 and c.id = $2 returning ${COLUMNS}`,
    [transaction.accountId, id, JSON.stringify(questions), answer, enabled],
  );

export const deleteCurated = (transaction: AccountTransaction, id: CuratedId) =>
  transaction.run('delete from curated_answers where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
