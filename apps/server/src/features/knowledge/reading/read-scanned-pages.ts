import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AccountId } from '@hanasu/contract/ids';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerUsage } from '@hanasu/models/gateway/answer-part';
import type { AnswerRequest } from '@hanasu/models/gateway/answer-request';
import { answerWithRetry } from '@hanasu/models/gateway/stream-answer';
import { transcribePagePrompt } from '@hanasu/models/prompts/tasks';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { documentOf, type ExtractedDocument } from '@hanasu/retrieval/extract/document';
import type { FileSource } from '@hanasu/retrieval/extract/messages';
import type { Database } from '../../../platform/database/database.ts';
import { chargeCall, languageUsage } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { PagePicture, ReadFile, ReadPictures } from './read-file.ts';

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

interface PictureReaderDependencies {
  readonly database: Database;
  readonly models: ModelRegistry;
  /** For logs: why a model failed. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

const { instructions: INSTRUCTIONS, message: REQUEST } = transcribePagePrompt();
/** What the largest page needs. */
const OUTPUT_TOKENS = 4_000;
/** Of a picture in full size with the instructions; providers count between 700 and 3,000. */
const INPUT_TOKENS = 3_500;
/** Of half a minute each; then the page stays unread, and the document says so. */
const MOST_WAITS = 20;
const TIMEOUTS = { firstTokenMs: 45_000, idleMs: 20_000, totalMs: 120_000 };

/** Reads pictures of pages with the cheapest model of this installation that sees; the account pays for each call. */
export function createPictureReader(dependencies: PictureReaderDependencies): ReadPictures {
  return async (accountId, pictures, signal) => {
    const entry = cheapestThatSees(dependencies.models);
    if (!entry) return null;
    const read: { page: number; text: string }[] = [];
    for (const picture of pictures) {
      const text = await readOne(dependencies, { accountId, entry, picture, signal });
      if (text === null) return read.length > 0 ? read : null;
      read.push({ page: picture.page, text });
    }
    return read;
  };
}

function cheapestThatSees(models: ModelRegistry): CatalogueEntry | null {
  const entries = models
    .services()
    .filter(({ available }) => available)
    .map(({ uuid }) => models.find(uuid))
    .filter((entry) => entry !== null)
    .filter(({ abilities, group }) => abilities.vision && group !== 'image-model');
  const price = ({ rates }: CatalogueEntry) => rates.input * INPUT_TOKENS + rates.output * OUTPUT_TOKENS;
  return entries.sort((one, other) => price(one) - price(other))[0] ?? null;
}

interface OnePicture {
  readonly accountId: AccountId;
  readonly entry: CatalogueEntry;
  readonly picture: PagePicture;
  readonly signal: AbortSignal;
}

interface Transcript {
  readonly text: string;
  readonly usage: AnswerUsage;
  readonly isRead: boolean;
}

const NOT_ASKED: Transcript = {
  text: '',
  usage: { inputTokens: 0, outputTokens: 0, estimated: true },
  isRead: false,
};

/** Null when it wasn't read. While answers hold the balance it waits. */
async function readOne(dependencies: PictureReaderDependencies, one: OnePicture): Promise<string | null> {
  const { database } = dependencies;
  const { accountId, entry, signal } = one;
  const model = await dependencies.models.languageModel(entry.uuid);
  if (!model || signal.aborted) return null;
  const { rates, uuid: serviceUuid } = entry;
  const tokens = Math.max(1, Math.ceil(INPUT_TOKENS * rates.input + OUTPUT_TOKENS * rates.output));
  const call = { accountId, serviceUuid, tokens, urgency: 'background', signal } as const;
  for (let round = 0; round < MOST_WAITS && !signal.aborted; round += 1) {
    const charged = await chargeCall(database, call, async () => {
      const value = await transcribe(dependencies, model, one);
      return { value, usage: languageUsage(entry, value.usage) };
    });
    if (charged.kind === 'busy') continue;
    if (charged.kind !== 'made' || !charged.value.isRead) return null;
    const { text } = charged.value;
    return /^[\s-]*$/.test(text) ? '' : text;
  }
  return null;
}

async function transcribe(
  { onModelFailure }: PictureReaderDependencies,
  model: LanguageModelV4,
  { entry, picture, signal }: OnePicture,
): Promise<Transcript> {
  let text = '';
  const request: AnswerRequest = {
    model,
    entry,
    instructions: INSTRUCTIONS,
    messages: [{ role: 'user', text: REQUEST }],
    images: [{ mediaType: picture.mediaType, bytes: picture.bytes }],
    maxOutputTokens: OUTPUT_TOKENS,
    timeouts: TIMEOUTS,
    abortSignal: signal,
  };
  for await (const part of answerWithRetry(request)) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'finished') {
      return { text, usage: part.usage, isRead: part.finishReason !== 'stopped' };
    } else if (part.kind === 'failed') {
      onModelFailure({ serviceUuid: entry.uuid, reason: part.reason, detail: part.detail });
      return { text, usage: part.usage, isRead: false };
    }
  }
  return { ...NOT_ASKED, text };
}
