/** Part of a line's text, `start`..`end`, and where it stands on the page. */
export interface LinePart {
  start: number;
  end: number;
  readonly x: number;
  readonly right: number;
}

interface Letters {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly size: number;
}

/** Letters that many fonts lack, as most of Vietnamese: programs then take them from another font. */
const RARE_LETTERS = /^(?:[\u00c0-\u024f\u1e00-\u1eff]|\p{M}){1,3}$/u;
/** From the estimated place of a gap inside a text, in characters: they are not all of one width. */
const NEAR = 3;
/** Of the letters' size: what is left of a gap is a space from here on. */
const SPACE = 0.2;

/**
 * Puts letters into the gap that was left for them: a program that takes some from another font writes the rest of the
 * line first, with blanks. Returns the text, `parts` moved along; null: these letters fill no gap.
 */
export function fillGap(text: string, parts: readonly LinePart[], letters: Letters): string | null {
  if (!RARE_LETTERS.test(letters.text)) return null;
  const tolerance = letters.size * SPACE;
  const part = parts.findLast(({ x, right }) => x <= letters.x + tolerance && right > letters.x + tolerance);
  if (!part) return null;
  const own = text.slice(part.start, part.end);
  const at = gapIn(own, (letters.x - part.x) / (part.right - part.x));
  if (at === null) return null;
  const isWhole = own.trim() === '';
  const before = isWhole && letters.x - part.x > tolerance ? ' ' : '';
  const behind = isWhole && part.right - letters.right > tolerance ? ' ' : '';
  const filling = `${before}${letters.text}${behind}`;
  const from = part.start + at;
  for (const each of parts) {
    if (each.start > from) each.start += filling.length - 1;
    if (each.end > from) each.end += filling.length - 1;
  }
  return text.slice(0, from) + filling + text.slice(from + 1);
}

/** The blank nearest to a share of a text; null: none is near. */
function gapIn(text: string, share: number): number | null {
  const wanted = share * text.length;
  let best: number | null = null;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (best === null || Math.abs(at - wanted) < Math.abs(best - wanted)) best = at;
  }
  return best !== null && Math.abs(best - wanted) <= NEAR ? best : null;
}
