import { TELEGRAM_LIMITS } from '../limits.ts';
import { type RichText, slice, trimmed } from './rich-text.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units; longer than any sequence people write as one character. */
const LOOK_AHEAD = 200;

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?]+["')\]]*\s+/g, /\s+/g] as const;

/**
 * Pieces of at most `limit` UTF-16 units and so many marks as the vendor shows, cut at the best boundary of the second
 * half, never inside a character.
 */
export function splitRichText(rich: RichText, limit: number): RichText[] {
  const pieces: RichText[] = [];
  let start = 0;
  for (;;) {
    const most = Math.min(limit, roomFor(rich, start));
    if (rich.text.length - start <= most) break;
    const end = start + cutPoint(rich.text.slice(start, start + most + LOOK_AHEAD), most);
    pieces.push(slice(rich, start, end));
    start = end;
  }
  pieces.push(slice(rich, start, rich.text.length));
  return pieces.map(trimmed).filter(({ text }) => text !== '');
}

/** Units from `start` until one mark too many begins. */
function roomFor({ entities }: RichText, start: number): number {
  const ahead = entities.filter(({ offset, length }) => offset + length > start);
  const tooMany = ahead.map(({ offset }) => Math.max(0, offset - start)).sort((one, other) => one - other)[
    TELEGRAM_LIMITS.entities
  ];
  // Marks that all begin in one place can't be told apart by cutting.
  return tooMany === undefined || tooMany === 0 ? Number.POSITIVE_INFINITY : tooMany;
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
