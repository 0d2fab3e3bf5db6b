import { Readable } from 'node:stream';
import { type AccountId, ExportId } from '@hanasu/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { within } from '../../platform/database/database.ts';
import { askedRange } from '../../platform/http/byte-range.ts';
import { HANDLED, type HandledReply } from '../../platform/http/implement.ts';
import { oneTimeCodes, recordAudit } from '../accounts/public.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { findExport } from './exports.store.ts';
import { exportFileKey } from './use-cases/write-export.ts';

/** Answers with the zip or the part of it that is asked for; HEAD gets the same without the bytes. */
export async function sendExportFile(
  dependencies: PrivacyDependencies,
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HandledReply> {
  const { range, 'if-range': condition } = request.headers;
  const isHead = request.method === 'HEAD';
  const file = await openExportFile(dependencies, code, { address: request.ip, isDownload: !isHead });
  const tag = `"${file.id}"`;
  const isSame = condition === undefined || condition === tag;
  const asked = askedRange(isSame ? range : undefined, file.size);
  reply.headers({ ...headersOf(file), etag: tag });
  if (asked.kind === 'outside') {
    await reply.code(416).header('content-range', `bytes */${file.size}`).send(Readable.from([]));
    return HANDLED;
  }
  if (asked.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${asked.start}-${asked.end}/${file.size}`);
  }
  const part = asked.kind === 'part' ? { start: asked.start, end: asked.end } : undefined;
  reply.header('content-length', part ? part.end - part.start + 1 : file.size);
  const content = isHead ? Readable.from([]) : await dependencies.files.getStream(file.fileKey, part);
  if (!content) throw new AppError('not_found', 'The file of this export is gone');
  await reply.send(content);
  return HANDLED;
}

const headersOf = ({ createdAt }: ExportFile) => ({
  'content-type': 'application/zip',
  'content-disposition': `attachment; filename="hanasu-export-${createdAt.toISOString().slice(0, 10)}.zip"`,
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
});

interface ExportFile {
  readonly id: ExportId;
  readonly accountId: AccountId;
  readonly fileKey: string;
  readonly size: number;
  readonly createdAt: Date;
}

/** The file behind a link. `isDownload`: some of it leaves, which the audit log says once for each link. */
const openExportFile = (
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
    if (isDownload && (await oneTimeCodes.markFirstUse(transaction, link))) {
      await recordAudit(own, { userId, address, action: 'export.downloaded', target: id, data: { size } });
    }
    return { id, accountId, fileKey, size, createdAt: new Date(view.createdAt) };
  });

const missing = (): AppError => new AppError('not_found', 'This link is wrong or too old; make a new one');
