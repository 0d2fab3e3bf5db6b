import type { PageSpan } from '../document.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { readRelations } from '../zip/relations.ts';
import { type SlideBlock, SlideHandler } from './slide-handler.ts';

/** Reads a presentation: each slide is a page with its title as heading, and its notes as a quotation. Throws `ReadFault`. */
export async function readPptx(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<{ title: string | null; text: string; pages: PageSpan[] }> {
  const archive = new ZipArchive(bytes);
  const slides = await listSlides(archive);
  const writer = new MarkdownWriter(limits.textCharacters);
  const starts: number[] = [];
  for (const [index, path] of slides.entries()) {
    starts.push(writer.length);
    await writeSlide(archive, path, writer);
    onProgress((index + 1) / slides.length);
  }
  const text = writer.text();
  const pages = starts.map((start, index) => ({
    number: index + 1,
    start,
    end: starts[index + 1] ?? text.length,
  }));
  return { title: await readCoreTitle(archive), text, pages };
}

async function listSlides(archive: ZipArchive): Promise<string[]> {
  const main = await readRelations(archive, '');
  const path = main.find(({ type }) => type === 'officeDocument')?.target ?? 'ppt/presentation.xml';
  if (!archive.has(path)) throw new ReadFault('broken');
  const relations = await readRelations(archive, path);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  await readXml(archive.read(path), {
    open(name, attributes) {
      // Its own number is `id`, its relation `r:id`: the one that a relation has is meant.
      if (name === 'sldId') slides.push(targets.get(attributes.get('r:id') ?? '') ?? '');
    },
    close() {},
    text() {},
  });
  return slides.filter((slide) => archive.has(slide));
}

async function writeSlide(archive: ZipArchive, path: string, writer: MarkdownWriter): Promise<void> {
  const slide = new SlideHandler();
  await readXml(archive.read(path), slide);
  if (slide.hidden) return;
  const relations = await readRelations(archive, path);
  for (const block of slide.inOrder()) writeBlock(writer, block);
  for (const { target } of relations.filter(({ type }) => type === 'diagramData')) {
    const diagram = new SlideHandler();
    await readXml(archive.read(target), diagram);
    for (const block of diagram.inOrder()) writeBlock(writer, block);
  }
  const notes = relations.find(({ type }) => type === 'notesSlide');
  if (!notes) return;
  const handler = new SlideHandler();
  await readXml(archive.read(notes.target), handler);
  const lines = handler
    .inOrder()
    .flatMap((block) => (block.place === 'body' && 'text' in block ? [block.text] : []));
  writer.raw(lines.join('\n').trim().replaceAll(/^/gm, '> ').replace(/^> $/, ''));
}

function writeBlock(writer: MarkdownWriter, block: SlideBlock): void {
  if ('rows' in block) writer.table(block.rows);
  else if (block.place === 'title') writer.heading(2, block.text);
  else if (block.place === 'body' || block.level > 0) writer.item(block.level, '-', block.text);
  else writer.paragraph(block.text);
}
