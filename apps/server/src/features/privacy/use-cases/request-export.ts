import type { ExportId } from '@hanasu/contract/ids';
import type { ExportView } from '@hanasu/contract/privacy';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { EXPORT_ACCOUNT } from '../domain/job-names.ts';
import { insertExport, isExportKept, isExportUnderWay } from '../exports.store.ts';

/** Queues an export of everything; an account makes one at a time. */
export const requestExport = (
  { database, jobs, requireQuota }: Pick<PrivacyDependencies, 'database' | 'jobs' | 'requireQuota'>,
  { accountId, userId, address }: Actor,
): Promise<ExportView> =>
  database.account(accountId, async (transaction) => {
    if (await isExportUnderWay(transaction)) throw new AppError('export_running');
    // The first is everybody's right; more of them take room.
    if (await isExportKept(transaction)) await requireQuota(transaction, 1);
    const id = newId<ExportId>();
    const view = await insertExport(transaction, { id, requestedBy: userId });
    if (!view) throw new Error('the export was not stored');
    await jobs().send(transaction, EXPORT_ACCOUNT, { accountId, exportId: id });
    await recordAudit(transaction, { userId, address, action: 'export.requested', target: id, data: {} });
    return view;
  });
