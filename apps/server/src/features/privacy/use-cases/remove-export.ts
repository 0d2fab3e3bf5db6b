import type { ExportId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { deleteExport } from '../exports.store.ts';
import { exportFileKey } from './write-export.ts';

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
