import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { transcribePagePrompt } from '@hanasu/models/prompts/tasks';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { documentOf, type ExtractedDocument } from '@hanasu/retrieval/extract/document';
import type { FileSource } from '@hanasu/retrieval/extract/messages';
import { type CompletionDependencies, runBilledCompletion } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { PagePicture, PicturedDocument, ReadFile, ReadPictures } from './read-file.ts';

type Read = Awaited<ReturnType<ReadFile>>;

interface Scanned {
  readonly file: FileSource & { readonly fileName: string };
  readonly read: Read;
  readonly document: PicturedDocument;
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
  { file, document, signal, onProgress }: Scanned,
  wanted: readonly number[],
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (!takePictures || !readPictures) return texts;
  const pages = wanted.slice(0, MOST_PAGES);
  for (let done = 0; done < pages.length && !signal.aborted; done += BATCH) {
    const pictures = await takePictures({ ...file, pages: pages.slice(done, done + BATCH), signal });
    if (!pictures) break;
    const read = pictures.length > 0 ? await readPictures(document, pictures, signal) : [];
    if (!read) break;
    for (const { page, text } of read) if (text.trim() !== '') texts.set(page, text);
    onProgress(Math.min((done + BATCH) / pages.length, 1));
  }
  return texts;
}

/** Puts text into the pages that had none; pages keep following each other without a gap. */
function fillPages(document: ExtractedDocument, read: ReadonlyMap<number, string>): ExtractedDocument {
  const { text, pages, unreadPages } = document;
  let filled = text.slice(0, pages?.[0]?.start ?? 0);
  const spans = (pages ?? []).map(({ number, start, end }) => {
    const from = filled.length;
    const found = read.get(number)?.trim();
    filled += found ? `${found}\n\n` : text.slice(start, end);
    return { number, start: from, end: filled.length };
  });
  return {
    ...document,
    text: filled,
    pages: spans,
    unreadPages: unreadPages.filter((page) => !read.get(page)?.trim()),
  };
}

/** A document of these pages, none of which has been read. */
const emptyPages = (numbers: readonly number[]): ExtractedDocument =>
  documentOf({
    title: null,
    text: '',
    pages: numbers.map((number) => ({ number, start: 0, end: 0 })),
    unreadPages: numbers,
  });

type PictureReaderDependencies = CompletionDependencies;

const PROMPT = transcribePagePrompt();
/** What the largest page needs. */
const OUTPUT_TOKENS = 4_000;
/** Of a picture in full size with the instructions; providers count between 700 and 3,000. */
const INPUT_TOKENS = 3_500;
/** Of half a minute each; then the page stays unread, and the document says so. */
const MOST_WAITS = 20;
const TIMEOUTS = { firstTokenMs: 45_000, idleMs: 20_000, totalMs: 120_000 };

/** Reads pictures of pages with the cheapest model of this installation that sees; the account pays for each call. */
export function createPictureReader(dependencies: PictureReaderDependencies): ReadPictures {
  return async (document, pictures, signal) => {
    const entry = cheapestModel(await dependencies.models.of(document.accountId), {
      sees: true,
      call: { input: INPUT_TOKENS, output: OUTPUT_TOKENS },
    });
    if (!entry) return null;
    const read: { page: number; text: string }[] = [];
    for (const picture of pictures) {
      const text = await readOne(dependencies, { document, entry, picture, signal });
      if (text === null) return read.length > 0 ? read : null;
      read.push({ page: picture.page, text });
    }
    return read;
  };
}

interface OnePicture {
  readonly document: PicturedDocument;
  readonly entry: CatalogueEntry;
  readonly picture: PagePicture;
  readonly signal: AbortSignal;
}

/** Null when it wasn't read. While answers hold the balance it waits. */
async function readOne(
  dependencies: PictureReaderDependencies,
  { document, entry, picture, signal }: OnePicture,
): Promise<string | null> {
  for (let round = 0; round < MOST_WAITS && !signal.aborted; round += 1) {
    const completion = await runBilledCompletion(dependencies, {
      ...document,
      ...{ entry, prompt: PROMPT, signal },
      images: [{ mediaType: picture.mediaType, bytes: picture.bytes }],
      inputTokens: INPUT_TOKENS,
      maxOutputTokens: OUTPUT_TOKENS,
      timeouts: TIMEOUTS,
      urgency: 'background',
    });
    if (completion.kind === 'busy') continue;
    // What is broken off is not the whole page.
    if (completion.kind !== 'answered' || signal.aborted) return null;
    return /^[\s-]*$/.test(completion.text) ? '' : completion.text;
  }
  return null;
}
