import { expect, test } from 'vitest';
import { withoutMetadata } from './heic-metadata.ts';

const u = (width: number, ...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntBE(value, 0, width);
      return bytes;
    }),
  );
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u(4, body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const infe = (id: number, type: string): Buffer =>
  box('infe', u(4, 2 << 24), u(2, id, 0), Buffer.from(`${type}\0`, 'latin1'));

const PIXELS = 'pixels of the picture';
const GPS = 'Exif GPS 35.68 139.76';
const XMP = '<x:xmpmeta>Tokyo</x:xmpmeta>';

/** A picture as phones write it: the items' places in `iloc` version 1, XMP in `idat`, the rest in `mdat`. */
function heic({ exifAt = 0 } = {}): Buffer {
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1', 'latin1'));
  const metaOf = (mdat: number): Buffer => {
    const item = (id: number, method: number, start: number, length: number): Buffer =>
      Buffer.concat([u(2, id, method, 0), u(2, 1), u(4, start, length)]);
    return box(
      'meta',
      u(4, 0),
      box('iinf', u(4, 0), u(2, 3), infe(1, 'hvc1'), infe(2, 'Exif'), infe(3, 'mime')),
      box(
        'iloc',
        u(4, 1 << 24),
        u(2, 0x4400, 3),
        item(1, 0, mdat, PIXELS.length),
        item(2, 0, exifAt || mdat + PIXELS.length, GPS.length),
        item(3, 1, 0, XMP.length),
      ),
      box('idat', Buffer.from(XMP)),
    );
  };
  const mdat = type.length + metaOf(0).length + 8;
  return Buffer.concat([type, metaOf(mdat), box('mdat', Buffer.from(PIXELS + GPS))]);
}

test('the place and the time of a picture are emptied, its pixels and its length stay', () => {
  const file = heic();
  const cleaned = withoutMetadata(file);
  expect(cleaned?.length).toBe(file.length);
  const text = cleaned?.toString('latin1') ?? '';
  expect(text).toContain(PIXELS);
  expect(text).not.toContain('GPS');
  expect(text).not.toContain('Tokyo');
  expect(file.toString('latin1')).toContain('GPS');
});

test.each([
  ['a file that ends early', heic().subarray(0, 90)],
  ['an item beyond the end', heic({ exifAt: 1_000_000 })],
  ['no picture at all', box('ftyp', Buffer.from('heic'))],
])('%s is not taken for a picture', (_what, file) => {
  expect(withoutMetadata(file)).toBeNull();
});
