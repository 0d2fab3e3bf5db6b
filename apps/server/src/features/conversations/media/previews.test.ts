import sharp from 'sharp';
import { expect, test } from 'vitest';
import { smallerPicture, thumbnailOf, videoPreview } from './inspect-media.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } });
/** Of which no two pixels are alike, so that it can't be packed. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

test('a small JPEG of a picture as it is seen, without what is hidden in it', async () => {
  const lying = await plain(1200, 600)
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '35/1 41/1 22/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = await thumbnailOf(lying);
  expect(made).toMatchObject({ width: 600, height: 1200 });
  const small = await sharp(made?.bytes).metadata();
  expect(small).toMatchObject({ format: 'jpeg', width: 240, height: 480 });
  expect(small.exif).toBeUndefined();
});

test('a small picture is not made larger', async () => {
  const made = await thumbnailOf(await plain(40, 30).png().toBuffer());
  expect(await sharp(made?.bytes).metadata()).toMatchObject({ width: 40, height: 30 });
});

test.each([
  [
    'a few kilobytes that unpack to more than is allowed',
    plain(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer(),
  ],
  [
    'half a picture',
    plain(300, 300)
      .jpeg()
      .toBuffer()
      .then((bytes) => bytes.subarray(0, 400)),
  ],
  ['no picture', Promise.resolve(Buffer.from('hello'))],
])('none of %s', async (_what, bytes) => expect(await thumbnailOf(await bytes)).toBeNull());

test('a picture that stands for a video', async () => {
  expect(await sharp(await videoPreview()).metadata()).toMatchObject({ format: 'jpeg', width: 480 });
});

test('a picture is made as small as a vendor wants it', async () => {
  const large = await noise(1_500).png().toBuffer();
  const made = await smallerPicture(large, 300_000);
  expect(large.length).toBeGreaterThan(1_000_000);
  expect(made?.length).toBeLessThanOrEqual(300_000);
  expect((await sharp(made ?? large).metadata()).format).toBe('jpeg');
  expect(await smallerPicture(large, 100)).toBeNull();
});
