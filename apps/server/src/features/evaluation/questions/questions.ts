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
import { type ReadQuestions, readQuestionCsv } from './read-question-csv.ts';
import {
  insertSet,
  lockSet,
  removeSet,
  renameSet,
  selectDocumentNames,
  selectSet,
  selectSets,
} from './sets.store.ts';

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
