import {
  ACTIVITY_DAYS,
  type BotActivity,
  type BotConfig,
  type BotSettings,
  DEFAULT_BOT_SETTINGS,
} from '@hanasu/contract/bots';
import type { AccountId, BotId, KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { budgets } from '../../billing/public.ts';
import { EVIDENCE, OF_INBOX } from '../../conversations/public.ts';

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
  readonly settings: BotSettings;
  readonly paused: boolean;
  /** The published version; 0: none. */
  readonly version: number;
  /** A budget is so far spent that the economy model answers. */
  readonly isEconomical: boolean;
  /** When its curated answers changed last; null: it never had any. */
  readonly curatedAt: string | null;
  readonly hasTools: boolean;
}

export interface FoundBot extends BotRow {
  readonly accountId: AccountId;
  readonly isDraft: boolean;
}

/** A bot as it answers, with the draft beside it. */
export interface BotListRow extends BotRow {
  readonly draft: BotConfig | null;
  /** Knowledge of the draft that still exists. */
  readonly draftKnowledgeIds: KnowledgeId[];
  readonly publishedAt: Date | null;
  readonly channels: { uuid: string; kind: string; name: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columnsWith = (
  paused: string,
) => `b.id, b.name, b.service_uuid as "serviceUuid", b.instructions, b.greeting,
  b.no_answer_reply as "noAnswerReply", b.answer_only_from_knowledge as "answerOnlyFromKnowledge",
  b.show_sources as "showSources", b.settings, ${paused} as paused, b.version,
  b.curated_at::text as "curatedAt",
  exists(select from bot_tools t where t.account_id = b.account_id and t.bot_id = b.id and t.enabled) as "hasTools",
  ${budgets.USES_ECONOMY_MODEL} as "isEconomical",
  array(select k.knowledge_id from bot_knowledges k
    where k.account_id = b.account_id and k.bot_id = b.id order by k.position)::text[] as "knowledgeIds"`;

const COLUMNS = columnsWith('b.paused');
/** To customers the bots of a suspended account are paused, whatever their model costs. */
const COLUMNS_TO_CUSTOMERS = columnsWith(`(b.paused or exists (select from accounts a
  where a.id = b.account_id and a.suspended_at is not null))`);

const LIST_COLUMNS = `${COLUMNS}, b.created_at as "createdAt", b.updated_at as "updatedAt", b.draft,
  b.published_at as "publishedAt",
  array(select k.id from jsonb_array_elements_text(b.draft->'knowledgeUuids') with ordinality as d(id, position)
    join knowledges k on k.account_id = b.account_id and k.id = d.id::uuid
    order by d.position)::text[] as "draftKnowledgeIds",
  coalesce((select jsonb_agg(jsonb_build_object('uuid', c.id, 'kind', c.kind, 'name', c.name) order by c.created_at)
    from channels c where c.account_id = b.account_id and c.bot_id = b.id), '[]'::jsonb) as channels`;

/**
 * The bots of many accounts at once, for turns that are started together: as they are published, or with `draft` as
 * they are being edited. A bot that is asked for in both ways comes twice.
 */
export async function findBotsAcross(
  transaction: SystemTransaction,
  keys: readonly { accountId: AccountId; botId: BotId; draft?: boolean }[],
): Promise<FoundBot[]> {
  const rows = await transaction.rows<FoundBot & { draft: BotConfig | null }>(
    `select b.account_id as "accountId", ${COLUMNS_TO_CUSTOMERS}, k.d as "isDraft", case when k.d then b.draft end as draft
     from bots b
     join (select distinct a, i, d from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as k(a, i, d)) k
       on b.account_id = k.a and b.id = k.i`,
    [keys.map((key) => key.accountId), keys.map((key) => key.botId), keys.map((key) => key.draft ?? false)],
  );
  return rows.map(({ draft, ...row }) => asEdited(row, draft));
}

/** A bot with the values of its draft; settings that were never saved have their defaults. */
function asEdited<Row extends BotRow>(row: Row, draft: BotConfig | null): Row {
  const settings = { ...DEFAULT_BOT_SETTINGS, ...row.settings, ...draft?.settings };
  if (!draft) return { ...row, settings };
  const { knowledgeUuids, ...values } = draft;
  return { ...row, ...values, knowledgeIds: knowledgeUuids, settings };
}

export const findById = (transaction: AccountTransaction, id: BotId) =>
  transaction.one<BotListRow>(`select ${LIST_COLUMNS} from bots b where b.account_id = $1 and b.id = $2`, [
    transaction.accountId,
    id,
  ]);

/** Keeps others from changing the bot until the transaction ends; read it after this. */
export const lockBot = (transaction: AccountTransaction, id: BotId) =>
  transaction.one<{ id: BotId }>('select id from bots where account_id = $1 and id = $2 for update', [
    transaction.accountId,
    id,
  ]);

export interface PageFilter {
  readonly q: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const PAGE_FILTER = `b.account_id = $1 and ($2::text is null
  or coalesce(b.draft->>'name', b.name) ilike '%' || $2 || '%')`;

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

/** Its channels are released first. */
export async function deleteBot(transaction: AccountTransaction, id: BotId): Promise<boolean> {
  const deleted = await transaction.run('delete from bots where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return deleted > 0;
}

/**
 * The inbox's conversations of the last days by the bot that answers them. On each day one counts in which the customer
 * wrote.
 */
export const readActivity = (transaction: AccountTransaction): Promise<BotActivity[]> =>
  transaction.rows<BotActivity>(
    `with period as (
       select a.time_zone as zone, first, first::timestamp at time zone a.time_zone as begins
       from accounts a, lateral (select (now() at time zone a.time_zone)::date - ($2::int - 1)) as f(first)
       where a.id = $1),
     happened as (
       select c.bot_id, c.id, ((m.created_at at time zone p.zone)::date - p.first) as day,
         bool_or(coalesce(${EVIDENCE.wrote}, false)) as wrote,
         bool_or(coalesce(${EVIDENCE.answered}, false)) as answered,
         bool_or(coalesce(${EVIDENCE.person}, false) or coalesce(c.first_asked_at >= p.begins, false)
           or coalesce(c.waiting_since >= p.begins, false)) as person
       from period p
         join conversations c on c.account_id = $1 and ${OF_INBOX} and c.bot_id is not null
           and c.last_message_at >= p.begins
         join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.created_at >= p.begins
       group by 1, 2, 3),
     each_day as (
       select bot_id, day, count(*) filter (where wrote)::int as conversations from happened group by 1, 2),
     each_one as (
       select bot_id, id, bool_or(wrote) as wrote, bool_or(answered) as answered, bool_or(person) as person
       from happened group by 1, 2)
     select b.bot_id as "botUuid", count(*) filter (where wrote)::int as conversations,
       ${Object.entries(EVIDENCE.answeredBy)
         .map(([name, condition]) => `count(*) filter (where wrote and ${condition})::int as "${name}",`)
         .join(' ')}
       array(select coalesce(d.conversations, 0) from generate_series(0, $2::int - 1) as s(day)
         left join each_day d on d.bot_id = b.bot_id and d.day = s.day order by s.day)::int[] as days
     from each_one b group by b.bot_id`,
    [transaction.accountId, ACTIVITY_DAYS],
  );
