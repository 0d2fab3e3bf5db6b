import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { emptyPages, fillPages } from '../domain/fill-pages.ts';
import type { ExtractedDocument, FileSource, ReadFile } from '../domain/read-file.ts';
import { unreadPages } from '../domain/unread-pages.ts';

type Read = Awaited<ReturnType<ReadFile>>;

interface Scanned {
  readonly file: FileSource & { readonly fileName: string };
  readonly read: Read;
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Pages at a time: what is held of them is a few megabytes. */
const BATCH = 4;
/** A model is asked for no more pages of one document. */
const MOST_PAGES = 300;

/** Has a model read the pages that gave no text, where there is one; what it could not read stays as it was. */
export async function readScannedPages(
  dependencies: Pick<KnowledgeDependencies, 'takePictures' | 'readPictures'>,
  scanned: Scanned,
): Promise<Read> {
  const { read, signal } = scanned;
  const found = read.kind === 'ok' ? unreadPages(read.document) : [];
  const isAllScanned = read.kind === 'failed' && read.failure === 'scanned_only';
  if (found.length === 0 && !isAllScanned) return read;
  const { texts, pageCount } = await readPages(dependencies, scanned, isAllScanned ? null : found);
  if (signal.aborted) return { kind: 'stopped' };
  if (texts.size === 0) return read;
  const document: ExtractedDocument = read.kind === 'ok' ? read.document : emptyPages(pageCount);
  return { kind: 'ok', document: fillPages(document, texts) };
}

/** `wanted` null: all pages there are. */
async function readPages(
  { takePictures, readPictures }: Pick<KnowledgeDependencies, 'takePictures' | 'readPictures'>,
  { file, accountId, signal, onProgress }: Scanned,
  wanted: readonly number[] | null,
): Promise<{ texts: Map<number, string>; pageCount: number }> {
  const texts = new Map<number, string>();
  let pageCount = 0;
  if (!takePictures || !readPictures) return { texts, pageCount };
  let pages = wanted ?? range(1, BATCH);
  for (let done = 0; done < pages.length && done < MOST_PAGES && !signal.aborted; done += BATCH) {
    const taken = await takePictures({ ...file, pages: pages.slice(done, done + BATCH), signal });
    if (!taken) break;
    ({ pageCount } = taken);
    if (!wanted) pages = range(1, pageCount);
    const read = taken.pictures.length > 0 ? await readPictures(accountId, taken.pictures, signal) : [];
    if (!read) break;
    for (const { page, text } of read) if (text.trim() !== '') texts.set(page, text);
    onProgress(Math.min((done + BATCH) / Math.min(pages.length, MOST_PAGES), 1));
  }
  return { texts, pageCount };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
