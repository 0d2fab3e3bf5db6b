import { FormDefinition } from '@hanasu/contract/form-definition';
import * as submissions from '@hanasu/contract/form-submissions';
import type { FormId, FormSubmissionId } from '@hanasu/contract/ids';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import { type TableCell, writeCsv, writeXlsx } from '../../../platform/files/table-writers.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply, type Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import { formContacts } from '../../contacts/public.ts';
import { findDefinitions, findForm } from '../forms.store.ts';
import { fieldsIn, textOfAnswer, wordsOf } from './answers.ts';
import { findFile } from './files.ts';
import * as store from './submissions.store.ts';
import { summarise } from './summarise.ts';

interface SubmissionDependencies {
  readonly database: Database;
  readonly files: FileStore;
}

export function addSubmissionRoutes(implement: Implement, dependencies: SubmissionDependencies): void {
  const { database, files } = dependencies;
  implement(submissions.listSubmissions, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const { page, pageSize, formUuid, customerUuid, ...more } = query;
      const hidden = await formContacts.hiddenFields(transaction, session.role);
      const filter = { ...more, hidden, formId: formUuid, customerId: customerUuid };
      const found = await store.listSubmissions(transaction, filter, {
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { ...found, page, pageSize };
    }),
  );
  implement(submissions.getSubmission, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownSubmission(transaction, session, params.uuid)),
  );
  implement(submissions.changeSubmission, ({ params, body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { state = null, note = null } = body;
      await store.updateSubmission(transaction, params.uuid, { state, note });
      return shownSubmission(transaction, session, params.uuid);
    }),
  );
  implement(submissions.deleteSubmission, async ({ params }, { session }) => {
    await database.account(session.accountId, (transaction) =>
      deleteSubmission(transaction, session, params.uuid),
    );
    await deleteRemovedFiles({ database, files }, session.accountId);
    return undefined;
  });
  implement(submissions.getSubmittedFile, ({ params }, { session, reply }) =>
    sendFile(dependencies, { session, ...params, reply }),
  );
  implement(submissions.exportSubmissions, ({ params, query }, { session, reply }) =>
    exportSubmissions(database, { session, id: params.uuid, query, reply }),
  );
  implement(submissions.summariseForm, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, (transaction) =>
      summarise(transaction, session, { id: params.uuid, ...query }),
    ),
  );
}

async function shownSubmission(
  transaction: AccountTransaction,
  { role }: Actor,
  id: FormSubmissionId,
): Promise<submissions.SubmissionView> {
  const hidden = await formContacts.hiddenFields(transaction, role);
  return orNotFound(await store.findSubmission(transaction, id, hidden), 'submission');
}

async function deleteSubmission(
  transaction: AccountTransaction,
  session: Actor,
  id: FormSubmissionId,
): Promise<void> {
  const { form } = await shownSubmission(transaction, session, id);
  await recordAudit(transaction, {
    userId: session.userId,
    action: 'form_submission.deleted',
    target: id,
    data: { form: form.name },
    address: session.address,
  });
  await noteRemovedFiles(transaction, await store.deleteSubmissions(transaction, [id]));
}

/** RFC 5987 leaves fewer letters bare than addresses do. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const attachment = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
});

/** Whatever it might hold, it is handed out to be kept, never to be shown. */
async function sendFile(
  { database, files }: SubmissionDependencies,
  {
    session,
    uuid,
    fileUuid,
    reply,
  }: z.output<typeof submissions.getSubmittedFile.params> & {
    readonly session: Actor;
    readonly reply: FastifyReply;
  },
): Promise<HandledReply> {
  const file = orNotFound(
    await database.account(session.accountId, (transaction) => findFile(transaction, uuid, fileUuid)),
    'file',
  );
  const content = orNotFound(await files.getStream(file.storageKey), 'file');
  await reply.headers({ ...attachment(file.name, file.type), 'content-length': file.bytes }).send(content);
  return HANDLED;
}

/** Heads of the columns that every form has. */
const HEADS = {
  en: ['Received', 'Status', 'Customer', 'Channel', 'Note', 'ID', 'Same answers as'],
  ja: ['受信日時', '対応状況', '顧客', 'チャネル', 'メモ', 'ID', '同じ内容の回答'],
  vi: ['Thời gian', 'Trạng thái', 'Khách hàng', 'Kênh', 'Ghi chú', 'ID', 'Trùng với'],
} as const;
const STATES = {
  en: { new: 'New', seen: 'Seen', done: 'Done' },
  ja: { new: '未確認', seen: '確認済み', done: '対応済み' },
  vi: { new: 'Mới', seen: 'Đã xem', done: 'Đã xử lý' },
} as const;
const AT_ONCE = 500;
const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function exportSubmissions(
  database: Database,
  {
    session,
    id,
    query: { format, ...narrowed },
    reply,
  }: {
    readonly session: Actor;
    readonly id: FormId;
    readonly query: z.output<typeof submissions.exportSubmissions.query>;
    readonly reply: FastifyReply;
  },
): Promise<HandledReply> {
  const { accountId } = session;
  const { name, timeZone, definitions } = await database.account(accountId, async (transaction) => {
    const form = orNotFound(await findForm(transaction, id), 'form');
    await recordAudit(transaction, {
      userId: session.userId,
      action: 'form.exported',
      target: id,
      data: { name: form.name, format },
      address: session.address,
    });
    const stored = await findDefinitions(transaction, id);
    const read = stored.map(({ definition }) => FormDefinition.parse(definition));
    return { name: form.name, timeZone: await formContacts.timeZoneOf(transaction), definitions: read };
  });
  const pageAfter = (after: FormSubmissionId | null) =>
    database.account(accountId, (transaction) =>
      store.submissionsAfter(transaction, { ...narrowed, formId: id, hidden: [] }, { after, limit: AT_ONCE }),
    );
  const rows = rowsOf({ definitions, timeZone }, pageAfter);
  const content = format === 'csv' ? writeCsv(rows) : writeXlsx(rows);
  await reply.headers(attachment(`${name}.${format}`, format === 'csv' ? CSV : XLSX)).send(content);
  return HANDLED;
}

interface Exported {
  /** Of every version, the newest first. */
  readonly definitions: readonly FormDefinition[];
  /** Of the account. */
  readonly timeZone: string;
}

/** A column for each field of all versions; words are those of the newest that has it. */
async function* rowsOf(
  { definitions, timeZone }: Exported,
  pageAfter: (after: FormSubmissionId | null) => Promise<submissions.SubmissionView[]>,
): AsyncGenerator<TableCell[]> {
  // As `2026-01-31 09:30`, which spreadsheets take for a date.
  const times = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const languages = definitions[0]?.languages ?? ['en'];
  const language = languages[0] ?? 'en';
  const columns = new Map(
    definitions.toReversed().flatMap((definition) =>
      fieldsIn(definition)
        .filter(({ kind }) => kind !== 'heading')
        .map((field) => [field.key, field] as const),
    ),
  );
  yield [
    ...HEADS[language],
    ...[...columns.values()].map(({ key, label }) => wordsOf(label, languages) || key),
  ];
  let after: FormSubmissionId | null = null;
  for (;;) {
    const page: submissions.SubmissionView[] = await pageAfter(after);
    for (const one of page) {
      const { createdAt, state, customer, channel, note, uuid, duplicateOf, answers, files } = one;
      const cells = [...columns.values()].map((field): TableCell => {
        if (field.kind === 'file') return (files[field.key] ?? []).map((file) => file.name).join(', ');
        const answer = answers[field.key];
        if (typeof answer === 'number') return answer;
        return answer === undefined ? '' : textOfAnswer(field, answer, languages);
      });
      const first = [
        times.format(new Date(createdAt)),
        STATES[language][state],
        customer?.name ?? '',
        channel?.name ?? '',
        note,
        uuid,
        duplicateOf ?? '',
      ];
      yield [...first, ...cells];
    }
    if (page.length < AT_ONCE) return;
    after = page.at(-1)?.uuid ?? null;
  }
}
