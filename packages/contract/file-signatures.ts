// What a file is, by its first bytes: its name and the type its sender declares count for nothing.

/** Bytes from the beginning that tell what a file is. */
export const HEAD_BYTES = 4_096;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const GIF = [0x47, 0x49, 0x46, 0x38];

/**
 * What may be shown where it is read; null: anything else. What a browser might run (SVG, HTML) is never in it.
 */
export function shownTypeOf(head: Uint8Array): string | null {
  if (startsWith(head, JPEG)) return 'image/jpeg';
  if (startsWith(head, PNG)) return 'image/png';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'image/gif';
  if (isWebP(head)) return 'image/webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  return isoType(head) ?? (isMp3(head) ? 'audio/mpeg' : null);
}

/** PNG, JPEG, GIF or WebP, also when it is damaged behind its first bytes. */
export const startsAsPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, PNG.slice(0, 4)) || startsWith(bytes, JPEG) || startsWith(bytes, GIF) || isWebP(bytes);

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const isWebP = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP';

/** Brands of ISO base media files that hold sound only, and those that hold a video anybody can play. */
const SOUND_BRANDS = new Set(['M4A ', 'M4B ']);
const VIDEO_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|3gp.|3g2.|mmp4|qt {2})$/;

function isoType(head: Uint8Array): string | null {
  if (ascii(head, 4, 8) !== 'ftyp') return null;
  const brand = ascii(head, 8, 12);
  if (SOUND_BRANDS.has(brand)) return 'audio/mp4';
  return VIDEO_BRANDS.test(brand) ? 'video/mp4' : null;
}

/** MPEG audio of layer III: eleven bits set, then a version and a layer that exist. */
function isMp3(head: Uint8Array): boolean {
  if (ascii(head, 0, 3) === 'ID3') return true;
  const [first, second = 0] = head;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02;
}
