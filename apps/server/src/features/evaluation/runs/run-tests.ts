import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { Expected, TestRunView } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { JobDefinition } from '../../../platform/workers/jobs.ts';
import type { FoundPassage } from '../../knowledge/public.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { lockSet } from '../questions/sets.store.ts';
import {
  beginRun,
  endRun,
  isBeingRead,
  type NewResult,
  type RunKey,
  selectScored,
  selectUnasked,
  writeResults,
} from './runs.store.ts';
import { publishRunUpdate, RUN_TESTS } from './runs.ts';
import { scoreRun } from './score-run.ts';

/** The kinds of background work of this feature, for `startJobs`. */
export const questionSetJobs = (dependencies: QuestionSetDependencies): JobDefinition<never>[] => [
  runTestsJob(dependencies),
];

/** Idempotent by run: questions that have a result are not asked again. */
const runTestsJob = (dependencies: QuestionSetDependencies): JobDefinition<RunKey> => ({
  name: RUN_TESTS,
  // One may wait for passages that are being made.
  concurrency: 2,
  retryLimit: 4,
  heartbeatSeconds: 10,
  handle: (key, signal) => runTests(dependencies, key, signal),
});

type Dependencies = Pick<
  QuestionSetDependencies,
  'database' | 'realtime' | 'search' | 'log' | 'now' | 'pause'
>;
type Unasked = Awaited<ReturnType<typeof selectUnasked>>[number];

/** Ranks beyond are not looked at. */
const LIMIT = 10;
const TOP = 3;
const TOP_TEXT = 600;
/** Asked between two writes: progress is seen, a stop is heeded, and a kill costs no more than these. */
const AT_ONCE = 10;
const LOOK_MS = 1_000;
/** Passages that take longer are not waited for. */
const READING_MS = 15 * 60_000;

/**
 * Asks the questions of a run that have no result yet. May be killed at any point and run again. Throws only when
 * trying again later makes sense.
 */
export async function runTests(dependencies: Dependencies, key: RunKey, signal: AbortSignal): Promise<void> {
  try {
    await work(dependencies, key, signal);
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error)) throw error;
    dependencies.log.error({ err: error, ...key, code: 'internal' }, 'test run failed');
    await end(dependencies, key, { status: 'failed' });
  }
}

async function work(dependencies: Dependencies, key: RunKey, signal: AbortSignal): Promise<void> {
  const { database } = dependencies;
  const started = await database.account(key.accountId, async (transaction) => {
    const run = await beginRun(transaction, key.runId);
    const set = run && (await lockSet(transaction, run.setUuid));
    return run && set && { run, knowledgeId: set.knowledgeId };
  });
  if (!started) return;
  const { knowledgeId } = started;
  publishRunUpdate(dependencies, key.accountId, started.run);
  if (started.run.cause !== 'manual') await untilRead(dependencies, { key, knowledgeId }, signal);
  for (let run: TestRunView | null = started.run; run; ) {
    if (signal.aborted) throw new Error('the worker is stopping');
    const current: TestRunView = run;
    const questions = await database.account(key.accountId, (transaction) =>
      selectUnasked(transaction, current, AT_ONCE),
    );
    if (questions.length === 0) return finish(dependencies, key);
    const results: NewResult[] = [];
    for (const question of questions) results.push(await ask(dependencies, { key, knowledgeId }, question));
    run = await database.account(key.accountId, (transaction) =>
      writeResults(transaction, key.runId, results),
    );
    if (run) publishRunUpdate(dependencies, key.accountId, run);
  }
}

/** Other settings may mean other passages: they are measured once they are there. */
async function untilRead(
  { database, pause }: Dependencies,
  { key, knowledgeId }: { readonly key: RunKey; readonly knowledgeId: KnowledgeId },
  signal: AbortSignal,
): Promise<void> {
  for (let waited = 0; waited < READING_MS && !signal.aborted; waited += LOOK_MS) {
    const isWaiting = await database.account(
      key.accountId,
      async (transaction) =>
        (await beginRun(transaction, key.runId)) !== null && isBeingRead(transaction, knowledgeId),
    );
    if (!isWaiting) return;
    await pause(LOOK_MS, signal);
  }
}

async function ask(
  { search, now }: Dependencies,
  { key: { accountId }, knowledgeId }: { readonly key: RunKey; readonly knowledgeId: KnowledgeId },
  { id, question, expected }: Unasked,
): Promise<NewResult> {
  const startedAt = now();
  const passages = await search({
    ...{ accountId, knowledgeIds: [knowledgeId], query: question, limit: LIMIT },
    urgency: 'background',
  });
  const milliseconds = now() - startedAt;
  const isRight = createMatcher(expected);
  const index = passages.findIndex(isRight);
  const toTop = (passage: FoundPassage) => ({
    embeddingUuid: passage.embeddingId,
    title: passage.title,
    text: passage.text.slice(0, TOP_TEXT).toWellFormed(),
    right: isRight(passage),
  });
  const top = passages.slice(0, TOP).map(toTop);
  return { questionId: id, question, rank: index < 0 ? null : index + 1, milliseconds, top };
}

async function finish(dependencies: Dependencies, key: RunKey): Promise<void> {
  const results = await dependencies.database.account(key.accountId, (transaction) =>
    selectScored(transaction, key.runId),
  );
  const summary = scoreRun(results);
  // Its questions were deleted meanwhile.
  if (!summary) return end(dependencies, key, { status: 'stopped' });
  return end(dependencies, key, { status: 'done', ...summary, questions: results.length });
}

async function end(
  dependencies: Dependencies,
  key: RunKey,
  how: Parameters<typeof endRun>[2],
): Promise<void> {
  const run = await dependencies.database.account(key.accountId, (transaction) =>
    endRun(transaction, key.runId, how),
  );
  if (run) publishRunUpdate(dependencies, key.accountId, run);
}

interface MatchedPassage {
  readonly documentId: DocumentId;
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** A passage this short says too little to count as a part of what is expected. */
const PART_LENGTH = 40;

/**
 * Tells whether a passage is right. By its words when there are any: it contains them, or is itself a part of them,
 * because passages may be cut smaller than they were when the question was written. Else by its document.
 */
function createMatcher(expected: Expected): (passage: MatchedPassage) => boolean {
  const wanted = compactText(expected.text);
  if (wanted === '') return ({ documentId }) => documentId === expected.documentUuid;
  return ({ headingPath, text }) => {
    const own = compactText(text);
    if (own.includes(wanted) || compactText([...headingPath, text].join('')).includes(wanted)) return true;
    return own.length >= PART_LENGTH && wanted.includes(own);
  };
}

/** From 1; null: none of them is right. */
export function rankOf(expected: Expected, passages: readonly MatchedPassage[]): number | null {
  const index = passages.findIndex(createMatcher(expected));
  return index < 0 ? null : index + 1;
}
