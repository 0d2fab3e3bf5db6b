import { readChart, readDiagram } from '../drawing/read-drawing.ts';
import { appendOldText, type OldFont } from '../fonts/old-vietnamese.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type Relation, readRelations } from '../zip/relations.ts';
import { type DocxFonts, readDocxFonts } from './fonts.ts';
import {
  NO_STYLE,
  type Numbering,
  outlineHeading,
  type ParagraphStyle,
  readNumbering,
  readStyles,
} from './styles.ts';
import { TableBuilder } from './table-builder.ts';

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
  for (const { type, target } of relations) {
    if (type === 'chart') for (const text of await readChart(archive, target)) writer.paragraph(text);
    if (type === 'diagramData') for (const text of await readDiagram(archive, target)) writer.paragraph(text);
  }
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
  const fonts = await readDocxFonts(archive, { styles: partOf('styles'), theme: partOf('theme') });
  const notes = new Map<string, string>();
  for (const type of ['footnotes', 'endnotes']) {
    // Notes are paragraphs like others; each is gathered under its number.
    const bare = { styles, numbering, fonts, notes: new Map<string, string>() };
    const handler = new DocxHandler(new MarkdownWriter(limits.textCharacters), bare);
    await readXml(archive.read(partOf(type)), handler);
    for (const [id, text] of handler.ownNotes) notes.set(`${type.slice(0, -1)} ${id}`, text);
  }
  return { styles, numbering, fonts, notes };
}

/** What the main text refers to. */
interface DocxParts {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly numbering: Numbering;
  readonly fonts: DocxFonts;
  /** Text by `footnote 2` or `endnote 1`. */
  readonly notes: ReadonlyMap<string, string>;
}

interface Paragraph {
  text: string;
  style: ParagraphStyle;
  styleId: string;
  outline: number | null;
  numberId: string | null;
  level: number | null;
  /** Notes and text boxes that belong to it; they come after it. */
  readonly after: string[];
}

/** Deleted and moved text, former formats, field codes, readings of Japanese words, and the second form of drawings. */
const SKIPPED = new Set(
  'del moveFrom delText instrText pPrChange rPrChange tblPrChange tcPrChange trPrChange sectPrChange numberingChange rt Fallback footnotePr endnotePr separator continuationSeparator'.split(
    ' ',
  ),
);

/** `heading`: its level. `marker` and `level`: of the item of a list. */
interface FinishedParagraph {
  readonly text: string;
  readonly heading: number | null;
  readonly marker: string | null;
  readonly level: number;
}

/** Turns the main text of a Word document, or its notes, into markdown. */
class DocxHandler implements XmlHandler {
  readonly ownNotes = new Map<string, string>();
  private readonly writer: MarkdownWriter;
  private readonly parts: DocxParts;
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables: TableBuilder[] = [];
  /** Where finished paragraphs go: text boxes, cells and notes gather them, else they are written. */
  private readonly boxes: string[][] = [];
  private skipped = 0;
  private inText = false;
  private inRun = false;
  private hidden = false;
  private run = { font: null as string | null, style: '' };
  private inRowProperties = false;
  private noteId = '';

  constructor(writer: MarkdownWriter, parts: DocxParts) {
    this.writer = writer;
    this.parts = parts;
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0) {
      this.skipped++;
      return;
    }
    if (SKIPPED.has(name)) {
      if (name === 'del' && this.inRowProperties) this.tables.at(-1)?.deleteRow();
      this.skipped = 1;
      return;
    }
    if (!this.openContainer(name, attributes)) this.openInline(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (name === 't') this.inText = false;
    else if (name === 'r') {
      this.inRun = false;
      this.hidden = false;
    } else if (name === 'p') this.closeParagraph();
    else if (name === 'tc') this.tables.at(-1)?.closeCell((this.boxes.pop() ?? []).join('\n'));
    else if (name === 'tr') this.tables.at(-1)?.closeRow();
    else if (name === 'trPr') this.inRowProperties = false;
    else if (name === 'tbl') this.closeTable();
    else if (name === 'txbxContent') this.closeBox();
    else if (name === 'footnote' || name === 'endnote') this.closeNote();
  }

  text(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph && this.inText && !this.hidden && this.skipped === 0) this.addText(paragraph, text);
  }

  private addText(paragraph: Paragraph, text: string): void {
    const font = this.oldFont(paragraph);
    paragraph.text = font ? appendOldText(paragraph.text, text, font) : paragraph.text + text;
  }

  private oldFont(paragraph: Paragraph): OldFont | null {
    return this.parts.fonts.oldFont(this.run, paragraph.styleId);
  }

  private openContainer(name: string, attributes: Attributes): boolean {
    if (name === 'p') {
      const { paragraphs } = this;
      paragraphs.push({
        text: '',
        style: NO_STYLE,
        styleId: '',
        outline: null,
        numberId: null,
        level: null,
        after: [],
      });
    } else if (name === 'tbl') this.tables.push(new TableBuilder());
    else if (name === 'tr') this.tables.at(-1)?.openRow();
    else if (name === 'trPr') this.inRowProperties = true;
    else if (name === 'tc') {
      this.tables.at(-1)?.openCell();
      this.boxes.push([]);
    } else if (name === 'gridSpan') this.tables.at(-1)?.span(Number(attributes.get('val')));
    else if (name === 'vMerge') this.tables.at(-1)?.merge(attributes.get('val') === 'restart');
    else if (name === 'txbxContent') this.boxes.push([]);
    else if (name === 'footnote' || name === 'endnote') {
      this.noteId = attributes.get('id') ?? '';
      this.boxes.push([]);
    } else return false;
    return true;
  }

  private openInline(name: string, attributes: Attributes): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    const value = () => attributes.get('val');
    if (name === 't') this.inText = true;
    else if (name === 'r') {
      this.inRun = true;
      this.run = { font: null, style: '' };
    } else if (name === 'rFonts' && this.inRun) this.run.font = this.parts.fonts.named(attributes);
    else if (name === 'rStyle' && this.inRun) this.run.style = value() ?? '';
    else if (name === 'tab' && this.inRun) paragraph.text += '\t';
    else if ((name === 'br' || name === 'cr') && this.inRun) paragraph.text += '\n';
    else if (name === 'noBreakHyphen') paragraph.text += '-';
    else if (name === 'vanish' && this.inRun) this.hidden = !/^(?:0|false|off)$/.test(value() ?? '');
    // The place of the soft hyphen is a letter of TCVN3.
    else if (name === 'softHyphen' && this.oldFont(paragraph)) this.addText(paragraph, '\u00ad');
    else if (name === 'pStyle') {
      paragraph.styleId = value() ?? '';
      paragraph.style = this.parts.styles.get(paragraph.styleId) ?? NO_STYLE;
    } else if (name === 'outlineLvl') paragraph.outline = Number(value());
    else if (name === 'numId') paragraph.numberId = value();
    else if (name === 'ilvl') paragraph.level = Number(value());
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const note = this.parts.notes.get(`${name.slice(0, -'Reference'.length)} ${attributes.get('id')}`);
      if (note) paragraph.after.push(note);
    }
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph || paragraph.style.contents) return;
    const { style, after } = paragraph;
    const numberId = paragraph.numberId ?? style.numberId;
    const level = Math.min(Math.max(paragraph.level ?? style.level, 0), 8);
    const filled = paragraph.text.trim() !== '';
    const marker = numberId !== null && filled ? this.parts.numbering.next(numberId, level) : null;
    const heading = paragraph.outline === null ? style.heading : outlineHeading(paragraph.outline);
    const box = this.boxes.at(-1);
    if (box)
      box.push(
        ...[marker === null ? paragraph.text : `${marker} ${paragraph.text}`, ...after].filter(
          (text) => text.trim() !== '',
        ),
      );
    else {
      this.writeParagraph({ text: paragraph.text, heading, marker, level });
      for (const text of after) this.writer.paragraph(text);
    }
  }

  private writeParagraph({ text, heading, marker, level }: FinishedParagraph): void {
    if (heading !== null) this.writer.heading(heading, marker && marker !== '-' ? `${marker} ${text}` : text);
    else if (marker !== null) this.writer.item(level, marker, text);
    else this.writer.paragraph(text);
  }

  private closeTable(): void {
    const rows = this.tables.pop()?.rows ?? [];
    const box = this.boxes.at(-1);
    // A table inside a cell or a text box becomes lines of it.
    if (box) box.push(...rows.map((row) => row.filter((cell) => cell !== '').join(' ')));
    else this.writer.table(rows);
  }

  private closeBox(): void {
    const text = (this.boxes.pop() ?? []).join('\n');
    const anchor = this.paragraphs.at(-1);
    if (anchor) anchor.after.push(text);
    else this.writer.paragraph(text);
  }

  private closeNote(): void {
    const text = (this.boxes.pop() ?? []).join('\n').trim();
    if (text !== '') this.ownNotes.set(this.noteId, text);
  }
}
