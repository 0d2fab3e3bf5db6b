import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { emptyPages, fillPages } from '../domain/fill-pages.ts';
import type { ExtractedDocument, FileSource, ReadFile } from '../domain/read-file.ts';

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
  const wanted = scannedPages(read);
  if (wanted.length === 0) return read;
  const texts = await readPages(dependencies, scanned, wanted);
  if (signal.aborted) return { kind: 'stopped' };
  if (texts.size === 0) return read;
  const document: ExtractedDocument = read.kind === 'ok' ? read.document : emptyPages(wanted);
  return { kind: 'ok', document: fillPages(document, texts) };
}

function scannedPages(read: Read): readonly number[] {
  if (read.kind === 'ok') return read.document.unreadPages;
  return read.kind === 'failed' && read.failure === 'scanned_only' ? (read.unreadPages ?? []) : [];
}

async function readPages(
  { takePictures, readPictures }: Pick<KnowledgeDependencies, 'takePictures' | 'readPictures'>,
  { file, accountId, signal, onProgress }: Scanned,
  wanted: readonly number[],
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (!takePictures || !readPictures) return texts;
  const pages = wanted.slice(0, MOST_PAGES);
  for (let done = 0; done < pages.length && !signal.aborted; done += BATCH) {
    const pictures = await takePictures({ ...file, pages: pages.slice(done, done + BATCH), signal });
    if (!pictures) break;
    const read = pictures.length > 0 ? await readPictures(accountId, pictures, signal) : [];
    if (!read) break;
    for (const { page, text } of read) if (text.trim() !== '') texts.set(page, text);
    onProgress(Math.min((done + BATCH) / pages.length, 1));
  }
  return texts;
}
