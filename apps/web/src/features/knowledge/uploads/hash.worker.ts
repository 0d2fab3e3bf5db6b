import { createSha256 } from './sha256.ts';

const PIECE_BYTES = 4 * 1024 * 1024;

/** Hashes one file piece by piece and says how far it is: beside the page, which stays quick. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const hash = createSha256();
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
      self.postMessage({ progress: Math.min((at + PIECE_BYTES) / file.size, 1) });
    }
    self.postMessage({ sha256: hash.digest() });
  } catch {
    // Moved, changed or taken away since it was chosen.
    self.postMessage({ isGone: true });
  }
};
