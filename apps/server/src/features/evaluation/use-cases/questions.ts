import type { AccountId, QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type { Expected, TestQuestionView } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { rangeOf } from '../domain/page-range.ts';
import { type ReadQuestions, readQuestionCsv } from '../domain/read-question-csv.ts';
import {
  removeQuestion,
  selectKnowledgeOf,
  selectQuestion,
  selectQuestions,
  selectQuestionTexts,
  writeQuestion,
} from '../questions.store.ts';
import { lockSet, selectDocumentNames, selectSet } from '../sets.store.ts';
import { type Added, putQuestions, refuseForeign } from './add-questions.ts';
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

/** Adds the rows of CSV text that can be used, and names the others; with `check` it only says so. Importing the same file again adds nothing. */
export const importQuestions = (
  { database }: Pick<QuestionSetDependencies, 'database'>,
  accountId: AccountId,
  setId: QuestionSetId,
  { csv, check }: { readonly csv: string; readonly check: boolean },
): Promise<Added & { problems: ReadQuestions['problems'][number][] }> =>
  database.account(accountId, async (transaction) => {
    const set = found(await lockSet(transaction, setId), 'set');
    const documents = await selectDocumentNames(transaction, set.knowledgeId);
    const known = new Set((await selectQuestionTexts(transaction, setId)).map(compactText));
    const { items, problems } = readQuestionCsv(csv, documents, known);
    const questions = items.map((item) => ({ ...item, origin: 'imported' as const }));
    if (check) return { added: items.length, total: set.questions, problems: [...problems] };
    const added = await putQuestions(transaction, setId, set.questions, questions);
    return { ...added, problems: [...problems] };
  });
