import type { MarkdownWriter } from '../markdown/writer.ts';

type AttributesOf = Readonly<Record<string, string>>;

/** What is never text of a page. */
const SKIPPED = new Set(
  'title script style noscript template svg math canvas iframe object embed audio video map nav select datalist dialog rt rp'.split(
    ' ',
  ),
);
/** What surrounds the text of a web page. */
const SURROUNDINGS = new Set(['header', 'footer', 'aside', 'menu']);
const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend main menu ol p pre section summary table tbody tfoot thead ul'.split(
    ' ',
  ),
);
const ICON = new Set(['i', 'span', 'img', 'b', 'em']);
const ARTICLE = new Set(['main', 'article']);
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

/** Writes the elements of a page as markdown. Gets every element, also those that are left out. */
export class HtmlHandler {
  private readonly writer: MarkdownWriter;
  private readonly mainOnly: boolean;
  private readonly lists: List[] = [];
  private readonly tables: { readonly table: HtmlTable; cell: OpenCell | null }[] = [];
  private skipped = 0;
  private line = '';
  private heading = 0;
  private marker: { readonly depth: number; readonly mark: string } | null = null;
  private definition = false;
  private preformatted = 0;
  /** Characters of text inside links, to tell lists of links from prose. */
  linkCharacters = 0;
  private inLink = 0;
  private articles = 0;

  /** `mainOnly`: without what surrounds the text of a web page. */
  constructor(writer: MarkdownWriter, mainOnly: boolean) {
    this.writer = writer;
    this.mainOnly = mainOnly;
  }

  open(name: string, attributes: AttributesOf): void {
    if (this.skipped > 0 || this.isLeftOut(name, attributes)) {
      this.skipped++;
      return;
    }
    if (ARTICLE.has(name)) this.articles++;
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) this.openHeading(Number(level));
    else if (name === 'br') this.line += '\n';
    else if (name === 'a') this.inLink++;
    else if (name === 'li') this.openItem();
    else if (name === 'tr' || name === 'td' || name === 'th') this.openTablePart(name, attributes);
    else if (BLOCKS.has(name)) this.openBlock(name, attributes);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (ARTICLE.has(name)) this.articles--;
    if (name === 'a') this.inLink = Math.max(0, this.inLink - 1);
    else if (name === 'li' || BLOCKS.has(name) || HEADING.test(name)) this.closeBlock(name);
    else if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'tr') {
      this.closeCell();
      this.tables.at(-1)?.table.closeRow();
    }
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    this.line += this.preformatted > 0 ? text : text.replaceAll(/[^\S\u3000\u00a0]+/g, ' ');
    if (this.inLink > 0) this.linkCharacters += text.trim().length;
  }

  /** Writes what is left when the page ends, also when its elements were never closed. */
  end(): void {
    while (this.tables.length > 0) this.closeTable();
    this.flush();
  }

  private isLeftOut(name: string, attributes: AttributesOf): boolean {
    if (SKIPPED.has(name)) return true;
    // An article's own head and foot belong to it.
    if (this.mainOnly && this.articles === 0 && SURROUNDINGS.has(name)) return true;
    if (name === 'button' && /^(?:submit|reset)$/i.test(attributes.type ?? '')) return true;
    if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true;
    // Icons; a closed answer of a list of questions is hidden in this way too, and is wanted.
    if (attributes['aria-hidden'] === 'true' && ICON.has(name)) return true;
    if (this.mainOnly && /^(?:navigation|banner|contentinfo|search)$/.test(attributes.role ?? ''))
      return true;
    return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.style ?? '');
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
      this.writer.code(this.line);
      this.line = '';
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
    const text = this.line;
    this.line = '';
    if (text.trim() === '') return;
    const cell = this.tables.at(-1)?.cell;
    if (cell) cell.lines.push(text.trim());
    else if (this.heading > 0) this.writer.heading(this.heading, text);
    else if (this.marker) {
      this.writer.item(this.marker.depth, this.marker.mark, text);
      this.marker = null;
    } else if (this.definition) this.writer.line(text);
    else this.writer.paragraph(text);
  }
}

function spanOf(text: string | undefined): number {
  const span = Number(text ?? 1);
  return Number.isInteger(span) && span > 0 ? span : 1;
}

const COLUMNS_MAX = 1000;
const ROWSPAN_MAX = 10_000;

interface Tall {
  rowsLeft: number;
  readonly text: string;
}

/** Gathers the cells of an HTML table; a cell that spans rows is repeated in each. */
class HtmlTable {
  readonly rows: string[][] = [];
  /** Set when it turns out to arrange a page and not data. */
  layout = false;
  private row: string[] | null = null;
  private readonly tall = new Map<number, Tall>();

  /** Text of all cells so far, taken out. */
  takeAll(): string[] {
    this.closeRow();
    return this.rows.splice(0).flat();
  }

  openRow(): void {
    this.closeRow();
    this.row = [];
  }

  addCell(text: string, columns: number, rows: number): void {
    this.row ??= [];
    this.fillTall(this.row);
    const column = this.row.length;
    if (column >= COLUMNS_MAX) return;
    this.row.push(text);
    if (rows > 1) this.tall.set(column, { rowsLeft: Math.min(rows, ROWSPAN_MAX) - 1, text });
    for (let index = 1; index < columns && this.row.length < COLUMNS_MAX; index++) this.row.push('');
  }

  closeRow(): void {
    if (!this.row) return;
    this.fillTall(this.row);
    this.rows.push(this.row);
    this.row = null;
  }

  private fillTall(row: string[]): void {
    for (;;) {
      const tall = this.tall.get(row.length);
      // A cell that begins in this row is already there.
      if (!tall || tall.rowsLeft < 1) return;
      tall.rowsLeft--;
      row.push(tall.text);
    }
  }
}
