import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, CustomerId, ExportId } from '@hanasu/contract/ids';
import { ZipFile } from 'yazl';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { PersonRow } from '../deletion/deletion.store.ts';
import { momentOf, type Reader } from '../deletion/deletion-mails.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { EXPORTED_ENTITIES, LEFT_OUT } from './exported-entities.ts';
import type { ExportedEntity } from './exported-entity.ts';
import {
  completeExport,
  countEntity,
  type EntityPage,
  endExport,
  type OriginalFile,
  type Requester,
  readAccount,
  readFilePage,
  readPage,
  startExport,
  writeProgress,
} from './exports.store.ts';

type Texts = (facts: { name: string; account: string; moment: string; url: string }) => MailContent;

const TEXTS = {
  en: ({ name, account, moment, url }) => ({
    subject: `The export of ${account} is ready`,
    greeting: `Hello ${name},`,
    paragraphs: [`The ZIP file with all data of “${account}” can be downloaded until ${moment}.`],
    button: { label: 'Download export', url },
    note: 'Sign in as the owner of the account to download it.',
  }),
  ja: ({ name, account, moment, url }) => ({
    subject: `【Hanasu】「${account}」のエクスポートの準備ができました`,
    greeting: `${name}様`,
    paragraphs: [
      `「${account}」のすべてのデータをまとめたZIPファイルができました。${moment}までダウンロードできます。`,
    ],
    button: { label: 'ダウンロードする', url },
    note: 'ダウンロードするには、アカウントのオーナーとしてログインしてください。',
  }),
  vi: ({ name, account, moment, url }) => ({
    subject: `Tệp xuất dữ liệu của ${account} đã sẵn sàng`,
    greeting: `Xin chào ${name},`,
    paragraphs: [`Bạn có thể tải tệp zip chứa mọi dữ liệu của “${account}” đến ${moment}.`],
    button: { label: 'Tải xuống', url },
    note: 'Hãy đăng nhập với tư cách chủ sở hữu tài khoản để tải tệp.',
  }),
} satisfies Record<Locale, Texts>;

const exportReadyMail = (
  reader: Reader & Pick<Requester, 'accountName'>,
  expiresAt: Date,
  url: string,
): MailContent =>
  TEXTS[reader.locale]({
    name: reader.displayName,
    account: reader.accountName,
    moment: momentOf(expiresAt, reader),
    url,
  });

export interface ExportKey {
  readonly accountId: AccountId;
  readonly exportId: ExportId;
}

export type WritingDependencies = Pick<
  PrivacyDependencies,
  'database' | 'files' | 'mail' | 'publicUrl' | 'log'
> & { readonly version: string };

const EXPORT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Well within the second in which a cancelled export stops. */
const PROGRESS_MS = 250;

/** What lies under an account's folder goes with the account. */
export const exportFileKey = ({ accountId, exportId }: ExportKey): string =>
  `${accountId}/exports/${exportId}.zip`;

/** Somebody cancelled or deleted the export while it was being made. */
class Unwanted extends Error {}

/** Makes the zip. A second run begins anew; of one that was cancelled nothing is left. */
export async function writeExport(
  dependencies: WritingDependencies,
  key: ExportKey,
  stop: AbortSignal,
): Promise<void> {
  const { database, files, log } = dependencies;
  const { accountId, exportId } = key;
  try {
    await write(dependencies, key, stop);
  } catch (error) {
    if (error instanceof Unwanted) return;
    if (stop.aborted || isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, ...key, code: 'internal' }, 'writing an export failed');
    await files.remove(exportFileKey(key));
    await database.account(accountId, (transaction) => endExport(transaction, exportId, 'failed'));
  }
}

async function write(dependencies: WritingDependencies, key: ExportKey, stop: AbortSignal): Promise<void> {
  const { database, files, version } = dependencies;
  const { accountId, exportId } = key;
  const started = await database.account(accountId, (transaction) => startExport(transaction, exportId));
  if (!started) return;
  const { startedAt, ...requestedBy } = started;
  const total = await database.account(accountId, (transaction) => countItems(transaction, startedAt));
  const advance = progressOf(dependencies, key, total);
  const run = { database, files, accountId, requestedBy, startedAt, version, customerId: null, advance };
  const entries = exportEntries(run);
  const size = await files.putStream(exportFileKey(key), zipStream(entries), stop);
  const isWanted = await complete(dependencies, { key, requestedBy, size });
  if (!isWanted) await files.remove(exportFileKey(key));
}

/** Every line, and every document once more for its file. */
async function countItems(transaction: AccountTransaction, startedAt: Date): Promise<number> {
  let total = 0;
  for (const entity of EXPORTED_ENTITIES) {
    const count = await countEntity(transaction, entity, startedAt);
    total += entity.name === 'documents' ? 2 * count : count;
  }
  return total;
}

function progressOf({ database }: WritingDependencies, { accountId, exportId }: ExportKey, total: number) {
  let done = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return async (items: number): Promise<void> => {
    done += items;
    if (performance.now() - lastAt < PROGRESS_MS) return;
    lastAt = performance.now();
    const progress = Math.min(0.99, done / Math.max(1, total));
    const isWanted = await database.account(accountId, (transaction) =>
      writeProgress(transaction, exportId, progress),
    );
    if (!isWanted) throw new Unwanted('the export was cancelled');
  };
}

const complete = (
  { database, mail, publicUrl }: WritingDependencies,
  {
    key,
    requestedBy,
    size,
  }: { readonly key: ExportKey; readonly requestedBy: Requester; readonly size: number },
): Promise<boolean> =>
  database.account(key.accountId, async (transaction) => {
    const expiresAt = new Date(transaction.now() + EXPORT_DAYS * DAY_MS);
    const file = { size, fileKey: exportFileKey(key), expiresAt };
    if (!(await completeExport(transaction, key.exportId, file))) return false;
    const { email, locale } = requestedBy;
    const content = exportReadyMail(requestedBy, expiresAt, `${publicUrl}/Account?tab=export`);
    if (email) await mail.write(transaction, { to: email, locale, content });
    return true;
  });

const README = {
  en: `This zip holds everything in your Hanasu account.

manifest.json   what is in here, when it was made, how many of each, and what was left out
account.json    the account itself
*.ndjson        one kind of thing each; every line is one of them, as JSON
files/          the original files of the documents, by the uuid of the document

Things refer to each other by their uuid: "botUuid" in conversations.ndjson is "uuid" in bots.ndjson.
Times are in UTC. Passwords, access tokens of channels and other secrets are never exported.
`,
  ja: `このZIPファイルには、お使いのHanasuアカウントのすべてのデータが入っています。

manifest.json   内容、作成日時、件数、含まれていないものの一覧です
account.json    アカウントの情報です
*.ndjson        種類ごとのデータです。1行が1件のJSONです
files/          資料の元のファイルです。ファイル名は資料のuuidで始まります

データはuuidで関連づけられています。例えば、conversations.ndjsonの「botUuid」はbots.ndjsonの「uuid」を指します。
日時はUTCです。パスワード、チャネルのアクセストークンなどの秘密情報は含まれていません。
`,
  vi: `Tệp zip này chứa mọi dữ liệu trong tài khoản Hanasu của bạn.

manifest.json   nội dung, thời điểm tạo, số lượng từng loại và những gì không có trong tệp
account.json    thông tin tài khoản
*.ndjson        mỗi tệp là một loại dữ liệu; mỗi dòng là một mục ở dạng JSON
files/          tệp gốc của các tài liệu, tên bắt đầu bằng uuid của tài liệu

Các mục liên kết với nhau bằng uuid: "botUuid" trong conversations.ndjson là "uuid" trong bots.ndjson.
Thời gian theo giờ UTC. Mật khẩu, mã truy cập của kênh và các bí mật khác không bao giờ được xuất.
`,
} satisfies Record<Locale, string>;

const readmeOf = (locale: Locale): string => README[locale];

const CONSISTENCY =
  'Read a page at a time while the account went on working, not as of one moment. Nothing made after `startedAt` ' +
  'is in here; what was changed or deleted after it may be in here as it was before or as it was after.';

interface ExportRun {
  readonly database: Database;
  readonly files: FileStore;
  readonly accountId: AccountId;
  readonly requestedBy: Pick<PersonRow, 'id' | 'locale'>;
  readonly startedAt: Date;
  readonly version: string;
  /** Whom it is about; null: it is the whole account. */
  readonly customerId: CustomerId | null;
  /** So many rows and files more are in. Rejects when the export is not wanted any more. */
  readonly advance: (items: number) => Promise<void>;
}

/** A page is a few megabytes at most, whatever the account has. */
const PAGE = 500;

/** Everything in an export, one after the other; nothing is read before its turn comes. */
export async function* exportEntries(run: ExportRun): AsyncGenerator<ZipEntry> {
  const counts: Record<string, number> = {};
  if (run.customerId === null) {
    yield textEntry('README.txt', readmeOf(run.requestedBy.locale));
    const account = await run.database.account(run.accountId, readAccount);
    yield textEntry('account.json', toJson(account));
  }
  for (const entity of EXPORTED_ENTITIES) {
    if (run.customerId !== null && !entity.ofCustomer) continue;
    counts[entity.name] = 0;
    const count = (lines: number): void => {
      counts[entity.name] = (counts[entity.name] ?? 0) + lines;
    };
    const content = Readable.from(linesOf(run, entity, count), { objectMode: false });
    yield { path: `${entity.name}.ndjson`, compress: true, content };
  }
  const missing: string[] = [];
  counts.files = 0;
  for await (const file of originalFiles(run)) {
    const content = await run.files.getStream(file.fileKey);
    if (content) {
      counts.files += 1;
      yield { path: pathOf(file), compress: isCompressible(file), content };
    } else missing.push(file.id);
    await run.advance(1);
  }
  // Last, because only now the counts are known.
  yield textEntry('manifest.json', toJson(manifestOf(run, counts, missing)));
}

const manifestOf = (
  { database, accountId, requestedBy, startedAt, version, customerId }: ExportRun,
  counts: Readonly<Record<string, number>>,
  missingFiles: readonly string[],
) => ({
  format: 1,
  madeBy: `Hanasu ${version}`,
  account: accountId,
  ...(customerId && { customer: customerId }),
  requestedBy: requestedBy.id,
  startedAt,
  finishedAt: new Date(database.now()),
  consistency: CONSISTENCY,
  counts,
  missingFiles,
  leftOut: LEFT_OUT,
});

async function* linesOf(
  { database, accountId, startedAt, advance, customerId }: ExportRun,
  entity: ExportedEntity,
  count: (lines: number) => void,
): AsyncGenerator<string> {
  let after: EntityPage['last'] = null;
  do {
    const page: EntityPage = await database.account(accountId, (transaction) =>
      readPage(transaction, entity, { startedAt, after, most: PAGE, customerId }),
    );
    after = page.lines.length < PAGE ? null : page.last;
    count(page.lines.length);
    if (page.lines.length > 0) yield page.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await advance(page.lines.length);
  } while (after !== null);
}

async function* originalFiles({
  database,
  accountId,
  startedAt,
  customerId,
}: ExportRun): AsyncGenerator<OriginalFile> {
  let after: string | null = null;
  do {
    const page: OriginalFile[] = await database.account(accountId, (transaction) =>
      readFilePage(transaction, { startedAt, after, most: PAGE, customerId }),
    );
    yield* page;
    after = page.length < PAGE ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
}

/** Names are the uploader's: nothing in them may lead out of the folder the zip is opened in. */
const pathOf = ({ id, fileName }: OriginalFile): string => {
  const name = (fileName ?? 'text.md').replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_').slice(-100);
  return `files/${id}-${name}`;
};

const isCompressible = ({ mediaType }: OriginalFile): boolean => /^text\/|json|xml(?!\w)/.test(mediaType);

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const textEntry = (path: string, text: string): ZipEntry => ({
  path,
  compress: true,
  content: Readable.from([Buffer.from(text)]),
});

export const EXPORT_ACCOUNT = 'export-account';

export interface ZipEntry {
  readonly path: string;
  /** False for what is compressed already. */
  readonly compress: boolean;
  readonly content: Readable;
}

/** A zip that is made while it is read: entries are asked for one at a time, and never held. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  let open: Readable | undefined;
  // What fails before anybody reads is told to whoever reads later; unheard it would end the process.
  output.on('error', () => undefined);
  // Whoever reads may go away in the middle.
  output.once('close', () => open?.destroy());

  async function fill(): Promise<void> {
    for await (const { path, compress, content } of entries) {
      open = content;
      if (output.destroyed) content.destroy();
      else zip.addReadStream(content, path, { compress });
      await finished(content, { writable: false });
    }
    zip.end();
  }
  fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}
