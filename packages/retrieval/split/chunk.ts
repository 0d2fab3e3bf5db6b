/** A page of the source: `start`..`end` are UTF-16 offsets into the document's text, end exclusive. */
export interface PageSpan {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

export interface SplitInput {
  readonly text: string;
  readonly pages: readonly PageSpan[] | null;
  readonly title: string | null;
  /**
   * `questions`: every line `## …` is a question and what follows is its answer, whatever it looks like. Each pair is
   * a chunk; an answer that is too long is cut, with its question in the heading path. Otherwise: markdown or text.
   */
  readonly kind?: string;
}

/** A passage: `text` is exactly `document.text.slice(start, end)`. Neighbours may overlap. */
export interface Chunk {
  /** 0-based order in the document. */
  readonly position: number;
  /** Titles from the outermost heading to the nearest; the document's own title is not repeated in it. */
  readonly headingPath: string[];
  /** Page on which the chunk starts, or null when the source has no pages. */
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The same numbers as in a base's settings; what is absent has their default. */
export interface SplitOptions {
  /** Model tokens, estimated; no chunk is longer. Fewer than 10 count as 10. */
  readonly chunkTokens?: number;
  /** Percent of `chunkTokens`, 0 to 50, that a chunk may repeat from the end of the one before it. */
  readonly overlapPercent?: number;
}

/** Half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Preference for a cut before a piece: the higher, the better the place. `stuck` keeps it with what is above. */
export const CUT = { stuck: -1, hard: 0, clause: 1, line: 2, sentence: 3, block: 4 } as const;
export type Cut = (typeof CUT)[keyof typeof CUT];

/** The smallest piece the packer moves; starts and ends on a character that is not white space. */
export interface Atom extends Span {
  readonly weight: number;
  readonly cut: Cut;
  /** May be repeated at the head of the next chunk: prose and list items, not code or table rows. */
  readonly repeatable: boolean;
}

/** Parts of one model token. Sizes are counted in parts, so that sums stay whole numbers. */
export const TOKEN = 420;
const ASCII = 100;
const LATIN_EXTENDED = 200;
const CJK = 357;

/** Parts by UTF-16 unit: the weights by which the language models' use is estimated too. */
const WEIGHTS = Uint16Array.from({ length: 0x1_0000 }, (_, unit) => weightOf(unit));

function weightOf(unit: number): number {
  if (unit < 0x80) return ASCII;
  // Vietnamese letters live in U+00C0–024F and U+1E00–1EFF; combining marks and Greek/Cyrillic cost the same.
  if (unit < 0x0e00 || (unit >= 0x1e00 && unit < 0x2070)) return LATIN_EXTENDED;
  if (unit >= 0x3000 && unit <= 0x9fff) return CJK;
  if (unit >= 0xac00 && unit <= 0xd7af) return CJK;
  if (unit >= 0xf900 && unit <= 0xffef) return CJK;
  return TOKEN;
}

/** Parts of a token that the UTF-16 unit at `index` takes. */
export function unitWeight(text: string, index: number): number {
  return WEIGHTS[text.charCodeAt(index)] ?? 0;
}

/** Parts of a token (420 each) in `text.slice(start, end)`, estimated in one walk without a dictionary. */
export function weigh(text: string, start: number, end: number): number {
  let weight = 0;
  for (let index = start; index < end; index++) weight += WEIGHTS[text.charCodeAt(index)] ?? 0;
  return weight;
}

/** A line without its line break. `text` keeps its indentation. */
export interface Line extends Span {
  readonly text: string;
  readonly blank: boolean;
}

/** Lines of `text.slice(start, end)`. A carriage return counts as white space at the line's end. */
export function* readLines(text: string, start: number, end: number): Generator<Line> {
  let from = start;
  while (from < end) {
    const found = text.indexOf('\n', from);
    const to = found === -1 || found > end ? end : found;
    const line = text.slice(from, to);
    yield { start: from, end: to, text: line, blank: line.trim() === '' };
    from = to + 1;
  }
}

/** White space as `String.prototype.trim` sees it, without making a string per character. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x1680 ||
    unit === 0xfeff
  );
}

/** The span without white space at its ends, or null when nothing else is in it. */
export function trimSpan(text: string, start: number, end: number): Span | null {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}
