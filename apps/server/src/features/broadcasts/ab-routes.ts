import * as contract from '@hanasu/contract/broadcast-ab';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import { abReportOf, chooseWinner } from './ab-test.ts';

/** The A/B test of a broadcast: how its variants do, and which one goes on. */
export function addAbRoutes(
  implement: Implement,
  { database, notify }: { readonly database: Database; readonly notify: () => void },
): void {
  implement(contract.reportAbTest, ({ params }, { session }) =>
    database.snapshot(session.accountId, (transaction) => abReportOf(transaction, params.uuid)),
  );
  implement(contract.chooseAbWinner, async ({ params: { uuid: id }, body: { variant } }, { session }) => {
    const report = await database.account(session.accountId, async (transaction) => {
      const { name } = await chooseWinner(transaction, id, variant);
      await recordAudit(transaction, {
        userId: session.userId,
        action: 'broadcast.winner_chosen',
        target: id,
        data: { name },
        address: session.address,
      });
      return abReportOf(transaction, id);
    });
    notify();
    return report;
  });
}
