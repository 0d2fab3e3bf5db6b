const DARK = '#04210f';
const LIGHT = '#ffffff';

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** The ink that can be read better on a colour (`#rrggbb`). */
export function contrastColor(color: string): string {
  const parts = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const [red = 0, green = 0, blue = 0] = parts;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where both inks have the same contrast.
  return luminance > 0.179 ? DARK : LIGHT;
}
