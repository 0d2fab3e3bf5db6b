import { estimateTokens } from './estimate-tokens.ts';

/** The longest beginning of a text with about `most` tokens at most; never half a character. */
export function cutToTokens(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  const last = text.charCodeAt(low - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? low - 1 : low);
}
