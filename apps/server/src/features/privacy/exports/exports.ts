import { Readable } from 'node:stream';
import { type AccountId, type CustomerId, ExportId } from '@hanasu/contract/ids';
import type { ExportView } from '@hanasu/contract/privacy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import { askedRange } from '../../../platform/http/byte-range.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { issueCode, markFirstUse, peekCode, recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import {
  deleteExport,
  endExport,
  failForsaken,
  findExpired,
  findExport,
  insertExport,
  isCustomer,
  isExportKept,
  isExportUnderWay,
} from './exports.store.ts';
import {
  EXPORT_ACCOUNT,
  exportEntries,
  exportFileKey,
  type WritingDependencies,
  zipStream,
} from './write-export.ts';

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
    if (!view) throw new AppError('not_found', 'Export not found');
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
    if (!view) throw new AppError('not_found', 'Export not found');
    if (view.status !== 'ready') throw new AppError('export_not_ready');
    const data = { exportId: id };
    const code = await issueCode(transaction, {
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
    if (!(await deleteExport(transaction, id))) throw new AppError('not_found', 'Export not found');
    await recordAudit(transaction, { userId, address, action: 'export.deleted', target: id, data: {} });
  });
  await files.remove(exportFileKey({ accountId, exportId: id }));
}

/** Answers with the zip or the part of it that is asked for; HEAD gets the same without the bytes. */
export async function sendExportFile(
  dependencies: PrivacyDependencies,
  {
    code,
    request,
    reply,
  }: { readonly code: string; readonly request: FastifyRequest; readonly reply: FastifyReply },
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
  if (!content) throw new AppError('not_found', 'The file of this export has been deleted');
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
    const link = await peekCode(transaction, 'export', code).catch((error: unknown) => {
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
    if (isDownload && (await markFirstUse(transaction, link))) {
      await recordAudit(own, { userId, address, action: 'export.downloaded', target: id, data: { size } });
    }
    return { id, accountId, fileKey, size, createdAt: new Date(view.createdAt) };
  });

const missing = (): AppError =>
  new AppError('not_found', 'This link is invalid or has expired; create a new one');

const AT_ONCE = 100;

/** Exports whose week is over go, file first: a row without a file is found again. */
export async function expireExports({
  database,
  files,
}: Pick<PrivacyDependencies, 'database' | 'files'>): Promise<void> {
  await database.system(failForsaken);
  for (const { accountId, id } of await database.system((transaction) => findExpired(transaction, AT_ONCE))) {
    await files.remove(exportFileKey({ accountId, exportId: id }));
    await database.account(accountId, (transaction) => deleteExport(transaction, id));
  }
}

/** Everything that is known of one customer as a zip, which is made while it is sent. */
export async function exportCustomer(
  { database, files, version }: Pick<WritingDependencies, 'database' | 'files' | 'version'>,
  { actor, id, reply }: { readonly actor: Actor; readonly id: CustomerId; readonly reply: FastifyReply },
): Promise<HandledReply> {
  const { accountId } = actor;
  const startedAt = await database.account(accountId, async (transaction) => {
    if (!(await isCustomer(transaction, id))) throw new AppError('not_found', 'There is no such customer');
    await recordAudit(transaction, {
      userId: actor.userId,
      action: 'customer.exported',
      target: id,
      data: {},
      address: actor.address,
    });
    return new Date(transaction.now());
  });
  const requestedBy = { id: actor.userId, locale: 'en' } as const;
  const entries = exportEntries({
    database,
    files,
    accountId,
    requestedBy,
    startedAt,
    version,
    customerId: id,
    advance: async () => undefined,
  });
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="customer-${id}.zip"`,
    'cache-control': 'no-store',
  });
  await reply.send(zipStream(entries));
  return HANDLED;
}
