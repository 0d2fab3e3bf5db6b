import type {
  AccountId,
  BotId,
  ChannelId,
  ConversationId,
  DocumentId,
  KnowledgeId,
} from '@hanasu/contract/ids';
import { firstSteps, getInsights, type HomeView, home } from '@hanasu/contract/insights';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { readTotals, type Storage } from '../billing/public.ts';
import { activity } from '../conversations/public.ts';
import { readFirstSteps } from './first-steps.ts';
import { readInsights } from './period/insights.ts';

interface InsightDependencies {
  readonly database: Database;
  readonly startingTokens: number;
  readonly storage: Storage;
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
  { database, storage, startingTokens }: InsightDependencies,
  accountId: AccountId,
): Promise<HomeView> {
  const { usedBytes, quotaBytes, disk } = await storage.read(accountId);
  return database.snapshot(accountId, async (transaction) => {
    const [counts, waiting, document, channel, bot, { balance }] = await Promise.all([
      countAttention(transaction),
      longestWaiting(transaction),
      failedDocument(transaction),
      brokenChannel(transaction),
      silentBot(transaction),
      readTotals(transaction),
    ]);
    const { withheldTokens, ...numbers } = counts;
    return {
      attention: {
        ...numbers,
        longestWaiting: waiting && {
          ...waiting,
          text: waiting.text.slice(0, TEXT).toWellFormed(),
          since: waiting.since.toISOString(),
        },
        failedDocument: document && { ...document, at: document.at.toISOString() },
        brokenChannel: channel,
        silentBot: bot,
        lowBalance: balance <= (startingTokens - withheldTokens) * LOW_SHARE,
        lowStorage: quotaBytes > 0 && usedBytes >= quotaBytes * FULL_SHARE,
        disk,
      },
      storage: { usedBytes, quotaBytes },
      balance,
    };
  });
}

interface AttentionCounts {
  readonly waiting: number;
  readonly failedDocuments: number;
  readonly brokenChannels: number;
  readonly silentBots: number;
  readonly failedDeliveries: number;
  readonly unconfirmedDeliveries: number;
  /** Starting tokens that are not granted yet. */
  readonly withheldTokens: number;
}

/** As the inbox lists them: what is snoozed waits for its time. */
const WAITS = `c.account_id = $1 and ${activity.OF_INBOX} and c.handling = 'waiting'
  and coalesce(c.snoozed_until <= now(), true)`;
const UNDELIVERED = (state: string): string =>
  `c.account_id = $1 and ${activity.OF_INBOX} and ${activity.hasUndelivered(state)}`;
const IS_SILENT = '(b.version = 0 or b.paused)';

async function countAttention(transaction: AccountTransaction): Promise<AttentionCounts> {
  const row = await transaction.one<AttentionCounts>(
    `select
       (select withheld_tokens from accounts where id = $1) as "withheldTokens",
       (select count(*)::int from conversations c where ${WAITS}) as waiting,
       (select count(*)::int from documents where account_id = $1 and status = 'failed') as "failedDocuments",
       (select count(*)::int from channels where account_id = $1 and attention is not null) as "brokenChannels",
       (select count(distinct b.id)::int from channels ch join bots b on b.account_id = ch.account_id and b.id = ch.bot_id
         where ch.account_id = $1 and not ch.paused and ${IS_SILENT}) as "silentBots",
       (select count(*)::int from conversations c where ${UNDELIVERED("'failed'")}) as "failedDeliveries",
       (select count(*)::int from conversations c where ${UNDELIVERED("'unconfirmed'")}) as "unconfirmedDeliveries"`,
    [transaction.accountId],
  );
  if (!row) throw new Error('a query without a table gave no row');
  return row;
}

/** With the customer's last words, which nobody has answered. */
const longestWaiting = (transaction: AccountTransaction) =>
  transaction.one<{ conversationUuid: ConversationId; name: string; text: string; since: Date }>(
    `select c.id as "conversationUuid", coalesce(nullif(c.group_name, ''), nullif(f.name, ''), c.title) as name,
       coalesce(m.text, '') as text, coalesce(c.waiting_since, c.last_message_at) as since
     from conversations c
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join messages m on m.account_id = c.account_id and m.id = c.last_customer_message_id
     where ${WAITS} order by coalesce(c.waiting_since, c.last_message_at), c.id limit 1`,
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
