import { CELL_UNITS, PictureSource } from './menu-pictures.ts';

/**
 * Where the cells of LINE's templates lie, by LINE's own rules and by nothing of ours: parts of a picture from its upper left
 * corner, and what such a picture looks like with a plain colour in each.
 */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const place = (x: number, y: number, width: number, height: number): Place => ({ x, y, width, height });
const columns = (count: number, { y, height }: Pick<Place, 'y' | 'height'>): Place[] =>
  Array.from({ length: count }, (_, index) => place(index / count, y, 1 / count, height));
const [WHOLE, UPPER, LOWER] = [
  { y: 0, height: 1 },
  { y: 0, height: 0.5 },
  { y: 0.5, height: 0.5 },
];

/** The templates of LINE's manager, in fractions of width and height. */
const TEMPLATE_PLACES = {
  six: [...columns(3, UPPER), ...columns(3, LOWER)],
  four: [...columns(2, UPPER), ...columns(2, LOWER)],
  oneThree: [...columns(1, UPPER), ...columns(3, LOWER)],
  twoLeft: [place(0, 0, 2 / 3, 1), place(2 / 3, 0, 1 / 3, 0.5), place(2 / 3, 0.5, 1 / 3, 0.5)],
  three: columns(3, WHOLE),
  oneTwo: [place(0, 0, 0.5, 1), place(0.5, 0, 0.25, 1), place(0.75, 0, 0.25, 1)],
  two: columns(2, WHOLE),
  one: columns(1, WHOLE),
} as const satisfies Record<string, readonly Place[]>;
export type TemplateName = keyof typeof TEMPLATE_PLACES;

/** Tabs are ours: a strip of so much of the height, with the template under it. */
const STRIP = 0.15;

/** In pixels of a picture of that size, not rounded. */
export function placesOf(name: TemplateName, { width, height }: Size, tabs = 0): Place[] {
  const strip = tabs === 0 ? 0 : STRIP;
  const parts = [
    ...columns(tabs, { y: 0, height: strip }),
    ...TEMPLATE_PLACES[name].map((cell) => ({
      ...cell,
      y: strip + cell.y * (1 - strip),
      height: cell.height * (1 - strip),
    })),
  ];
  return parts.map((part) =>
    place(part.x * width, part.y * height, part.width * width, part.height * height),
  );
}

type Rgb = readonly [red: number, green: number, blue: number];
/** Of the first place, the second, …: neighbours differ in each part of their colour. */
const PLAIN_COLORS: readonly Rgb[] = [
  [214, 40, 40],
  [29, 120, 190],
  [240, 190, 30],
  [30, 140, 80],
  [110, 50, 160],
  [250, 130, 60],
  [20, 60, 70],
  [200, 220, 90],
  [150, 30, 90],
  [60, 200, 200],
  [90, 90, 20],
];
const hexOf = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

const colorOf = (index: number): Rgb => PLAIN_COLORS[index % PLAIN_COLORS.length] ?? [0, 0, 0];

/** Red, green and blue of each pixel: the colour of the first place that its middle lies in. */
export function paint(places: readonly Place[], { width, height }: Size): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  for (const [index, box] of [...places.entries()].reverse()) {
    const color = colorOf(index);
    for (let y = Math.ceil(box.y - 0.5); y + 0.5 < box.y + box.height; y += 1)
      for (let x = Math.ceil(box.x - 0.5); x + 0.5 < box.x + box.width; x += 1)
        pixels.set(color, 3 * (y * width + x));
  }
  return pixels;
}

/** A picture of that template with a plain colour in each cell, in the thousandths that pictures are made of. */
export function plainPicture(name: TemplateName, tabs = 0): PictureSource {
  const cells = placesOf(name, { width: CELL_UNITS, height: CELL_UNITS }, tabs).map((cell, index) => ({
    ...roundPlace(cell),
    fill: hexOf(colorOf(index)),
    color: '#000000',
    icon: null,
    text: '',
    fileUuid: null,
  }));
  return PictureSource.parse({ kind: 'composed', background: '#ffffff', fileUuid: null, line: null, cells });
}

/** Places that touch still do. */
export function roundPlace({ x, y, width, height }: Place): Place {
  const [left, top] = [Math.round(x), Math.round(y)];
  return place(left, top, Math.round(x + width) - left, Math.round(y + height) - top);
}

/** Mean difference of all values, of 255. */
export function meanDifference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1)
    sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  return sum / one.length;
}

/** Pixels to look at: the middle of each place, and `reach` inside of its edges. */
const pointsOf = ({ x, y, width, height }: Place, reach: number): [x: number, y: number][] => {
  const [left, right, top, bottom] = [x + reach, x + width - reach, y + reach, y + height - reach];
  const [middle, centre] = [x + width / 2, y + height / 2];
  return [
    [middle, centre],
    [left, centre],
    [right, centre],
    [middle, top],
    [middle, bottom],
  ];
};

/** Points of places that don't have their colour: `2: 833,10 is 29,120,190`. JPEG may blur an edge by so much. */
export function wrongPoints(
  pixels: Uint8Array,
  { width, height }: Size,
  { places, reach, blur }: { places: readonly Place[]; reach: number; blur: number },
): string[] {
  return places.flatMap((box, index) =>
    pointsOf(box, reach).flatMap(([x, y]) => {
      const [column, row] = [Math.min(width - 1, Math.floor(x)), Math.min(height - 1, Math.floor(y))];
      const found = [...pixels.subarray(3 * (row * width + column), 3 * (row * width + column) + 3)];
      const isRight = found.every((value, part) => Math.abs(value - (colorOf(index)[part] ?? 0)) <= blur);
      return isRight ? [] : [`${index}: ${column},${row} is ${found.join()}`];
    }),
  );
}
