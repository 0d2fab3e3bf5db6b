import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type Relation, readRelations } from '../zip/relations.ts';
import { DocxHandler, type DocxParts } from './docx-handler.ts';
import { readNumbering } from './numbering.ts';
import { readStyles } from './styles.ts';

/** Reads a Word document. Throws `ReadFault`. */
export async function readDocx(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<{ title: string | null; text: string }> {
  const archive = new ZipArchive(bytes);
  const main = await readRelations(archive, '');
  const path = main.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  if (!archive.has(path)) throw new ReadFault('broken');
  const relations = await readRelations(archive, path);
  const parts = await readParts(archive, relations, limits);
  const writer = new MarkdownWriter(limits.textCharacters);
  await readXml(archive.read(path, onProgress), new DocxHandler(writer, parts));
  return { title: await readCoreTitle(archive), text: writer.text() };
}

async function readParts(
  archive: ZipArchive,
  relations: readonly Relation[],
  limits: ReadLimits,
): Promise<DocxParts> {
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const styles = await readStyles(archive, partOf('styles'));
  const numbering = await readNumbering(archive, partOf('numbering'));
  const notes = new Map<string, string>();
  for (const type of ['footnotes', 'endnotes']) {
    // Notes are paragraphs like others; each is gathered under its number.
    const bare = { styles, numbering, notes: new Map<string, string>() };
    const handler = new DocxHandler(new MarkdownWriter(limits.textCharacters), bare);
    await readXml(archive.read(partOf(type)), handler);
    for (const [id, text] of handler.ownNotes) notes.set(`${type.slice(0, -1)} ${id}`, text);
  }
  return { styles, numbering, notes };
}
