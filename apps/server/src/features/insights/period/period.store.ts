import type { BotId, ChannelId, KnowledgeId } from '@hanasu/contract/ids';
import type { InsightsView } from '@hanasu/contract/insights';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { ledger } from '../../billing/public.ts';
import { EARLIEST_UNANSWERED, EVIDENCE, OF_INBOX } from '../../conversations/public.ts';

export interface CountsRow {
  readonly conversations: number;
  readonly answered: number;
  readonly handedOver: number;
  readonly notFound: number;
  readonly botOnly: number;
  readonly botAndStaff: number;
  readonly staffOnly: number;
  readonly unanswered: number;
}

/** `$2`: when each day begins, and when the last one ends. A day is numbered from 1. */
const DAY_OF = (time: string): string => `width_bucket(${time}, $2::timestamptz[])`;
const WITHIN = (time: string): string =>
  `${time} >= ($2::timestamptz[])[1] and ${time} < ($2::timestamptz[])[cardinality($2::timestamptz[])]`;

/** What happened in each conversation on each day; the same conditions as those of the lists. */
const HAPPENED = `happened as (
  select id, day, bool_or(wrote) as wrote, bool_or(answered) as answered, bool_or(person) as person,
    bool_or(not_found) as not_found
  from (
    select c.id, ${DAY_OF('m.created_at')} as day, coalesce(${EVIDENCE.wrote}, false) as wrote,
      coalesce(${EVIDENCE.answered}, false) as answered, coalesce(${EVIDENCE.person}, false) as person,
      coalesce(${EVIDENCE.notFound}, false) as not_found
    from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
    where c.account_id = $1 and ${OF_INBOX} and c.last_message_at >= ($2::timestamptz[])[1]
      and ${WITHIN('m.created_at')}
    union all
    select c.id, ${DAY_OF('asked.at')}, false, false, true, false
    from conversations c, ${EVIDENCE.askedAt} as asked(at)
    where c.account_id = $1 and ${OF_INBOX} and c.last_message_at >= ($2::timestamptz[])[1]
      and ${WITHIN('asked.at')}) as each_one
  group by id, day)`;

const COUNTS = `count(*) filter (where wrote)::int as conversations,
  count(*) filter (where wrote and answered)::int as answered,
  count(*) filter (where wrote and person)::int as "handedOver",
  count(*) filter (where wrote and not_found)::int as "notFound",
  ${Object.entries(EVIDENCE.answeredBy)
    .map(([name, condition]) => `count(*) filter (where wrote and ${condition})::int as "${name}"`)
    .join(', ')}`;

/** Each conversation once: of the last `count` days, and of as many before. */
export const countByPeriod = (transaction: AccountTransaction, starts: readonly Date[], count: number) =>
  transaction.rows<CountsRow & { isNow: boolean; responseSeconds: number | null }>(
    `with ${HAPPENED},
     together as (
       select id, day > $3 as is_now, bool_or(wrote) as wrote, bool_or(answered) as answered,
         bool_or(person) as person, bool_or(not_found) as not_found
       from happened group by id, day > $3)
     select t.is_now as "isNow", ${COUNTS},
       (percentile_cont(0.5) within group (order by extract(epoch from c.first_response_at - c.first_asked_at))
         filter (where wrote and person and c.first_response_at >= c.first_asked_at))::int as "responseSeconds"
     from together t join conversations c on c.account_id = $1 and c.id = t.id
     group by t.is_now`,
    [transaction.accountId, starts, count],
  );

/** A conversation of several days counts on each. */
export const countByDay = (transaction: AccountTransaction, starts: readonly Date[]) =>
  transaction.rows<CountsRow & { day: number }>(
    `with ${HAPPENED}
     select day, ${COUNTS} from happened group by day`,
    [transaction.accountId, starts],
  );

/** As the list of the token page sums them up. */
export const tokensByDay = (transaction: AccountTransaction, starts: readonly Date[]) =>
  transaction.rows<{ day: number; tokens: number }>(
    `select ${DAY_OF('e.created_at')} as day, (-sum(e.tokens))::bigint as tokens from ledger_entries e
     where e.account_id = $1 and ${WITHIN('e.created_at')} and ${ledger.IS_NO_TEST} group by 1`,
    [transaction.accountId, starts],
  );

interface Day {
  readonly from: Date;
  readonly to: Date;
}

const MOST_LINES = 8;
const MOST_QUESTIONS = 5;
const MOST_BOTS = 6;
const SLOT_SECONDS = 600;
const TEXT = 200;

type Line = InsightsView['lines'][number];

/** What happened today on each channel, busiest first. */
export async function readLines(transaction: AccountTransaction, { from, to }: Day): Promise<Line[]> {
  const rows = await transaction.rows<{
    uuid: ChannelId;
    name: string;
    kind: string;
    conversations: number;
    waiting: number;
  }>(
    `select ch.id as uuid, ch.name, ch.kind,
       (select count(*)::int from conversations c
         where c.account_id = ch.account_id and c.channel_id = ch.id and ${OF_INBOX} and exists (
           select from messages m where m.account_id = c.account_id and m.conversation_id = c.id
             and m.created_at >= $2 and m.created_at < $3 and ${EVIDENCE.wrote})) as conversations,
       (select count(*)::int from conversations c
         where c.account_id = ch.account_id and c.channel_id = ch.id and ${OF_INBOX}
           and c.handling = 'waiting' and coalesce(c.snoozed_until <= now(), true)) as waiting
     from channels ch where ch.account_id = $1 order by 5 desc, 4 desc, ch.created_at, ch.id limit $4`,
    [transaction.accountId, from, to, MOST_LINES],
  );
  const marks = await readMarks(transaction, { from, to, channels: rows.map(({ uuid }) => uuid) });
  return rows.map(({ uuid, name, kind, conversations, waiting }) => ({
    channel: { uuid, name, kind },
    conversations,
    waiting,
    marks: marks.flatMap(({ channelId, slot, by }) => (channelId === uuid ? { slot, by } : [])),
  }));
}

interface MarkRow {
  readonly channelId: ChannelId;
  readonly slot: number;
  readonly by: Line['marks'][number]['by'];
}

/** When the bot or a person answered, and since when somebody waits; each once in ten minutes. */
const readMarks = (
  transaction: AccountTransaction,
  { from, to, channels }: { readonly from: Date; readonly to: Date; readonly channels: readonly ChannelId[] },
) =>
  transaction.rows<MarkRow>(
    `select distinct "channelId", floor(extract(epoch from at - $2) / ${SLOT_SECONDS})::int as slot, by
     from (
       select c.channel_id as "channelId", m.created_at as at,
         case when m.sender = 'bot' then 'bot' else 'person' end as by
       from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
       where c.account_id = $1 and ${OF_INBOX} and c.last_message_at >= $2 and c.channel_id = any($4::uuid[])
         and m.created_at >= $2 and m.created_at < $3
         and ((${EVIDENCE.answered}) or (m.sender = 'operator' and m.kind <> 'note'))
       union all
       select c.channel_id, greatest(c.waiting_since, $2), 'waiting' from conversations c
       where c.account_id = $1 and ${OF_INBOX} and c.channel_id = any($4::uuid[])
         and c.handling = 'waiting' and coalesce(c.snoozed_until <= now(), true) and c.waiting_since < $3) as happened
     order by 2, 3`,
    [transaction.accountId, from, to, channels],
  );

/** Of bots with knowledge, so that an answer can be written into it. The same words count as one question. */
export async function readQuestions(
  transaction: AccountTransaction,
  from: Date,
): Promise<InsightsView['questions']> {
  const rows = await transaction.rows<{ question: string; times: number; knowledgeUuid: KnowledgeId }>(
    `select (array_agg(q.text order by q.id desc))[1] as question, count(distinct q.id)::int as times,
       (array_agg(b.knowledge_id order by q.id desc))[1] as "knowledgeUuid"
     from messages m
       join conversations c on c.account_id = $1 and c.id = m.conversation_id and ${OF_INBOX}
       cross join lateral (select knowledge_id from bot_knowledges k
         where k.account_id = $1 and k.bot_id = c.bot_id order by k.position limit 1) b
       cross join lateral (select id, text from messages q
         where q.account_id = $1 and q.conversation_id = m.conversation_id and q.sender = 'customer'
           and q.id < m.id and q.text <> '' and (m.parent_id is null or q.id = m.parent_id)
         order by q.id desc limit 1) q
     where m.account_id = $1 and ${EVIDENCE.notFound} and m.created_at >= $2
       and not exists (select from settled_questions s where s.account_id = $1 and s.message_id = q.id)
     group by lower(regexp_replace(q.text, '[[:space:][:punct:]？。！、]+', '', 'g'))
     order by 2 desc, max(m.created_at) desc limit ${MOST_QUESTIONS}`,
    [transaction.accountId, from],
  );
  return rows.map((row) => ({ ...row, question: row.question.slice(0, TEXT).toWellFormed() }));
}

/**
 * Whether a customer waits for a reply of staff, in a conversation with messages since `from`: `readQuestions` leaves out what was never searched for, as
 * when a budget pauses the bot. Snoozed conversations count.
 */
export async function hasUnanswered(transaction: AccountTransaction, from: Date): Promise<boolean> {
  const row = await transaction.one<{ found: boolean }>(
    `select exists (select from conversations c
       where c.account_id = $1 and ${OF_INBOX} and c.last_message_at >= $2
         and (c.handling = 'waiting' or (c.handling = 'operator' and c.waiting_since is not null))
         and exists ${EARLIEST_UNANSWERED}) as found`,
    [transaction.accountId, from],
  );
  return row?.found ?? false;
}

/** With the kinds of channels that ask each, and today's conversations; busiest first. */
export const readBots = (transaction: AccountTransaction, { from, to }: Day) =>
  transaction.rows<{
    uuid: BotId;
    name: string;
    state: 'draft' | 'live' | 'changed' | 'paused';
    channelKinds: string[];
    today: number;
  }>(
    `select b.id as uuid, b.name,
       case when b.paused then 'paused' when b.version = 0 then 'draft'
         when b.draft is not null then 'changed' else 'live' end as state,
       array(select distinct ch.kind from channels ch
         where ch.account_id = b.account_id and ch.bot_id = b.id order by 1) as "channelKinds",
       (select count(*)::int from conversations c
         where c.account_id = b.account_id and c.bot_id = b.id and ${OF_INBOX} and c.last_message_at >= $2
           and exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id
             and m.created_at >= $2 and m.created_at < $3 and ${EVIDENCE.wrote})) as today
     from bots b where b.account_id = $1 order by 5 desc, b.created_at, b.id limit ${MOST_BOTS}`,
    [transaction.accountId, from, to],
  );
