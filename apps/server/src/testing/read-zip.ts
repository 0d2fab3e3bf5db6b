import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** Opens a zip with a strict reader that checks sizes and names; the text of each entry by its path. */
export async function readZip(content: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(content, {
    lazyEntries: true,
  });
  const entries = new Map<string, string>();
  const open = promisify<Entry, Readable>((entry, done) => zip.openReadStream(entry, done));
  while (entries.size < zip.entryCount) {
    const found = once(zip, 'entry');
    zip.readEntry();
    const [entry] = (await found) as [Entry];
    entries.set(entry.fileName, await text(await open(entry)));
  }
  return entries;
}

/** The lines of an `.ndjson`, each parsed. */
export const linesOf = (content: string | undefined): Record<string, unknown>[] =>
  (content ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
