import {
  RichMessageDefinition as Definition,
  RICH_MESSAGE_WIDTH,
  type RichMessageArea,
  RichMessageArea as RichMessageAreaShape,
  type RichMessageDefinition,
} from '@hanasu/contract/rich-messages';
import { makeHistoryReducer } from '../../../shell/draft/draft-history.ts';
import { type Box, fitBox, type Size } from '../edit/area-geometry.ts';
import { GRIDS, type Grid } from '../edit/menu-draft.ts';
import {
  composedOf,
  cut,
  isSameBox,
  keptPicture,
  layOut,
  type NewId,
  resizedArea,
  setPicture,
} from '../edit/picture-draft.ts';

// What can be done to the draft of a rich message. Pure: ids of new parts come from outside.

type Draft = RichMessageDefinition;
export const historyReducer = makeHistoryReducer<Draft>((draft) => draft);

export const LABEL_MAX = 50;
export const ALT_TEXT_MAX = 400;
export const VIDEO_LABEL_MAX = 30;
export const HEIGHT_MIN = 260;
export const HEIGHT_MAX = 2_080;

export const sizeOf = ({ height }: Pick<Draft, 'height'>): Size => ({ width: RICH_MESSAGE_WIDTH, height });

/** Heights that people know by their proportions. */
export const SHAPES = { square: 1_040, wide: 585, banner: 347, portrait: 1_300, tall: 2_080 } as const;
export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = [
  'square',
  'wide',
  'banner',
  'portrait',
  'tall',
] as const satisfies readonly Shape[];
export const shapeOf = (height: number): Shape | null =>
  SHAPE_NAMES.find((shape) => SHAPES[shape] === height) ?? null;

export const MESSAGE_GRIDS = ['one', 'two', 'three', 'oneTwo', 'four', 'oneThree', 'twoLeft', 'six'] as const;
export const gridOf = (draft: Draft): Grid | null => {
  const cells = composedOf(draft)?.cells ?? [];
  return (
    MESSAGE_GRIDS.find((grid) => {
      const wanted = GRIDS[grid](0);
      return (
        wanted.length === cells.length && wanted.every((cell, index) => isSameBox(cell, cells[index] ?? cell))
      );
    }) ?? null
  );
};
export const applyGrid = (draft: Draft, { grid, newId }: { grid: Grid; newId: NewId }): Draft => ({
  ...draft,
  ...layOut(draft, { places: GRIDS[grid](0), fixed: [], skipped: 0, size: sizeOf(draft), newId }),
});
/** An upload makes room for cells. */
export const drawHere = (draft: Draft, newId: NewId): Draft =>
  applyGrid(setPicture(draft, null), { grid: 'one', newId });

/** Areas and the video keep their place in the picture. */
export function setHeight(draft: Draft, wanted: number): Draft {
  const height = Math.max(HEIGHT_MIN, Math.min(HEIGHT_MAX, Math.round(wanted)));
  if (height === draft.height || !Number.isFinite(height)) return draft;
  const at = (y: number): number => Math.round((y * height) / draft.height);
  const moved = (box: Box): Box => {
    const top = at(box.y);
    return { x: box.x, y: top, width: box.width, height: Math.max(1, at(box.y + box.height) - top) };
  };
  const resize = { from: sizeOf(draft), to: sizeOf({ height }), otherwise: moved };
  return {
    ...draft,
    height,
    areas: draft.areas.map((area) => ({ ...area, ...resizedArea(draft, area, resize) })),
    video: draft.video && {
      ...draft.video,
      ...fitBox(moved(draft.video), { width: RICH_MESSAGE_WIDTH, height }),
    },
  };
}
/** Sets the height to the proportions of an upload. */
export const fitHeight = (draft: Draft, { width, height }: Size): Draft =>
  setHeight(draft, (RICH_MESSAGE_WIDTH * height) / width);

export const setAction = (draft: Draft, areaId: string, action: RichMessageArea['action']): Draft => ({
  ...draft,
  areas: draft.areas.map((area) => (area.id === areaId ? { ...area, action } : area)),
});

export type Video = NonNullable<Draft['video']>;
/** Adds a video in the middle, as wide as the picture. */
export function addVideo(draft: Draft): Draft {
  const tall = Math.min(draft.height, SHAPES.wide);
  const place = { x: 0, y: Math.round((draft.height - tall) / 2), width: RICH_MESSAGE_WIDTH, height: tall };
  const nothing = { url: null, mediaUuid: null, previewUrl: null, previewMediaUuid: null, link: null };
  return { ...draft, video: { ...place, ...nothing } };
}
export const changeVideo = (draft: Draft, change: Partial<Video>): Draft =>
  draft.video ? { ...draft, video: { ...draft.video, ...change } } : draft;

const VideoShape = Definition.shape.video;

/** Drops the unfinished part of a video: its link, or all of it. */
const keptVideo = (video: Draft['video']): Draft['video'] =>
  [video, video && { ...video, link: null }].find((each) => VideoShape.safeParse(each).success) ?? null;

/** Converts a draft for the server: unfinished parts are left out, words that are too long are cut. */
export function sendable(draft: Draft): { definition: Draft; isWhole: boolean } | null {
  let isWhole = true;
  const begun = () => {
    isWhole = false;
  };
  const kept = (words: string, max: number): string => {
    const short = cut(words.trim(), max);
    if (short !== words.trim()) begun();
    return short;
  };
  const areas = draft.areas.map((area) => {
    const isChosen = RichMessageAreaShape.shape.action.safeParse(area.action).success;
    if (!isChosen) begun();
    return { ...area, label: kept(area.label, LABEL_MAX), action: isChosen ? area.action : null };
  });
  const video = keptVideo(draft.video);
  if (video !== draft.video) begun();
  const parsed = Definition.safeParse({
    ...draft,
    altText: kept(draft.altText, ALT_TEXT_MAX),
    picture: keptPicture(draft.picture, begun),
    areas,
    video,
  });
  return parsed.success ? { definition: parsed.data, isWhole } : null;
}
