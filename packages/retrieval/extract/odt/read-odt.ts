import type { DocumentWarning } from '@hanasu/contract/knowledge';
import { TableBuilder } from '../docx/table-builder.ts';
import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { MarkdownWriter } from '../markdown/writer.ts';
import { MathCollector } from '../math/math-tree.ts';
import { mathmlText } from '../math/mathml.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { warningsOf } from '../warnings.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { readCoreTitle } from '../zip/core-title.ts';
import { readObjects, SHAPES } from './embedded-objects.ts';
import { OdtStyles } from './styles.ts';
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
  const formulas = await readFormulas(archive);
  const handler = new OdtHandler(writer, styles, formulas);
  await readXml(archive.read('content.xml', onProgress), handler);
  const { texts, hasUnread } = await readObjects(archive, handler.objects);
  for (const text of texts) writer.paragraph(text);
  const warnings = warningsOf(writer.text(), { pictures: handler.pictures, hasUnread });
  return { title: await readCoreTitle(archive, 'meta.xml'), text: writer.text(), warnings };
}

interface Paragraph {
  readonly inline: InlineText;
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
  private readonly formulas: ReadonlyMap<string, string>;
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables: TableBuilder[] = [];
  private readonly boxes: string[][] = [];
  private readonly lists: List[] = [];
  private skipped = 0;
  private repeat = 1;
  private readonly spans: boolean[] = [];
  private readonly links: (Link | null)[] = [];
  private inReference = 0;

  constructor(writer: MarkdownWriter, styles: OdtStyles, formulas: ReadonlyMap<string, string>) {
    this.writer = writer;
    this.styles = styles;
    this.formulas = formulas;
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
    this.text(specialText(name, attributes) ?? '');
    if (TEXTS.has(name)) this.textStyles.push(attributes.get('style-name') ?? '');
    if (name === 'h' || name === 'p') this.openParagraph(name, attributes);
    else if (name === 'a') this.links.push(newLink(linkAddress(attributes.get('href'))));
    else if (name === 'note-ref') this.inReference++;
    else if (name === 'object') this.addObject(attributes.get('href') ?? '');
    else if (name === 'image') this.pictures++;
    else if (name === 'list') this.openList(attributes);
    else if (name === 'list-item') this.nextItem();
    else if (name === 'note-body' || SHAPES.has(name)) this.boxes.push([]);
    else this.openTablePart(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (TEXTS.has(name)) this.textStyles.pop();
    if (name === 'h' || name === 'p') this.closeParagraph();
    else if (name === 'a') this.links.pop();
    else if (name === 'note-ref') this.inReference--;
    else if (name === 'list') this.lists.pop();
    else if (name === 'note-body' || SHAPES.has(name)) this.closeBox();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.closeCell();
    else if (name === 'table-row') this.tables.at(-1)?.closeRow();
    else if (name === 'table') this.closeTable();
  }

  text(text: string): void {
    if (this.skipped > 0 || text === '') return;
    this.paragraphs.at(-1)?.inline.add(text, {
      script: this.styles.scriptOf(this.textStyles),
      link: this.links.at(-1) ?? null,
      isReference: this.inReference > 0,
      oldFont: this.styles.fonts.oldFont(this.textStyles),
    });
  }

  /** A formula is a document of its own in the file. */
  private addObject(address: string): void {
    const formula = this.formulas.get(address.replace(/^\.\//, ''));
    if (formula) this.paragraphs.at(-1)?.inline.addApart(formula);
    else this.objects.push(address);
  }

  private openParagraph(name: string, attributes: Attributes): void {
    const outline = name === 'h' ? Number(attributes.get('outline-level') ?? 1) || 1 : null;
    const heading = outline ?? this.styles.headingOf(attributes.get('style-name') ?? '');
    this.paragraphs.push({ inline: new InlineText(), heading, after: [] });
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
    const { inline, heading, after } = paragraph;
    const list = this.lists.at(-1);
    const numbered = list !== undefined && this.styles.isNumbered(list.style, this.lists.length);
    const marker = list && !list.marked ? (numbered ? `${list.item}.` : '-') : null;
    if (list && !inline.isBlank) list.marked = true;
    const box = this.boxes.at(-1);
    if (box) {
      const text = inline.markdown();
      box.push(
        ...[marker === null ? text : `${marker} ${text}`, ...after].filter((part) => part.trim() !== ''),
      );
    } else {
      this.write(inline, heading, marker);
      for (const part of after) this.writer.paragraph(part);
    }
  }

  private write(inline: InlineText, heading: number | null, marker: string | null): void {
    if (heading !== null) {
      this.writer.heading(heading, inline.plain());
      for (const address of inline.takeAddresses()) this.writer.paragraph(address);
    } else if (marker !== null) this.writer.item(this.lists.length - 1, marker, inline.markdown());
    else this.writer.paragraph(inline.markdown());
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

const FORMULAS_MAX = 2000;

/** Formulas of an OpenDocument file by the folder they are in, such as `Object 1` (OpenDocument 1.3, part 3, 10.4.6). */
async function readFormulas(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const formulas = new Map<string, string>();
  for (const name of archive.names()) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1];
    if (folder === undefined || formulas.size >= FORMULAS_MAX) continue;
    const text = await readFormula(archive, name);
    if (text !== '') formulas.set(folder, text);
  }
  return formulas;
}

async function readFormula(archive: ZipArchive, name: string): Promise<string> {
  const math = new MathCollector();
  let isFormula = false;
  await readXml(
    archive.read(name),
    {
      open(element, attributes) {
        // Charts and sheets are kept in the same way.
        isFormula ||= element === 'math';
        if (isFormula) math.open(element, (attribute) => attributes.get(attribute));
      },
      close() {
        if (isFormula) math.close();
      },
      text(text) {
        if (isFormula) math.text(text);
      },
    },
    true,
  );
  return isFormula ? mathmlText(math.formula()) : '';
}
