import { readChart, readDiagram } from '../drawing/read-drawing.ts';
import type { OldFont } from '../fonts/old-vietnamese.ts';
import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { type Script, verticalScript } from '../inline/scripts.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { MathCollector } from '../math/math-tree.ts';
import { ommlText } from '../math/omml.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { type Relation, readRelations } from '../zip/relations.ts';
import { Fields, withAnchor } from './fields.ts';
import { type DocxFonts, readDocxFonts } from './fonts.ts';
import {
  NO_STYLE,
  type Numbering,
  outlineHeading,
  type ParagraphStyle,
  readNumbering,
  readStyles,
} from './styles.ts';
import { symbolRun, symbolText } from './symbols.ts';
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
    const links = linksOf(await readRelations(archive, partOf(type)));
    const bare = { styles, numbering, fonts, links, notes: new Map<string, string>() };
    const handler = new DocxHandler(new MarkdownWriter(limits.textCharacters), bare);
    await readXml(archive.read(partOf(type)), handler);
    for (const [id, text] of handler.ownNotes) notes.set(`${type.slice(0, -1)} ${id}`, text);
  }
  return { styles, numbering, fonts, notes, links: linksOf(relations) };
}

const linksOf = (relations: readonly Relation[]): ReadonlyMap<string, string> =>
  new Map(relations.filter(({ type }) => type === 'hyperlink').map(({ id, target }) => [id, target]));

/** What the main text refers to. */
interface DocxParts {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly numbering: Numbering;
  readonly fonts: DocxFonts;
  /** Text by `footnote 2` or `endnote 1`. */
  readonly notes: ReadonlyMap<string, string>;
  /** What links of this part lead to, by the id of their relation. */
  readonly links: ReadonlyMap<string, string>;
}

interface Paragraph {
  readonly inline: InlineText;
  style: ParagraphStyle;
  styleId: string;
  outline: number | null;
  numberId: string | null;
  level: number | null;
  /** Notes and text boxes that belong to it; they come after it. */
  readonly after: string[];
}

/** What a run of text says of its characters. */
interface RunFormat {
  isHidden: boolean;
  script: Script | null;
  /** Half points above the line; of a size of its own, it is how some programs raise text. */
  position: number;
  hasSize: boolean;
  font: string | null;
  style: string;
  /** The sign of a note that was typed in instead of its number. */
  isReference: boolean;
}

const NO_FORMAT: RunFormat = {
  isHidden: false,
  script: null,
  position: 0,
  hasSize: false,
  font: null,
  style: '',
  isReference: false,
};

/** Deleted and moved text, former formats, readings of Japanese words, and the second form of drawings. */
const SKIPPED = new Set(
  'del moveFrom delText delInstrText pPrChange rPrChange tblPrChange tcPrChange trPrChange sectPrChange numberingChange rt Fallback footnotePr endnotePr separator continuationSeparator'.split(
    ' ',
  ),
);

/** `heading`: its level. `marker` and `level`: of the item of a list. */
interface FinishedParagraph {
  readonly inline: InlineText;
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
  private readonly links: (Link | null)[] = [];
  private readonly fields = new Fields();
  private skipped = 0;
  private reading: 'text' | 'code' | null = null;
  private run: RunFormat | null = null;
  private math: MathCollector | null = null;
  private inRowProperties = false;
  private noteId = '';
  private description = '';

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
    if (this.math || name === 'oMath') {
      this.math ??= new MathCollector();
      this.math.open(name, (attribute) => attributes.get(attribute));
    } else if (!this.openContainer(name, attributes)) this.openInline(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (this.math) this.closeMath(this.math);
    else if (name === 't' || name === 'instrText') this.reading = null;
    else if (name === 'r') this.run = null;
    else if (name === 'p') this.closeParagraph();
    else if (name === 'hyperlink') this.links.pop();
    else if (name === 'fldSimple') this.fields.end();
    else if (name === 'tc') this.tables.at(-1)?.closeCell((this.boxes.pop() ?? []).join('\n'));
    else if (name === 'tr') this.tables.at(-1)?.closeRow();
    else if (name === 'trPr') this.inRowProperties = false;
    else if (name === 'tbl') this.closeTable();
    else if (name === 'txbxContent') this.closeBox();
    else if (name === 'footnote' || name === 'endnote') this.closeNote();
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    if (this.math) this.math.text(text);
    else if (this.reading === 'code') this.fields.code(text);
    else if (this.reading === 'text') this.add(symbolRun(text, this.run?.font ?? ''));
  }

  private add(text: string): void {
    const run = this.run ?? NO_FORMAT;
    const { isHidden, isReference } = run;
    if (isHidden || this.fields.isCode) return;
    const link = this.links.at(-1) ?? this.fields.link;
    this.paragraphs.at(-1)?.inline.add(text, {
      script: isReference ? 'super' : scriptOf(run),
      link,
      isReference: isReference || this.fields.isReference,
      oldFont: this.oldFont(),
    });
  }

  private oldFont(): OldFont | null {
    return this.parts.fonts.oldFont(this.run ?? NO_FORMAT, this.paragraphs.at(-1)?.styleId ?? '');
  }

  private openContainer(name: string, attributes: Attributes): boolean {
    if (name === 'p') {
      const { paragraphs } = this;
      paragraphs.push({
        inline: new InlineText(),
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
    if (name === 'r') this.run = { ...NO_FORMAT };
    else if (name === 't') this.reading = 'text';
    else if (name === 'instrText') this.reading = 'code';
    else if (name === 'fldChar') this.changeField(attributes.get('fldCharType'));
    else if (name === 'fldSimple') this.fields.beginSimple(attributes.get('instr') ?? '');
    else if (name === 'hyperlink') this.links.push(newLink(this.addressOf(attributes)));
    else if (name === 'docPr') this.description = attributes.get('descr') ?? '';
    else if (name === 'hlinkClick') this.addLinkedPicture(attributes);
    else if (this.run) this.openInRun(this.run, name, attributes);
    else this.openProperty(name, attributes);
  }

  private openProperty(name: string, attributes: Attributes): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    const value = attributes.get('val');
    if (name === 'pStyle') {
      paragraph.styleId = value ?? '';
      paragraph.style = this.parts.styles.get(paragraph.styleId) ?? NO_STYLE;
    } else if (name === 'outlineLvl') paragraph.outline = Number(value);
    else if (name === 'numId') paragraph.numberId = value;
    else if (name === 'ilvl') paragraph.level = Number(value);
  }

  private openInRun(run: RunFormat, name: string, attributes: Attributes): void {
    const value = () => attributes.get('val') ?? '';
    if (name === 'tab' || name === 'ptab') this.add('\t');
    else if (name === 'br' || name === 'cr') this.add('\n');
    else if (name === 'noBreakHyphen') this.add('-');
    else if (name === 'sym')
      this.add(symbolText(attributes.get('font') ?? '', Number.parseInt(attributes.get('char') ?? '', 16)));
    else if (name === 'vanish') run.isHidden = isOn(value());
    else if (name === 'vertAlign') run.script = verticalScript(value());
    else if (name === 'position') run.position = Number(value()) || 0;
    else if (name === 'sz') run.hasSize = true;
    else if (name === 'rStyle') {
      run.style = value();
      run.script ??= this.parts.styles.get(run.style)?.script ?? null;
    } else if (name === 'rFonts') run.font = this.parts.fonts.named(attributes);
    // The place of the soft hyphen is a letter of TCVN3.
    else if (name === 'softHyphen' && this.oldFont()) this.add('\u00ad');
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const note = this.parts.notes.get(`${name.slice(0, -'Reference'.length)} ${attributes.get('id')}`);
      if (note) this.paragraphs.at(-1)?.after.push(note);
      run.isReference = isOn(attributes.get('customMarkFollows') ?? '0');
    }
  }

  private changeField(type: string | null): void {
    if (type === 'begin') this.fields.begin();
    else if (type === 'separate') this.fields.separate();
    else if (type === 'end') {
      const drawn = this.fields.end();
      if (this.run?.isHidden || this.fields.isCode) this.fields.code(drawn);
      else this.paragraphs.at(-1)?.inline.addApart(drawn, { link: this.links.at(-1) ?? this.fields.link });
    }
  }

  private addressOf(attributes: Attributes): string | null {
    const target = this.parts.links.get(attributes.get('id') ?? '') ?? '';
    return linkAddress(withAnchor(target, attributes.get('anchor')));
  }

  /** A picture has no text of its own: what describes it stands for it when it is a link. */
  private addLinkedPicture(attributes: Attributes): void {
    const link = newLink(this.addressOf(attributes));
    if (link && this.description.trim() !== '')
      this.paragraphs.at(-1)?.inline.add(this.description, { link });
    this.description = '';
  }

  private closeMath(math: MathCollector): void {
    math.close();
    if (math.isOpen) return;
    this.math = null;
    const text = ommlText(math.formula());
    this.paragraphs.at(-1)?.inline.addApart(text, { link: this.links.at(-1) ?? this.fields.link });
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (this.paragraphs.length === 0) this.fields.endCodes();
    if (!paragraph || paragraph.style.contents) return;
    const { inline, style, after } = paragraph;
    const numberId = paragraph.numberId ?? style.numberId;
    const level = Math.min(Math.max(paragraph.level ?? style.level, 0), 8);
    const marker = numberId !== null && !inline.isBlank ? this.parts.numbering.next(numberId, level) : null;
    const heading = paragraph.outline === null ? style.heading : outlineHeading(paragraph.outline);
    const box = this.boxes.at(-1);
    if (box) {
      const text = inline.markdown();
      box.push(
        ...[marker === null ? text : `${marker} ${text}`, ...after].filter((part) => part.trim() !== ''),
      );
    } else {
      this.writeParagraph({ inline, heading, marker, level });
      for (const text of after) this.writer.paragraph(text);
    }
  }

  private writeParagraph({ inline, heading, marker, level }: FinishedParagraph): void {
    if (heading !== null) {
      const text = inline.plain();
      this.writer.heading(heading, marker && marker !== '-' ? `${marker} ${text}` : text);
      for (const address of inline.takeAddresses()) this.writer.paragraph(address);
    } else if (marker !== null) this.writer.item(level, marker, inline.markdown());
    else this.writer.paragraph(inline.markdown());
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

function scriptOf({ script, position, hasSize }: RunFormat): Script | null {
  if (script !== null || !hasSize || position === 0) return script;
  return position > 0 ? 'super' : 'sub';
}

const isOn = (value: string): boolean => !/^(?:0|false|off)$/.test(value);
