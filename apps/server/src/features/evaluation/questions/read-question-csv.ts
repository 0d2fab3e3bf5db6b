import type { DocumentId } from '@hanasu/contract/ids';
import type { Expected } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';

type CsvProblem = 'no_question' | 'no_expected' | 'unknown_document' | 'too_long' | 'repeated' | 'broken';

export interface ReadQuestions {
  readonly items: readonly { readonly question: string; readonly expected: Expected }[];
  /** `row` is the line of the file on which it begins, from 1. */
  readonly problems: readonly { readonly row: number; readonly problem: CsvProblem }[];
}

interface Columns {
  readonly question: number;
  readonly text: number;
  readonly document: number;
}

const QUESTION_MAX = 1_000;
const TEXT_MAX = 2_000;
const IN_ORDER: Columns = { question: 0, text: 1, document: 2 };

/** What people call the columns in the three languages, folded. */
const HEADS: Readonly<Record<keyof Columns, readonly string[]>> = {
  question: ['question', 'questions', 'query', 'q', '質問', '質問文', '問い', 'câuhỏi', 'cauhoi', 'hỏi'],
  text: [
    ...['expected', 'expectedtext', 'text', 'answer', 'a', 'passage', 'expectedanswer'],
    ...['期待', '期待する文', '期待される文', '期待する文章', '正解', '回答', '答え', '文章', '本文'],
    ...['mongđợi', 'mongdoi', 'đápán', 'dapan', 'câutrảlời', 'cautraloi', 'trảlời', 'vănbản', 'vanban'],
  ],
  document: [
    ...['document', 'documenttitle', 'file', 'filename', 'title', 'source'],
    ...['文書', '文書名', 'ドキュメント', 'ファイル', 'ファイル名', '資料', '資料名', 'タイトル'],
    ...['tàiliệu', 'tailieu', 'têntàiliệu', 'tệp', 'têntệp', 'tep', 'tiêuđề', 'tieude', 'nguồn'],
  ],
};

/** Where the columns are, when this row names them; null: it is a question already. */
function headOf(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => compactText(cell));
  const find = (column: keyof Columns) => names.findIndex((name) => HEADS[column].includes(name));
  const columns = { question: find('question'), text: find('text'), document: find('document') };
  return columns.question >= 0 && (columns.text >= 0 || columns.document >= 0) ? columns : null;
}

/**
 * Questions of CSV text: question, expected text, and a document's title or file name. `documents` is looked up by
 * folded name. What is in `known` (folded questions of the set) or stands twice in the file is left out and named.
 */
export function readQuestionCsv(
  csv: string,
  documents: ReadonlyMap<string, DocumentId>,
  known: ReadonlySet<string> = new Set(),
): ReadQuestions {
  const rows = csvRows(csv);
  const head = headOf(rows[0]?.cells ?? []);
  const columns = head ?? IN_ORDER;
  const seen = new Set(known);
  const items: { question: string; expected: Expected }[] = [];
  const problems: { row: number; problem: CsvProblem }[] = [];
  for (const { line, cells, isBroken } of head ? rows.slice(1) : rows) {
    const read = isBroken ? 'broken' : readRow(cells, columns, documents);
    if (typeof read === 'string') {
      problems.push({ row: line, problem: read });
      continue;
    }
    const key = compactText(read.question);
    if (seen.has(key)) problems.push({ row: line, problem: 'repeated' });
    else items.push(read);
    seen.add(key);
  }
  return { items, problems };
}

function readRow(
  cells: readonly string[],
  columns: Columns,
  documents: ReadonlyMap<string, DocumentId>,
): ReadQuestions['items'][number] | CsvProblem {
  const cell = (index: number): string => (cells[index] ?? '').replaceAll('\0', '').trim();
  const question = cell(columns.question);
  const text = cell(columns.text);
  const name = cell(columns.document);
  if (compactText(question) === '') return 'no_question';
  if (question.length > QUESTION_MAX || text.length > TEXT_MAX) return 'too_long';
  if (compactText(text) === '' && name === '') return 'no_expected';
  const documentUuid = name === '' ? null : (documents.get(compactText(name)) ?? null);
  if (name !== '' && documentUuid === null) return 'unknown_document';
  return { question, expected: { text, documentUuid } };
}

interface CsvRow {
  /** Of the file, from 1; a cell may hold several lines. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quote that never ends, or text behind one that has ended. */
  readonly isBroken: boolean;
}

/** The first wins a draw: commas stand in sentences, tabs hardly ever do. */
const SEPARATORS = ['\t', ';', ','] as const;

/** The character that separates most cells of the first line. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return SEPARATORS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

/**
 * Rows of CSV text with `,` `;` or tab, told from its first line. Quoted cells may hold separators, quotes (doubled)
 * and line ends, as spreadsheets write them. Empty rows are left out. Never throws; linear time.
 */
export function csvRows(source: string): CsvRow[] {
  const text = source.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;

  function quotedCell(): { cell: string; isBroken: boolean } {
    let cell = '';
    for (;;) {
      const end = text.indexOf('"', at);
      const piece = text.slice(at, end < 0 ? text.length : end);
      line += piece.split(/\r\n|\n|\r/).length - 1;
      cell += piece;
      if (end < 0) {
        at = text.length;
        return { cell, isBroken: true };
      }
      at = end + 1;
      if (text[at] !== '"') break;
      cell += '"';
      at += 1;
    }
    const rest = plainCell();
    return { cell, isBroken: rest.trim() !== '' };
  }

  function plainCell(): string {
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return text.slice(start, at);
  }

  while (at < text.length) {
    const cells: string[] = [];
    const first = line;
    let isBroken = false;
    for (;;) {
      const start = at;
      while (text[at] === ' ' && separator !== ' ') at += 1;
      if (text[at] === '"') {
        at += 1;
        const read = quotedCell();
        cells.push(read.cell);
        isBroken ||= read.isBroken;
      } else {
        at = start;
        cells.push(plainCell());
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    if (at < text.length) {
      at += 1;
      line += 1;
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: first, cells, isBroken });
  }
  return rows;
}
