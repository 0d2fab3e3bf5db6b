import type { BotConfig } from '@hanasu/contract/bots';
import type { BotId, KnowledgeId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

const columnsOf = (config: BotConfig): unknown[] => [
  config.name,
  config.serviceUuid,
  config.instructions,
  config.greeting,
  config.noAnswerReply,
  config.answerOnlyFromKnowledge,
  config.showSources,
  JSON.stringify(config.settings),
];

/** A bot that answers nobody yet. */
export async function insertBot(
  transaction: AccountTransaction,
  id: BotId,
  config: BotConfig,
): Promise<void> {
  await transaction.run(
    `insert into bots (account_id, id, name, service_uuid, instructions, greeting, no_answer_reply,
       answer_only_from_knowledge, show_sources, settings, draft)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb)`,
    [transaction.accountId, id, ...columnsOf(config), JSON.stringify(config)],
  );
}

export async function saveDraft(
  transaction: AccountTransaction,
  id: BotId,
  draft: BotConfig | null,
): Promise<void> {
  await transaction.run(
    'update bots set draft = $3::jsonb, updated_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, draft && JSON.stringify(draft)],
  );
}

export interface NewVersion {
  readonly number: number;
  readonly config: BotConfig;
  readonly note: string;
  readonly userId: UserId;
}

/** Makes `config` what answers and keeps it as a version. */
export async function writeVersion(
  transaction: AccountTransaction,
  id: BotId,
  { number, config, note, userId }: NewVersion,
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run(
    `update bots set name = $3, service_uuid = $4, instructions = $5, greeting = $6, no_answer_reply = $7,
       answer_only_from_knowledge = $8, show_sources = $9, settings = $10::jsonb, draft = null, version = $11,
       published_at = now(), updated_at = now()
     where account_id = $1 and id = $2`,
    [accountId, id, ...columnsOf(config), number],
  );
  await transaction.run(
    `insert into bot_versions (account_id, bot_id, number, config, note, created_by)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [accountId, id, number, JSON.stringify(config), note, userId],
  );
  await replaceKnowledges(transaction, id, config.knowledgeUuids);
}

async function replaceKnowledges(
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

export async function setPaused(
  transaction: AccountTransaction,
  id: BotId,
  paused: boolean,
): Promise<boolean> {
  const changed = await transaction.run(
    'update bots set paused = $3, updated_at = now() where account_id = $1 and id = $2 and paused <> $3',
    [transaction.accountId, id, paused],
  );
  return changed > 0;
}

export interface VersionRow {
  readonly number: number;
  readonly note: string;
  readonly createdAt: Date;
  readonly authorId: UserId | null;
  readonly authorName: string | null;
}

/** One page, newest first. */
export async function listVersions(
  transaction: AccountTransaction,
  id: BotId,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await transaction.rows<VersionRow>(
    `select v.number, v.note, v.created_at as "createdAt", u.id as "authorId", u.display_name as "authorName"
     from bot_versions v left join users u on u.id = v.created_by
     where v.account_id = $1 and v.bot_id = $2 order by v.number desc limit $3 offset $4`,
    [transaction.accountId, id, page.limit, page.offset],
  );
  const count = await transaction.one<{ total: number }>(
    'select count(*)::int as total from bot_versions where account_id = $1 and bot_id = $2',
    [transaction.accountId, id],
  );
  return { rows, total: count?.total ?? 0 };
}

export const findVersion = (transaction: AccountTransaction, id: BotId, number: number) =>
  transaction.one<VersionRow & { config: BotConfig }>(
    `select v.number, v.note, v.config, v.created_at as "createdAt", u.id as "authorId",
       u.display_name as "authorName"
     from bot_versions v left join users u on u.id = v.created_by
     where v.account_id = $1 and v.bot_id = $2 and v.number = $3`,
    [transaction.accountId, id, number],
  );
