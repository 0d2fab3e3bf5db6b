import { ReadFault } from '../read-fault.ts';

const COLUMNS_MAX = 1000;
const ROWS_MAX = 200_000;

/** Gathers the cells of one table. A cell that spans rows is repeated in each, one that spans columns leaves the rest empty. */
export class TableBuilder {
  readonly rows: string[][] = [];
  private row: string[] = [];
  private columns = 1;
  private merged: 'none' | 'first' | 'more' = 'none';
  private deleted = false;

  openRow(): void {
    this.row = [];
    this.deleted = false;
  }

  deleteRow(): void {
    this.deleted = true;
  }

  openCell(): void {
    this.columns = 1;
    this.merged = 'none';
  }

  span(columns: number): void {
    if (Number.isInteger(columns) && columns > 1) this.columns = Math.min(columns, COLUMNS_MAX);
  }

  merge(first: boolean): void {
    this.merged = first ? 'first' : 'more';
  }

  closeCell(text: string): void {
    const above = this.rows.at(-1)?.[this.row.length] ?? '';
    this.row.push(this.merged === 'more' && text.trim() === '' ? above : text);
    for (let column = 1; column < this.columns && this.row.length < COLUMNS_MAX; column++) this.row.push('');
    if (this.row.length > COLUMNS_MAX) throw new ReadFault('too_large_inside');
  }

  closeRow(): void {
    if (this.deleted) return;
    this.rows.push(this.row);
    if (this.rows.length > ROWS_MAX) throw new ReadFault('too_large_inside');
  }
}
