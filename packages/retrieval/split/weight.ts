const CJK_WEIGHT = 2.2;

/** Whether a UTF-16 unit belongs to Chinese, Japanese or Korean text, full-width forms included. */
export function isCjkUnit(unit: number): boolean {
  if (unit < 0x2e80) return false;
  return (
    unit <= 0x9fff ||
    (unit >= 0xac00 && unit <= 0xd7af) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff00 && unit <= 0xffef) ||
    isCjkLead(unit)
  );
}

/** Lead surrogates of the ideograph planes (U+20000 to U+323AF). */
function isCjkLead(unit: number): boolean {
  return unit >= 0xd840 && unit <= 0xd888;
}

/** Weight of the UTF-16 unit at `index`; the two units of a rare ideograph together count once. */
export function unitWeight(text: string, index: number): number {
  return isCjkUnit(text.charCodeAt(index)) ? CJK_WEIGHT : 1;
}

/** Weighted characters of `text.slice(start, end)`: 1 each, 2.2 for CJK. */
export function weigh(text: string, start: number, end: number): number {
  let weight = 0;
  for (let index = start; index < end; index++) weight += unitWeight(text, index);
  return weight;
}
