import { home } from '@hanasu/contract/insights';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { readTotals, type Storage } from '../billing/public.ts';

/** Below this share of the starting tokens that were granted the home page says that tokens run low. */
const LOW_SHARE = 0.05;
/** From this share of the quota on it says that the room for files runs low. */
const FULL_SHARE = 0.9;

export function addInsightRoutes(
  implement: Implement,
  {
    database,
    startingTokens,
    storage,
  }: { readonly database: Database; readonly startingTokens: number; readonly storage: Storage },
): void {
  implement(home, async (_input, { session }) => {
    const { usedBytes, quotaBytes, disk } = await storage.read(session.accountId);
    return database.account(session.accountId, async (transaction) => {
      const row = await readHome(transaction);
      if (!row) throw new Error('a query without a table gave no row');
      const { balance } = await readTotals(transaction);
      return {
        steps: {
          knowledge: row.hasKnowledge,
          bot: row.hasBot,
          tested: row.hasTested,
          channel: row.hasChannel,
          answered: row.hasAnswered,
        },
        attention: {
          waiting: row.waiting,
          failedDocuments: row.failedDocuments,
          brokenChannels: row.brokenChannels,
          failedDeliveries: row.failedDeliveries,
          unconfirmedDeliveries: row.unconfirmedDeliveries,
          lowBalance: balance <= (startingTokens - row.withheldTokens) * LOW_SHARE,
          lowStorage: quotaBytes > 0 && usedBytes >= quotaBytes * FULL_SHARE,
          disk,
        },
        storage: { usedBytes, quotaBytes },
        last7Days: {
          conversations: row.conversations,
          answered: row.answered,
          notFound: row.notFound,
          handedOver: row.handedOver,
          tokens: row.tokens,
        },
        balance,
      };
    });
  });
}

interface HomeRow {
  readonly hasKnowledge: boolean;
  readonly hasBot: boolean;
  readonly hasTested: boolean;
  readonly hasChannel: boolean;
  readonly hasAnswered: boolean;
  readonly waiting: number;
  readonly failedDocuments: number;
  readonly brokenChannels: number;
  readonly failedDeliveries: number;
  readonly unconfirmedDeliveries: number;
  readonly conversations: number;
  readonly answered: number;
  readonly notFound: number;
  readonly handedOver: number;
  readonly tokens: number;
  /** Starting tokens that are not granted yet. */
  readonly withheldTokens: number;
}

/** Everything the home page counts, in one round trip. */
const readHome = (transaction: AccountTransaction) =>
  transaction.one<HomeRow>(
    `with week as (
       select m.outcome, m.conversation_id from messages m
       where m.account_id = $1 and m.created_at > now() - interval '7 days' and m.sender = 'bot' and m.outcome is not null
         and not exists (select 1 from conversations c
           where c.account_id = m.account_id and c.id = m.conversation_id and c.origin = 'test'))
     select
       exists (select 1 from documents where account_id = $1 and status = 'ready') as "hasKnowledge",
       exists (select 1 from bots where account_id = $1) as "hasBot",
       exists (select 1 from conversations where account_id = $1 and origin in ('chat', 'test')) as "hasTested",
       exists (select 1 from channels where account_id = $1) as "hasChannel",
       exists (select 1 from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
         where m.account_id = $1 and c.origin = 'channel' and m.sender = 'bot' and m.outcome = 'answered') as "hasAnswered",
       (select withheld_tokens from accounts where id = $1) as "withheldTokens",
       (select count(*)::int from conversations where account_id = $1 and handling = 'waiting') as waiting,
       (select count(*)::int from documents where account_id = $1 and status = 'failed') as "failedDocuments",
       (select count(*)::int from channels where account_id = $1 and attention is not null) as "brokenChannels",
       (select count(*)::int from messages where account_id = $1 and delivery_state = 'failed') as "failedDeliveries",
       (select count(*)::int from messages where account_id = $1 and delivery_state = 'unconfirmed') as "unconfirmedDeliveries",
       (select count(*)::int from conversations
         where account_id = $1 and origin <> 'test' and last_message_at > now() - interval '7 days') as conversations,
       (select count(*)::int from week where outcome = 'answered') as answered,
       (select count(*)::int from week where outcome = 'not_found') as "notFound",
       (select count(distinct conversation_id)::int from messages
         where account_id = $1 and sender = 'operator' and created_at > now() - interval '7 days') as "handedOver",
       (select coalesce(-sum(tokens), 0)::bigint from ledger_entries
         where account_id = $1 and kind = 'call' and created_at > now() - interval '7 days') as tokens`,
    [transaction.accountId],
  );
