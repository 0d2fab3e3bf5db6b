import type { DocumentWarning } from '@hanasu/contract/knowledge';
import { TableBuilder } from '../docx/table-builder.ts';
import { appendOldText } from '../fonts/old-vietnamese.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { warningsOf } from '../warnings.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { readObjects, SHAPES } from './embedded-objects.ts';
import { OdtFonts } from './fonts.ts';
import { HIDDEN_PARTS, specialText } from './text-handler.ts';

/** Reads an OpenDocument text. Throws `ReadFault`. */
export async function readOdt(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<{ title: string | null; text: string; warnings: DocumentWarning[] }> {
  const archive = new ZipArchive(bytes);
  if (!archive.has('content.xml')) throw new ReadFault('broken');
  const styles = new OdtStyles();
  await readXml(archive.read('styles.xml'), {
    open: (name, attributes) => styles.open(name, attributes),
    close() {},
    text() {},
  });
  const writer = new MarkdownWriter(limits.textCharacters);
  const handler = new OdtHandler(writer, styles);
  await readXml(archive.read('content.xml', onProgress), handler);
  const { texts, hasUnread } = await readObjects(archive, handler.objects);
  for (const text of texts) writer.paragraph(text);
  const warnings = warningsOf(writer.text(), { pictures: handler.pictures, hasUnread });
  return { title: await readCoreTitle(archive, 'meta.xml'), text: writer.text(), warnings };
}

interface Paragraph {
  text: string;
  readonly heading: number | null;
  readonly after: string[];
}

interface List {
  readonly style: string;
  item: number;
  /** The item's marker was written; its further paragraphs have none. */
  marked: boolean;
}

const REPEATS_MAX = 100;
const TEXTS: ReadonlySet<string> = new Set(['p', 'h', 'span']);

/** Turns the text of an OpenDocument file into markdown. */
class OdtHandler implements XmlHandler {
  /** Addresses of charts and other objects inside of the file. */
  readonly objects: string[] = [];
  pictures = 0;
  /** Styles of the open paragraphs and of the parts of their text. */
  private readonly textStyles: string[] = [];
  private readonly writer: MarkdownWriter;
  private readonly styles: OdtStyles;
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables: TableBuilder[] = [];
  private readonly boxes: string[][] = [];
  private readonly lists: List[] = [];
  private skipped = 0;
  private repeat = 1;
  private readonly spans: boolean[] = [];

  constructor(writer: MarkdownWriter, styles: OdtStyles) {
    this.writer = writer;
    this.styles = styles;
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0) {
      this.skipped++;
      return;
    }
    const style = name === 'section' || name === 'span' ? (attributes.get('style-name') ?? '') : '';
    if (HIDDEN_PARTS.has(name) || (style !== '' && this.styles.isHidden(style))) {
      this.skipped = 1;
      return;
    }
    this.styles.open(name, attributes);
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.text += specialText(name, attributes) ?? '';
    if (TEXTS.has(name)) this.textStyles.push(attributes.get('style-name') ?? '');
    if (name === 'h' || name === 'p') this.openParagraph(name, attributes);
    else if (name === 'list') this.openList(attributes);
    else if (name === 'list-item') this.nextItem();
    else if (name === 'note-body' || SHAPES.has(name)) this.boxes.push([]);
    else if (name === 'object') this.objects.push(attributes.get('href') ?? '');
    else if (name === 'image') this.pictures++;
    else this.openTablePart(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (TEXTS.has(name)) this.textStyles.pop();
    if (name === 'h' || name === 'p') this.closeParagraph();
    else if (name === 'list') this.lists.pop();
    else if (name === 'note-body' || SHAPES.has(name)) this.closeBox();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.closeCell();
    else if (name === 'table-row') this.tables.at(-1)?.closeRow();
    else if (name === 'table') this.closeTable();
  }

  text(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph || this.skipped > 0) return;
    const font = this.styles.fonts.oldFont(this.textStyles);
    paragraph.text = font ? appendOldText(paragraph.text, text, font) : paragraph.text + text;
  }

  private openParagraph(name: string, attributes: Attributes): void {
    const outline = name === 'h' ? Number(attributes.get('outline-level') ?? 1) || 1 : null;
    const heading = outline ?? this.styles.headingOf(attributes.get('style-name') ?? '');
    this.paragraphs.push({ text: '', heading, after: [] });
  }

  private openList(attributes: Attributes): void {
    const style = attributes.get('style-name') ?? this.lists.at(-1)?.style ?? '';
    this.lists.push({ style, item: 0, marked: true });
  }

  private nextItem(): void {
    const list = this.lists.at(-1);
    if (!list) return;
    list.item++;
    list.marked = false;
  }

  private openTablePart(name: string, attributes: Attributes): void {
    if (name === 'table') this.tables.push(new TableBuilder());
    else if (name === 'table-row') this.tables.at(-1)?.openRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.repeat = Math.min(Number(attributes.get('number-columns-repeated') ?? 1) || 1, REPEATS_MAX);
      const table = this.tables.at(-1);
      table?.openCell();
      // A cell under a tall one shows that one's text.
      if (name === 'covered-table-cell' && !this.spans.at(-1)) table?.merge(false);
      if (name === 'table-cell')
        this.spans[Math.max(this.tables.length - 1, 0)] =
          Number(attributes.get('number-columns-spanned') ?? 1) > 1;
      this.boxes.push([]);
    }
  }

  private closeCell(): void {
    const text = (this.boxes.pop() ?? []).join('\n');
    for (let times = 0; times < this.repeat; times++) this.tables.at(-1)?.closeCell(text);
    this.repeat = 1;
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    const { text, heading, after } = paragraph;
    const list = this.lists.at(-1);
    const numbered = list !== undefined && this.styles.isNumbered(list.style, this.lists.length);
    const marker = list && !list.marked ? (numbered ? `${list.item}.` : '-') : null;
    if (list && text.trim() !== '') list.marked = true;
    const box = this.boxes.at(-1);
    if (box)
      box.push(
        ...[marker === null ? text : `${marker} ${text}`, ...after].filter((part) => part.trim() !== ''),
      );
    else {
      if (heading !== null) this.writer.heading(heading, text);
      else if (marker !== null) this.writer.item(this.lists.length - 1, marker, text);
      else this.writer.paragraph(text);
      for (const part of after) this.writer.paragraph(part);
    }
  }

  private closeTable(): void {
    const rows = this.tables.pop()?.rows ?? [];
    const box = this.boxes.at(-1);
    if (box) box.push(...rows.map((row) => row.filter((cell) => cell !== '').join(' ')));
    else this.writer.table(rows);
  }

  private closeBox(): void {
    const text = (this.boxes.pop() ?? []).join('\n');
    const anchor = this.paragraphs.at(-1);
    if (anchor) anchor.after.push(text);
    else if (this.boxes.length > 0) this.boxes.at(-1)?.push(text);
    else this.writer.paragraph(text);
  }
}

interface OdtStyle {
  parent: string;
  outline: number | null;
  list: string;
}

const CHAIN_MAX = 20;
/** `_20_` is how names write a space. */
const HEADING_NAME = /^Heading_20_([1-6])$/;

/** Paragraph and list styles of an OpenDocument text, gathered from `styles.xml` and from the head of the text. */
class OdtStyles {
  readonly fonts = new OdtFonts();
  private readonly styles = new Map<string, OdtStyle>();
  private readonly numbered = new Map<string, Set<number>>();
  private readonly hidden = new Set<string>();
  private style = '';
  private list = '';

  open(name: string, attributes: Attributes): void {
    this.fonts.open(name, attributes);
    if (name === 'style') {
      this.style = attributes.get('name') ?? '';
      const outline = attributes.get('default-outline-level');
      this.styles.set(this.style, {
        parent: attributes.get('parent-style-name') ?? '',
        outline: outline ? Number(outline) : null,
        list: attributes.get('list-style-name') ?? '',
      });
    } else if (name === 'list-style') this.list = attributes.get('name') ?? '';
    else if (name === 'list-level-style-number') {
      if ((attributes.get('num-format') ?? '') === '') return;
      const levels = this.numbered.get(this.list) ?? new Set();
      this.numbered.set(this.list, levels.add(Number(attributes.get('level'))));
    } else if (name === 'section-properties' && attributes.get('display') === 'none')
      this.hidden.add(this.style);
    else if (name === 'text-properties' && attributes.get('display') === 'none') this.hidden.add(this.style);
  }

  isHidden(style: string): boolean {
    return this.hidden.has(style);
  }

  /** Level of a paragraph whose style is a heading's or the title's, or null. */
  headingOf(name: string): number | null {
    let current = name;
    for (let depth = 0; depth < CHAIN_MAX && current !== ''; depth++) {
      const named = HEADING_NAME.exec(current)?.[1];
      if (named !== undefined) return Number(named);
      if (current === 'Title') return 1;
      const style = this.styles.get(current);
      if (style?.outline) return Math.min(style.outline, 6);
      current = style?.parent ?? '';
    }
    return null;
  }

  /** Whether a level of a list, counted from 1, shows numbers. */
  isNumbered(list: string, level: number): boolean {
    return this.numbered.get(list)?.has(level) ?? false;
  }
}
