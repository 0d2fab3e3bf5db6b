import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { OdtHandler } from './odt-handler.ts';
import { OdtStyles } from './odt-styles.ts';

/** Reads an OpenDocument text. Throws `ReadFault`. */
export async function readOdt(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<{ title: string | null; text: string }> {
  const archive = new ZipArchive(bytes);
  if (!archive.has('content.xml')) throw new ReadFault('broken');
  const styles = new OdtStyles();
  await readXml(archive.read('styles.xml'), {
    open: (name, attributes) => styles.open(name, attributes),
    close() {},
    text() {},
  });
  const writer = new MarkdownWriter(limits.textCharacters);
  await readXml(archive.read('content.xml', onProgress), new OdtHandler(writer, styles));
  return { title: await readCoreTitle(archive, 'meta.xml'), text: writer.text() };
}
