import { type AtomLimits, readAtoms } from './atoms.ts';
import type { Chunk, PageSpan, Span, SplitInput, SplitOptions } from './chunk.ts';
import { type PackLimits, packAtoms } from './pack.ts';
import { readSections } from './sections.ts';

/**
 * 700 to 1,000 weighted characters find the most answers: smaller chunks rank worse, larger ones waste the
 * context.
 */
const MAXIMUM = 900;
const OVERLAP = 0.15;
/** Below this a chunk cannot hold a grapheme and its neighbours. */
const SMALLEST_MAXIMUM = 20;

/**
 * Splits a document into passages for search, in order, with exact offsets. Follows headings, lists, tables, code
 * and sentences (ja, vi, en); a chunk never spans two headings or two questions. Linear time; never throws.
 */
export function splitDocument(input: SplitInput, options: SplitOptions = {}): Chunk[] {
  const { text, pages, title } = input;
  const maximum = Math.max(options.maximum ?? MAXIMUM, SMALLEST_MAXIMUM);
  const overlap = maximum * Math.min(Math.max(options.overlap ?? OVERLAP, 0), 0.5);
  const limits: AtomLimits & PackLimits = { maximum, overlap, piece: Math.max(maximum * OVERLAP, 8) };
  const pageOf = pageFinder(pages ?? []);
  const chunks: Chunk[] = [];
  for (const section of readSections(text, title)) {
    for (const span of packAtoms(text, readAtoms(text, section, limits), limits)) {
      chunks.push(toChunk(text, chunks.length, section.headingPath, span, pageOf(span.start)));
    }
  }
  return chunks;
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
