import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

export type FontName = 'NotoSansJP-Regular' | 'NotoSansJP-Bold' | 'NotoSerifJP-Bold';

/** A TrueType font that comes with the server: unchanged but for its compression (THIRD_PARTY.md). */
export async function readFont(name: FontName): Promise<Buffer<ArrayBuffer>> {
  return decompress(await readFile(new URL(`../../../fonts/${name}.ttf.br`, import.meta.url)));
}
