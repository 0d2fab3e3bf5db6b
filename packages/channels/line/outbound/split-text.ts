const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units; longer than any sequence people write as one character. */
const LOOK_AHEAD = 200;

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?]+["')\]]*\s+/g, /\s+/g] as const;

/**
 * Text in pieces of at most `limit` UTF-16 units, cut at the best boundary of the second half of each piece, and
 * never inside a grapheme unless one alone is longer than `limit`.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const end = cutPoint(rest, limit);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest].map(trimBlankLines).filter((piece) => piece.trim() !== '');
}

function cutPoint(text: string, limit: number): number {
  // More than fits: a window ending inside an emoji would make its halves look like two graphemes.
  const window = graphemes.segment(text.slice(0, limit + LOOK_AHEAD));
  for (const pattern of BREAKS) {
    const end = lastBreak(text.slice(0, limit), pattern);
    if (end > limit / 2 && window.containing(end)?.index === end) return end;
  }
  const last = window.containing(limit);
  if (last && last.index > 0) return last.index;
  return isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
}

function lastBreak(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
