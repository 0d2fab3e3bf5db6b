import type { AccountId, DocumentId, KnowledgeId, QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import { type Expected, TEST_QUESTIONS_MAX, type TestQuestionView } from '@hanasu/contract/question-sets';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { areDocumentsOf, insertQuestions } from '../questions.store.ts';
import { lockSet } from '../sets.store.ts';
import { found } from './found.ts';

export interface QuestionInput {
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
  accountId: AccountId,
  setId: QuestionSetId,
  items: readonly QuestionInput[],
): Promise<Added> =>
  database.account(accountId, async (transaction) => {
    const set = found(await lockSet(transaction, setId), 'set');
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
    throw new AppError('not_found', 'A document that is expected is not in this base');
  }
}
