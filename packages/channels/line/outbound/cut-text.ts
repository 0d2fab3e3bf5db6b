const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * At most `most` UTF-16 units, ending in `…` where something was cut, never inside a grapheme. The vendor counts some
 * fields in graphemes, of which there are never more than units.
 */
export function cutText(text: string, most: number): string {
  const words = text.toWellFormed().trim();
  if (words.length <= most) return words;
  let kept = '';
  for (const { segment } of graphemes.segment(words.slice(0, most + 1))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
}
