import { type ExtractOutcome, failed } from '../document.ts';
import { composeText } from './compose.ts';
import { findHeadings, printedTitle } from './headings.ts';
import { type OpenPage, type OpenPdf, openPdf } from './open-pdf.ts';
import { hasPictures } from './pictures.ts';
import { dropRunningLines } from './running-lines.ts';
import { type PageLine, readPageLines } from './text-lines.ts';

export interface ReadLimits {
  /** UTF-16 units of text. */
  readonly textCharacters: number;
}

/** Text, pages and headings of a PDF. `onProgress` gets 0..1 after each page. Never throws for what is in the file. */
export async function readPdf(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: (fraction: number) => void,
): Promise<ExtractOutcome> {
  try {
    const pdf = await openPdf(bytes);
    const lines = await readLines(pdf, limits, onProgress);
    return lines === 'too_large' ? failed('too_large_inside') : await toOutcome(pdf, lines);
  } catch (error) {
    return explainPdfError(error);
  }
}

async function readLines(
  pdf: OpenPdf,
  limits: ReadLimits,
  onProgress: (fraction: number) => void,
): Promise<PageLine[] | 'too_large'> {
  const lines: PageLine[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await openPage(pdf, number);
    const found = page ? await readPage(page, number) : [];
    for (const line of found) {
      lines.push(line);
      characters += line.text.length;
    }
    if (characters > limits.textCharacters) return 'too_large';
    onProgress(number / pdf.numPages);
  }
  return lines;
}

/** A page that is damaged by itself is left out, unless it is the only one. */
async function openPage(pdf: OpenPdf, number: number): Promise<OpenPage | null> {
  try {
    return await pdf.getPage(number);
  } catch (error) {
    if (pdf.numPages === 1) throw error;
    return null;
  }
}

async function readPage(page: OpenPage, number: number): Promise<PageLine[]> {
  const content = await page.getTextContent();
  const lines = readPageLines(content, page.getViewport({ scale: 1 }).transform, number);
  page.cleanup();
  return lines;
}

async function toOutcome(pdf: OpenPdf, lines: readonly PageLine[]): Promise<ExtractOutcome> {
  const kept = dropRunningLines(lines);
  const outline = await pdf.getOutline().catch(() => null);
  const { text, pages } = composeText(kept, findHeadings(kept, outline ?? []), pdf.numPages);
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const textOnPages = new Set(lines.map((line) => line.page)).size;
  if (letters === 0) return failed((await hasPictures(pdf)) ? 'scanned_only' : 'empty');
  if (
    pdf.numPages >= 3 &&
    letters < pdf.numPages * 20 &&
    textOnPages <= pdf.numPages / 2 &&
    (await hasPictures(pdf))
  ) {
    return failed('scanned_only');
  }
  const unreadable = text.match(/[\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0;
  if (unreadable > letters) return failed('scanned_only', PRIVATE_CODES);
  return { kind: 'ok', document: { title: (await readTitle(pdf)) ?? printedTitle(kept), text, pages } };
}

const PRIVATE_CODES =
  'The letters in this PDF are stored so that they cannot be copied as text; run text recognition (OCR) on it and upload the result.';

/** Titles that programs fill in by themselves say nothing about the document. */
const MACHINE_TITLE =
  /^(?:untitled|無題|microsoft (?:word|powerpoint|excel)\b|powerpoint |slide 1|document\d*$|\S+\.\w{2,5}$)/i;

async function readTitle(pdf: OpenPdf): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title =
    'Title' in info && typeof info.Title === 'string' ? info.Title.replaceAll('\0', '').trim() : '';
  return title === '' || title.length > 300 || MACHINE_TITLE.test(title) ? null : title.normalize('NFC');
}

function explainPdfError(error: unknown): ExtractOutcome {
  const name = error instanceof Error ? error.name : '';
  const message = error instanceof Error ? error.message : String(error);
  if (name === 'PasswordException' || /encrypt/i.test(message)) return failed('encrypted');
  if (/array buffer allocation|invalid (?:array|string) length|out of memory/i.test(message)) {
    return failed('out_of_memory');
  }
  return failed('broken');
}
