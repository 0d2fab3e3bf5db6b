import type { ExportId } from '@hanasu/contract/ids';
import type { ExportView } from '@hanasu/contract/privacy';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { oneTimeCodes, recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { EXPORT_ACCOUNT } from '../domain/job-names.ts';
import {
  deleteExport,
  endExport,
  findExport,
  insertExport,
  isExportKept,
  isExportUnderWay,
} from '../exports.store.ts';
import { exportFileKey } from './write-export.ts';

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

const MINUTES = 10;

/**
 * An address that gives the file to whoever has it. It works until it is too old, not just once: a download that broke
 * off goes on, and browsers ask for a file in parts.
 */
export const linkExport = (
  { database, publicUrl }: Pick<PrivacyDependencies, 'database' | 'publicUrl'>,
  { accountId, userId }: Actor,
  id: ExportId,
): Promise<{ url: string }> =>
  database.system(async (transaction) => {
    const view = await findExport(within(transaction, accountId), id);
    if (!view) throw new AppError('not_found', 'There is no such export');
    if (view.status !== 'ready') throw new AppError('export_not_ready');
    const data = { exportId: id };
    const code = await oneTimeCodes.issueCode(transaction, {
      purpose: 'export',
      minutes: MINUTES,
      userId,
      accountId,
      data,
    });
    return { url: `${publicUrl}/api/export-file/${code}` };
  });

/** Deletes an export and its file; one that is being made stops. */
export async function removeExport(
  { database, files }: Pick<PrivacyDependencies, 'database' | 'files'>,
  { accountId, userId, address }: Actor,
  id: ExportId,
): Promise<void> {
  await database.account(accountId, async (transaction) => {
    if (!(await deleteExport(transaction, id))) throw new AppError('not_found', 'There is no such export');
    await recordAudit(transaction, { userId, address, action: 'export.deleted', target: id, data: {} });
  });
  await files.remove(exportFileKey({ accountId, exportId: id }));
}
