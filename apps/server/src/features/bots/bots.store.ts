import type { BotInput } from '@hanasu/contract/bots';
import type { AccountId, BotId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

export interface BotRow {
  readonly id: BotId;
  readonly name: string;
  readonly serviceUuid: string;
  readonly instructions: string;
  readonly greeting: string;
  readonly noAnswerReply: string;
  readonly answerOnlyFromKnowledge: boolean;
  readonly showSources: boolean;
  readonly knowledgeIds: KnowledgeId[];
}

export interface BotListRow extends BotRow {
  readonly channels: { uuid: string; kind: string; name: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `b.id, b.name, b.service_uuid as "serviceUuid", b.instructions, b.greeting,
  b.no_answer_reply as "noAnswerReply", b.answer_only_from_knowledge as "answerOnlyFromKnowledge",
  b.show_sources as "showSources",
  array(select k.knowledge_id from bot_knowledges k
    where k.account_id = b.account_id and k.bot_id = b.id order by k.position)::text[] as "knowledgeIds"`;

const LIST_COLUMNS = `${COLUMNS}, b.created_at as "createdAt", b.updated_at as "updatedAt",
  coalesce((select jsonb_agg(jsonb_build_object('uuid', c.id, 'kind', c.kind, 'name', c.name) order by c.created_at)
    from channels c where c.account_id = b.account_id and c.bot_id = b.id), '[]'::jsonb) as channels`;

/** The bots of many accounts at once, for turns that are started together. */
export const findBotsAcross = (
  transaction: SystemTransaction,
  keys: readonly { accountId: AccountId; botId: BotId }[],
) =>
  transaction.rows<BotRow & { accountId: AccountId }>(
    `select b.account_id as "accountId", ${COLUMNS} from bots b
     join (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k on b.account_id = k.a and b.id = k.i`,
    [keys.map((key) => key.accountId), keys.map((key) => key.botId)],
  );

export const findById = (transaction: AccountTransaction, id: BotId) =>
  transaction.one<BotListRow>(`select ${LIST_COLUMNS} from bots b where b.account_id = $1 and b.id = $2`, [
    transaction.accountId,
    id,
  ]);

export interface PageFilter {
  readonly q: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const PAGE_FILTER = `b.account_id = $1 and ($2::text is null or b.name ilike '%' || $2 || '%')`;

/** One page, newest first. `%` and `_` in the search are letters like any other. */
export async function listPage(
  transaction: AccountTransaction,
  filter: PageFilter,
): Promise<{ rows: BotListRow[]; total: number }> {
  const values = [transaction.accountId, filter.q?.replaceAll(/[\\%_]/g, '\\$&')];
  const rows = await transaction.rows<BotListRow>(
    `select ${LIST_COLUMNS} from bots b where ${PAGE_FILTER}
     order by b.created_at desc, b.id desc limit $3 offset $4`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from bots b where ${PAGE_FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function insertBot(transaction: AccountTransaction, id: BotId, bot: BotInput): Promise<void> {
  await transaction.run(
    `insert into bots (account_id, id, name, service_uuid, instructions, greeting, no_answer_reply,
       answer_only_from_knowledge, show_sources)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [transaction.accountId, id, ...values(bot)],
  );
}

export async function updateBot(transaction: AccountTransaction, id: BotId, bot: BotInput): Promise<void> {
  await transaction.run(
    `update bots set name = $3, service_uuid = $4, instructions = $5, greeting = $6, no_answer_reply = $7,
       answer_only_from_knowledge = $8, show_sources = $9, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, ...values(bot)],
  );
}

const values = (bot: BotInput): unknown[] => [
  bot.name,
  bot.serviceUuid,
  bot.instructions,
  bot.greeting,
  bot.noAnswerReply,
  bot.answerOnlyFromKnowledge,
  bot.showSources,
];

export async function replaceKnowledges(
  transaction: AccountTransaction,
  id: BotId,
  knowledgeIds: readonly KnowledgeId[],
): Promise<void> {
  await transaction.run('delete from bot_knowledges where account_id = $1 and bot_id = $2', [
    transaction.accountId,
    id,
  ]);
  await transaction.run(
    `insert into bot_knowledges (account_id, bot_id, knowledge_id, position)
     select $1, $2, k, p from unnest($3::uuid[]) with ordinality as t(k, p)`,
    [transaction.accountId, id, knowledgeIds],
  );
}

/** Also takes the bot off its channels. */
export async function deleteBot(transaction: AccountTransaction, id: BotId): Promise<boolean> {
  await transaction.run('update channels set bot_id = null where account_id = $1 and bot_id = $2', [
    transaction.accountId,
    id,
  ]);
  const deleted = await transaction.run('delete from bots where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return deleted > 0;
}
