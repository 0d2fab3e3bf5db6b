import { type AccountId, ExportId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import { oneTimeCodes, recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { findExport, markLinkUsed } from '../exports.store.ts';
import { exportFileKey } from './write-export.ts';

export interface ExportFile {
  readonly id: ExportId;
  readonly accountId: AccountId;
  readonly fileKey: string;
  readonly size: number;
  readonly createdAt: Date;
}

/** The file behind a link. `isDownload`: some of it leaves, which the audit log says once for each link. */
export const openExportFile = (
  { database, files }: Pick<PrivacyDependencies, 'database' | 'files'>,
  code: string,
  { address, isDownload }: { readonly address: string; readonly isDownload: boolean },
): Promise<ExportFile> =>
  database.system(async (transaction) => {
    const link = await oneTimeCodes.peekCode(transaction, 'export', code).catch((error: unknown) => {
      throw AppError.is(error) ? missing() : error;
    });
    const { accountId, userId } = link;
    const id = ExportId.safeParse(link.data.exportId).data;
    if (!accountId || !id) throw missing();
    const own = within(transaction, accountId);
    const view = await findExport(own, id);
    const fileKey = exportFileKey({ accountId, exportId: id });
    const size = view?.status === 'ready' ? await files.size(fileKey) : null;
    if (!view || size === null) throw missing();
    if (isDownload && (await markLinkUsed(transaction, link.id))) {
      await recordAudit(own, { userId, address, action: 'export.downloaded', target: id, data: { size } });
    }
    return { id, accountId, fileKey, size, createdAt: new Date(view.createdAt) };
  });

const missing = (): AppError => new AppError('not_found', 'This link is wrong or too old; make a new one');
