import { tokenHistory } from '@hanasu/contract/billing';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { countEntries, listEntries, readTotals } from './billing.store.ts';

export interface BillingDependencies {
  readonly database: Database;
  /** Catalogue name of a model, for people. */
  readonly serviceName: (serviceUuid: string) => string | null;
}

export function addBillingRoutes(implement: Implement, { database, serviceName }: BillingDependencies): void {
  implement(tokenHistory, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
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
        })),
        total,
        page: query.page,
        pageSize: query.pageSize,
        balance: totals.balance,
        reserved: totals.reserved,
        spent: { today: totals.today, month: totals.month, listed: spent },
      };
    }),
  );
}
