import { createSandboxChannel } from '@hanasu/contract/channels';
import {
  createRichMenu,
  MENU_SIZES,
  type MenuSize,
  type RichMenuDefinition,
} from '@hanasu/contract/rich-menus';
import { createRichMessage, RICH_MESSAGE_WIDTH } from '@hanasu/contract/rich-messages';
import {
  meanDifference,
  paint,
  placesOf,
  plainPicture,
  roundPlace,
  type TemplateName,
  wrongPoints,
} from '@hanasu/contract/tap-places.fixture';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { newPerson, signIn } from './support/api.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

// What phones show, against what LINE's rules say that they show: nothing of ours is asked where an area lies.

async function openShop(page: Page) {
  const person = await newPerson();
  await signIn(page.context(), person);
  const bot = await addBot(person);
  const body = { name: 'Bakery', kind: 'line' as const, botUuid: bot.uuid };
  return { person, channel: await person.call(createSandboxChannel, { body }) };
}

/** Areas as LINE is given them, in whole pixels. */
const areasOf = (name: TemplateName, size: { width: number; height: number }, tabs = 0) =>
  placesOf(name, size, tabs).map((place, index) => ({
    id: `a${index}`,
    ...roundPlace(place),
    label: `Area ${index}`,
    action: { kind: 'message' as const, text: `Area ${index}` },
  }));

const Pixels = z.object({ width: z.number(), height: z.number(), rgb: z.array(z.number()) });
/** The browser reads its own picture: red, green and blue of each pixel. */
const readPixels = (png: Buffer): string => `(async () => {
  const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, rgb: [...data].filter((_value, index) => index % 4 !== 3) };
})()`;
async function pixelsOf(page: Page, shown: Locator) {
  const { rgb, ...size } = Pixels.parse(await page.evaluate(readPixels(await shown.screenshot())));
  return { size, pixels: Uint8Array.from(rgb) };
}

/** Each area lies on its cell, and both where they belong, to the pixel of the screen. */
async function compare(
  page: Page,
  phone: Locator,
  { name, tabs = 0 }: { name: TemplateName; tabs?: number },
) {
  const picture = phone.locator('img').first();
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  const frame = await picture.boundingBox();
  if (!frame) throw new Error('the picture is not there');
  for (const [index, place] of placesOf(name, frame, tabs).entries()) {
    const box = await phone.getByRole('button', { name: `Area ${index}`, exact: true }).boundingBox();
    const inside = box && { ...box, x: box.x - frame.x, y: box.y - frame.y };
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((inside?.[side] ?? Number.NaN) - place[side])).toBeLessThanOrEqual(1);
  }
  const { size, pixels } = await pixelsOf(page, picture);
  const places = placesOf(name, size, tabs);
  // The browser scales the picture, which blurs its edges by a pixel.
  expect(wrongPoints(pixels, size, { places, reach: 3, blur: 12 })).toEqual([]);
  expect(meanDifference(pixels, paint(places, size))).toBeLessThan(2);
}

test('the areas of a menu lie on the phone where LINE has them, in each size, with and without tabs', async ({
  page,
}) => {
  const { person, channel } = await openShop(page);
  const menus: readonly (readonly [MenuSize, TemplateName, number])[] = [
    ['large', 'six', 0],
    ['large', 'oneThree', 3],
    ['large', 'twoLeft', 0],
    ['mediumLarge', 'four', 2],
    ['compact', 'three', 0],
    ['compact', 'oneTwo', 2],
    ['mediumCompact', 'two', 0],
  ];
  for (const [size, name, tabs] of menus) {
    const areas = areasOf(name, MENU_SIZES[size], tabs);
    const definition: RichMenuDefinition = {
      size,
      chatBarText: 'Menu',
      selected: true,
      pages: [{ id: 'p1', name: '', picture: plainPicture(name, tabs), areas }],
    };
    const body = { channelUuid: channel.uuid, name: `${size} ${name}`, definition };
    const { uuid } = await person.call(createRichMenu, { body });
    await page.goto(`/Channel/rich-menu/${uuid}`);
    await compare(page, page.getByRole('region', { name: 'Preview on a phone' }), { name, tabs });
  }
});

test('the areas of a rich message lie in the chat where LINE has them', async ({ page }) => {
  const { person } = await openShop(page);
  for (const [height, name] of [
    [1_040, 'six'],
    [585, 'twoLeft'],
    [1_300, 'oneThree'],
  ] as const) {
    const areas = areasOf(name, { width: RICH_MESSAGE_WIDTH, height });
    const definition = { height, picture: plainPicture(name), altText: 'Sale', areas, video: null };
    const { uuid } = await person.call(createRichMessage, { body: { name: `Sale ${height}`, definition } });
    await page.goto(`/Channel/rich-message/${uuid}`);
    await compare(page, page.getByRole('region', { name: 'Preview on a phone' }), { name });
  }
});
