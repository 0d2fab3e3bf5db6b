import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountId, LinePictureId } from '@hanasu/contract/ids';
import { MENU_PICTURE_BYTES, PictureSource } from '@hanasu/contract/menu-pictures';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import type { UploadRow } from './pictures.store.ts';
import { createDraw, previewLane, publishingLane } from './render-picture.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'));
const files = createDiskFileStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const LARGE = { width: 2_500, height: 1_686 };

async function keep(bytes: Buffer): Promise<UploadRow> {
  const id = newId<LinePictureId>();
  await files.put(`a/${id}`, bytes);
  const { format, autoOrient } = await sharp(bytes).metadata();
  const contentType = `image/${format}`;
  return { id, storageKey: `a/${id}`, contentType, bytes: bytes.length, ...autoOrient };
}
async function drawFrom(source: object, size: { width: number; height: number }, ...rows: UploadRow[]) {
  const draw = createDraw(files, new Map(rows.map((row) => [row.id, row])));
  const [drawn] = await draw(PictureSource.parse(source), [size]);
  if (!drawn) throw new Error('nothing was drawn');
  return drawn;
}
async function render(bytes: Buffer, size: { width: number; height: number }, crop: object | null = null) {
  const row = await keep(bytes);
  return drawFrom({ kind: 'upload', fileUuid: row.id, crop }, size, row);
}

const plain = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number },
) => sharp({ create: { width, height, channels: typeof background === 'string' ? 3 : 4, background } });
const noise = (width: number, height: number, sigma: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  });
async function colorAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const pixel = await sharp(bytes)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return [...pixel].map((value) => Math.round(value / 51) * 51);
}
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
/** Red on the left, blue on the right. */
const halves = (width: number, height: number) =>
  plain(width, height, '#ff0000').composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ]);

describe('a picture in several sizes', () => {
  /** Counts how often each file is read. */
  function countReads() {
    const reads = new Map<string, number>();
    const counting: typeof files = {
      ...files,
      get: (key) => {
        reads.set(key, (reads.get(key) ?? 0) + 1);
        return files.get(key);
      },
    };
    return { reads, counting };
  }
  const sizes = [LARGE, { width: 1_200, height: 810 }, { width: 800, height: 540 }];

  test('decodes an upload once for all of them', async () => {
    const row = await keep(await halves(3_000, 2_000).jpeg({ quality: 95 }).toBuffer());
    const { reads, counting } = countReads();
    const source = PictureSource.parse({ kind: 'upload', fileUuid: row.id, crop: null });
    const drawn = await createDraw(counting, new Map([[row.id, row]]))(source, sizes);
    expect([...reads.values()]).toEqual([1]);
    expect(drawn.map(({ width, height }) => ({ width, height }))).toEqual(sizes);
    for (const { bytes, width, height } of drawn) {
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
      expect(await colorAt(bytes, 10, height / 2)).toEqual(RED);
      expect(await colorAt(bytes, width - 10, height / 2)).toEqual(BLUE);
    }
  });

  test('decodes an upload once, however many cells show it', async () => {
    const row = await keep(await halves(2_000, 500).jpeg({ quality: 95 }).toBuffer());
    const { reads, counting } = countReads();
    const cell = {
      y: 0,
      height: 1_000,
      fill: null,
      color: '#ffffff',
      icon: null,
      text: '',
      fileUuid: row.id,
    };
    const source = PictureSource.parse({
      kind: 'composed',
      background: '#ffffff',
      fileUuid: null,
      line: null,
      font: 'sans',
      cells: [
        { ...cell, x: 0, width: 200 },
        { ...cell, x: 200, width: 800 },
      ],
    });
    const drawn = await createDraw(counting, new Map([[row.id, row]]))(source, sizes);
    expect([...reads.values()]).toEqual([1]);
    for (const { bytes, width, height } of drawn) {
      // Each cell shows the middle of the picture: red on its left, blue on its right.
      expect(await colorAt(bytes, width * 0.02, height / 2)).toEqual(RED);
      expect(await colorAt(bytes, width * 0.18, height / 2)).toEqual(BLUE);
      expect(await colorAt(bytes, width * 0.22, height / 2)).toEqual(RED);
      expect(await colorAt(bytes, width * 0.98, height / 2)).toEqual(BLUE);
    }
  });

  test('ends when its caller has gone', async () => {
    const row = await keep(await halves(3_000, 2_000).jpeg().toBuffer());
    const source = PictureSource.parse({ kind: 'upload', fileUuid: row.id, crop: null });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(createDraw(files, new Map([[row.id, row]]))(source, sizes, gone)).rejects.toThrow('gone');
  });
});

describe('where pictures are drawn', () => {
  const [shop, other] = [newId<AccountId>(), newId<AccountId>()];
  const never = new AbortController().signal;

  test('previews: one of an account is drawn, two wait and the next is refused; other accounts go on', async () => {
    const end = Promise.withResolvers<string>();
    const preview = previewLane(shop, never);
    const drawn = [1, 2, 3].map(() => preview(() => end.promise));
    await expect(preview(async () => 'drawn')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await previewLane(other, never)(async () => 'drawn')).toBe('drawn');
    expect(await publishingLane(async () => 'published')).toBe('published');
    end.resolve('drawn');
    expect(await Promise.all(drawn)).toEqual(['drawn', 'drawn', 'drawn']);
  });

  test('a preview whose caller has gone leaves its place', async () => {
    const end = Promise.withResolvers<string>();
    const first = previewLane(shop, never)(() => end.promise);
    const gone = new AbortController();
    const left = [1, 2].map(() => previewLane(shop, gone.signal)(async () => 'never drawn'));
    gone.abort(new Error('gone'));
    for (const one of left) await expect(one).rejects.toThrow('gone');
    const next = previewLane(shop, never)(async () => 'drawn');
    end.resolve('drawn');
    expect(await Promise.all([first, next])).toEqual(['drawn', 'drawn']);
  });
});

describe('how heavy it becomes', () => {
  test('an easy picture keeps the best quality', async () => {
    const { bytes, contentType, isTooHeavy } = await render(
      await halves(3_000, 2_000).jpeg().toBuffer(),
      LARGE,
    );
    expect({ contentType, isTooHeavy }).toEqual({ contentType: 'image/jpeg', isTooHeavy: false });
    expect(await sharp(bytes).metadata()).toMatchObject({ ...LARGE, chromaSubsampling: '4:4:4' });
  });
  test('a noisy one goes down the ladder until LINE takes it', async () => {
    const drawn = await render(await noise(2_500, 1_686, 25).jpeg({ quality: 95 }).toBuffer(), LARGE);
    expect(drawn.bytes.length).toBeLessThanOrEqual(MENU_PICTURE_BYTES);
    expect(drawn).toMatchObject({ ...LARGE, isTooHeavy: false });
    expect(await sharp(drawn.bytes).metadata()).toMatchObject({ ...LARGE, chromaSubsampling: '4:2:0' });
  });
  test('the worst noise, which the lowest quality does not help, has half the size and says so', async () => {
    const drawn = await render(await noise(2_500, 1_686, 100).png().toBuffer(), LARGE);
    expect(drawn.bytes.length).toBeLessThanOrEqual(MENU_PICTURE_BYTES);
    expect(drawn).toMatchObject({ width: 1_250, height: 843, isTooHeavy: true });
    expect(await sharp(drawn.bytes).metadata()).toMatchObject({ width: 1_250, height: 843 });
  });
});

describe('an upload', () => {
  test('stays a PNG when it came as one of the right size, without what was written into it', async () => {
    const png = await halves(1_200, 810)
      .withMetadata({ exif: { IFD0: { Artist: 'Hanako' } } })
      .png()
      .toBuffer();
    expect((await sharp(png).metadata()).exif).toBeDefined();
    const drawn = await render(png, { width: 1_200, height: 810 });
    expect(drawn.contentType).toBe('image/png');
    expect((await sharp(drawn.bytes).metadata()).exif).toBeUndefined();
    expect(await colorAt(drawn.bytes, 10, 10)).toEqual(RED);
    expect((await render(png, { width: 1_200, height: 405 })).contentType).toBe('image/jpeg');
  });
  test('is turned upright, also before it is cut', async () => {
    // Lies on its side: seen upright, red is on top.
    const jpeg = await halves(1_000, 600).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    const size = { width: 600, height: 1_000 };
    const { bytes } = await render(jpeg, size);
    expect(await colorAt(bytes, 300, 100)).toEqual(RED);
    expect(await colorAt(bytes, 300, 900)).toEqual(BLUE);
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
    const below = await render(jpeg, { width: 300, height: 240 }, { x: 0, y: 600, width: 500, height: 400 });
    expect(await colorAt(below.bytes, 150, 120)).toEqual(BLUE);
  });
  test('of which more is asked than there is gives what there is', async () => {
    const jpeg = await halves(1_000, 600).jpeg().toBuffer();
    const { bytes } = await render(
      jpeg,
      { width: 300, height: 300 },
      { x: 900, y: 0, width: 5_000, height: 5_000 },
    );
    expect(await colorAt(bytes, 150, 150)).toEqual(BLUE);
  });
  test('shows its middle when nothing is chosen', async () => {
    const wide = await halves(2_000, 500).jpeg({ quality: 95 }).toBuffer();
    const { bytes } = await render(wide, { width: 500, height: 500 });
    expect(await colorAt(bytes, 100, 250)).toEqual(RED);
    expect(await colorAt(bytes, 400, 250)).toEqual(BLUE);
  });
  test('that moves gives its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => plain(400, 300, color).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes } = await render(moving, { width: 400, height: 300 });
    expect(await colorAt(bytes, 200, 150)).toEqual(RED);
  });
  test('that is clear in places stands on white', async () => {
    const clear = await plain(400, 300, { r: 0, g: 0, b: 0, alpha: 0 }).webp().toBuffer();
    const { bytes } = await render(clear, { width: 400, height: 300 });
    expect(await colorAt(bytes, 200, 150)).toEqual([255, 255, 255]);
  });
  test('with too many pixels is not unpacked', async () => {
    const bomb = await plain(10_000, 6_000, '#ffffff').png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(render(bomb, LARGE)).rejects.toThrow('pixel limit');
  });
});

describe('a composition', () => {
  const cell = {
    x: 0,
    y: 0,
    width: 500,
    height: 1_000,
    fill: '#00ff00',
    color: '#000000',
    icon: null,
    text: '',
    fileUuid: null,
  };
  const composed = { kind: 'composed', background: '#ffffff', fileUuid: null, line: null, cells: [cell] };

  test('has uploads as its ground and in its cells, cell over ground, words over picture', async () => {
    const ground = await keep(await plain(800, 800, '#0000ff').jpeg({ quality: 95 }).toBuffer());
    const inCell = await keep(await plain(300, 900, '#ff0000').png().toBuffer());
    const cells = [{ ...cell, fileUuid: inCell.id, text: '■■■■' }];
    const { bytes } = await drawFrom(
      { ...composed, fileUuid: ground.id, cells },
      { width: 1_200, height: 810 },
      ground,
      inCell,
    );
    expect(await colorAt(bytes, 20, 20)).toEqual(RED);
    expect(await colorAt(bytes, 1_100, 20)).toEqual(BLUE);
    const { dominant } = await sharp(
      await sharp(bytes).extract({ left: 250, top: 390, width: 100, height: 30 }).toBuffer(),
    ).stats();
    expect(dominant.r).toBeLessThan(60);
  });
  test('gives the same bytes each time, and others for other words', async () => {
    const draw = (text: string) =>
      drawFrom({ ...composed, cells: [{ ...cell, text, icon: 'gift' }] }, { width: 1_200, height: 405 });
    const [one, again, other] = await Promise.all([draw('ế 予約'), draw('ế 予約'), draw('ề 予約')]);
    expect(one.bytes.equals(again.bytes)).toBe(true);
    expect(one.hash).toBe(again.hash);
    expect(one.hash).not.toBe(other.hash);
  });
});
