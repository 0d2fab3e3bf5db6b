import type { AccountId, UserId } from '@hanasu/contract/ids';
import { TEST_QUESTIONS_MAX } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { readJson } from '@hanasu/models/gateway/check-tool-input';
import { type GivenPassage, generateQuestionsPrompt } from '@hanasu/models/prompts/tasks';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { type BilledCompletion, runBilledCompletion } from '../../billing/public.ts';
import type { QuestionSetDependencies, SetKey } from '../dependencies.ts';
import { drawPassages, selectQuestionTexts } from './questions.store.ts';
import { type Added, putQuestions } from './questions.ts';
import { lockSet, selectSet } from './sets.store.ts';

export type GenerateDependencies = Pick<QuestionSetDependencies, 'database' | 'models' | 'log'>;

/** Passages of one call: one bad answer costs no more than these. */
const AT_ONCE = 5;
const TOKENS_EACH = 160;
const TIMEOUTS = { firstTokenMs: 20_000, idleMs: 15_000, totalMs: 60_000 };
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 1_000;

/**
 * Has a model write questions for passages drawn at random, and adds those that are really answered by theirs. Throws
 * `model_failed` when it gave none: then nothing was added, but what the calls cost is paid.
 */
export async function generateQuestions(
  dependencies: GenerateDependencies,
  { accountId, userId, setId }: SetKey & { readonly userId: UserId },
  count: number,
): Promise<Added> {
  const { database, models } = dependencies;
  const { set, passages } = await database.account(accountId, async (transaction) => {
    const known = orNotFound(await selectSet(transaction, setId), 'set');
    return { set: known, passages: await drawPassages(transaction, known.knowledgeUuid, count) };
  });
  if (passages.length === 0) return { added: 0, total: set.questions };
  const entry = cheapestModel(await models.of(accountId));
  if (!entry) throw new AppError('no_language_model', 'No language model is configured on this server');
  if (set.questions + count > TEST_QUESTIONS_MAX) {
    throw new AppError('too_many_test_questions', `The set has ${set.questions} questions`);
  }
  const questions = await write(dependencies, { accountId, userId, entry, passages });
  return database.account(accountId, async (transaction) => {
    const { questions: total } = orNotFound(await lockSet(transaction, setId), 'set');
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

interface ToWrite {
  readonly accountId: AccountId;
  /** Who asks; absent: a job does. */
  readonly userId?: UserId;
  readonly entry: CatalogueEntry;
  readonly passages: readonly GivenPassage[];
}

async function write(
  dependencies: GenerateDependencies,
  { passages, ...asked }: ToWrite,
): Promise<GeneratedQuestion[]> {
  const questions: GeneratedQuestion[] = [];
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const some = passages.slice(from, from + AT_ONCE);
    const written = await writeQuestions(dependencies, { ...asked, passages: some });
    questions.push(...written.questions);
    // What was written before the tokens ran out is worth keeping.
    if (written.kind === 'spent' && questions.length === 0) {
      throw new AppError('balance_empty', 'Not enough tokens to generate questions');
    }
    if (written.kind === 'busy' && questions.length === 0) {
      throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
    }
    if (written.kind !== 'answered') break;
  }
  if (questions.length === 0) throw new AppError('model_failed', 'The model generated no usable question');
  return questions;
}

/** One call of a model, charged to the account: at most one question for each passage. Never throws for what it does. */
export async function writeQuestions(
  dependencies: GenerateDependencies,
  { passages, ...asked }: ToWrite,
): Promise<{ readonly kind: BilledCompletion['kind']; readonly questions: GeneratedQuestion[] }> {
  const answer = await runBilledCompletion(
    { ...dependencies, onModelFailure: (failure) => dependencies.log.warn(failure, 'model failed') },
    {
      ...{ ...asked, prompt: generateQuestionsPrompt(passages) },
      maxOutputTokens: TOKENS_EACH * passages.length + (asked.entry.reasoning ? THINKING_TOKENS : 0),
      timeouts: TIMEOUTS,
      urgency: 'staff',
    },
  );
  const questions = answer.kind === 'answered' ? readGenerated(answer.text, passages) : [];
  return { kind: answer.kind, questions };
}

export interface GeneratedQuestion {
  /** Of the given ones, from 1. */
  readonly passage: number;
  readonly question: string;
  /** Words of the passage that hold the answer. */
  readonly text: string;
}

const SPAN_LEAST = 4;
const SPAN_MOST = 300;
const QUESTION_MOST = 300;

/**
 * Questions of the model's answer by passage, in order. Strict: an item counts only when its question is one, and its
 * answer really stands in its passage. Anything else gives nothing.
 */
export function readGenerated(answer: string, passages: readonly GivenPassage[]): GeneratedQuestion[] {
  const { value } = readJson(unfenced(answer));
  const items: unknown = value?.items;
  if (!Array.isArray(items)) return [];
  const byPassage = new Map<number, GeneratedQuestion>();
  for (const item of items) {
    const read = readItem(item, passages);
    if (read && !byPassage.has(read.passage)) byPassage.set(read.passage, read);
  }
  return [...byPassage.values()].toSorted((one, other) => one.passage - other.passage);
}

/** Models like to put JSON into a block of code. */
const unfenced = (answer: string): string => {
  const text = answer.trim();
  return /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(text)?.[1] ?? text;
};

function readItem(item: unknown, passages: readonly GivenPassage[]): GeneratedQuestion | null {
  if (typeof item !== 'object' || item === null) return null;
  const { passage, question, answer } = item as Record<string, unknown>;
  if (typeof passage !== 'number' || typeof question !== 'string' || typeof answer !== 'string') return null;
  const given = passages[passage - 1];
  const asked = question.trim();
  const text = answer.trim();
  if (!given || compactText(asked) === '' || asked.length > QUESTION_MOST || text.length > SPAN_MOST)
    return null;
  const span = compactText(text);
  if (span.length < SPAN_LEAST || !compactText(given.text).includes(span)) return null;
  // A question that is the passage itself tests nothing.
  if (compactText(given.text) === compactText(asked)) return null;
  return { passage, question: asked, text };
}
