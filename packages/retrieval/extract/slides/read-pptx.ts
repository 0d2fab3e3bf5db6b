import type { DocumentWarning } from '@hanasu/contract/knowledge';
import type { PageSpan } from '../document.ts';
import { TableBuilder } from '../docx/table-builder.ts';
import { readChart } from '../drawing/read-drawing.ts';
import { oldFontOf } from '../fonts/old-vietnamese.ts';
import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { baselineScript, type Script } from '../inline/scripts.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { MathCollector } from '../math/math-tree.ts';
import { ommlText } from '../math/omml.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { warningsOf } from '../warnings.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { decodeControls } from '../xml/xstring.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type Relation, readRelations } from '../zip/relations.ts';

/** Reads a presentation: each slide is a page with its title as heading, and its notes as a quotation. Throws `ReadFault`. */
export async function readPptx(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<{ title: string | null; text: string; pages: PageSpan[]; warnings: DocumentWarning[] }> {
  const archive = new ZipArchive(bytes);
  const slides = await listSlides(archive);
  const writer = new MarkdownWriter(limits.textCharacters);
  const starts: number[] = [];
  const found = { pictures: 0, hasUnread: false };
  for (const [index, path] of slides.entries()) {
    starts.push(writer.length);
    const slide = await writeSlide(archive, path, writer);
    found.pictures += slide.pictures;
    found.hasUnread ||= slide.hasUnread;
    onProgress((index + 1) / slides.length);
  }
  const text = writer.text();
  const pages = starts.map((start, index) => ({
    number: index + 1,
    start,
    end: starts[index + 1] ?? text.length,
  }));
  return { title: await readCoreTitle(archive), text, pages, warnings: warningsOf(text, found) };
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

async function writeSlide(
  archive: ZipArchive,
  path: string,
  writer: MarkdownWriter,
): Promise<{ readonly pictures: number; readonly hasUnread: boolean }> {
  const relations = await readRelations(archive, path);
  const slide = new SlideHandler(relations);
  await readXml(archive.read(path), slide);
  if (slide.hidden) return { pictures: 0, hasUnread: false };
  for (const block of slide.inOrder()) writeBlock(writer, block);
  for (const { target } of relations.filter(({ type }) => type === 'diagramData')) {
    const diagram = await readPart(archive, target);
    for (const block of diagram.inOrder()) writeBlock(writer, block);
  }
  for (const { target } of relations.filter(({ type }) => type === 'chart'))
    for (const text of await readChart(archive, target)) writer.paragraph(text);
  const notes = relations.find(({ type }) => type === 'notesSlide');
  if (notes) await writeNotes(archive, notes.target, writer);
  return slide;
}

async function writeNotes(archive: ZipArchive, path: string, writer: MarkdownWriter): Promise<void> {
  const handler = await readPart(archive, path);
  const lines = handler
    .inOrder()
    .flatMap((block) => (block.place === 'body' && 'text' in block ? [block.text] : []));
  writer.raw(lines.join('\n').trim().replaceAll(/^/gm, '> ').replace(/^> $/, ''));
}

async function readPart(archive: ZipArchive, path: string): Promise<SlideHandler> {
  const handler = new SlideHandler(await readRelations(archive, path));
  await readXml(archive.read(path), handler);
  return handler;
}

function writeBlock(writer: MarkdownWriter, block: SlideBlock): void {
  if ('rows' in block) writer.table(block.rows);
  else if (block.place === 'title') {
    writer.heading(2, block.text);
    for (const address of block.addresses) writer.paragraph(address);
  } else if (block.place === 'body' || block.level > 0) writer.item(block.level, '-', block.text);
  else writer.paragraph(block.text);
}

type SlideBlock =
  | {
      readonly place: 'title';
      readonly text: string;
      /** What its links lead to. */
      readonly addresses: readonly string[];
    }
  | { readonly place: 'body' | 'other'; readonly level: number; readonly text: string }
  | { readonly place: 'other'; readonly rows: readonly (readonly string[])[] };

type Place = 'title' | 'body' | 'other' | 'none';

/** Placeholders that hold the page's date, number and foot. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

/** Gathers the text of one slide, of its notes, or of a drawn diagram. */
class SlideHandler implements XmlHandler {
  hidden = false;
  pictures = 0;
  /** Objects of other programs, whose words are not read. */
  hasUnread = false;
  /** Typefaces of the run, and of the shape's own list styles. */
  private font: string | null = null;
  private shapeFont: string | null = null;
  private readonly blocks: SlideBlock[] = [];
  private place: Place = 'other';
  private table: TableBuilder | null = null;
  private cell: string[] | null = null;
  private paragraph: InlineText | null = null;
  private run: { script: Script | null; link: Link | null } | null = null;
  private shapeLink: Link | null = null;
  private description = '';
  private math: MathCollector | null = null;
  private readonly links: ReadonlyMap<string, string>;
  private level = 0;
  private inText = false;
  private skipped = 0;

  constructor(relations: readonly Relation[]) {
    const links = relations.filter(({ type }) => type === 'hyperlink');
    this.links = new Map(links.map(({ id, target }) => [id, target]));
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0 || name === 'Fallback') {
      this.skipped++;
      return;
    }
    if (this.math || name === 'oMath') {
      this.math ??= new MathCollector();
      this.math.open(name, (attribute) => attributes.get(attribute));
    } else if (name === 'sld') this.hidden = attributes.get('show') === '0';
    else if (name === 'sp') this.openShape();
    else if (name === 'pic') {
      this.pictures++;
      this.openShape();
    } else if (name === 'oleObj') this.hasUnread = true;
    else if (name === 'cNvPr') this.description = attributes.get('descr') ?? '';
    else if (name === 'hlinkClick') this.openLink(attributes);
    else if (name === 'ph') this.place = placeOf(attributes);
    else if (name === 'p') {
      this.paragraph = new InlineText();
      this.level = 0;
    } else if (name === 'pPr') this.level = Number(attributes.get('lvl') ?? 0) || 0;
    else if (!this.openText(name, attributes)) this.openTablePart(name, attributes);
  }

  private openText(name: string, attributes: Attributes): boolean {
    if (name === 'r' || name === 'fld') {
      this.run = { script: null, link: null };
      this.font = null;
    } else if (name === 'rPr' && this.run) this.run.script = baselineScript(attributes.get('baseline'));
    else if (name === 'latin') this.openFont(attributes.get('typeface'));
    else if (name === 't') this.inText = true;
    else if (name === 'br') this.paragraph?.add('\n');
    else return false;
    return true;
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (this.math) this.closeMath(this.math);
    else if (name === 't') this.inText = false;
    else if (name === 'r' || name === 'fld') this.run = null;
    else if (name === 'sp' || name === 'pic') this.closeShape(name);
    else if (name === 'p') this.closeParagraph();
    else if (name === 'tc') {
      this.table?.closeCell((this.cell ?? []).join('\n'));
      this.cell = null;
    } else if (name === 'tr') this.table?.closeRow();
    else if (name === 'tbl' && this.table) {
      this.blocks.push({ place: 'other', rows: this.table.rows });
      this.table = null;
    }
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    if (this.math) this.math.text(text);
    else if (this.inText)
      this.paragraph?.add(decodeControls(text), {
        script: this.run?.script ?? null,
        link: this.run?.link ?? this.shapeLink,
        oldFont: oldFontOf(this.font ?? this.shapeFont),
      });
  }

  private openShape(): void {
    this.place = 'other';
    this.shapeLink = null;
    this.shapeFont = null;
    this.description = '';
  }

  /** A picture has no text of its own: what describes it stands for it when it is a link. */
  private closeShape(name: string): void {
    if (name === 'pic' && this.shapeLink && this.description.trim() !== '') {
      this.paragraph = new InlineText();
      this.paragraph.add(this.description, { link: this.shapeLink });
      this.closeParagraph();
    }
    this.openShape();
  }

  /** Of a run of text, or of the whole shape. Ways through the presentation have relations that are no addresses. */
  private openLink(attributes: Attributes): void {
    const target = this.links.get(attributes.get('id') ?? '');
    const link = newLink(linkAddress(target));
    if (this.run) this.run.link = link;
    else if (this.paragraph === null) this.shapeLink = link;
  }

  private closeMath(math: MathCollector): void {
    math.close();
    if (math.isOpen) return;
    this.math = null;
    this.paragraph?.addApart(ommlText(math.formula()));
  }

  /** The title first, wherever it was drawn; then as drawn. Lines of one title are one. */
  inOrder(): SlideBlock[] {
    const titles = this.blocks.flatMap((block) => (block.place === 'title' ? [block] : []));
    const others = this.blocks.filter(({ place }) => place !== 'title');
    if (titles.length === 0) return others;
    const text = titles.map((title) => title.text).join(' ');
    return [{ place: 'title', text, addresses: titles.flatMap(({ addresses }) => addresses) }, ...others];
  }

  private openFont(typeface: string | null): void {
    if (this.paragraph === null) this.shapeFont ??= typeface;
    else this.font = typeface;
  }

  private openTablePart(name: string, attributes: Attributes): void {
    if (name === 'tbl') this.table = new TableBuilder();
    else if (name === 'tr') this.table?.openRow();
    else if (name === 'tc' && this.table) {
      this.table.openCell();
      this.cell = [];
      // The cells that it covers follow as cells of their own.
      if (attributes.get('vMerge') === '1') this.table.merge(false);
    }
  }

  private closeParagraph(): void {
    const { paragraph, place } = this;
    this.paragraph = null;
    if (!paragraph || paragraph.isBlank) return;
    if (this.cell) this.cell.push(paragraph.markdown().trim());
    else if (place === 'title')
      this.blocks.push({ place, text: paragraph.plain().trim(), addresses: paragraph.takeAddresses() });
    else if (place !== 'none')
      this.blocks.push({ place, level: Math.min(this.level, 8), text: paragraph.markdown().trim() });
  }
}

function placeOf(attributes: Attributes): Place {
  const type = attributes.get('type') ?? 'obj';
  if (type === 'title' || type === 'ctrTitle') return 'title';
  if (FURNITURE.has(type)) return 'none';
  return type === 'subTitle' ? 'other' : 'body';
}
