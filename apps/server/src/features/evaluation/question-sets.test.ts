import { tokenHistory } from '@hanasu/contract/billing';
import { createDocument, createKnowledge } from '@hanasu/contract/knowledge';
import * as contract from '@hanasu/contract/question-sets';
import { UPDATE_TEST_RUN, UpdateTestRun } from '@hanasu/contract/realtime';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdBalance } from '../../testing/hold-balance.ts';
import { LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import {
  eventually,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { addKnowledge } from '../../testing/test-shop.ts';
import { startScriptedModel } from './testing/scripted-model.ts';

let model: Awaited<ReturnType<typeof startScriptedModel>>;
let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  model = await startScriptedModel();
  [server, plain] = await Promise.all([
    startTestServer({
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: model.url,
      ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS,
    }),
    shareTestServer(),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), plain.stop()]);
  await model.close();
});
beforeEach(() => {
  model.asked.length = 0;
});

async function newSet(person: SignedIn, text?: string) {
  const { knowledge, document } = await addKnowledge(person, text);
  const params = { uuid: knowledge.uuid };
  const set = await person.call(contract.createQuestionSet, { params, body: { name: 'Counter' } });
  return { knowledge, document, params: { uuid: set.uuid } };
}

const finished = (person: SignedIn, params: { uuid: contract.QuestionSetView['uuid'] }) =>
  eventually('the run is over', async () => {
    const { items } = await person.call(contract.listTestRuns, { params });
    return items[0] && !['queued', 'running'].includes(items[0].status) && items[0];
  });

test('a set is filled from CSV and run: scores, ranks and what was found instead', async () => {
  const person = await server.register();
  const { knowledge, params, document } = await newSet(person);
  const csv = [
    '質問;期待する文;文書',
    'Is parking free?;FREE FOR　TWO hours',
    '営業時間は？;午前10時から',
    'How many parking spaces are there?;;handbook',
    'Where is the moon?;behind the clouds',
    'Nothing;;',
    'Which?;;Other book',
  ].join('\r\n');
  const checked = await person.call(contract.importTestQuestions, { params, body: { csv, check: true } });
  expect([checked.added, checked.total]).toEqual([4, 0]);
  expect(await person.call(contract.importTestQuestions, { params, body: { csv } })).toEqual({
    added: 4,
    total: 4,
    problems: [
      { row: 6, problem: 'no_expected' },
      { row: 7, problem: 'unknown_document' },
    ],
  });
  const again = await person.call(contract.importTestQuestions, { params, body: { csv } });
  expect([again.added, again.problems.length]).toEqual([0, 6]);

  const queued = await person.call(contract.startTestRun, { params });
  expect(queued).toMatchObject({ cause: 'manual', questions: 4 });
  const run = await finished(person, params);
  expect(run).toMatchObject({ status: 'done', done: 4, questions: 4, settings: knowledge.settings });
  expect(run.scores).toEqual({ r1: 0.75, r5: 0.75, mrr: 0.75 });
  expect(run.milliseconds).toBeGreaterThan(0);

  const { items } = await person.call(contract.listTestResults, { params: { uuid: run.uuid } });
  expect(items[0]).toMatchObject({ question: 'Where is the moon?', rank: null, rankBefore: null });
  expect(items.slice(1).map(({ rank, top }) => [rank, top[0]?.right])).toEqual(Array(3).fill([1, true]));
  const missed = await person.call(contract.listTestQuestions, {
    params,
    query: { missed: 'true' as never },
  });
  expect(missed.items).toMatchObject([
    { question: 'Where is the moon?', lastRank: null, origin: 'imported' },
  ]);
  const sets = await person.call(contract.listQuestionSets, { params: { uuid: knowledge.uuid } });
  expect(sets.items).toMatchObject([{ questions: 4, lastRun: { uuid: run.uuid } }]);

  const question = missed.items[0]?.uuid as never;
  const expected = { text: '', documentUuid: document.uuid };
  await person.call(contract.updateTestQuestion, { params: { uuid: question }, body: { expected } });
  await person.call(contract.startTestRun, { params });
  const second = await finished(person, params);
  const after = await person.call(contract.listTestResults, { params: { uuid: second.uuid } });
  expect(after.items.find(({ questionUuid }) => questionUuid === question)).toMatchObject({
    rankBefore: null,
  });
  expect(after.items.filter(({ rankBefore }) => rankBefore === 1)).toHaveLength(3);
  await person.call(contract.deleteTestQuestion, { params: { uuid: question } });
  const left = await person.call(contract.listTestQuestions, { params, query: { q: 'moon' } });
  expect(left.total).toBe(0);
});

test('an empty set is not run, a full one takes no more, and a foreign document is refused', async () => {
  const person = await server.register();
  const { params } = await newSet(person);
  expect(await person.refused(contract.startTestRun, { params })).toMatchObject({
    code: 'question_set_empty',
  });
  const items = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      question: `Number ${from + index}?`,
      expected: { text: String(index) },
    }));
  for (const from of [0, 500, 1_000])
    await person.call(contract.addTestQuestions, { params, body: { items: items(from, 500) } });
  await person.call(contract.addTestQuestions, { params, body: { items: items(1_500, 499) } });
  const body = { items: items(1_999, 2) };
  expect(await person.refused(contract.addTestQuestions, { params, body })).toMatchObject({
    code: 'too_many_test_questions',
    status: 409,
  });
  const total = (await person.call(contract.listTestQuestions, { params })).total;
  expect(total).toBe(1_999);

  const { document: foreign } = await newSet(person);
  const wrong = { items: [{ question: 'Where?', expected: { documentUuid: foreign.uuid } }] };
  expect(await person.refused(contract.addTestQuestions, { params, body: wrong })).toMatchObject({
    code: 'not_found',
  });
});

test('deleting a set is written down', async () => {
  const person = await server.register();
  const { params, knowledge } = await newSet(person);
  await person.call(contract.updateQuestionSet, { params, body: { name: 'Desk' } });
  await person.call(contract.deleteQuestionSet, { params });
  const sets = await person.call(contract.listQuestionSets, { params: { uuid: knowledge.uuid } });
  expect(sets.items).toEqual([]);
  const { items } = await person.call(listAudit, { query: { q: 'question_set' } });
  expect(items).toMatchObject([{ action: 'question_set.deleted', target: 'Desk' }]);
});

const PASSAGES = '# Parking\nThere are 12 parking spaces behind the shop, and they are free for two hours.';
const reply = (...items: object[]) => JSON.stringify({ items });

test('a model writes questions, they are checked against their passage and paid for', async () => {
  const person = await server.register();
  const { params } = await newSet(person, PASSAGES);
  const good = { passage: 1, question: 'Can I leave my car?', answer: 'free for two hours' };
  model.says(() => reply(good, { passage: 2, question: 'Who?', answer: 'somebody' }));
  const made = await person.call(contract.generateTestQuestions, { params, body: { count: 3 } });
  expect(made).toEqual({ added: 1, total: 1 });
  expect(model.asked[0]).toContain('12 parking spaces');
  const { items } = await person.call(contract.listTestQuestions, { params });
  expect(items).toMatchObject([
    { question: good.question, origin: 'generated', expected: { text: good.answer, documentUuid: null } },
  ]);
  const history = await person.call(tokenHistory);
  expect(history.items[0]).toMatchObject({ kind: 'call' });
  expect(history.items[0]?.tokens).toBeLessThan(0);

  await person.call(contract.startTestRun, { params });
  expect(await finished(person, params)).toMatchObject({ status: 'done', questions: 1 });
});

test('nonsense of a model writes nothing', async () => {
  const person = await server.register();
  const { params } = await newSet(person, PASSAGES);
  model.says(() => 'Sure! Here are your questions: 1. When?');
  const body = { count: 2 };
  expect(await person.refused(contract.generateTestQuestions, { params, body })).toMatchObject({
    code: 'model_failed',
  });
  expect((await person.call(contract.listTestQuestions, { params })).total).toBe(0);
});

test('questions wait while others hold the tokens, then say that they are busy', async () => {
  const person = await server.register();
  const { params } = await newSet(person, PASSAGES);
  await holdBalance(server.sql, person.user.account.uuid);
  const body = { count: 1 };
  expect(await person.refused(contract.generateTestQuestions, { params, body })).toMatchObject({
    code: 'balance_busy',
  });
  expect(model.asked).toEqual([]);
});

test('without tokens no model is asked; without a model the built-in one is not taken for one', async () => {
  const poor = await server.register();
  const { params } = await newSet(poor, PASSAGES);
  await server.sql('update token_balances set balance = 0 where account_id = $1', [poor.user.account.uuid]);
  const body = { count: 1 };
  expect(await poor.refused(contract.generateTestQuestions, { params, body })).toMatchObject({
    code: 'balance_empty',
  });
  expect(model.asked).toEqual([]);
  const person = await plain.register();
  const other = await newSet(person, PASSAGES);
  expect(await person.refused(contract.generateTestQuestions, { params: other.params, body })).toMatchObject({
    code: 'no_language_model',
  });
});

test('a base without passages has nothing to write questions for', async () => {
  const person = await server.register();
  const { uuid } = await person.call(createKnowledge, { body: { name: 'Empty' } });
  const set = await person.call(contract.createQuestionSet, { params: { uuid }, body: { name: 'Tests' } });
  const made = await person.call(contract.generateTestQuestions, {
    params: { uuid: set.uuid },
    body: { count: 1 },
  });
  expect(made).toEqual({ added: 0, total: 0 });
  await person.call(createDocument, { params: { uuid }, body: { title: 'Note', text: 'Open.' } });
});

test('the event has the shape that the web expects', () => {
  expect(UPDATE_TEST_RUN).toBe('update-test-run');
  expect(Object.keys(UpdateTestRun.shape)).toEqual(['run']);
});
