import type { QuestionSetId, TestQuestionId } from '@hanasu/contract/ids';
import type { TestRunView } from '@hanasu/contract/question-sets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { searchKnowledge } from '../../knowledge/search/search-knowledge.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../../knowledge/testing/knowledge.fixture.ts';
import { resumeRuns } from '../create-question-set-feature.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { insertQuestions } from '../questions/questions.store.ts';
import { createSet } from '../questions/questions.ts';
import { runTests } from './run-tests.ts';
import type { RunKey } from './runs.store.ts';
import { RUN_TESTS, readResults, readRuns, runAllSets, startRun, stopRun } from './runs.ts';

let knowledge: KnowledgeFixture;
beforeAll(async () => {
  knowledge = await createKnowledgeFixture();
});
afterAll(() => knowledge.close());

const never = new AbortController().signal;
const PAGE = { page: 1, pageSize: 100 };
type Dependencies = Pick<
  QuestionSetDependencies,
  'database' | 'jobs' | 'realtime' | 'search' | 'log' | 'now' | 'pause'
>;

/** A base with one document and a set of `count` questions about it; jobs and events are kept. */
async function newSet(count: number) {
  const { accountId } = knowledge;
  const { database, log } = knowledge.dependencies;
  const knowledgeId = await knowledge.addBase(accountId);
  await knowledge.addText(accountId, knowledgeId, 'Guide', 'Parking is free for two hours.');
  await knowledge.runJobs();
  const keys: RunKey[] = [];
  const events: TestRunView[] = [];
  const dependencies: Dependencies = {
    database,
    log,
    now: () => 0,
    pause: () => Promise.resolve(),
    search: (search) => searchKnowledge(knowledge.dependencies, search),
    jobs: () => ({
      send: async (_, name, payload) => {
        if (name === RUN_TESTS) keys.push(payload as unknown as RunKey);
      },
      isReady: () => true,
      stop: async () => undefined,
    }),
    realtime: { emit: (_account, _event, payload) => events.push((payload as { run: TestRunView }).run) },
  };
  const { uuid } = await createSet(dependencies, { accountId, knowledgeId }, 'Counter');
  await addTo(uuid, count);
  const latest = async () => (await readRuns(dependencies, { accountId, setId: uuid }, PAGE)).items[0];
  return { accountId, knowledgeId, setId: uuid, dependencies, keys, events, latest };
}

const addTo = (setId: QuestionSetId, count: number) =>
  knowledge.dependencies.database.account(knowledge.accountId, (transaction) =>
    insertQuestions(
      transaction,
      setId,
      Array.from({ length: count }, (_, index) => ({
        id: newId<TestQuestionId>(),
        question: `Is parking free, question ${index}?`,
        expected: { text: index % 2 === 0 ? 'two hours' : 'three hours', documentUuid: null },
        origin: 'written' as const,
      })),
    ),
  );

const keyOf = (keys: readonly RunKey[]): RunKey => {
  const key = keys.at(-1);
  if (!key) throw new Error('nothing is queued');
  return key;
};

test('a run that is killed goes on where it was, and asks nothing twice', async () => {
  const { accountId, setId, dependencies, keys, events, latest } = await newSet(25);
  await startRun(dependencies, accountId, setId);
  const asked: string[] = [];
  const worker = new AbortController();
  const search: Dependencies['search'] = (given) => {
    asked.push(given.query);
    // The worker is killed in the middle of the second ten: their results are lost.
    if (asked.length === 15) worker.abort();
    if (worker.signal.aborted && asked.length === 16) throw new Error('killed');
    return dependencies.search(given);
  };
  await expect(runTests({ ...dependencies, search }, keyOf(keys), worker.signal)).rejects.toThrow('killed');
  expect(await latest()).toMatchObject({ status: 'running', done: 10 });
  const again: string[] = [];
  const counting: Dependencies['search'] = (given) => {
    again.push(given.query);
    return dependencies.search(given);
  };
  await runTests({ ...dependencies, search: counting }, keyOf(keys), never);
  expect(new Set(again).size).toBe(15);
  expect(again.some((query) => asked.slice(0, 10).includes(query))).toBe(false);
  expect(await latest()).toMatchObject({ status: 'done', done: 25, scores: { r1: 0.52 } });
  expect(events.map(({ done }) => done)).toEqual([0, 0, 10, 10, 20, 25, 25]);

  await runTests(dependencies, keyOf(keys), never);
  expect(events).toHaveLength(7);
});

test('a run that a server left behind is queued again', async () => {
  const { accountId, setId, dependencies, keys } = await newSet(1);
  const { uuid } = await startRun(dependencies, accountId, setId);
  keys.length = 0;
  await resumeRuns(dependencies);
  expect(keys).toContainEqual({ accountId, runId: uuid });
  await runTests(dependencies, { accountId, runId: uuid }, never);
  keys.length = 0;
  await resumeRuns(dependencies);
  expect(keys.map(({ runId }) => runId)).not.toContain(uuid);
});

test('a set has one run at a time; stopping ends it and keeps what was measured', async () => {
  const { accountId, setId, dependencies, keys, latest } = await newSet(15);
  const first = await startRun(dependencies, accountId, setId);
  expect((await startRun(dependencies, accountId, setId)).uuid).toBe(first.uuid);
  expect(keys).toHaveLength(1);
  let asked = 0;
  const search: Dependencies['search'] = async (given) => {
    asked += 1;
    if (asked === 12) await stopRun(dependencies, accountId, first.uuid);
    return dependencies.search(given);
  };
  await runTests({ ...dependencies, search }, keyOf(keys), never);
  expect(await latest()).toMatchObject({ status: 'stopped', done: 10, scores: null });
  const results = await readResults(dependencies, { accountId, runId: first.uuid }, PAGE);
  expect(results.total).toBe(10);
  expect(await stopRun(dependencies, accountId, first.uuid)).toMatchObject({ status: 'stopped' });
  expect((await startRun(dependencies, accountId, setId)).uuid).not.toBe(first.uuid);
});

test('changed settings run every set that has questions, once its passages are made', async () => {
  const { accountId, knowledgeId, setId, dependencies, keys, latest } = await newSet(2);
  await createSet(dependencies, { accountId, knowledgeId }, 'Empty');
  const manual = await startRun(dependencies, accountId, setId);
  const [run, ...others] = await runAllSets(dependencies, { accountId, knowledgeId }, 'settings');
  expect(others).toEqual([]);
  expect(run).toMatchObject({ cause: 'settings', setUuid: setId, status: 'queued' });
  const { items } = await readRuns(dependencies, { accountId, setId }, PAGE);
  expect(items.find(({ uuid }) => uuid === manual.uuid)).toMatchObject({ status: 'stopped' });

  await knowledge.addText(accountId, knowledgeId, 'More', 'Parking is free for three hours.');
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    if (pauses === 2) await knowledge.runJobs();
  };
  await runTests({ ...dependencies, pause }, keyOf(keys), never);
  expect(pauses).toBe(2);
  expect(await latest()).toMatchObject({ cause: 'settings', status: 'done', scores: { r5: 1 } });
});

test('a fault ends the run as failed; questions deleted meanwhile are left out', async () => {
  const { accountId, setId, dependencies, keys, latest } = await newSet(3);
  await startRun(dependencies, accountId, setId);
  const search: Dependencies['search'] = () => Promise.reject(new Error('no index'));
  await runTests({ ...dependencies, search }, keyOf(keys), never);
  expect(await latest()).toMatchObject({ status: 'failed', scores: null });
  await startRun(dependencies, accountId, setId);
  await dependencies.database.account(accountId, (transaction) =>
    transaction.run('delete from test_questions where account_id = $1 and set_id = $2', [accountId, setId]),
  );
  await runTests(dependencies, keyOf(keys), never);
  expect(await latest()).toMatchObject({ status: 'stopped' });
});

test('the last hundred runs are kept', async () => {
  const { accountId, setId, dependencies } = await newSet(1);
  for (let run = 0; run < 103; run += 1) {
    const { uuid } = await startRun(dependencies, accountId, setId);
    await stopRun(dependencies, accountId, uuid);
  }
  expect((await readRuns(dependencies, { accountId, setId }, PAGE)).total).toBe(100);
});
