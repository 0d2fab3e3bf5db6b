import type { Span } from './chunk.ts';

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
