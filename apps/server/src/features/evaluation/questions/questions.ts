import type { AccountId, DocumentId, KnowledgeId, QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import {
  type Expected,
  type QuestionSetView,
  TEST_QUESTIONS_MAX,
  type TestQuestionView,
} from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import type { KnowledgeKey, QuestionSetDependencies, SetKey } from '../dependencies.ts';
import {
  areDocumentsOf,
  insertQuestions,
  removeQuestion,
  selectKnowledgeOf,
  selectQuestion,
  selectQuestions,
  selectQuestionTexts,
  writeQuestion,
} from './questions.store.ts';
import {
  insertSet,
  lockSet,
  removeSet,
  renameSet,
  selectDocumentNames,
  selectSet,
  selectSets,
} from './sets.store.ts';

type CsvProblem = 'no_question' | 'no_expected' | 'unknown_document' | 'too_long' | 'repeated' | 'broken';

interface ReadQuestions {
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

type ChangeSetsDependencies = Pick<QuestionSetDependencies, 'database'>;

export async function readSets(
  { database }: ChangeSetsDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<{ items: QuestionSetView[] }> {
  return database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    orNotFound(existing ?? null, 'knowledge base');
    return { items: await selectSets(transaction, knowledgeId) };
  });
}

export async function createSet(
  { database }: ChangeSetsDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  name: string,
): Promise<QuestionSetView> {
  const id = newId<QuestionSetId>();
  return database.account(accountId, async (transaction) => {
    const isAdded = await insertSet(transaction, { id, knowledgeId, name });
    orNotFound(isAdded ? id : null, 'knowledge base');
    return orNotFound(await selectSet(transaction, id), 'set');
  });
}

export async function changeSet(
  { database }: ChangeSetsDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: QuestionSetId },
  name: string,
): Promise<QuestionSetView> {
  return database.account(accountId, async (transaction) => {
    await renameSet(transaction, id, name);
    return orNotFound(await selectSet(transaction, id), 'set');
  });
}

/** Takes its questions and runs along. */
export async function deleteSet(
  { database }: ChangeSetsDependencies,
  { accountId, userId, address }: Actor,
  id: QuestionSetId,
): Promise<void> {
  await database.account(accountId, async (transaction) => {
    const { name, questions } = orNotFound(await removeSet(transaction, id), 'set');
    await recordAudit(transaction, {
      userId,
      address,
      action: 'question_set.deleted',
      target: name,
      data: { uuid: id, questions },
    });
  });
}

type QuestionsDependencies = Pick<QuestionSetDependencies, 'database'>;

export async function readQuestions(
  { database }: QuestionsDependencies,
  { accountId, setId }: SetKey,
  query: PageQuery & { readonly missed?: boolean | undefined },
) {
  const { items, total } = await database.account(accountId, async (transaction) => {
    orNotFound(await selectSet(transaction, setId), 'set');
    return selectQuestions(transaction, setId, { ...rangeOf(query), q: query.q, missed: query.missed });
  });
  return { items, total, page: query.page, pageSize: query.pageSize };
}

/** What is absent stays as it is. */
export const changeQuestion = (
  { database }: QuestionsDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: TestQuestionId },
  change: { readonly question?: string | undefined; readonly expected?: Expected | undefined },
): Promise<TestQuestionView> =>
  database.account(accountId, async (transaction) => {
    const { knowledgeId } = orNotFound(await selectKnowledgeOf(transaction, id), 'question');
    if (change.expected) await refuseForeign(transaction, knowledgeId, [{ expected: change.expected }]);
    await writeQuestion(transaction, id, change);
    return orNotFound(await selectQuestion(transaction, id), 'question');
  });

export const deleteQuestion = (
  { database }: QuestionsDependencies,
  accountId: AccountId,
  id: TestQuestionId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    orNotFound((await removeQuestion(transaction, id)) ? id : null, 'question');
  });

/** Adds the rows of CSV text that can be used, and names the others; with `check` it only says so. Importing the same file again adds nothing. */
export const importQuestions = (
  { database }: Pick<QuestionSetDependencies, 'database'>,
  { accountId, setId }: SetKey,
  { csv, check }: { readonly csv: string; readonly check: boolean },
): Promise<Added & { problems: ReadQuestions['problems'][number][] }> =>
  database.account(accountId, async (transaction) => {
    const set = orNotFound(await lockSet(transaction, setId), 'set');
    const documents = await selectDocumentNames(transaction, set.knowledgeId);
    const known = new Set((await selectQuestionTexts(transaction, setId)).map(compactText));
    const { items, problems } = readQuestionCsv(csv, documents, known);
    const questions = items.map((item) => ({ ...item, origin: 'imported' as const }));
    if (check) return { added: items.length, total: set.questions, problems: [...problems] };
    const added = await putQuestions(transaction, setId, set.questions, questions);
    return { ...added, problems: [...problems] };
  });

interface QuestionInput {
  readonly question: string;
  readonly expected: Expected;
  readonly origin: TestQuestionView['origin'];
}

export interface Added {
  readonly added: number;
  readonly total: number;
}

/** Adds questions to a set, or none of them. */
export const addQuestions = (
  { database }: Pick<QuestionSetDependencies, 'database'>,
  { accountId, setId }: SetKey,
  items: readonly QuestionInput[],
): Promise<Added> =>
  database.account(accountId, async (transaction) => {
    const set = orNotFound(await lockSet(transaction, setId), 'set');
    await refuseForeign(transaction, set.knowledgeId, items);
    return putQuestions(transaction, setId, set.questions, items);
  });

/** The set is locked and has `total` questions. */
export async function putQuestions(
  transaction: AccountTransaction,
  setId: QuestionSetId,
  total: number,
  items: readonly QuestionInput[],
): Promise<Added> {
  if (total + items.length > TEST_QUESTIONS_MAX) {
    throw new AppError(
      'too_many_test_questions',
      `The set has ${total} questions; ${TEST_QUESTIONS_MAX} are possible`,
    );
  }
  const rows = items.map((item) => ({ ...item, id: newId<TestQuestionId>() }));
  if (rows.length > 0) await insertQuestions(transaction, setId, rows);
  return { added: rows.length, total: total + rows.length };
}

/** A document that is expected must be one of the base. */
export async function refuseForeign(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  items: readonly { readonly expected: Expected }[],
): Promise<void> {
  const ids = items.flatMap(({ expected: { documentUuid } }): DocumentId[] =>
    documentUuid ? [documentUuid] : [],
  );
  if (!(await areDocumentsOf(transaction, knowledgeId, ids))) {
    throw new AppError('not_found', 'An expected document is not in this knowledge base');
  }
}
