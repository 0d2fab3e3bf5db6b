import { home } from '@hanasu/contract/insights';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import type { Storage } from '../billing/public.ts';
import { readTotals } from '../billing/public.ts';
import { readHome } from './insights.store.ts';

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
