import type { ExportId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { oneTimeCodes } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { findExport } from '../exports.store.ts';

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
