/** Parts of one model token. Sizes are counted in parts, so that sums stay whole numbers. */
export const TOKEN = 420;
const ASCII = 100;
const LATIN_EXTENDED = 200;
const CJK = 357;

/** Parts by UTF-16 unit: the weights by which the language models' use is estimated too. */
const WEIGHTS = Uint16Array.from({ length: 0x1_0000 }, (_, unit) => weightOf(unit));

function weightOf(unit: number): number {
  if (unit < 0x80) return ASCII;
  // Vietnamese letters live in U+00C0–024F and U+1E00–1EFF; combining marks and Greek/Cyrillic cost the same.
  if (unit < 0x0e00 || (unit >= 0x1e00 && unit < 0x2070)) return LATIN_EXTENDED;
  if (unit >= 0x3000 && unit <= 0x9fff) return CJK;
  if (unit >= 0xac00 && unit <= 0xd7af) return CJK;
  if (unit >= 0xf900 && unit <= 0xffef) return CJK;
  return TOKEN;
}

/** Parts of a token that the UTF-16 unit at `index` takes. */
export function unitWeight(text: string, index: number): number {
  return WEIGHTS[text.charCodeAt(index)] ?? 0;
}

/** Parts of a token (420 each) in `text.slice(start, end)`, estimated in one walk without a dictionary. */
export function weigh(text: string, start: number, end: number): number {
  let weight = 0;
  for (let index = start; index < end; index++) weight += WEIGHTS[text.charCodeAt(index)] ?? 0;
  return weight;
}
