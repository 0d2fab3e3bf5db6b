import { type AtomLimits, readAtoms } from './atoms.ts';
import type { Chunk, PageSpan, Span, SplitInput, SplitOptions } from './chunk.ts';
import { type PackLimits, packAtoms } from './pack.ts';
import { readSections } from './sections.ts';
import { TOKEN } from './weight.ts';

/**
 * The defaults of a base's settings. About 340 tokens find the most answers within a given context in English, Japanese
 * and Vietnamese alike (`bench retrieval`): smaller passages rank worse, larger ones waste the context.
 */
export const DEFAULT_CHUNK_TOKENS = 340;
export const DEFAULT_OVERLAP_PERCENT = 15;

const SMALLEST_TOKENS = 10;
const LARGEST_OVERLAP = 50;
/** Text without any break is cut into pieces of this share of a chunk. */
const PIECE_SHARE = 0.15;

/**
 * Splits a document into passages for search, in order, with exact offsets. Follows headings, lists, tables, code
 * and sentences (ja, vi, en); a chunk never spans two headings or two questions. Linear time; never throws.
 */
export function splitDocument(input: SplitInput, options: SplitOptions = {}): Chunk[] {
  const { text, pages } = input;
  const limits = limitsOf(options);
  const pageOf = pageFinder(pages ?? []);
  const chunks: Chunk[] = [];
  for (const section of readSections(input)) {
    for (const span of packAtoms(text, readAtoms(text, section, limits), limits)) {
      chunks.push(toChunk(text, chunks.length, section.headingPath, span, pageOf(span.start)));
    }
  }
  return chunks;
}

function limitsOf({
  chunkTokens = DEFAULT_CHUNK_TOKENS,
  overlapPercent = DEFAULT_OVERLAP_PERCENT,
}: SplitOptions): AtomLimits & PackLimits {
  const maximum = Math.max(chunkTokens, SMALLEST_TOKENS) * TOKEN;
  const overlap = (maximum * Math.min(Math.max(overlapPercent, 0), LARGEST_OVERLAP)) / 100;
  return { maximum, overlap, piece: maximum * PIECE_SHARE };
}

function toChunk(
  text: string,
  position: number,
  headingPath: string[],
  span: Span,
  page: number | null,
): Chunk {
  const { start, end } = span;
  return { position, headingPath: [...headingPath], page, start, end, text: text.slice(start, end) };
}

/** Chunks come in order, so the page is found by walking forward. */
function pageFinder(pages: readonly PageSpan[]): (offset: number) => number | null {
  let index = 0;
  return (offset) => {
    while (index + 1 < pages.length && (pages[index + 1]?.start ?? 0) <= offset) index++;
    return pages[index]?.number ?? null;
  };
}
