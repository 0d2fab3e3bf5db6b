import type { DocumentWarning } from '@hanasu/contract/knowledge';
import { splitTables } from '../markdown/table.ts';
import type { MarkdownWriter } from '../markdown/writer.ts';
import {
  findQuestionColumns,
  type QuestionColumns,
  type QuestionRow,
  questionToText,
} from '../questions/questions.ts';
import { ReadFault } from '../read-fault.ts';
import { CELLS_MAX, type OnProgress, type ReadLimits } from '../read-limits.ts';

export interface Cell {
  /** Counts from 0. */
  readonly column: number;
  readonly text: string;
  /** It was stored as a number that is no date. */
  readonly isNumber?: boolean;
}

export interface SheetRow {
  readonly number: number;
  /** In the order of their columns; without those that are empty. */
  readonly cells: readonly Cell[];
}

/** Rows that are looked at before the columns of a table are settled. */
const LOOK_AHEAD = 100;
/** The head is said again after so many rows, so that it is near wherever the text is cut. */
const HEAD_AGAIN = 50;
const HEAD_WITHIN = 10;
const USUAL_NAME = /^(?:sheet|シート|trang tính|feuil|tabelle|worksheet)[ _]*\d*$/i;

interface Table {
  readonly columns: readonly number[];
  readonly head: readonly string[];
  rows: number;
}

interface Questions extends QuestionColumns {
  readonly names: ReadonlyMap<number, string>;
}

/** Turns rows of cells into markdown tables, or into questions and answers, without keeping them. */
export class SheetWriter {
  /** What was read as questions and answers. */
  questions: QuestionRow[] = [];
  questionRows = 0;
  /** Rows that are no questions. */
  otherRows = 0;
  private readonly writer: MarkdownWriter;
  private readonly keepQuestions: boolean;
  private pending: SheetRow[] = [];
  private table: Table | null = null;
  private asked: Questions | null = null;
  private lastNumber = 0;
  private otherBefore = 0;
  private name = '';
  private rows = 0;
  private cells = 0;

  constructor(writer: MarkdownWriter, keepQuestions = false) {
    this.writer = writer;
    this.keepQuestions = keepQuestions;
  }

  /** A sheet's name stands above it, unless it is the only one and was never named. */
  startSheet(name: string, alone: boolean): void {
    this.endSheet();
    this.name = name;
    if (!(alone && USUAL_NAME.test(name.trim()))) this.writer.heading(1, name);
  }

  row(row: SheetRow): void {
    if (row.cells.length === 0) return;
    this.cells += row.cells.length;
    if (this.cells > CELLS_MAX) throw new ReadFault('too_large_inside');
    this.rows++;
    if (this.asked) this.writeQuestion(row, this.asked);
    else if (!this.startQuestions(row)) this.readTableRow(row);
    this.lastNumber = row.number;
  }

  /** `texts` are those outside of the cells: in drawings and notes. */
  endSheet(texts: readonly string[] = []): void {
    this.endTable();
    // Below questions they are under a heading of their own, which keeps them out of the last answer.
    if (this.asked && texts.length > 0) this.writer.heading(2, this.name);
    for (const text of texts) this.writer.paragraph(text);
    if (!this.asked) this.otherRows += texts.length;
    this.asked = null;
    this.otherBefore = this.otherRows;
    this.rows = 0;
    this.lastNumber = 0;
  }

  private startQuestions(row: SheetRow): boolean {
    if (this.rows > HEAD_WITHIN || row.cells.length > 30) return false;
    const found = findQuestionColumns(row.cells.map((cell) => cell.text));
    if (!found) return false;
    this.endTable();
    // What stood above the head was its title.
    this.otherRows = this.otherBefore;
    const question = row.cells[found.question]?.column ?? 0;
    const answer = row.cells[found.answer]?.column ?? 0;
    const names = new Map(row.cells.map((cell) => [cell.column, cell.text]));
    this.asked = { question, answer, names };
    return true;
  }

  private writeQuestion({ cells }: SheetRow, asked: Questions): void {
    const textOf = (column: number) => cells.find((cell) => cell.column === column)?.text ?? '';
    const details = cells
      .filter(({ column }) => column !== asked.question && column !== asked.answer)
      .map(({ column, text }) => ({ name: asked.names.get(column) ?? '', value: text }));
    const row = { question: textOf(asked.question), answer: textOf(asked.answer), details };
    this.questionRows++;
    if (this.keepQuestions) this.questions.push(row);
    this.writer.raw(questionToText(row));
  }

  private readTableRow(row: SheetRow): void {
    this.otherRows++;
    const gap = row.number > this.lastNumber + 1 && this.lastNumber > 0;
    if (gap && !this.continuesTable(row)) this.endTable();
    if (this.table) {
      this.writeRow(this.table, row);
      return;
    }
    this.pending.push(row);
    if (this.pending.length >= LOOK_AHEAD) this.settleTable();
  }

  /** Data after an empty row is still of the table above when it has numbers, which heads seldom have. */
  private continuesTable(row: SheetRow): boolean {
    const columns = this.table?.columns ?? columnsOf(this.pending);
    if (columns.length < 2 || row.cells.length < 2) return false;
    return (
      row.cells.every((cell) => columns.includes(cell.column)) &&
      row.cells.some((cell) => /^[-¥$€₫]?[\d.,]+%?$/.test(cell.text))
    );
  }

  private endTable(): void {
    this.settleTable();
    this.table = null;
  }

  /** Writes what was held back: titles above each table as paragraphs, then its head and rows. */
  private settleTable(): void {
    const rows = this.pending;
    this.pending = [];
    if (rows.length === 0) return;
    const columns = columnsOf(rows);
    const first = columns.length < 2 ? rows.length : rows.findIndex((row) => row.cells.length > 1);
    const titles = first === -1 ? rows : rows.slice(0, first);
    for (const row of titles) this.writer.line(row.cells.map((cell) => cell.text).join(' '));
    const rowOf = new Map<readonly string[], SheetRow>(
      rows.slice(titles.length).map((row) => [cellsOf(row, columns), row]),
    );
    for (const part of splitTables([...rowOf.keys()])) {
      if (typeof part === 'string') this.writer.line(part);
      else this.startTable(part.flatMap((cells) => rowOf.get(cells) ?? []));
    }
  }

  private startTable([head, ...rows]: readonly SheetRow[]): void {
    if (!head) return;
    const columns = columnsOf([head, ...rows]);
    const table = { columns, head: cellsOf(head, columns), rows: 0 };
    this.table = table;
    this.writer.tableHead(table.head);
    for (const row of rows) this.writeRow(table, row);
  }

  private writeRow(table: Table, row: SheetRow): void {
    if (table.rows > 0 && table.rows % HEAD_AGAIN === 0) this.writer.tableHead(table.head);
    table.rows++;
    this.writer.tableRow(cellsOf(row, table.columns));
  }
}

function columnsOf(rows: readonly SheetRow[]): number[] {
  const columns = new Set<number>();
  for (const row of rows) for (const cell of row.cells) columns.add(cell.column);
  return [...columns].sort((a, b) => a - b);
}

/** The row's texts under the table's columns; what stands elsewhere comes after them. */
function cellsOf(row: SheetRow, columns: readonly number[]): string[] {
  const texts: string[] = [];
  let next = 0;
  for (const column of columns) {
    while ((row.cells[next]?.column ?? Number.POSITIVE_INFINITY) < column)
      texts.push(row.cells[next++]?.text ?? '');
    if (row.cells[next]?.column === column) texts.push(row.cells[next++]?.text ?? '');
    else texts.push('');
  }
  return [...texts, ...row.cells.slice(next).map((cell) => cell.text)];
}

/** How a file of rows is read. */
export interface TableOptions {
  readonly limits: ReadLimits;
  readonly onProgress: OnProgress;
  /** Also gives its questions and answers one by one. */
  readonly keepQuestions: boolean;
}

/** What was read from a table or a workbook. */
export interface SheetsRead {
  readonly title: string | null;
  readonly text: string;
  /** Set when all there is are questions and answers. */
  readonly kind?: 'questions';
  readonly warnings?: readonly DocumentWarning[];
  /** Empty unless they were to be kept. */
  readonly questions: readonly QuestionRow[];
}

export function sheetsRead(writer: MarkdownWriter, sink: SheetWriter, title: string | null): SheetsRead {
  const read = { title, text: writer.text(), questions: sink.questions };
  return sink.questionRows > 0 && sink.otherRows === 0 ? { ...read, kind: 'questions' } : read;
}
