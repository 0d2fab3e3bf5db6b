import { shownTypeOf } from '@hanasu/contract/file-signatures';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isShown, mediaKindOf } from './media-files.ts';

const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
const jpeg = await picture.clone().jpeg().toBuffer();
const png = await picture.clone().png().toBuffer();
const gif = await picture.clone().gif().toBuffer();
const webp = await picture.clone().webp().toBuffer();
const bytes = (text: string) => Buffer.from(text, 'latin1');
const iso = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`);

describe('by its first bytes', () => {
  test.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/gif', gif],
    ['image/webp', webp],
    ['video/mp4', iso('isom')],
    ['video/mp4', iso('mp42')],
    ['video/mp4', iso('qt  ')],
    ['audio/mp4', iso('M4A ')],
    ['audio/mpeg', bytes('ID3\x04\0\0')],
    ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x00])],
    ['application/pdf', bytes('%PDF-1.7\n')],
  ])('%s', (type, head) => {
    expect(shownTypeOf(head)).toBe(type);
    expect(isShown(type)).toBe(true);
  });

  test.each([
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['a page that begins with a comment', bytes('<!-- %PDF- --><script>')],
    ['HEIC', iso('heic')],
    ['AVIF', iso('avif')],
    ['sound in RIFF', bytes('RIFF\0\0\0\0WAVE')],
    ['UTF-16 text', Buffer.from([0xff, 0xfe, 0x41, 0x00])],
    ['nothing', Buffer.alloc(0)],
  ])('%s is shown nowhere', (_what, head) => expect(shownTypeOf(head)).toBeNull());
});

test.each(['text/html', 'image/svg+xml', 'text/plain', 'application/zip', 'image/heic'])(
  '%s is only saved',
  (type) => expect(isShown(type)).toBe(false),
);

test('what a message is sent as', () => {
  expect(['image/png', 'video/mp4', 'audio/mp4', 'text/csv'].map(mediaKindOf)).toEqual([
    'image',
    'video',
    'audio',
    'file',
  ]);
});
