import { InlineText, type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import type { Script } from '../inline/scripts.ts';
import type { MarkdownWriter } from '../markdown/writer.ts';
import { MathCollector } from '../math/math-tree.ts';
import { mathmlText } from '../math/mathml.ts';
import { HtmlTable, spanOf } from './html-table.ts';
import {
  holdsMenus,
  isLeftOut,
  isNoteReference,
  leadsWithin,
  scriptClasses,
  scriptOf,
} from './page-elements.ts';

type AttributesOf = Readonly<Record<string, string>>;

const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend main menu ol p pre section summary table tbody tfoot thead ul'.split(
    ' ',
  ),
);
const ARTICLE = new Set(['main', 'article']);
/** Books name the elements of mathematics with a prefix. */
const MATH_PREFIX = /^(?:m|mml|math):/;
const LABEL_MAX = 200;
const HEADING = /^h([1-6])$/;

interface List {
  readonly ordered: boolean;
  number: number;
}

interface OpenCell {
  readonly columns: number;
  readonly rows: number;
  readonly lines: string[];
}

/** What an element and all it holds have in common. */
interface Frame {
  readonly script: Script | null;
  readonly isReference: boolean;
  readonly anchor: Anchor | null;
  readonly inMenu: boolean;
}

/** An `a` element. */
interface Anchor {
  readonly link: Link | null;
  /** It leads to another place of the same document. */
  readonly isWithin: boolean;
  /** Stands for it when it holds no text. */
  label: string;
  isEmpty: boolean;
}

const TOP: Frame = { script: null, isReference: false, anchor: null, inMenu: false };

export interface HtmlReading {
  /** Without what surrounds the text of a web page. */
  readonly mainOnly: boolean;
  /** Where the page was found; null: relative addresses lead nowhere. */
  readonly base?: string | null | undefined;
  /** Addresses of links in the main part of the page only. */
  readonly linksInMain?: boolean | undefined;
  /** Also what is for browsers without scripts. */
  readonly noscript?: boolean | undefined;
}

/** Writes the elements of a page as markdown. Gets every element, also those that are left out. */
export class HtmlHandler {
  private readonly writer: MarkdownWriter;
  private readonly reading: HtmlReading;
  private readonly lists: List[] = [];
  private readonly tables: { readonly table: HtmlTable; cell: OpenCell | null }[] = [];
  private readonly frames: Frame[] = [TOP];
  private base: string | null;
  private skipped = 0;
  private css: string | null = null;
  private classes = new Map<string, Script>();
  private line = new InlineText();
  private math: MathCollector | null = null;
  private heading = 0;
  private marker: { readonly depth: number; readonly mark: string } | null = null;
  private definition = false;
  private preformatted = 0;
  /** Text outside links, to tell prose from lists of links. */
  prose = '';
  private articles = 0;

  constructor(writer: MarkdownWriter, reading: HtmlReading) {
    this.writer = writer;
    this.reading = reading;
    this.base = reading.base ?? null;
  }

  open(name: string, attributes: AttributesOf): void {
    if (name === 'style') this.css = '';
    else if (name === 'base' && this.skipped === 0)
      this.base = linkAddress(attributes.href, this.base) ?? this.base;
    if (this.skipped > 0 || this.isLeftOut(name, attributes)) {
      this.skipped++;
      return;
    }
    const local = name.replace(MATH_PREFIX, '');
    if (this.math || local === 'math') {
      this.math ??= new MathCollector();
      this.math.open(local, (attribute) => attributes[attribute] ?? null);
      return;
    }
    if (ARTICLE.has(name)) this.articles++;
    this.frames.push(this.frameOf(name, attributes));
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) this.openHeading(Number(level));
    else if (name === 'br') this.add('\n');
    else if (name === 'img') this.labelAnchor(attributes.alt);
    else if (name === 'li') this.openItem();
    else if (name === 'tr' || name === 'td' || name === 'th') this.openTablePart(name, attributes);
    else if (BLOCKS.has(name)) this.openBlock(name, attributes);
  }

  close(name: string): void {
    if (name === 'style') this.closeStyle();
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (this.math) {
      this.closeMath(this.math);
      return;
    }
    if (ARTICLE.has(name)) this.articles--;
    if (name === 'a') this.closeAnchor();
    else if (name === 'li' || BLOCKS.has(name) || HEADING.test(name)) this.closeBlock(name);
    else if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'tr') {
      this.closeCell();
      this.tables.at(-1)?.table.closeRow();
    }
    if (this.frames.length > 1) this.frames.pop();
  }

  text(text: string): void {
    if (this.css !== null) this.css += text;
    if (this.skipped > 0) return;
    if (this.math) {
      this.math.text(text);
      return;
    }
    this.add(this.preformatted > 0 ? text : text.replaceAll(/[^\S\u3000\u00a0]+/g, ' '));
    if (!this.frame.anchor) this.prose += text;
  }

  /** Writes what is left when the page ends, also when its elements were never closed. */
  end(): void {
    while (this.tables.length > 0) this.closeTable();
    this.flush();
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? TOP;
  }

  private isLeftOut(name: string, attributes: AttributesOf): boolean {
    const { mainOnly, noscript = false } = this.reading;
    // An article's own head and foot belong to it.
    return isLeftOut(name, attributes, { mainOnly: mainOnly && this.articles === 0, noscript });
  }

  private frameOf(name: string, attributes: AttributesOf): Frame {
    const { frame } = this;
    const inMenu = frame.inMenu || holdsMenus(name, attributes, this.articles > 0);
    const script = scriptOf(name, attributes.style) ?? this.scriptOfClass(attributes.class) ?? frame.script;
    const isReference = frame.isReference || isNoteReference(name, attributes);
    return {
      script,
      isReference,
      inMenu,
      anchor: name === 'a' ? this.anchorOf(attributes, inMenu) : frame.anchor,
    };
  }

  private anchorOf(attributes: AttributesOf, inMenu: boolean): Anchor {
    const isWanted = !inMenu && (!this.reading.linksInMain || this.articles > 0);
    return {
      link: isWanted ? newLink(linkAddress(attributes.href, this.base)) : null,
      isWithin: leadsWithin(attributes.href),
      label: attributes['aria-label'] ?? attributes.title ?? '',
      isEmpty: true,
    };
  }

  private scriptOfClass(names: string | undefined): Script | null {
    if (names === undefined || this.classes.size === 0) return null;
    for (const name of names.split(/\s+/)) {
      const script = this.classes.get(name);
      if (script) return script;
    }
    return null;
  }

  private add(text: string): void {
    const { script, isReference, anchor } = this.frame;
    const isRaisedPlace = script === 'super' && anchor?.isWithin === true;
    if (anchor && text.trim() !== '') anchor.isEmpty = false;
    this.line.add(text, { script, link: anchor?.link ?? null, isReference: isReference || isRaisedPlace });
  }

  private labelAnchor(alt: string | undefined): void {
    const { anchor } = this.frame;
    if (anchor && alt !== undefined && alt.trim() !== '') anchor.label = alt;
  }

  /** A picture or an icon that is a link: what describes it stands for it. */
  private closeAnchor(): void {
    const { anchor } = this.frame;
    if (anchor?.link && anchor.isEmpty && anchor.label.length < LABEL_MAX) this.add(anchor.label);
  }

  private closeStyle(): void {
    for (const [name, script] of scriptClasses(this.css ?? '')) this.classes.set(name, script);
    this.css = null;
  }

  private closeMath(math: MathCollector): void {
    math.close();
    if (math.isOpen) return;
    this.math = null;
    this.line.addApart(mathmlText(math.formula()), { link: this.frame.anchor?.link ?? null });
  }

  private openHeading(level: number): void {
    this.flush();
    this.arrangesPage();
    this.heading = level;
  }

  private openItem(): void {
    this.flush();
    const list = this.lists.at(-1);
    if (list) list.number++;
    const mark = list?.ordered ? `${list.number}.` : '-';
    this.marker = { depth: Math.max(0, this.lists.length - 1), mark };
  }

  private openBlock(name: string, attributes: AttributesOf): void {
    this.flush();
    if (name === 'ul' || name === 'ol') {
      const start = Number(attributes.start ?? 1);
      this.lists.push({ ordered: name === 'ol', number: (Number.isInteger(start) ? start : 1) - 1 });
    } else if (name === 'table') {
      this.arrangesPage();
      this.tables.push({ table: new HtmlTable(), cell: null });
    } else if (name === 'pre') {
      this.preformatted++;
    } else if (name === 'dd') this.definition = true;
  }

  private openTablePart(name: string, attributes: AttributesOf): void {
    const open = this.tables.at(-1);
    if (!open || open.table.layout) {
      this.flush();
      return;
    }
    this.closeCell();
    if (name === 'tr') open.table.openRow();
    else open.cell = { columns: spanOf(attributes.colspan), rows: spanOf(attributes.rowspan), lines: [] };
  }

  private closeBlock(name: string): void {
    if (name === 'pre') this.closeCode();
    else this.flush();
    if (name === 'ul' || name === 'ol') this.lists.pop();
    else if (name === 'table') this.closeTable();
    else if (name === 'dd') this.definition = false;
    else if (name === 'li') this.marker = null;
    if (HEADING.test(name)) this.heading = 0;
  }

  private closeCode(): void {
    this.preformatted = Math.max(0, this.preformatted - 1);
    const cell = this.tables.at(-1)?.cell;
    if (this.preformatted > 0 || cell) this.flush();
    else {
      this.writer.code(this.line.plain());
      this.line = new InlineText();
    }
  }

  private closeCell(): void {
    const open = this.tables.at(-1);
    if (!open?.cell) return;
    this.flush();
    const { columns, rows, lines } = open.cell;
    open.cell = null;
    open.table.addCell(lines.join(' '), columns, rows);
  }

  private closeTable(): void {
    this.closeCell();
    const open = this.tables.pop();
    if (!open) return;
    open.table.closeRow();
    this.writer.table(open.table.rows);
  }

  /** Headings and tables inside a cell: the table around them arranges the page, its cells are plain text. */
  private arrangesPage(): void {
    for (const open of this.tables) {
      if (open.table.layout) continue;
      const lines = [...open.table.takeAll(), ...(open.cell?.lines ?? [])];
      open.table.layout = true;
      open.cell = null;
      for (const line of lines) this.writer.paragraph(line);
    }
  }

  private flush(): void {
    const { line } = this;
    this.line = new InlineText();
    this.prose += '\n';
    if (line.isBlank) return;
    const cell = this.tables.at(-1)?.cell;
    if (cell) cell.lines.push(line.markdown(true).trim());
    else if (this.heading > 0) {
      this.writer.heading(this.heading, line.plain());
      for (const address of line.takeAddresses()) this.writer.paragraph(address);
    } else if (this.marker) {
      this.writer.item(this.marker.depth, this.marker.mark, line.markdown(true));
      this.marker = null;
    } else if (this.definition) this.writer.line(line.markdown(true));
    else this.writer.paragraph(line.markdown(true));
  }
}
