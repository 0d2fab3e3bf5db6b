import { MENU_SIZE_NAMES, MENU_SIZES } from '@hanasu/contract/rich-menus';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Box,
  besideBox,
  boundsOf,
  cellBox,
  drawnBox,
  fitBox,
  guidesOf,
  HANDLES,
  moveBox,
  overlap,
  overlapping,
  resizeBox,
  type Size,
  scaleBox,
  smallestIn,
  snapMoved,
  snapResized,
} from './area-geometry.ts';
import { GRIDS, gridsOf } from './menu-draft.ts';

const sizes = fc.constantFrom(...MENU_SIZE_NAMES);
const anyNumber = fc.double({ min: -6_000, max: 6_000, noNaN: true });
const anyBox = fc.record({ x: anyNumber, y: anyNumber, width: anyNumber, height: anyNumber });
const vector = fc.record({ x: anyNumber, y: anyNumber });
const inside = sizes.chain((name) =>
  fc.record({ size: fc.constant(MENU_SIZES[name]), box: anyBox.map((box) => fitBox(box, MENU_SIZES[name])) }),
);

function expectGood(box: Box, size: Size): void {
  const least = smallestIn(size);
  for (const value of Object.values(box)) expect(Number.isInteger(value)).toBe(true);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
  expect(box.width).toBeGreaterThanOrEqual(least.width);
  expect(box.height).toBeGreaterThanOrEqual(least.height);
}

test('whatever is done to an area, it stays inside, whole and large enough', () => {
  fc.assert(
    fc.property(inside, vector, fc.constantFrom(...HANDLES), ({ size, box }, by, handle) => {
      expectGood(box, size);
      expectGood(moveBox(box, by, size), size);
      expectGood(resizeBox(box, { handle, by }, size), size);
    }),
  );
});

test('moving keeps the size, and resizing keeps the edges that are not pulled', () => {
  fc.assert(
    fc.property(inside, vector, fc.constantFrom(...HANDLES), ({ size, box }, by, handle) => {
      const moved = moveBox(box, by, size);
      expect([moved.width, moved.height]).toEqual([box.width, box.height]);
      const resized = resizeBox(box, { handle, by }, size);
      if (handle.x >= 0) expect(resized.x).toBe(box.x);
      if (handle.x <= 0) expect(resized.x + resized.width).toBe(box.x + box.width);
      if (handle.y >= 0) expect(resized.y).toBe(box.y);
      if (handle.y <= 0) expect(resized.y + resized.height).toBe(box.y + box.height);
    }),
  );
});

test('what has snapped stays where it is, and never goes further than its reach', () => {
  const reach = 20;
  fc.assert(
    fc.property(inside, fc.array(anyBox, { maxLength: 4 }), ({ size, box }, others) => {
      const guides = guidesOf(
        size,
        others.map((other) => fitBox(other, size)),
      );
      const snapped = snapMoved(box, { guides, reach }, size);
      expectGood(snapped, size);
      expect(Math.abs(snapped.x - box.x)).toBeLessThanOrEqual(reach);
      expect(snapMoved(snapped, { guides, reach }, size)).toEqual(snapped);
    }),
  );
});

test('a pulled edge snaps to the edge of a neighbour', () => {
  const size = MENU_SIZES.large;
  const neighbour = { x: 1_000, y: 0, width: 500, height: 500 };
  const box = { x: 200, y: 0, width: 790, height: 500 };
  const snap = { guides: guidesOf(size, [neighbour]), reach: 15, handle: { x: 1, y: 0 } as const };
  expect(snapResized(box, snap, size)).toEqual({ ...box, width: 800 });
  expect(snapResized(box, { ...snap, reach: 5 }, size)).toEqual(box);
});

test('an area is drawn from any corner, and not by a slip', () => {
  const size = MENU_SIZES.compact;
  const box = { x: 100, y: 50, width: 400, height: 300 };
  expect(drawnBox({ x: 100, y: 50 }, { x: 500, y: 350 }, size)).toEqual(box);
  expect(drawnBox({ x: 500, y: 350 }, { x: 100, y: 50 }, size)).toEqual(box);
  expect(drawnBox({ x: 100, y: 50 }, { x: 110, y: 350 }, size)).toBeNull();
});

test('a copy stands beside its original where there is room', () => {
  const size = MENU_SIZES.compact;
  const box = { x: 0, y: 0, width: 1_000, height: 843 };
  expect(besideBox(box, size)).toEqual({ ...box, x: 1_000 });
  const wide = { x: 0, y: 0, width: 2_500, height: 400 };
  expect(besideBox(wide, size)).toEqual({ ...wide, y: 400 });
  const most = { x: 0, y: 0, width: 2_000, height: 700 };
  expect(besideBox(most, size)).toEqual({ ...most, x: 50, y: 50 });
});

test('areas that only touch do not overlap', () => {
  const left = { id: 'a', x: 0, y: 0, width: 500, height: 400 };
  const right = { ...left, id: 'b', x: 500 };
  expect(overlap(left, right)).toBe(false);
  expect(overlapping([left, right, { ...left, id: 'c', x: 900 }])).toEqual(new Set(['b', 'c']));
});

test.each(MENU_SIZE_NAMES)('the cells of every layout of %s cover the picture without a gap', (name) => {
  const size = MENU_SIZES[name];
  for (const tabs of [0, 2, 3])
    for (const grid of gridsOf(name)) {
      const boxes = GRIDS[grid](tabs).map((cell) => cellBox(cell, size));
      for (const box of boxes) expectGood(box, size);
      const covered = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
      expect(covered).toBe(size.width * size.height);
      expect(overlapping(boxes.map((box, index) => ({ ...box, id: String(index) }))).size).toBe(0);
    }
});

test('areas keep their place when the menu gets another size, and come back', () => {
  fc.assert(
    fc.property(inside, sizes, ({ box, size }, to) => {
      const from = MENU_SIZE_NAMES.find((name) => MENU_SIZES[name] === size) ?? 'large';
      expectGood(scaleBox(box, from, to), MENU_SIZES[to]);
    }),
  );
  const half = { x: 0, y: 0, width: 1_250, height: 1_686 };
  expect(scaleBox(half, 'large', 'compact')).toEqual({ x: 0, y: 0, width: 1_250, height: 843 });
});

test('a typed side within its bounds is taken as it is, and one outside becomes the bound', () => {
  fc.assert(
    fc.property(
      inside,
      fc.constantFrom('x', 'y', 'width', 'height'),
      fc.integer({ min: 0, max: 6_000 }),
      ({ size, box }, side, typed) => {
        const { min, max } = boundsOf(box, size)[side];
        const fitted = fitBox({ ...box, [side]: typed }, size);
        expect(fitted[side]).toBe(Math.min(Math.max(typed, min), max));
      },
    ),
  );
});
