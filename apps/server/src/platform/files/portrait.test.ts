import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PORTRAIT_SIZE, portraitOf } from './portrait.ts';

const SCRIPT = '<html><script>alert(document.domain)</script></html>';
const PHP = '<?php system($_GET["c"]); ?>';

const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });
const png = await picture().png().toBuffer();
const otherPng = await picture().negate().png().toBuffer();
const jpeg = await picture().jpeg().toBuffer();
const webp = await picture().webp().toBuffer();

const gif = await picture().gif().toBuffer();
const tiff = await picture().tiff().toBuffer();
const avif = await picture(32, 32).avif().toBuffer();
const jpegWithExif = await picture()
  .jpeg()
  .withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: PHP } })
  .toBuffer();
const bomb = await sharp({
  create: { width: 5000, height: 5000, channels: 3, background: 'black' },
  limitInputPixels: false,
})
  .png({ compressionLevel: 9 })
  .toBuffer();

/** A zip with one file, as appended to pictures that are also archives (GIFAR). */
function zip(): Buffer {
  const content = deflateRawSync(Buffer.from(SCRIPT));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(content.length, 18);
  return Buffer.concat([local, content, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
}

/** A text chunk right after the header of a PNG. */
function withTextChunk(image: Buffer, text: string): Buffer {
  const data = Buffer.from(`Comment\0${text}`);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('tEXt', 4, 'latin1');
  data.copy(chunk, 8);
  return Buffer.concat([image.subarray(0, 33), chunk, image.subarray(33)]);
}

/** A comment segment right after the start of a JPEG. */
function withComment(image: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([image.subarray(0, 2), head, Buffer.from(text), image.subarray(2)]);
}

describe('a picture', () => {
  test.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('of the kind %s becomes a square WebP', async (_kind, bytes) => {
    const made = await portraitOf(bytes);
    expect(await sharp(made ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'webp',
      width: PORTRAIT_SIZE,
      height: PORTRAIT_SIZE,
    });
  });

  test('is turned as its camera was held', async () => {
    const upright = await sharp({
      create: { width: 300, height: 300, channels: 3, background: 'white' },
    })
      .composite([
        { input: { create: { width: 300, height: 60, channels: 3, background: 'black' } }, top: 0, left: 0 },
      ])
      .jpeg()
      .toBuffer();
    // Orientation 6: what is stored on top belongs to the right.
    const turned = await sharp(upright).withMetadata({ orientation: 6 }).toBuffer();
    const made = await portraitOf(turned);
    const { data, info } = await sharp(made ?? Buffer.alloc(0))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? -1;
    expect(brightness(250, 128)).toBeLessThan(60);
    expect(brightness(5, 128)).toBeGreaterThan(200);
    expect(brightness(128, 5)).toBeGreaterThan(200);
  });

  test('of several frames keeps the first', async () => {
    const frames = await sharp([png, otherPng, png], { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(3);
    const made = await portraitOf(frames);
    expect((await sharp(made ?? Buffer.alloc(0)).metadata()).pages ?? 1).toBe(1);
  });
});

describe('what is hidden in a picture stays behind', () => {
  test.each([
    ['HTML after a PNG', Buffer.concat([png, Buffer.from(SCRIPT)])],
    ['an archive after a PNG', Buffer.concat([png, zip()])],
    ['an archive after a JPEG', Buffer.concat([jpeg, zip()])],
    ['a program after a WebP', Buffer.concat([webp, Buffer.from(PHP)])],
    ['HTML in a text chunk of a PNG', withTextChunk(png, SCRIPT)],
    ['HTML in a comment of a JPEG', withComment(jpeg, SCRIPT)],
    ['HTML in the EXIF of a JPEG', jpegWithExif],
  ])('%s', async (_what, bytes) => {
    const text = bytes.toString('latin1');
    expect(text.includes('alert(') || text.includes('PK\u0003\u0004') || text.includes('<?php')).toBe(true);
    const made = (await portraitOf(bytes))?.toString('latin1');
    expect(made).toMatch(/^RIFF/);
    for (const trace of ['alert', 'script', 'PK\u0003\u0004', 'PK\u0005\u0006', '<?php', 'EXIF', 'Exif']) {
      expect(made).not.toContain(trace);
    }
  });

  test('where it was taken', async () => {
    const located = await picture()
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '35/1 41/1 22/1', GPSLatitudeRef: 'N' } })
      .toBuffer();
    expect((await sharp(located).metadata()).exif).toBeDefined();
    const made = await portraitOf(located);
    const metadata = await sharp(made ?? Buffer.alloc(0)).metadata();
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual(Array(4).fill(undefined));
  });
});

describe('refused', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
  const header = png.subarray(0, 8);
  test.each([
    ['an SVG', Buffer.from(svg)],
    ['an SVG behind the signature of a PNG', Buffer.concat([header, Buffer.from(svg)])],
    ['a page', Buffer.from(SCRIPT)],
    ['a GIF', gif],
    ['a TIFF', tiff],
    ['an AVIF', avif],
    ['half a PNG', png.subarray(0, Math.floor(png.length / 2))],
    ['half a JPEG', jpeg.subarray(0, Math.floor(jpeg.length / 2))],
    ['half a WebP', webp.subarray(0, Math.floor(webp.length / 2))],
    ['a signature alone', header],
    ['nothing', Buffer.alloc(0)],
    ['something before the picture', Buffer.concat([Buffer.from(SCRIPT), png])],
    ['a few kilobytes that unpack to 75 MB', bomb],
  ])('%s', async (_what, bytes) => {
    expect(await portraitOf(bytes)).toBeNull();
  });

  test('the bomb is small', () => {
    expect(bomb.length).toBeLessThan(200_000);
  });
});
