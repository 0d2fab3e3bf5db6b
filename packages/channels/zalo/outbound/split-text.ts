const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** In code points, which is how the vendor's limit is taken. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** At most so many code points, never half of a character. */
export function shortened(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text;
  return `${cut(text, limit - 1).trimEnd()}…`;
}

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?…]+["')\]]*\s+/g, /\s+/g] as const;

/** Pieces of at most `limit` code points, cut at the best boundary of the second half of each piece. */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit && lengthOf(rest) > limit) {
    const fits = cut(rest, limit);
    const piece = fits.slice(0, bestBreak(fits));
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest]
    .map((piece) => piece.replace(/^\n+/, '').trimEnd())
    .filter((piece) => piece !== '');
}

/** Where to end in a text that fits; all of it when no boundary stands in its second half. */
function bestBreak(fits: string): number {
  for (const pattern of BREAKS) {
    let end = 0;
    for (const match of fits.matchAll(pattern)) end = match.index + match[0].length;
    if (end > fits.length / 2) return end;
  }
  return fits.length;
}

/** The longest beginning of whole characters; of one character longer than the limit, so many code points. */
function cut(text: string, limit: number): string {
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    length += lengthOf(segment);
    if (length > limit) break;
    end = index + segment.length;
  }
  return end > 0 ? text.slice(0, end) : Array.from(text).slice(0, limit).join('');
}
