import { Readable } from 'node:stream';
import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { PersonRow } from '../deletion.store.ts';
import { EXPORTED_ENTITIES, type ExportedEntity, LEFT_OUT } from '../domain/exported-entities.ts';
import { type EntityPage, type OriginalFile, readAccount, readFilePage, readPage } from '../exports.store.ts';
import type { ZipEntry } from '../zip-stream.ts';

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
files/          ドキュメントの元のファイルです。ファイル名はドキュメントのuuidで始まります

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

export interface ExportRun {
  readonly database: Database;
  readonly files: FileStore;
  readonly accountId: AccountId;
  readonly requestedBy: Pick<PersonRow, 'id' | 'locale'>;
  readonly startedAt: Date;
  readonly version: string;
  /** So many rows and files more are in. Rejects when the export is not wanted any more. */
  readonly advance: (items: number) => Promise<void>;
}

/** A page is a few megabytes at most, whatever the account has. */
const PAGE = 500;

/** Everything in an export, one after the other; nothing is read before its turn comes. */
export async function* exportEntries(run: ExportRun): AsyncGenerator<ZipEntry> {
  const counts: Record<string, number> = {};
  yield textEntry('README.txt', readmeOf(run.requestedBy.locale));
  const account = await run.database.account(run.accountId, readAccount);
  yield textEntry('account.json', toJson(account));
  for (const entity of EXPORTED_ENTITIES) {
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
  { database, accountId, requestedBy, startedAt, version }: ExportRun,
  counts: Readonly<Record<string, number>>,
  missingFiles: readonly string[],
) => ({
  format: 1,
  madeBy: `Hanasu ${version}`,
  account: accountId,
  requestedBy: requestedBy.id,
  startedAt,
  finishedAt: new Date(database.now()),
  consistency: CONSISTENCY,
  counts,
  missingFiles,
  leftOut: LEFT_OUT,
});

async function* linesOf(
  { database, accountId, startedAt, advance }: ExportRun,
  entity: ExportedEntity,
  count: (lines: number) => void,
): AsyncGenerator<string> {
  let after: EntityPage['last'] = null;
  do {
    const page: EntityPage = await database.account(accountId, (transaction) =>
      readPage(transaction, entity, { startedAt, after, most: PAGE }),
    );
    after = page.lines.length < PAGE ? null : page.last;
    count(page.lines.length);
    if (page.lines.length > 0) yield page.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await advance(page.lines.length);
  } while (after !== null);
}

async function* originalFiles({ database, accountId, startedAt }: ExportRun): AsyncGenerator<OriginalFile> {
  let after: string | null = null;
  do {
    const page: OriginalFile[] = await database.account(accountId, (transaction) =>
      readFilePage(transaction, { startedAt, after, most: PAGE }),
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
