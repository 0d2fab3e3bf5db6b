import { Readable } from 'node:stream';
import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import { CustomerTaskId } from '@hanasu/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import { writeCsv } from '../../../platform/files/table-writers.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { issueCode, markFirstUse, peekCode, recordAudit } from '../../accounts/public.ts';
import { textOfReason } from '../imports/row-reason.ts';
import { readFileRows } from '../imports/rows-file.ts';
import { openTask, type TaskRouteDependencies, wrongState } from './open-task.ts';
import type { TaskKey } from './run-tasks.ts';
import { exportKey, rowsKey } from './task-files.ts';
import { type CustomerTask, findTask, refusalsAfter } from './tasks.store.ts';

type Dependencies = Pick<TaskRouteDependencies, 'database' | 'files' | 'publicUrl'>;

const LINK_MINUTES = 10;

/** An address that gives the file to whoever has it. */
export const linkFile = (
  { database, publicUrl }: Dependencies,
  session: Actor,
  { id, locale }: { readonly id: CustomerTaskId; readonly locale: Locale },
): Promise<{ url: string }> =>
  database.system(async (transaction) => {
    const { accountId, userId } = session;
    const task = await openTask(within(transaction, accountId), session, id);
    if (!hasFile(task, transaction.now())) throw wrongState();
    const data = { customerTaskId: id, locale };
    const code = await issueCode(transaction, {
      purpose: 'customers',
      minutes: LINK_MINUTES,
      userId,
      accountId,
      data,
    });
    return { url: `${publicUrl}/api/customers/file/${code}` };
  });

function hasFile({ kind, state, counts, fileUntil }: CustomerTask, now: number): boolean {
  if (fileUntil === null || fileUntil.getTime() < now) return false;
  return kind === 'export' ? state === 'done' : (counts.refused ?? 0) + (counts.incomplete ?? 0) > 0;
}

const missing = (): AppError =>
  new AppError('not_found', 'This link is invalid or has expired; create a new one');

export async function sendTaskFile(
  dependencies: Dependencies,
  {
    code,
    request,
    reply,
  }: { readonly code: string; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<HandledReply> {
  const { task, key, locale } = await openFile(dependencies, code, request.ip);
  const { content, name, type } =
    task.kind === 'export'
      ? await exportFile(dependencies, key, task)
      : { content: refusedRows(dependencies, { key, task, locale }), name: 'refused-rows.csv', type: CSV };
  if (!content) throw missing();
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  });
  await reply.send(request.method === 'HEAD' ? Readable.from([]) : content);
  return HANDLED;
}

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface OpenedFile {
  readonly task: CustomerTask;
  readonly key: TaskKey;
  readonly locale: Locale;
}

const openFile = ({ database }: Dependencies, code: string, address: string): Promise<OpenedFile> =>
  database.system(async (transaction) => {
    const link = await peekCode(transaction, 'customers', code).catch((error: unknown) => {
      throw AppError.is(error) ? missing() : error;
    });
    const { accountId, userId } = link;
    const id = CustomerTaskId.safeParse(link.data.customerTaskId).data;
    if (!accountId || !id) throw missing();
    const own = within(transaction, accountId);
    const task = await findTask(own, id);
    if (!task || !hasFile(task, transaction.now())) throw missing();
    if (await markFirstUse(transaction, link))
      await recordAudit(own, { userId, address, action: 'customers.file_downloaded', target: id, data: {} });
    const locale = LOCALES.find((each) => each === link.data.locale) ?? 'en';
    return { task, key: { accountId, taskId: id }, locale };
  });

async function exportFile({ files }: Dependencies, key: TaskKey, task: CustomerTask) {
  const { format, encoding } = task.params as { format: string; encoding: string };
  const day = task.createdAt.toISOString().slice(0, 10);
  const csv = encoding === 'shift_jis' ? 'text/csv; charset=shift_jis' : CSV;
  return {
    content: await files.getStream(exportKey(key)),
    name: `customers-${day}.${format}`,
    type: format === 'xlsx' ? XLSX : csv,
  };
}

const REASON_HEAD = { en: 'Reason', ja: '取り込めなかった理由', vi: 'Lý do' } as const;
const AT_ONCE = 500;

/** The file as it was, but with the rows only that were refused or lack a value now, and why. */
const refusedRows = (
  { database, files }: Dependencies,
  { key, task, locale }: { readonly key: TaskKey; readonly task: CustomerTask; readonly locale: Locale },
): Readable =>
  writeCsv(
    (async function* () {
      const head = task.found.head as string[];
      yield [...head, REASON_HEAD[locale]];
      const rows = readFileRows(files, rowsKey(key), { skip: 1 });
      let after = 0;
      for (;;) {
        const at = after;
        const refused = await database.account(key.accountId, (transaction) =>
          refusalsAfter(transaction, task.id, { after: at, limit: AT_ONCE }),
        );
        for (const { row, data } of refused) {
          const cells = await cellsOf(rows, row);
          const reasons = (data.reasons ?? []).map(
            (reason) => `${reason.column ? `${reason.column}: ` : ''}${textOfReason(reason, locale)}`,
          );
          yield [...head.map((_, index) => cells[index] ?? ''), reasons.join(' / ')];
        }
        if (refused.length < AT_ONCE) return;
        after = refused.at(-1)?.row ?? after;
      }
    })(),
  );

/** Both are in the order of the file. */
async function cellsOf(rows: ReturnType<typeof readFileRows>, wanted: number): Promise<readonly string[]> {
  for (;;) {
    const next = await rows.next();
    if (next.done) return [];
    if (next.value.row === wanted) return next.value.cells;
  }
}
