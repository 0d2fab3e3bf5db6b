import { tmpdir } from 'node:os';
import type { AccountId } from '@hanasu/contract/ids';
import { CELL_UNITS } from '@hanasu/contract/menu-pictures';
import { MENU_SIZES } from '@hanasu/contract/rich-menus';
import { RICH_MESSAGE_WIDTH, RICH_MESSAGE_WIDTHS } from '@hanasu/contract/rich-messages';
import {
  meanDifference,
  paint,
  placesOf,
  plainPicture,
  type TemplateName,
  wrongPoints,
} from '@hanasu/contract/tap-places.fixture';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { drawWidths } from '../rich-messages/rich-message.ts';
import { createDraw } from './render-picture.ts';

// Pictures as they leave for LINE, against pictures that are computed from LINE's rules alone: none of our drawing is asked.

interface Size {
  readonly width: number;
  readonly height: number;
}
const files = createDiskFileStore(tmpdir());

/** An edge may be off by half a unit of the editor's, which has a thousand to a side, and by half a pixel. */
const reachIn = ({ width, height }: Size): number =>
  Math.ceil(Math.max(width, height) / CELL_UNITS / 2 + 0.5);
const BLUR = 40;

async function compare(bytes: Buffer, size: Size, places: ReturnType<typeof placesOf>): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect({ width: info.width, height: info.height }).toEqual(size);
  expect(wrongPoints(data, size, { places, reach: reachIn(size), blur: BLUR })).toEqual([]);
  expect(meanDifference(data, paint(places, size))).toBeLessThan(1.5);
}

const HIGH = ['six', 'four', 'oneThree', 'twoLeft', 'two', 'one'] as const;
const LOW = ['three', 'oneTwo', 'two', 'one'] as const;
const CASES: readonly (readonly [TemplateName, Size, tabs: number])[] = [
  ...HIGH.map((name) => [name, MENU_SIZES.large, 0] as const),
  ...LOW.map((name) => [name, MENU_SIZES.compact, 0] as const),
  ...[2, 3, 5].flatMap((tabs) => [
    ['six', MENU_SIZES.large, tabs] as const,
    ['three', MENU_SIZES.compact, tabs] as const,
  ]),
  ...[MENU_SIZES.mediumLarge, { width: 800, height: 540 }].flatMap((size) =>
    HIGH.map((name) => [name, size, name === 'six' ? 3 : 0] as const),
  ),
  ...[MENU_SIZES.mediumCompact, { width: 800, height: 270 }].flatMap((size) =>
    LOW.map((name) => [name, size, name === 'three' ? 2 : 0] as const),
  ),
];

describe('the picture of a menu', () => {
  it.each(CASES.map(([name, size, tabs]) => [name, `${size.width} × ${size.height}`, tabs, size] as const))(
    'of the template %s at %s with %i tabs shows each area where LINE has it',
    async (name, _shown, tabs, size) => {
      const [drawn] = await createDraw(files, new Map())(plainPicture(name, tabs), [size]);
      await compare(drawn?.bytes ?? Buffer.alloc(0), size, placesOf(name, size, tabs));
    },
  );
});

describe('the picture of a rich message', () => {
  it.each([1_040, 585, 347, 1_300, 2_080])(
    'that is %i high shows each area where LINE has it, in all five widths',
    async (height) => {
      for (const name of ['six', 'twoLeft'] as const) {
        const drawn = await drawWidths(files, newId<AccountId>(), {
          picture: plainPicture(name),
          height,
          video: null,
          uploads: new Map(),
        });
        expect(drawn.files.map((file) => file.name)).toEqual(RICH_MESSAGE_WIDTHS.map(String));
        for (const [index, width] of RICH_MESSAGE_WIDTHS.entries()) {
          // LINE scales what was given at the width of 1,040.
          const size = { width, height: Math.round((height * width) / RICH_MESSAGE_WIDTH) };
          await compare(drawn.files[index]?.content ?? Buffer.alloc(0), size, placesOf(name, size));
        }
      }
    },
  );
});
