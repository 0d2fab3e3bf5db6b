import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  DocumentId,
  KnowledgeId,
} from '@hanasu/contract/ids';
import { firstSteps, getInsights, type HomeView, home, type InsightsView } from '@hanasu/contract/insights';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { budgets, ledger, type ModelAccess, type Storage } from '../billing/public.ts';
import { EARLIEST_UNANSWERED, OF_INBOX } from '../conversations/public.ts';
import { readFirstSteps } from './first-steps.ts';
import { readHours } from './period/hours.ts';
import {
  type CountsRow,
  countByDay,
  countByPeriod,
  hasUnanswered,
  readBots,
  readLines,
  readQuestions,
  tokensByDay,
} from './period/period.store.ts';

const NONE: CountsRow = {
  conversations: 0,
  answered: 0,
  handedOver: 0,
  notFound: 0,
  botOnly: 0,
  botAndStaff: 0,
  staffOnly: 0,
  unanswered: 0,
};

/** What happened in the last days, and in as many before. */
async function readInsights(transaction: AccountTransaction, count: number): Promise<InsightsView> {
  const account = await transaction.one<{ timeZone: string }>(
    'select time_zone as "timeZone" from accounts where id = $1',
    [transaction.accountId],
  );
  const timeZone = account?.timeZone ?? 'UTC';
  const all = lastDays(timeZone, new Date(transaction.now()), count * 2);
  const [first, today] = [all[count], all.at(-1)];
  if (!first || !today) throw new Error('no days were asked for');
  const starts = [...all.map(({ from }) => from), today.to];
  const days = all.slice(count).map(({ day }) => day);
  const [periods, byDay, tokens, lines, hours, questions, unanswered, bots] = await Promise.all([
    countByPeriod(transaction, starts, count),
    countByDay(transaction, starts),
    tokensByDay(transaction, starts),
    readLines(transaction, today),
    readHours(transaction, { timeZone, days, from: first.from, to: today.to }),
    readQuestions(transaction, first.from),
    hasUnanswered(transaction, first.from),
    readBots(transaction, today),
  ]);
  const spent = new Map(tokens.map((row) => [row.day, row.tokens]));
  const sum = (from: number, to: number): number =>
    [...spent].reduce((total, [day, each]) => (day > from && day <= to ? total + each : total), 0);
  const [before, now] = [false, true].map((isNow) => periods.find((row) => row.isNow === isNow));
  return {
    from: first.from.toISOString(),
    numbers: {
      ...countsOf(now),
      tokens: sum(count, 2 * count),
      responseSeconds: now?.responseSeconds ?? null,
    },
    before: { ...countsOf(before), tokens: sum(0, count) },
    days: all.slice(count).map((day, index) => toDay(day, count + index + 1, { byDay, spent })),
    lines,
    hours,
    questions,
    hasUnanswered: unanswered,
    bots,
  };
}

/** Without what a row holds beside its counts. */
const countsOf = (row: CountsRow = NONE): CountsRow => ({
  conversations: row.conversations,
  answered: row.answered,
  handedOver: row.handedOver,
  notFound: row.notFound,
  botOnly: row.botOnly,
  botAndStaff: row.botAndStaff,
  staffOnly: row.staffOnly,
  unanswered: row.unanswered,
});

interface Counted {
  readonly byDay: Awaited<ReturnType<typeof countByDay>>;
  readonly spent: ReadonlyMap<number, number>;
}

/** `number` counts the days from the oldest one that was read, which is 1. */
function toDay(
  { day, from, to }: Day,
  number: number,
  { byDay, spent }: Counted,
): InsightsView['days'][number] {
  const row = byDay.find((each) => each.day === number);
  return {
    day,
    from: from.toISOString(),
    to: to.toISOString(),
    ...countsOf(row),
    tokens: spent.get(number) ?? 0,
  };
}

interface Day {
  /** `2026-01-31`. */
  readonly day: string;
  readonly from: Date;
  /** When the next one begins: a day on which clocks change has 23 or 25 hours. */
  readonly to: Date;
}

/** The last `count` days somewhere, today's among them, oldest first. */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const today = localMoment(timeZone, now).day;
  return Array.from({ length: count }, (_, index) => {
    const day = dayAfter(today, index - count + 1);
    return {
      day,
      from: instantOf(timeZone, day, 0),
      to: instantOf(timeZone, dayAfter(day, 1), 0),
    };
  });
}

interface InsightDependencies {
  readonly database: Database;
  readonly startingTokens: number;
  readonly storage: Storage;
  readonly models: ModelAccess;
}

export function addInsightRoutes(implement: Implement, dependencies: InsightDependencies): void {
  const { database } = dependencies;
  implement(home, (_input, { session }) => readAttention(dependencies, session.accountId));
  implement(firstSteps, (_input, { session }) => database.snapshot(session.accountId, readFirstSteps));
  implement(getInsights, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => readInsights(transaction, Number(query.days))),
  );
}

/** Below this share of the starting tokens that were granted the home page says that tokens run low. */
const LOW_SHARE = 0.05;
/** From this share of the quota on it says that the room for files runs low. */
const FULL_SHARE = 0.9;
const TEXT = 200;

/** What needs somebody now, with the first of each kind by name. */
async function readAttention(
  { database, storage, startingTokens, models }: InsightDependencies,
  accountId: AccountId,
): Promise<HomeView> {
  const { usedBytes, quotaBytes, disk } = await storage.read(accountId);
  return database.snapshot(accountId, async (transaction) => {
    const [counts, waiting, document, channel, bot, tool, used, { balance, withheld }] = await Promise.all([
      countAttention(transaction),
      longestWaiting(transaction),
      failedDocument(transaction),
      brokenChannel(transaction),
      silentBot(transaction),
      failingTool(transaction),
      budgets.listNearLimit(transaction, models),
      ledger.readTotals(transaction),
    ]);
    return {
      attention: {
        ...counts,
        longestWaiting: waiting && {
          ...waiting,
          text: waiting.text.slice(0, TEXT).toWellFormed(),
          since: waiting.since.toISOString(),
        },
        failedDocument: document && { ...document, at: document.at.toISOString() },
        brokenChannel: channel,
        silentBot: bot,
        failingTool: tool,
        budgets: used,
        lowBalance: balance <= (startingTokens - withheld) * LOW_SHARE,
        lowStorage: quotaBytes > 0 && usedBytes >= quotaBytes * FULL_SHARE,
        disk,
      },
      storage: { usedBytes, quotaBytes },
      balance,
      withheldTokens: withheld,
    };
  });
}

interface AttentionCounts {
  readonly waiting: number;
  readonly failedDocuments: number;
  readonly brokenChannels: number;
  readonly silentBots: number;
  readonly failingTools: number;
  readonly failedDeliveries: number;
  readonly unconfirmedDeliveries: number;
}

/** As the inbox lists them: what is snoozed waits for its time. */
const WAITS = `c.account_id = $1 and ${OF_INBOX} and c.handling = 'waiting'
  and coalesce(c.snoozed_until <= now(), true)`;
const undelivered = (state: string): string => `(select count(*)::int from conversations c
  where c.account_id = $1 and ${OF_INBOX} and c.id in (select m.conversation_id from messages m
    where m.account_id = $1 and m.delivery_state = '${state}'))`;
const IS_SILENT = '(b.version = 0 or b.paused)';

async function countAttention(transaction: AccountTransaction): Promise<AttentionCounts> {
  const row = await transaction.one<AttentionCounts>(
    `select
       (select count(*)::int from conversations c where ${WAITS}) as waiting,
       (select count(*)::int from documents where account_id = $1 and status = 'failed') as "failedDocuments",
       (select count(*)::int from channels where account_id = $1 and attention is not null) as "brokenChannels",
       (select count(distinct b.id)::int from channels ch join bots b on b.account_id = ch.account_id and b.id = ch.bot_id
         where ch.account_id = $1 and not ch.paused and ${IS_SILENT}) as "silentBots",
       (select count(*)::int from bot_tools where account_id = $1 and enabled and failure is not null) as "failingTools",
       ${undelivered('failed')} as "failedDeliveries",
       ${undelivered('unconfirmed')} as "unconfirmedDeliveries"`,
    [transaction.accountId],
  );
  if (!row) throw new Error('a query without a table gave no row');
  return row;
}

/** With the customer's earliest message that is unanswered, and how many more there are. */
const longestWaiting = (transaction: AccountTransaction) =>
  transaction.one<{
    conversationUuid: ConversationId;
    name: string;
    channel: string | null;
    text: string;
    more: number;
    since: Date;
  }>(
    `select c.id as "conversationUuid", coalesce(nullif(c.group_name, ''), nullif(f.name, ''), c.title) as name, h.name as channel,
       coalesce(u.text, m.text, '') as text, coalesce(u.more, 0) as more, coalesce(c.waiting_since, c.last_message_at) as since
     from (select * from conversations c where ${WAITS}
         order by coalesce(c.waiting_since, c.last_message_at), c.id limit 1) c
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join channels h on h.account_id = c.account_id and h.id = c.channel_id
       left join messages m on m.account_id = c.account_id and m.id = c.last_customer_message_id
       left join lateral ${EARLIEST_UNANSWERED} u on true`,
    [transaction.accountId],
  );

const failedDocument = (transaction: AccountTransaction) =>
  transaction.one<{
    uuid: DocumentId;
    knowledgeUuid: KnowledgeId;
    title: string;
    failure: string | null;
    at: Date;
  }>(
    `select id as uuid, knowledge_id as "knowledgeUuid", title, failure, updated_at as at from documents
     where account_id = $1 and status = 'failed' order by updated_at desc, id limit 1`,
    [transaction.accountId],
  );

const brokenChannel = (transaction: AccountTransaction) =>
  transaction.one<{ uuid: ChannelId; name: string }>(
    `select id as uuid, name from channels
     where account_id = $1 and attention is not null order by created_at, id limit 1`,
    [transaction.accountId],
  );

const silentBot = (transaction: AccountTransaction) =>
  transaction.one<{ uuid: BotId; name: string; channel: string; state: 'draft' | 'paused' }>(
    `select b.id as uuid, b.name, ch.name as channel, case when b.paused then 'paused' else 'draft' end as state
     from channels ch join bots b on b.account_id = ch.account_id and b.id = ch.bot_id
     where ch.account_id = $1 and not ch.paused and ${IS_SILENT} order by ch.created_at, ch.id limit 1`,
    [transaction.accountId],
  );

const failingTool = (transaction: AccountTransaction) =>
  transaction.one<NonNullable<HomeView['attention']['failingTool']>>(
    `select t.id as uuid, t.name, jsonb_build_object('uuid', b.id, 'name', b.name) as bot, t.failure as reason
     from bot_tools t join bots b on b.account_id = t.account_id and b.id = t.bot_id
     where t.account_id = $1 and t.enabled and t.failure is not null order by t.failed_at desc, t.id limit 1`,
    [transaction.accountId],
  );
