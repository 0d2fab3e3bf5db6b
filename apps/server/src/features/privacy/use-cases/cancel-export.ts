import type { ExportId } from '@hanasu/contract/ids';
import type { ExportView } from '@hanasu/contract/privacy';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { endExport, findExport } from '../exports.store.ts';

/** Stops an export; whoever makes it notices within a second. One that has ended stays as it is. */
export const cancelExport = (
  { database }: Pick<PrivacyDependencies, 'database'>,
  { accountId, userId, address }: Actor,
  id: ExportId,
): Promise<ExportView> =>
  database.account(accountId, async (transaction) => {
    const ended = await endExport(transaction, id, 'cancelled');
    const view = await findExport(transaction, id);
    if (!view) throw new AppError('not_found', 'There is no such export');
    if (ended > 0) {
      await recordAudit(transaction, { userId, address, action: 'export.cancelled', target: id, data: {} });
    }
    return view;
  });
