import { createInterface } from 'node:readline';
import type { FileStore } from '../../../platform/files/file-store.ts';

export interface FileRow {
  /** In the file. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Rows of a file that was read, from one on; the head is the first. Never in memory as a whole. */
export async function* readFileRows(
  files: FileStore,
  key: string,
  { skip = 0 }: { readonly skip?: number } = {},
): AsyncGenerator<FileRow> {
  const content = await files.getStream(key);
  if (!content) throw new Error('the rows of this import are gone');
  let left = skip;
  try {
    for await (const line of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (left-- > 0) continue;
      const [row, ...cells] = JSON.parse(line) as [number, ...string[]];
      yield { row, cells };
    }
  } finally {
    content.destroy();
  }
}

/** So many at a time. */
export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
