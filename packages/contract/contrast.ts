/** Relative luminance of a colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Whether a colour can be read on white, and white on it: a contrast of at least 4.5 (WCAG 2.2, AA). */
export const isReadOnWhite = (color: string): boolean => contrastOf(color, '#ffffff') >= 4.5;

/** White on a colour where its contrast is at least 4.5, else black. */
export const inkOn = (fill: string): '#ffffff' | '#000000' => (isReadOnWhite(fill) ? '#ffffff' : '#000000');

/** Mixes a share of a colour, 0 to 1, into white or another colour. */
export function mixColors(color: string, share: number, ground = '#ffffff'): string {
  const partOf = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(partOf(ground, at) + share * (partOf(color, at) - partOf(ground, at))))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Accent of accounts that have not chosen a colour. */
const GREEN = '#15803d';
const INK = '#111827';

/** The account's colour on cards, in messages as in the inbox. */
export interface CardAccent {
  readonly fill: string;
  /** Text on the fill. */
  readonly onFill: '#ffffff' | '#000000';
  /** Text on white: the fill, or ink where the fill is too light to be read. */
  readonly ink: string;
}
export const cardAccent = (color: string | null): CardAccent => {
  const fill = color ?? GREEN;
  return { fill, onFill: inkOn(fill), ink: isReadOnWhite(fill) ? fill : INK };
};

/** Fill of the answers of a survey, which all weigh the same. */
const CHOICE = '#e5e7eb';

/** Colours of a button below a card, by its place there: the first stands out, the others are text. */
export function cardButtonColors(
  { fill, onFill, ink }: CardAccent,
  { isSurvey, index }: { readonly isSurvey: boolean; readonly index: number },
): { readonly fill: string | null; readonly text: string } {
  if (isSurvey) return { fill: CHOICE, text: inkOn(CHOICE) };
  return index === 0 ? { fill, text: onFill } : { fill: null, text: ink };
}

/** Distance of the strongest from the weakest of red, green and blue; that of pale backgrounds is smaller. */
const STRONG = 48;

/** Whether a colour stands out on a page: it is dark, or strong as yellow is. */
export function standsOut(color: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return isReadOnWhite(color) || Math.max(...parts) - Math.min(...parts) >= STRONG;
}
