import { oldFontOf } from '../fonts/old-vietnamese.ts';
import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { baselineScript, type Script } from '../inline/scripts.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import { decodeControls } from '../xml/xstring.ts';
import type { Relation } from '../zip/relations.ts';

/** What a drawing shows at one place: text of its own, or a part that holds some. */
export type DrawnItem = { readonly row: number; readonly column: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chart' | 'diagram'; readonly relation: string }
);

const SHAPES: ReadonlySet<string> = new Set(['sp', 'grpSp', 'cxnSp', 'pic', 'graphicFrame']);
const ANCHORS: ReadonlySet<string> = new Set(['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor']);

/**
 * Gathers the words of a drawing (DrawingML) in the order in which they are read: by the row and the column of their
 * place. Of alternate content the first form is taken, whose text is the whole one.
 */
export class DrawingHandler implements XmlHandler {
  /** Pictures, whose words cannot be read. */
  pictures = 0;
  /** Objects of other programs and of later versions, whose words were not read. */
  hasUnread = false;
  private readonly items: DrawnItem[] = [];
  private readonly alternates: boolean[] = [];
  /** Whether each open shape is hidden, by itself or with its group. */
  private readonly shapes: boolean[] = [];
  private skipped = 0;
  private place = { row: 0, column: 0 };
  private placing: 'row' | 'column' | null = null;
  private isFrom = false;
  private paragraphs: string[] | null = null;
  private paragraph: InlineText | null = null;
  private run: { script: Script | null; link: Link | null } | null = null;
  private shapeLink: Link | null = null;
  private readonly addresses: ReadonlyMap<string, string>;
  private font: string | null = null;
  private shapeFont: string | null = null;
  private isReading = false;

  /** `relations`: those of the drawing's part, by which its links have their addresses. */
  constructor(relations: readonly Relation[] = []) {
    this.addresses = new Map(relations.map(({ id, target }) => [id, target]));
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0 || this.isOtherForm(name)) {
      this.skipped++;
      return;
    }
    if (ANCHORS.has(name)) this.place = { row: 0, column: 0 };
    else if (name === 'from') this.isFrom = true;
    else if (this.isFrom) this.placing = name === 'row' ? 'row' : name === 'col' ? 'column' : null;
    else if (SHAPES.has(name)) this.openShape(name);
    else if (name === 'cNvPr') this.hideShape(attributes);
    else if (name === 'chart') this.addPart('chart', attributes.get('r:id'));
    else if (name === 'relIds') this.addPart('diagram', attributes.get('r:dm'));
    else if (name === 'oleObj' || name === 'contentPart') this.hasUnread = true;
    else this.openText(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (name === 'AlternateContent') this.alternates.pop();
    else if (name === 'from') this.isFrom = false;
    else if (name === 't') this.isReading = false;
    else if (name === 'r' || name === 'fld') {
      this.font = null;
      this.run = null;
    } else if (name === 'p') this.closeParagraph();
    else if (SHAPES.has(name)) {
      if (name === 'sp') this.closeBox();
      this.shapes.pop();
    }
    this.placing = null;
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    if (this.placing !== null) this.place[this.placing] = Number(text) || 0;
    else if (this.isReading && this.paragraph) this.addText(this.paragraph, decodeControls(text));
  }

  inOrder(): readonly DrawnItem[] {
    return this.items.toSorted((one, other) => one.row - other.row || one.column - other.column);
  }

  private isOtherForm(name: string): boolean {
    if (name === 'AlternateContent') this.alternates.push(false);
    if (name !== 'Choice' && name !== 'Fallback') return false;
    const isTaken = this.alternates.at(-1) ?? false;
    this.alternates[this.alternates.length - 1] = true;
    return isTaken;
  }

  private openShape(name: string): void {
    this.shapes.push(this.isHidden());
    if (name === 'pic' && !this.isHidden()) this.pictures++;
    if (name !== 'sp') return;
    this.paragraphs = [];
    this.shapeFont = null;
    this.shapeLink = null;
  }

  private hideShape(attributes: Attributes): void {
    if (/^(?:1|true)$/.test(attributes.get('hidden') ?? '') && this.shapes.length > 0)
      this.shapes[this.shapes.length - 1] = true;
  }

  private isHidden(): boolean {
    return this.shapes.at(-1) ?? false;
  }

  private addPart(kind: 'chart' | 'diagram', relation: string | null): void {
    if (relation !== null && !this.isHidden()) this.items.push({ kind, relation, ...this.place });
  }

  private openText(name: string, attributes: Attributes): void {
    if (name === 'p') this.paragraph = new InlineText();
    else if (name === 't') this.isReading = true;
    else if (name === 'br') this.paragraph?.add('\n');
    else if (name === 'r' || name === 'fld') this.run = { script: null, link: null };
    else if (name === 'rPr' && this.run) this.run.script = baselineScript(attributes.get('baseline'));
    else if (name === 'hlinkClick') this.openLink(attributes);
    else if (name === 'latin') this.openFont(attributes.get('typeface'));
  }

  /** Before its paragraphs, a shape names the fonts of its own list styles. */
  private openFont(typeface: string | null): void {
    if (this.paragraph === null) this.shapeFont ??= typeface;
    else this.font = typeface;
  }

  /** Of a run of text, or of the whole shape. */
  private openLink(attributes: Attributes): void {
    const link = newLink(linkAddress(this.addresses.get(attributes.get('r:id') ?? '')));
    if (this.run) this.run.link = link;
    else if (this.paragraph === null) this.shapeLink = link;
  }

  private addText(paragraph: InlineText, text: string): void {
    paragraph.add(text, {
      script: this.run?.script ?? null,
      link: this.run?.link ?? this.shapeLink,
      oldFont: oldFontOf(this.font ?? this.shapeFont),
    });
  }

  private closeParagraph(): void {
    const text = this.paragraph?.markdown().trim() ?? '';
    this.paragraph = null;
    this.font = null;
    if (text === '' || this.isHidden()) return;
    // Outside of shapes, as in the data of a diagram, each paragraph is a text of its own.
    if (this.paragraphs) this.paragraphs.push(text);
    else this.items.push({ kind: 'text', text, ...this.place });
  }

  private closeBox(): void {
    const text = this.paragraphs?.join('\n') ?? '';
    this.paragraphs = null;
    if (text !== '') this.items.push({ kind: 'text', text, ...this.place });
  }
}
