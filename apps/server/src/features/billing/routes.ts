import { tokenHistory } from '@hanasu/contract/billing';
import type { AccountId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { countEntries, listEntries, readTotals } from './billing.store.ts';

export interface BillingDependencies {
  readonly database: Database;
  /** Names of an account's models, for people. */
  readonly serviceNames: (accountId: AccountId) => Promise<(serviceUuid: string) => string | null>;
}

export function addBillingRoutes(
  implement: Implement,
  { database, serviceNames }: BillingDependencies,
): void {
  implement(tokenHistory, async ({ query }, { session }) => {
    const serviceName = await serviceNames(session.accountId);
    return database.account(session.accountId, async (transaction) => {
      const filter = {
        botId: query.botUuid,
        from: query.from,
        to: query.to,
        tests: query.tests ?? true,
        limit: query.pageSize,
        offset: (query.page - 1) * query.pageSize,
      };
      const rows = await listEntries(transaction, filter);
      const { total, spent } = await countEntries(transaction, filter);
      const totals = await readTotals(transaction);
      return {
        items: rows.map((row) => ({
          uuid: row.id,
          time: row.createdAt.toISOString(),
          kind: row.kind,
          bot: row.botId ? { uuid: row.botId, name: row.botName ?? '' } : null,
          service: row.serviceUuid ? (serviceName(row.serviceUuid) ?? row.serviceUuid) : null,
          channel: row.kind === 'call' ? (row.channelName ?? 'chat') : null,
          conversationUuid: row.conversationId,
          input: row.input,
          output: row.output,
          tokens: row.tokens,
          balance: row.balance,
          ownKey: row.isOwnKey ? { micros: row.micros } : null,
        })),
        total,
        page: query.page,
        pageSize: query.pageSize,
        balance: totals.balance,
        reserved: totals.reserved,
        withheld: totals.withheld,
        spent: { today: totals.today, month: totals.month, listed: spent },
      };
    });
  });
}
