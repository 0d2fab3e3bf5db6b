import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The measured reference, "R2": the numbers to reach. */
export interface ReferenceSearch {
  add(id: string, chunk: { readonly title: string; readonly text: string }): void;
  search(
    query: string,
    options: { readonly k: number },
  ): readonly { readonly id: string; readonly score: number; readonly confidence: number }[];
}

/** Loads the reference from the folder of the sets (`RETRIEVAL_DATA`); gives a function that makes an empty one. */
export async function loadReference(folder: string): Promise<() => ReferenceSearch> {
  const copy = await mkdtemp(join(tmpdir(), 'retrieval-reference-'));
  try {
    await cp(join(folder, 'reference'), copy, { recursive: true, mode: 0 });
    // The reference's stop list imports a file that is not in its folder: it is put beside a copy.
    await writeFile(
      join(copy, 'text.mjs'),
      "export const fold = (s) => s.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').replace(/đ/g, 'd').normalize('NFC');",
    );
    const { LexicalIndex } = await import(/* @vite-ignore */ pathToFileURL(join(copy, 'reference.mjs')).href);
    return () => new LexicalIndex();
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
