import { RichMessageDefinition } from '@hanasu/contract/rich-messages';
import { expect, test } from 'vitest';
import { changeArea, changeCell, isOverCells, removeArea, VIDEO_ID } from '../edit/picture-draft.ts';
import {
  addVideo,
  applyGrid,
  changeVideo,
  drawHere,
  fitHeight,
  gridOf,
  HEIGHT_MAX,
  HEIGHT_MIN,
  LABEL_MAX,
  MESSAGE_GRIDS,
  sendable,
  setAction,
  setHeight,
  sizeOf,
} from './message-draft.ts';

let last = 0;
const newId = () => `a${++last}`;
const EMPTY = RichMessageDefinition.parse({
  height: 1_040,
  picture: null,
  altText: '',
  areas: [],
  video: null,
});
const two = () => applyGrid(EMPTY, { grid: 'two', newId });

test('a layout makes cells with an area over each, and an upload makes room for it', () => {
  expect(gridOf(two())).toBe('two');
  expect(two().areas.map(({ x, width, height }) => [x, width, height])).toEqual([
    [0, 520, 1_040],
    [520, 520, 1_040],
  ]);
  const fileUuid = '0190b5ae-0000-7000-8000-000000000000' as never;
  const uploaded = { ...two(), picture: { kind: 'upload' as const, fileUuid, crop: null } };
  expect(gridOf(uploaded)).toBeNull();
  expect(gridOf(drawHere(uploaded, newId))).toBe('one');
});

test('areas and the video follow another height, which stays within what LINE takes', () => {
  const low = setHeight(addVideo(two()), 520);
  expect(low.areas.map(({ height }) => height)).toEqual([520, 520]);
  expect(low.video).toMatchObject({ x: 0, y: 114, width: 1_040, height: 293 });
  expect(setHeight(EMPTY, 9_000).height).toBe(2_080);
  expect(setHeight(EMPTY, 1).height).toBe(260);
  expect(setHeight(EMPTY, Number.NaN)).toBe(EMPTY);
  expect(fitHeight(EMPTY, { width: 4_000, height: 3_000 }).height).toBe(780);
});

test('areas stay over their cells in every height', () => {
  for (const grid of MESSAGE_GRIDS) {
    let draft = applyGrid(EMPTY, { grid, newId });
    for (let height = HEIGHT_MIN; height <= HEIGHT_MAX; height += 7) {
      draft = setHeight(draft, height);
      expect(isOverCells(draft, sizeOf(draft))).toBe(true);
    }
  }
});

test('the words of a cell are the label of its area', () => {
  const draft = changeCell(two(), { index: 1, labelMax: LABEL_MAX }, { text: 'Book' });
  expect(draft.areas.map(({ label }) => label)).toEqual(['', 'Book']);
});

test('the place of a video is moved and removed as areas are', () => {
  const draft = addVideo(two());
  const moved = changeArea(draft, VIDEO_ID, { x: 10, y: 20, width: 300, height: 200 });
  expect(moved.video).toMatchObject({ x: 10, y: 20, width: 300, height: 200, previewUrl: null });
  expect(moved.areas).toEqual(draft.areas);
  expect(removeArea(moved, VIDEO_ID).video).toBeNull();
});

test('what is only begun is kept here and not sent', () => {
  const draft = two();
  const id = draft.areas[0]?.id ?? '';
  const begun = addVideo(setAction(draft, id, { kind: 'link', url: 'https:/' }));
  const sent = sendable(begun);
  expect(sent?.isWhole).toBe(false);
  expect([sent?.definition.areas[0]?.action, sent?.definition.video]).toEqual([null, null]);
  const url = 'https://a.example/a.mp4';
  const whole = changeVideo(setAction(begun, id, { kind: 'copy', text: 'CODE' }), { url });
  expect(sendable(whole)).toEqual({ definition: whole, isWhole: true });
  const half = sendable(changeVideo(whole, { link: { url: '', label: 'More' } }));
  expect([half?.isWhole, half?.definition.video]).toEqual([false, whole.video]);
  expect(sendable({ ...whole, altText: 'あ'.repeat(401) })?.definition.altText).toHaveLength(400);
});
