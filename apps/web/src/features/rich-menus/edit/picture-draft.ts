import { inkOn, mixColors, standsOut } from '@hanasu/contract/contrast';
import type { PictureCell, PictureSource } from '@hanasu/contract/menu-pictures';
import { graphemes } from '@hanasu/contract/typed-words';
import { type Box, cellBox, commonArea, type Size } from './area-geometry.ts';

// What can be done to a picture with tap areas, whether it is the page of a menu or a rich message. Pure.

export type Composed = Extract<PictureSource, { kind: 'composed' }>;
export interface PictureArea extends Box {
  readonly id: string;
  readonly label: string;
  /** Null: not chosen yet. */
  readonly action: { readonly kind: string } | null;
}
export interface Picture {
  readonly picture: PictureSource | null;
  readonly areas: readonly PictureArea[];
  /** Plays in a place of its own, which is moved as areas are. */
  readonly video?: Box | null;
}
/** Stands for an area where the video's place is meant. */
export const VIDEO_ID = 'video';

export const CELL_TEXT_MAX = 40;
export const tooLong = (text: string, max: number): boolean => graphemes(text.trim()) > max;
/** As many characters as people count. */
export const cut = (text: string, max: number): string =>
  graphemes(text) <= max
    ? text
    : [...new Intl.Segmenter().segment(text)]
        .slice(0, max)
        .map((one) => one.segment)
        .join('');

export const composedOf = ({ picture }: Pick<Picture, 'picture'>): Composed | null =>
  picture?.kind === 'composed' ? picture : null;

/** Colours that stand in a picture. */
export function colorsIn(drawn: Pick<Picture, 'picture'>): string[] {
  const composed = composedOf(drawn);
  if (!composed) return [];
  const { background, line, cells } = composed;
  const all = [background, line, ...cells.flatMap(({ fill, color }) => [fill, color])];
  return [...new Set(all.filter((color) => color !== null))];
}

export const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

export const FIRST_COLORS = {
  background: '#ffffff',
  line: '#d7dde5',
  fill: '#ffffff',
  color: '#1b1f26',
} as const;

/** Accent of menus of accounts that have not chosen a colour, as in the mock; cards of LINE have their own green. */
export const GREEN = '#0f6636';

type CellColors = Pick<PictureCell, 'color'> & { readonly fill: string };
interface StarterPalette {
  readonly line: string;
  readonly plain: CellColors;
  /** The primary action. */
  readonly staff: CellColors;
  readonly phone: CellColors;
}
/**
 * Colours of the starter menu. In a shop's colour: pale tints of it with text in a dark shade, and the whole colour under the
 * way to staff. Cream where it has none, or one too pale to be tinted.
 */
export function starterPalette(color: string | null): StarterPalette {
  const fill = color ?? GREEN;
  const staff = { fill, color: inkOn(fill) };
  if (color === null || !standsOut(color))
    return {
      line: '#ddd3bd',
      plain: { fill: '#fffdf5', color: '#1b2a20' },
      staff,
      phone: { fill: '#fdeee8', color: '#a63a12' },
    };
  const ink = mixColors(color, 0.3, '#000000');
  return {
    line: mixColors(ink, 0.22),
    plain: { fill: mixColors(color, 0.05), color: ink },
    staff,
    phone: { fill: mixColors(color, 0.14), color: ink },
  };
}

export const newCell = (place: Box, like?: PictureCell): PictureCell => ({
  ...place,
  fill: like ? like.fill : FIRST_COLORS.fill,
  color: like?.color ?? FIRST_COLORS.color,
  icon: null,
  text: '',
  fileUuid: null,
});
export const newArea = ({ x, y, width, height }: Box, id: string) => ({
  id,
  x,
  y,
  width,
  height,
  label: '',
  action: null,
});

export type NewId = () => string;

export interface Laying<Area> {
  /** Places of all cells, in thousandths. */
  readonly places: readonly Box[];
  /** Content for the first of them, replacing what was there. */
  readonly fixed: readonly { readonly cell: PictureCell; readonly area: Area }[];
  /** Number of the present cells that were fixed. */
  readonly skipped: number;
  readonly size: Size;
  readonly newId: NewId;
}
/** Cells and the areas over them; what stood in a cell stays in the cell of its number. */
export function layOut<Area extends PictureArea>(
  drawn: { readonly picture: PictureSource | null; readonly areas: readonly Area[] },
  { places, fixed, skipped, size, newId }: Laying<Area>,
) {
  const before = composedOf(drawn);
  const old = before?.cells.slice(skipped) ?? [];
  const oldAreas = drawn.areas.slice(before ? skipped : 0);
  const cells = places.map((place, index) => {
    const kept = old[index - fixed.length];
    return fixed[index]?.cell ?? (kept ? { ...kept, ...place } : newCell(place, old[0]));
  });
  const areas = places.map((place, index) => {
    const own = cellBox(place, size);
    const kept = oldAreas[index - fixed.length];
    return fixed[index]?.area ?? (kept ? { ...kept, ...own } : newArea(own, newId()));
  });
  const picture: Composed = {
    kind: 'composed',
    background: before?.background ?? FIRST_COLORS.background,
    fileUuid: before?.fileUuid ?? null,
    line: before ? before.line : FIRST_COLORS.line,
    font: before?.font ?? 'sans',
    cells,
  };
  return { picture: drawn.picture?.kind === 'upload' ? drawn.picture : picture, areas };
}

export const setPicture = <Drawn extends Picture>(drawn: Drawn, picture: PictureSource | null): Drawn => ({
  ...drawn,
  picture,
});

interface CellPlace {
  readonly index: number;
  readonly labelMax: number;
  /** The area whose label follows the text; absent: the one of the same number. */
  readonly areaId?: string;
}
/** Changes a cell; the label of the area over it follows its words until a user writes another one. */
export function changeCell<Drawn extends Picture>(
  drawn: Drawn,
  { index, labelMax, areaId = drawn.areas[index]?.id }: CellPlace,
  change: Partial<PictureCell>,
): Drawn {
  const composed = composedOf(drawn);
  const before = composed?.cells[index];
  if (!composed || !before) return drawn;
  const cells = composed.cells.map((cell, at) => (at === index ? { ...cell, ...change } : cell));
  const areas = drawn.areas.map((area) =>
    area.id === areaId &&
    change.text !== undefined &&
    (area.label === '' || area.label === cut(before.text, labelMax))
      ? { ...area, label: cut(change.text, labelMax) }
      : area,
  );
  return { ...drawn, picture: { ...composed, cells }, areas };
}

/** What all cells share. */
export function changeComposed<Drawn extends Picture>(drawn: Drawn, change: Partial<Composed>): Drawn {
  const composed = composedOf(drawn);
  return composed ? { ...drawn, picture: { ...composed, ...change } } : drawn;
}

type AreaChange = Partial<Box & Pick<PictureArea, 'label'>>;
export const changeArea = <Drawn extends Picture>(drawn: Drawn, areaId: string, change: AreaChange): Drawn =>
  areaId === VIDEO_ID && drawn.video
    ? { ...drawn, video: { ...drawn.video, ...change } }
    : {
        ...drawn,
        areas: drawn.areas.map((area) => (area.id === areaId ? { ...area, ...change } : area)),
      };
export const removeArea = <Drawn extends Picture>(drawn: Drawn, areaId: string): Drawn =>
  areaId === VIDEO_ID
    ? { ...drawn, video: null }
    : { ...drawn, areas: drawn.areas.filter(({ id }) => id !== areaId) };

interface Part {
  readonly place: Box;
  readonly id: string;
}
export const addArea = <Drawn extends Picture>(drawn: Drawn, { place, id }: Part): Drawn => ({
  ...drawn,
  areas: [...drawn.areas, newArea(place, id)],
});
/** Over the others, so that it is found. */
export function duplicateArea<Drawn extends Picture>(
  drawn: Drawn,
  areaId: string,
  { place, id }: Part,
): Drawn {
  const area = drawn.areas.find((each) => each.id === areaId);
  return area ? { ...drawn, areas: [...drawn.areas, { ...area, ...place, id }] } : drawn;
}

/** The cell under an area: they stand in the same order. */
export function cellIndexOf(drawn: Picture, areaId: string, size: Size): number | null {
  const index = drawn.areas.findIndex(({ id }) => id === areaId);
  const [area, cell] = [drawn.areas[index], composedOf(drawn)?.cells[index]];
  return area && cell && isSameBox(cellBox(cell, size), area) ? index : null;
}
interface Resize {
  readonly from: Size;
  readonly to: Size;
  /** The area where it stands over no cell. */
  readonly otherwise: (area: Box) => Box;
}
/** The area in a picture of another size: over its cell as before. */
export function resizedArea(drawn: Picture, area: PictureArea, { from, to, otherwise }: Resize): Box {
  const index = cellIndexOf(drawn, area.id, from);
  const cell = index === null ? undefined : composedOf(drawn)?.cells[index];
  return cell ? cellBox(cell, to) : otherwise(area);
}
/** The cell that people see in an area: its own, or once it was moved or resized the one it covers most of. */
export function cellUnder(drawn: Picture, areaId: string, size: Size): number | null {
  const own = cellIndexOf(drawn, areaId, size);
  const area = drawn.areas.find(({ id }) => id === areaId);
  if (own !== null || !area) return own;
  const covered = composedOf(drawn)?.cells.map((cell) => commonArea(cellBox(cell, size), area)) ?? [];
  const most = Math.max(0, ...covered);
  return most > 0 ? covered.indexOf(most) : null;
}
/** Areas stand over their cells, all of them. */
export const isOverCells = (drawn: Picture, size: Size): boolean =>
  drawn.areas.length > 0 && drawn.areas.every(({ id }) => cellIndexOf(drawn, id, size) !== null);

/** Words that are too long are cut; `onCut` says that they were. */
export function keptPicture(picture: PictureSource | null, onCut: () => void): PictureSource | null {
  if (picture?.kind !== 'composed') return picture;
  const cells = picture.cells.map((cell) => {
    const text = cut(cell.text.trim(), CELL_TEXT_MAX);
    if (text !== cell.text.trim()) onCut();
    return { ...cell, text };
  });
  return { ...picture, cells };
}
