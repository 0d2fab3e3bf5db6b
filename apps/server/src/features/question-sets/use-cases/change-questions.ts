import type { AccountId, QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type { Expected, TestQuestionView } from '@hanasu/contract/question-sets';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { rangeOf } from '../domain/page-range.ts';
import {
  removeQuestion,
  selectKnowledgeOf,
  selectQuestion,
  selectQuestions,
  writeQuestion,
} from '../questions.store.ts';
import { selectSet } from '../sets.store.ts';
import { refuseForeign } from './add-questions.ts';
import { found } from './found.ts';

type Dependencies = Pick<QuestionSetDependencies, 'database'>;

export async function readQuestions(
  { database }: Dependencies,
  accountId: AccountId,
  setId: QuestionSetId,
  query: PageQuery & { readonly missed?: boolean | undefined },
) {
  const { items, total } = await database.account(accountId, async (transaction) => {
    found(await selectSet(transaction, setId), 'set');
    return selectQuestions(transaction, setId, { ...rangeOf(query), q: query.q, missed: query.missed });
  });
  return { items, total, page: query.page, pageSize: query.pageSize };
}

/** What is absent stays as it is. */
export const changeQuestion = (
  { database }: Dependencies,
  accountId: AccountId,
  id: TestQuestionId,
  change: { readonly question?: string | undefined; readonly expected?: Expected | undefined },
): Promise<TestQuestionView> =>
  database.account(accountId, async (transaction) => {
    const { knowledgeId } = found(await selectKnowledgeOf(transaction, id), 'question');
    if (change.expected) await refuseForeign(transaction, knowledgeId, [{ expected: change.expected }]);
    await writeQuestion(transaction, id, change);
    return found(await selectQuestion(transaction, id), 'question');
  });

export const deleteQuestion = (
  { database }: Dependencies,
  accountId: AccountId,
  id: TestQuestionId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    found((await removeQuestion(transaction, id)) ? id : null, 'question');
  });
