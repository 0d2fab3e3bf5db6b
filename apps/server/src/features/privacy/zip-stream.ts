import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  /** False for what is compressed already. */
  readonly compress: boolean;
  readonly content: Readable;
}

/** A zip that is made while it is read: entries are asked for one at a time, and never held. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  let open: Readable | undefined;
  // What fails before anybody reads is told to whoever reads later; unheard it would end the process.
  output.on('error', () => undefined);
  // Whoever reads may go away in the middle.
  output.once('close', () => open?.destroy());

  async function fill(): Promise<void> {
    for await (const { path, compress, content } of entries) {
      open = content;
      if (output.destroyed) content.destroy();
      else zip.addReadStream(content, path, { compress });
      await finished(content, { writable: false });
    }
    zip.end();
  }
  fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}
