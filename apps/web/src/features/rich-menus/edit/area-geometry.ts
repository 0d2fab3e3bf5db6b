import { AREA_SMALLEST, MENU_SIZES, type MenuSize } from '@hanasu/contract/rich-menus';

// Rectangles in whole pixels of a picture: moved, resized and snapped, never outside of it. Pure.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which edges a handle takes along: -1 the left or upper one, 1 the right or lower one, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}
export const HANDLES: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).filter((x) => x !== 0 || y !== 0).map((x) => ({ x, y })),
);

/** What a thumb needs. */
export const smallestIn = ({ width, height }: Size): Size => ({
  width: Math.ceil((width * AREA_SMALLEST) / 100),
  height: Math.ceil((height * AREA_SMALLEST) / 100),
});

const clamp = (value: number, from: number, to: number): number => Math.max(from, Math.min(to, value));

/** The nearest box that fits: whole pixels, inside, large enough. */
export function fitBox({ x, y, width, height }: Box, size: Size): Box {
  const least = smallestIn(size);
  const fitted = {
    width: clamp(Math.round(width), least.width, size.width),
    height: clamp(Math.round(height), least.height, size.height),
  };
  return {
    ...fitted,
    x: clamp(Math.round(x), 0, size.width - fitted.width),
    y: clamp(Math.round(y), 0, size.height - fitted.height),
  };
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}
/** What `fitBox` takes as it is when one side of the box changes. */
export function boundsOf({ width, height }: Box, size: Size): Readonly<Record<keyof Box, Bounds>> {
  const least = smallestIn(size);
  return {
    x: { min: 0, max: Math.max(0, size.width - Math.max(width, least.width)) },
    y: { min: 0, max: Math.max(0, size.height - Math.max(height, least.height)) },
    width: { min: least.width, max: size.width },
    height: { min: least.height, max: size.height },
  };
}

export const moveBox = (box: Box, by: { readonly x: number; readonly y: number }, size: Size): Box =>
  fitBox({ ...box, x: box.x + by.x, y: box.y + by.y }, size);

interface Side {
  readonly from: number;
  readonly length: number;
}
interface Pull {
  readonly edge: -1 | 0 | 1;
  readonly by: number;
}
/** The edge that is not pulled stays where it is. */
function resizeSide(
  { from, length }: Side,
  { edge, by }: Pull,
  limits: { least: number; whole: number },
): Side {
  const end = from + length;
  if (edge === 0) return { from, length };
  if (edge > 0)
    return { from, length: clamp(Math.round(end + by), from + limits.least, limits.whole) - from };
  const start = clamp(Math.round(from + by), 0, end - limits.least);
  return { from: start, length: end - start };
}

export interface Resize {
  readonly handle: Handle;
  readonly by: { readonly x: number; readonly y: number };
}
export function resizeBox(box: Box, { handle, by }: Resize, size: Size): Box {
  const least = smallestIn(size);
  const across = resizeSide(
    { from: box.x, length: box.width },
    { edge: handle.x, by: by.x },
    { least: least.width, whole: size.width },
  );
  const down = resizeSide(
    { from: box.y, length: box.height },
    { edge: handle.y, by: by.y },
    { least: least.height, whole: size.height },
  );
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

type Point = Pick<Box, 'x' | 'y'>;
/** From one corner to the other, in whichever direction it was drawn. Null: too small to be meant. */
export function drawnBox(from: Point, to: Point, size: Size): Box | null {
  const least = smallestIn(size);
  const edges = (one: number, other: number, whole: number) =>
    [clamp(Math.min(one, other), 0, whole), clamp(Math.max(one, other), 0, whole)] as const;
  const [left, right] = edges(from.x, to.x, size.width);
  const [top, bottom] = edges(from.y, to.y, size.height);
  if (right - left < least.width || bottom - top < least.height) return null;
  return fitBox({ x: left, y: top, width: right - left, height: bottom - top }, size);
}

/** Where edges like to be: those of the picture, its middle, those of other boxes. */
export interface Guides {
  readonly x: readonly number[];
  readonly y: readonly number[];
}
export const guidesOf = ({ width, height }: Size, others: readonly Box[]): Guides => ({
  x: [0, Math.round(width / 2), width, ...others.flatMap((box) => [box.x, box.x + box.width])],
  y: [0, Math.round(height / 2), height, ...others.flatMap((box) => [box.y, box.y + box.height])],
});

/** How far the nearest of the guides is from one of the edges; 0 when none is within `reach`. */
function pullOf(edges: readonly number[], guides: readonly number[], reach: number): number {
  let best = 0;
  let distance = reach + 1;
  for (const edge of edges)
    for (const guide of guides) {
      const far = Math.abs(guide - edge);
      if (far < distance) {
        distance = far;
        best = guide - edge;
      }
    }
  return best;
}

export interface Snap {
  readonly guides: Guides;
  /** Pixels of the picture. */
  readonly reach: number;
}
/** Moved as a whole to the nearest guides. */
export function snapMoved(box: Box, { guides, reach }: Snap, size: Size): Box {
  const x = pullOf([box.x, box.x + box.width], guides.x, reach);
  const y = pullOf([box.y, box.y + box.height], guides.y, reach);
  return moveBox(box, { x, y }, size);
}
/** Only the edges that are pulled snap. */
export function snapResized(box: Box, { handle, guides, reach }: Snap & { handle: Handle }, size: Size): Box {
  const at = (from: number, length: number, edge: Handle['x']): number[] =>
    edge === 0 ? [] : [edge < 0 ? from : from + length];
  const by = {
    x: pullOf(at(box.x, box.width, handle.x), guides.x, reach),
    y: pullOf(at(box.y, box.height, handle.y), guides.y, reach),
  };
  return resizeBox(box, { handle, by }, size);
}

const commonLength = (one: Side, other: Side): number =>
  Math.max(0, Math.min(one.from + one.length, other.from + other.length) - Math.max(one.from, other.from));
/** How many pixels two boxes share. */
export const commonArea = (one: Box, other: Box): number =>
  commonLength({ from: one.x, length: one.width }, { from: other.x, length: other.width }) *
  commonLength({ from: one.y, length: one.height }, { from: other.y, length: other.height });
export const overlap = (one: Box, other: Box): boolean => commonArea(one, other) > 0;

/** Of areas that lie over each other; the first of the list gets the tap. */
export const overlapping = <Area extends Box & { readonly id: string }>(
  areas: readonly Area[],
): ReadonlySet<string> =>
  new Set(
    areas.flatMap((area, index) =>
      areas.slice(index + 1).flatMap((other) => (overlap(area, other) ? [area.id, other.id] : [])),
    ),
  );

const NUDGE = 50;
/** A copy to the right of it, or else below, or else over it. */
export function besideBox(box: Box, size: Size): Box {
  const places = [
    { x: box.width, y: 0 },
    { x: 0, y: box.height },
    { x: NUDGE, y: NUDGE },
  ].map((by) => moveBox(box, by, size));
  return places.find((place) => !overlap(place, box)) ?? places[2] ?? box;
}

const THOUSANDTHS = 1_000;
/** A cell in thousandths as pixels; cells that touch there touch here. */
export function cellBox({ x, y, width, height }: Box, size: Size): Box {
  const left = Math.round((x * size.width) / THOUSANDTHS);
  const top = Math.round((y * size.height) / THOUSANDTHS);
  return {
    x: left,
    y: top,
    width: Math.round(((x + width) * size.width) / THOUSANDTHS) - left,
    height: Math.round(((y + height) * size.height) / THOUSANDTHS) - top,
  };
}

/** The same place of a picture of another size. */
export function scaleBox(box: Box, from: MenuSize, to: MenuSize): Box {
  const [old, size] = [MENU_SIZES[from], MENU_SIZES[to]];
  const scaled = (value: number, side: keyof Size): number => (value * size[side]) / old[side];
  const left = Math.round(scaled(box.x, 'width'));
  const top = Math.round(scaled(box.y, 'height'));
  const right = Math.round(scaled(box.x + box.width, 'width'));
  const bottom = Math.round(scaled(box.y + box.height, 'height'));
  return fitBox({ x: left, y: top, width: right - left, height: bottom - top }, size);
}
