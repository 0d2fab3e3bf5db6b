/** `colspan` and `rowspan`: 1 for what is no number. */
export function spanOf(text: string | undefined): number {
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
export class HtmlTable {
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
