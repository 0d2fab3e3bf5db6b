import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { extract } from '../extract.ts';
import { pagePictures } from '../extract-in-child.ts';
import { readSample } from '../testing/read-sample.ts';
import { buildScan, type ScanPicture } from '../testing/scan-builder.ts';
import { encodePng, shrinkPicture } from './page-pictures.ts';

/** Left half dark, right half light. */
function picture(width: number, height: number): ScanPicture {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? 10 : 240));
  return { width, height, pixels, colours: 'DeviceGray' };
}

/** Width, height and rows of a PNG without filters. */
function readPng(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20), colour: file.readUInt8(25) };
  const length = file.readUInt32BE(33);
  return { ...size, rows: inflateSync(file.subarray(41, 41 + length)) };
}

const LIMITS = { textCharacters: 100_000 };
const READABLE =
  'Readable text on this page of the file, as much as a page has at least, so that the file is more than its pictures.';
const scan = () => buildScan([picture(300, 400), READABLE, null, picture(300, 400)]);

describe('pages that are pictures', () => {
  it('are named, empty ones are not', async () => {
    const document = await readSample('a.pdf', scan());
    expect(document.unreadPages).toEqual([1, 4]);
    expect(document.text).toBe(READABLE);
    expect(document.pages).toHaveLength(4);
  });

  it('fail as scanned when there is nothing else, and say which they are', async () => {
    const bytes = buildScan([picture(300, 400), picture(300, 400)]);
    expect(await extract({ fileName: 'a.pdf', bytes }, LIMITS)).toMatchObject({
      kind: 'failed',
      failure: 'scanned_only',
      unreadPages: [1, 2],
    });
  });

  it('are filled with the text that somebody else read, at their place', async () => {
    const pageTexts = {
      1: '# 請求書\n\n| 品 | 額 |\n| --- | --- |\n| 茶 | 500円 |',
      2: 'not wanted',
      9: 'no such page',
    };
    const document = await readSample('a.pdf', scan(), { pageTexts });
    expect(document.unreadPages).toEqual([4]);
    expect(document.text).toBe(`${pageTexts[1]}\n\n${READABLE}`);
    expect(document.text.slice(document.pages?.[0]?.start, document.pages?.[0]?.end).trim()).toBe(
      pageTexts[1],
    );
    const all = buildScan([picture(300, 400)]);
    expect((await readSample('a.pdf', all, { pageTexts: { 1: 'Hoá đơn' } })).text).toBe('Hoá đơn');
  });

  it('are taken out as PNG, smaller when they are large', async () => {
    const bytes = buildScan([picture(300, 400), 'text', picture(2600, 400)]);
    const seen: number[] = [];
    const outcome = await pagePictures({ bytes, pages: [1, 2, 3, 7], onProgress: (done) => seen.push(done) });
    if (outcome.kind !== 'ok') throw new Error(outcome.kind);
    expect(outcome.pictures.map(({ page, width, height }) => [page, width, height])).toEqual([
      [1, 300, 400],
      [3, 2000, 307],
    ]);
    expect(seen.at(-1)).toBe(1);
    const png = readPng(outcome.pictures[0]?.bytes ?? new Uint8Array());
    expect(png).toMatchObject({ width: 300, height: 400 });
  });

  it('stop when told to, and fail for what is no PDF', async () => {
    const stop = new AbortController();
    const taking = pagePictures({ bytes: scan(), pages: [1], signal: stop.signal });
    stop.abort();
    expect(await taking).toEqual({ kind: 'stopped' });
    expect(await pagePictures({ bytes: Buffer.from('no PDF'), pages: [1] })).toMatchObject({
      kind: 'failed',
    });
  });
});

describe('pictures', () => {
  it('keep their pixels', () => {
    const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const png = readPng(encodePng({ width: 2, height: 2, channels: 3, data }));
    expect(png).toMatchObject({ width: 2, height: 2, colour: 2 });
    expect([...png.rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]);
  });

  it('are read with one bit, one, three or four bytes a pixel, and refused when they are not as they say', () => {
    const bits = shrinkPicture(
      { width: 10, height: 2, kind: 1, data: Uint8Array.of(0b10101010, 0b01000000, 0, 0) },
      100,
    );
    expect([...(bits?.data ?? [])].slice(0, 11)).toEqual([255, 0, 255, 0, 255, 0, 255, 0, 0, 255, 0]);
    const alpha = shrinkPicture({ width: 1, height: 1, kind: 3, data: Uint8Array.of(9, 8, 7, 255) }, 100);
    expect(alpha).toMatchObject({ channels: 3, data: Uint8Array.of(9, 8, 7) });
    expect(shrinkPicture({ width: 100, height: 100, data: Uint8Array.of(1) }, 100)).toBe(null);
    const mean = shrinkPicture({ width: 2, height: 2, data: Uint8Array.of(0, 100, 100, 200) }, 1);
    expect([...(mean?.data ?? [])]).toEqual([100]);
  });
});
