import type { AccountId, QuestionSetId } from '@hanasu/contract/ids';
import { TEST_QUESTIONS_MAX } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import { type GivenPassage, generateQuestionsPrompt } from '@hanasu/models/prompts/tasks';
import { AppError } from '../../../platform/app-error.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { type GeneratedQuestion, readGenerated } from '../domain/generated-questions.ts';
import { drawPassages, selectQuestionTexts } from '../questions.store.ts';
import { lockSet, selectSet } from '../sets.store.ts';
import { type Added, putQuestions } from './add-questions.ts';
import { askModel, cheapestModel, type LanguageModel } from './ask-model.ts';
import { found } from './found.ts';

type Dependencies = Pick<QuestionSetDependencies, 'database' | 'models' | 'log'>;

/** Passages of one call: one bad answer costs no more than these. */
const AT_ONCE = 5;
const TOKENS_EACH = 160;

/**
 * Has a model write questions for passages drawn at random, and adds those that are really answered by theirs. Throws
 * `model_failed` when it gave none: then nothing was added, but what the calls cost is paid.
 */
export async function generateQuestions(
  dependencies: Dependencies,
  accountId: AccountId,
  setId: QuestionSetId,
  count: number,
): Promise<Added> {
  const { database, models } = dependencies;
  const { set, passages } = await database.account(accountId, async (transaction) => {
    const known = found(await selectSet(transaction, setId), 'set');
    return { set: known, passages: await drawPassages(transaction, known.knowledgeUuid, count) };
  });
  if (passages.length === 0) return { added: 0, total: set.questions };
  const model = await cheapestModel(models);
  if (!model) throw new AppError('no_language_model', 'No language model has a key on this server');
  if (set.questions + count > TEST_QUESTIONS_MAX) {
    throw new AppError('too_many_test_questions', `The set has ${set.questions} questions`);
  }
  const questions = await write(dependencies, accountId, model, passages);
  return database.account(accountId, async (transaction) => {
    const { questions: total } = found(await lockSet(transaction, setId), 'set');
    const known = new Set((await selectQuestionTexts(transaction, setId)).map(compactText));
    const items = questions
      .filter(({ question }) => !known.has(compactText(question)))
      .map(({ question, text }) => ({
        question,
        expected: { text, documentUuid: null },
        origin: 'generated' as const,
      }));
    return putQuestions(transaction, setId, total, items);
  });
}

async function write(
  dependencies: Dependencies,
  accountId: AccountId,
  model: LanguageModel,
  passages: readonly GivenPassage[],
): Promise<GeneratedQuestion[]> {
  const questions: GeneratedQuestion[] = [];
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const some = passages.slice(from, from + AT_ONCE);
    const prompt = { ...generateQuestionsPrompt(some), outputTokens: TOKENS_EACH * some.length };
    const answer = await askModel(dependencies, accountId, model, prompt);
    if (answer.kind === 'answered') questions.push(...readGenerated(answer.text, some));
    // What was written before the tokens ran out is worth keeping.
    if (answer.kind === 'no_tokens' && questions.length === 0) {
      throw new AppError('balance_empty', 'There are not enough tokens to write questions');
    }
    if (answer.kind === 'busy' && questions.length === 0) {
      throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
    }
    if (answer.kind !== 'answered') break;
  }
  if (questions.length === 0)
    throw new AppError('model_failed', 'The model wrote no question that could be used');
  return questions;
}
