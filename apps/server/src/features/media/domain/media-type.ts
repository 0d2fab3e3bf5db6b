/** Bytes from the beginning that tell what a file is. */
export const HEAD_BYTES = 4_096;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const isPng = (head: Uint8Array): boolean =>
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => head[index] === byte);

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

/**
 * What may be shown where it is read, by its first bytes; null: anything else. What its sender calls it counts for
 * nothing, and what a browser might run (SVG, HTML) is never in it.
 */
export function shownTypeOf(head: Uint8Array): string | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (isPng(head)) return 'image/png';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'image/gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  return isoType(head) ?? (isMp3(head) ? 'audio/mpeg' : null);
}

/** With the ending of a name for what came without one. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['video/mp4', 'mp4'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['application/pdf', 'pdf'],
]);

/** Anything else is offered for saving only. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

export const UNKNOWN_TYPE = 'application/octet-stream';

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

export function mediaKindOf(contentType: string): MediaKind {
  const [first] = contentType.split('/');
  return first === 'image' || first === 'video' || first === 'audio' ? first : 'file';
}

/** For vendors that give none: `image.jpg`. */
export function nameOfType(contentType: string): string {
  const ending = SHOWN.get(contentType);
  return mediaKindOf(contentType) + (ending ? `.${ending}` : '');
}
