import type { AccountId, QuestionSetId } from '@hanasu/contract/ids';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { folded } from '../domain/fold.ts';
import { type ReadQuestions, readQuestionCsv } from '../domain/read-question-csv.ts';
import { selectQuestionTexts } from '../questions.store.ts';
import { lockSet, selectDocumentNames } from '../sets.store.ts';
import { type Added, putQuestions } from './add-questions.ts';
import { found } from './found.ts';

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
    const known = new Set((await selectQuestionTexts(transaction, setId)).map(folded));
    const { items, problems } = readQuestionCsv(csv, documents, known);
    const questions = items.map((item) => ({ ...item, origin: 'imported' as const }));
    if (check) return { added: items.length, total: set.questions, problems: [...problems] };
    const added = await putQuestions(transaction, setId, set.questions, questions);
    return { ...added, problems: [...problems] };
  });
