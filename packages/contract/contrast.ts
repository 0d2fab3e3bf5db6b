/** Relative luminance of a colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether a colour can be read on white, and white on it: a contrast of at least 4.5 (WCAG 2.2, AA). */
export const isReadOnWhite = (color: string): boolean => 1.05 / (luminanceOf(color) + 0.05) >= 4.5;

/** Distance of the strongest from the weakest of red, green and blue; that of pale backgrounds is smaller. */
const STRONG = 48;

/** Whether a colour stands out on a page: it is dark, or strong as yellow is. */
export function standsOut(color: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return isReadOnWhite(color) || Math.max(...parts) - Math.min(...parts) >= STRONG;
}
