export interface ImageSize {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** What the first bytes of a PNG or JPEG say of it; null for anything else. */
export function readImageSize(bytes: Buffer): ImageSize | null {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG)) {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpegSize(bytes) : null;
}

/** Goes from segment to segment until one that starts a frame (SOF, ITU T.81 table B.1). */
function readJpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
