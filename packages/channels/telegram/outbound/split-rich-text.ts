import { type RichText, slice, trimmed } from './rich-text.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units; longer than any sequence people write as one character. */
const LOOK_AHEAD = 200;

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?]+["')\]]*\s+/g, /\s+/g] as const;

/** Pieces of at most `limit` UTF-16 units, cut at the best boundary of the second half, never inside a character. */
export function splitRichText(rich: RichText, limit: number): RichText[] {
  const pieces: RichText[] = [];
  let start = 0;
  while (rich.text.length - start > limit) {
    const end = start + cutPoint(rich.text.slice(start, start + limit + LOOK_AHEAD), limit);
    pieces.push(slice(rich, start, end));
    start = end;
  }
  pieces.push(slice(rich, start, rich.text.length));
  return pieces.map(trimmed).filter(({ text }) => text !== '');
}

function cutPoint(text: string, limit: number): number {
  const window = graphemes.segment(text);
  for (const pattern of BREAKS) {
    let end = 0;
    for (const match of text.slice(0, limit).matchAll(pattern)) end = match.index + match[0].length;
    if (end > limit / 2 && window.containing(end)?.index === end) return end;
  }
  const last = window.containing(limit);
  if (last && last.index > 0) return last.index;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit;
}
