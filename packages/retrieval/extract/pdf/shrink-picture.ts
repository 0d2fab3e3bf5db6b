import type { Pixels } from './png.ts';

/** A picture as PDF.js decodes it; `kind`: 1 is one bit a pixel, 2 is RGB, 3 is RGBA. */
export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number | undefined;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The picture with no side longer than `longest`; each new pixel is the mean of those it covers. Null: not as it says. */
export function shrinkPicture(picture: DecodedPicture, longest: number): Pixels | null {
  const { width, height } = picture;
  const read = readerOf(picture);
  if (!read || width < 1 || height < 1) return null;
  const scale = Math.max(1, Math.max(width, height) / longest);
  const size = {
    width: Math.max(1, Math.floor(width / scale)),
    height: Math.max(1, Math.floor(height / scale)),
  };
  const { channels } = read;
  const data = new Uint8Array(size.width * size.height * channels);
  for (let y = 0; y < size.height; y++) {
    const top = Math.floor(y * scale);
    const bottom = Math.max(top + 1, Math.min(height, Math.floor((y + 1) * scale)));
    for (let x = 0; x < size.width; x++) {
      const left = Math.floor(x * scale);
      const right = Math.max(left + 1, Math.min(width, Math.floor((x + 1) * scale)));
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++) sum += read.at(column, row, channel);
        data[(y * size.width + x) * channels + channel] = Math.round(sum / ((bottom - top) * (right - left)));
      }
    }
  }
  return { ...size, channels, data };
}

interface PixelReader {
  readonly channels: 1 | 3;
  /** 0 to 255. */
  at(x: number, y: number, channel: number): number;
}

function readerOf({ width, height, data, kind }: DecodedPicture): PixelReader | null {
  const perPixel = data.length / (width * height);
  const stride = (width + 7) >> 3;
  if (kind === 1 || (perPixel < 1 && data.length >= stride * height)) {
    if (data.length < stride * height) return null;
    return {
      channels: 1,
      at: (x, y) => {
        const bit = ((data[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
        return bit * 255;
      },
    };
  }
  if (perPixel === 1) return { channels: 1, at: (x, y) => data[y * width + x] ?? 0 };
  if (perPixel !== 3 && perPixel !== 4) return null;
  return { channels: 3, at: (x, y, channel) => data[(y * width + x) * perPixel + channel] ?? 0 };
}
