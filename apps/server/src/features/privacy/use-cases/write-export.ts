import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, ExportId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { PersonRow } from '../deletion.store.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { EXPORTED_ENTITIES } from '../domain/exported-entities.ts';
import { completeExport, countEntity, endExport, startExport, writeProgress } from '../exports.store.ts';
import { momentOf, type Reader } from '../mails/deletion-mails.ts';
import { zipStream } from '../zip-stream.ts';
import { exportEntries } from './export-entries.ts';

type Words = (facts: { name: string; moment: string; url: string }) => MailContent;

const WORDS = {
  en: ({ name, moment, url }) => ({
    subject: 'Your Hanasu export is ready',
    greeting: `Hello ${name},`,
    paragraphs: [`The zip file with everything in your account can be downloaded until ${moment}.`],
    button: { label: 'Go to the download', url },
    note: 'Sign in as the owner of the account to download it.',
  }),
  ja: ({ name, moment, url }) => ({
    subject: '【Hanasu】エクスポートの準備ができました',
    greeting: `${name}様`,
    paragraphs: [
      `アカウントのすべてのデータをまとめたZIPファイルができました。${moment}までダウンロードできます。`,
    ],
    button: { label: 'ダウンロードページへ', url },
    note: 'ダウンロードするには、アカウントのオーナーとしてログインしてください。',
  }),
  vi: ({ name, moment, url }) => ({
    subject: 'Tệp xuất dữ liệu Hanasu của bạn đã sẵn sàng',
    greeting: `Xin chào ${name},`,
    paragraphs: [`Bạn có thể tải tệp zip chứa mọi dữ liệu trong tài khoản cho đến ${moment}.`],
    button: { label: 'Đến trang tải xuống', url },
    note: 'Hãy đăng nhập với tư cách chủ sở hữu tài khoản để tải tệp.',
  }),
} satisfies Record<Locale, Words>;

const exportReadyMail = (reader: Reader, expiresAt: Date, url: string): MailContent =>
  WORDS[reader.locale]({ name: reader.displayName, moment: momentOf(expiresAt, reader), url });

export interface ExportKey {
  readonly accountId: AccountId;
  readonly exportId: ExportId;
}

export type WritingDependencies = Pick<
  PrivacyDependencies,
  'database' | 'files' | 'mail' | 'publicUrl' | 'log'
> & { readonly version: string };

export const EXPORT_DAYS = 7;
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
    log.error({ err: error, ...key, code: 'internal' }, 'export not made');
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
  const entries = exportEntries({ database, files, accountId, requestedBy, startedAt, version, advance });
  const size = await files.putStream(exportFileKey(key), zipStream(entries), stop);
  const isWanted = await complete(dependencies, key, requestedBy, size);
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
  key: ExportKey,
  requestedBy: PersonRow,
  size: number,
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
