import { getResolvedPDFJS } from 'unpdf';
import { documentOf, type ExtractOutcome, failed } from '../document.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { cleanTitle } from '../zip/core-title.ts';
import { readAnnotations } from './annotations.ts';
import { composeText, findHeadings, printedTitle } from './compose.ts';
import { placeAddresses } from './links.ts';
import { type OpenPage, type OpenPdf, openPdf } from './open-pdf.ts';
import { isAcross, type Rule, readRules } from './rules.ts';
import { placeShownTexts } from './shown-texts.ts';
import { joinTables } from './tables.ts';
import { type PageLine, readPageLines, type TextContent } from './text-lines.ts';

/** Lines at the top or the bottom of a page that may be a running title or a page number. */
const EDGE_LINES = 2;
const FEWEST_PAGES = 3;
/** A running title may stand on left or right pages only. */
const SHARE_OF_PAGES = 0.4;
const SAME_HEIGHT = 4;
const MOST_NUMBERS = 6;

/** Lines without those that stand at the same height at the edge of many pages with the same words, page number aside. */
function dropRunningLines(lines: readonly PageLine[]): readonly PageLine[] {
  const pages = Map.groupBy(lines, (line) => line.page);
  if (pages.size < FEWEST_PAGES) return lines;
  const edges = [...pages.values()].flatMap(edgeLines);
  const heights = new Map<string, number[]>();
  for (const edge of edges) {
    for (const key of keysOf(edge)) {
      const known = heights.get(key);
      if (known) known.push(edge.y);
      else heights.set(key, [edge.y]);
    }
  }
  const needed = Math.max(FEWEST_PAGES, pages.size * SHARE_OF_PAGES);
  const isRunning = (line: PageLine) =>
    keysOf(line).some((key) => countNear(heights.get(key) ?? [], line.y) >= needed);
  const running = new Set(edges.filter(isRunning));
  return lines.filter((line) => !running.has(line));
}

/** Pages with hardly more than their edges are left alone: there the edges are the text. */
function edgeLines(lines: readonly PageLine[]): PageLine[] {
  if (lines.length <= EDGE_LINES + 1) return [];
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  return [...new Set([...sorted.slice(0, EDGE_LINES), ...sorted.slice(-EDGE_LINES)])];
}

/** The line's words as they are, and with each number in turn that could count the pages taken as such. */
function keysOf(line: PageLine): string[] {
  const text = line.text.replaceAll(/\s+/g, '');
  const numbers = [...text.matchAll(/\d{1,5}/g)].slice(0, MOST_NUMBERS);
  const counted = numbers.map((match) => {
    const offset = Number(match[0]) - line.page;
    return `${text.slice(0, match.index)}#${offset}#${text.slice(match.index + match[0].length)}`;
  });
  return [text, ...counted];
}

function countNear(heights: readonly number[], y: number): number {
  return heights.filter((height) => Math.abs(height - y) <= SAME_HEIGHT).length;
}

/** Pages that are looked at; when all of these have pictures, the others are taken to have them too. */
const LOOK_AT = 12;
/** Letters drawn as shapes; a rule or a frame takes a few. */
const SHAPES_MIN = 100;

/** Of pages without text, those that show something: a scan has pictures, an empty page has nothing. */
async function findUnreadPages(document: OpenPdf, blank: readonly number[]): Promise<number[]> {
  if (blank.length === 0) return [];
  const pdf = await openPdf(await document.getData(), { pictures: true });
  const shown: number[] = [];
  for (const number of blank.slice(0, LOOK_AT)) if (await showsSomething(pdf, number)) shown.push(number);
  return shown.length < LOOK_AT && blank.length > LOOK_AT
    ? lookAtRest(pdf, blank, shown)
    : [...shown, ...blank.slice(LOOK_AT)];
}

async function lookAtRest(
  pdf: OpenPdf,
  blank: readonly number[],
  shown: readonly number[],
): Promise<number[]> {
  const rest: number[] = [];
  for (const number of blank.slice(LOOK_AT)) if (await showsSomething(pdf, number)) rest.push(number);
  return [...shown, ...rest];
}

async function showsSomething(pdf: OpenPdf, number: number): Promise<boolean> {
  try {
    const { OPS } = await getResolvedPDFJS();
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    const pictures = new Set([
      OPS.paintImageXObject,
      OPS.paintImageMaskXObject,
      OPS.paintInlineImageXObject,
      OPS.paintInlineImageXObjectGroup,
      OPS.paintImageXObjectRepeat,
      OPS.paintImageMaskXObjectGroup,
      OPS.paintImageMaskXObjectRepeat,
    ]);
    if (fnArray.some((operator) => pictures.has(operator))) return true;
    return fnArray.filter((operator) => operator === OPS.constructPath).length > SHAPES_MIN;
  } catch {
    // A page that is damaged by itself shows nothing.
    return false;
  }
}

export interface ReadPdfOptions extends ReadLimits {
  /** Text of pages that have none of their own, as it was read from their pictures. */
  readonly pageTexts?: Readonly<Record<number, string>> | undefined;
}

/** Fonts and pictures of so many pages are kept at a time. */
const PAGES_KEPT = 32;

/** Text, pages and headings of a PDF. `onProgress` gets 0..1 after each page. Never throws for what is in the file. */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadPdfOptions,
  onProgress: OnProgress,
): Promise<ExtractOutcome> {
  try {
    const pdf = await openPdf(bytes);
    const read = await readLines(pdf, options, onProgress);
    return read === 'too_large' ? failed('too_large_inside') : await toOutcome(pdf, read, options);
  } catch (error) {
    return explainPdfError(error);
  }
}

/** Lines of a document, and the rules of those of its pages on which text stands side by side. */
interface ReadLines {
  readonly lines: PageLine[];
  readonly rules: Map<number, readonly Rule[]>;
}

async function readLines(
  pdf: OpenPdf,
  options: ReadPdfOptions,
  onProgress: OnProgress,
): Promise<ReadLines | 'too_large'> {
  const lines: PageLine[] = [];
  const rules = new Map<number, readonly Rule[]>();
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await openPage(pdf, number);
    const found = page ? await readPage(page, number) : { lines: [], rules: [] };
    if (found.rules.length > 0) rules.set(number, found.rules);
    const given = found.lines.length > 0 ? found.lines : givenLines(options.pageTexts?.[number], number);
    for (const line of given) {
      lines.push(line);
      characters += line.text.length;
    }
    if (characters > options.textCharacters) return 'too_large';
    if (number % PAGES_KEPT === 0) await pdf.cleanup();
    onProgress(number / pdf.numPages);
  }
  return { lines, rules };
}

function givenLines(text: string | undefined, page: number): PageLine[] {
  const clean = text?.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim().toWellFormed() ?? '';
  if (clean === '') return [];
  return [{ text: clean, page, x: 0, right: 0, y: 0, size: 0, cells: [], block: 'given' }];
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

async function readPage(
  page: OpenPage,
  number: number,
): Promise<{ readonly lines: PageLine[]; readonly rules: readonly Rule[] }> {
  const content = await page.getTextContent();
  const view = { page: number, viewport: page.getViewport({ scale: 1 }).transform };
  const plain = readPageLines(content, view);
  const rules = mayHaveTable(plain) || hasWideBlanks(content) ? await readRules(page) : [];
  const columns = rules.filter((rule) => !isAcross(rule));
  const lines = columns.length > 0 ? readPageLines(content, { ...view, columns }) : plain;
  const { links, texts } = await readAnnotations(page);
  page.cleanup();
  return { lines: placeShownTexts(placeAddresses(lines, links), texts, number), rules };
}

/** Of its size: a blank wider than those between words, as PDF.js writes what lies between two cells. */
const WIDE_BLANK = 0.5;

function hasWideBlanks({ items }: TextContent): boolean {
  const isWide = (item: TextContent['items'][number]) =>
    'str' in item && item.str === ' ' && item.width > item.height * WIDE_BLANK;
  return items.filter(isWide).length >= 2;
}

/** Two pairs of texts that stand side by side. */
function mayHaveTable(lines: readonly PageLine[]): boolean {
  let pairs = 0;
  const heights = new Set<number>();
  for (const line of lines) {
    const height = Math.round(line.y);
    if (line.cells.length > 1 || heights.has(height)) pairs++;
    heights.add(height);
  }
  return pairs >= 2;
}

async function toOutcome(
  pdf: OpenPdf,
  { lines, rules }: ReadLines,
  { pageTexts }: ReadPdfOptions,
): Promise<ExtractOutcome> {
  const kept = joinTables(dropRunningLines(lines), rules);
  const outline = await pdf.getOutline().catch(() => null);
  const { text, pages } = composeText(kept, findHeadings(kept, outline ?? []), pdf.numPages);
  const filled = new Set(lines.map((line) => line.page));
  const blank = pages.map(({ number }) => number).filter((number) => !filled.has(number));
  const unreadPages = await findUnreadPages(pdf, blank);
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const scanned = { ...failed('scanned_only'), unreadPages };
  if (letters === 0) return unreadPages.length > 0 ? scanned : failed('empty');
  const few = pdf.numPages >= 3 && letters < pdf.numPages * 20 && filled.size <= pdf.numPages / 2;
  if (few && unreadPages.length > 0 && pageTexts === undefined) return scanned;
  const unreadable = text.match(/[\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0;
  if (unreadable > letters) return failed('scanned_only', PRIVATE_CODES);
  const title = (await readTitle(pdf)) ?? printedTitle(kept);
  return { kind: 'ok', document: documentOf({ title, text, pages, unreadPages }) };
}

const PRIVATE_CODES =
  'The letters in this PDF are stored so that they cannot be copied as text; run text recognition (OCR) on it and upload the result.';

async function readTitle(pdf: OpenPdf): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  return cleanTitle('Title' in info && typeof info.Title === 'string' ? info.Title : null);
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
