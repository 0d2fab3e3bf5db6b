import type { DocumentId } from '@hanasu/contract/ids';
import type { Expected } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import { csvRows } from './csv-rows.ts';

export type CsvProblem =
  | 'no_question'
  | 'no_expected'
  | 'unknown_document'
  | 'too_long'
  | 'repeated'
  | 'broken';

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
