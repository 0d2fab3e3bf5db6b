import * as checks from '@hanasu/contract/document-questions';
import * as health from '@hanasu/contract/knowledge-health';
import * as sets from '@hanasu/contract/question-sets';
import type { EndpointWorld } from '../endpoint-world.ts';
import { messagesOf } from '../test-shop.ts';
import { type EndpointRow, row, WRONG_PAGES, wrongBodies } from './row.ts';

const NO_UUID = 'no-uuid';
const item = { question: 'Is parking free?', expected: { text: 'free for two hours' } };

async function newSet({ person, knowledge }: EndpointWorld) {
  const params = { uuid: knowledge.uuid };
  return (await person.call(sets.createQuestionSet, { params, body: { name: 'Tests' } })).uuid;
}
const inNewSet = async (world: EndpointWorld) => ({ params: { uuid: await newSet(world) } });

async function filledSet(world: EndpointWorld) {
  const params = { uuid: await newSet(world) };
  await world.person.call(sets.addTestQuestions, { params, body: { items: [item] } });
  return params;
}

async function newQuestion(world: EndpointWorld) {
  const params = await filledSet(world);
  const { items } = await world.person.call(sets.listTestQuestions, { params });
  return { uuid: items[0]?.uuid ?? params.uuid } as never;
}

async function newRun(world: EndpointWorld) {
  const run = await world.person.call(sets.startTestRun, { params: await filledSet(world) });
  return { uuid: run.uuid };
}

async function asked({ person, conversation }: EndpointWorld) {
  const messages = await messagesOf(person, conversation);
  return messages.filter(({ sender }) => sender === 'customer').map(({ uuid }) => uuid);
}

/** The bot of the world answers from the base of this document. */
const checkOf = ({ documentParams }: EndpointWorld) => ({ params: { uuid: documentParams.document } });

async function newDocumentQuestion(world: EndpointWorld) {
  const made = await world.person.call(checks.makeDocumentQuestions, { ...checkOf(world), body: {} });
  const [question] = made.questions;
  if (!question) throw new Error('no question was made');
  return { params: { uuid: question.uuid }, botUuid: world.bot.uuid };
}

async function answeredQuestion(world: EndpointWorld) {
  const { params, botUuid } = await newDocumentQuestion(world);
  await world.person.call(checks.answerDocumentQuestion, { params, body: { botUuid } });
  return { params, botUuid };
}

const base = ({ knowledge }: EndpointWorld) => ({ params: { uuid: knowledge.uuid } });

export const QUESTION_SET_ROWS: readonly EndpointRow[] = [
  row(sets.listQuestionSets, base),
  row(
    sets.createQuestionSet,
    (world) => ({ ...base(world), body: { name: 'Tests' } }),
    wrongBodies({ name: { name: ' ' } }),
  ),
  row(
    sets.updateQuestionSet,
    async (world) => ({ ...(await inNewSet(world)), body: { name: 'More tests' } }),
    wrongBodies({ name: { name: 'x'.repeat(121) } }),
  ),
  row(sets.deleteQuestionSet, inNewSet),
  row(sets.listTestQuestions, inNewSet, [
    ...WRONG_PAGES,
    { query: { missed: 'perhaps' }, path: 'query.missed' },
  ]),
  row(
    sets.addTestQuestions,
    async (world) => ({ ...(await inNewSet(world)), body: { items: [item] } }),
    wrongBodies({
      items: { items: [] },
      'items.0.question': { items: [{ ...item, question: ' ' }] },
      'items.0.expected': { items: [{ ...item, expected: { text: ' ' } }] },
    }),
  ),
  row(
    sets.importTestQuestions,
    async (world) => ({ ...(await inNewSet(world)), body: { csv: 'Is parking free?,two hours' } }),
    wrongBodies({ csv: { csv: '' } }),
  ),
  row(
    sets.generateTestQuestions,
    async (world) => {
      // A base without passages: nothing is asked of a model.
      const params = { uuid: await world.newKnowledge() };
      const set = await world.person.call(sets.createQuestionSet, { params, body: { name: 'Tests' } });
      return { params: { uuid: set.uuid }, body: { count: 1 } };
    },
    wrongBodies({ count: { count: 51 } }),
  ),
  row(
    sets.updateTestQuestion,
    async (world) => ({ params: await newQuestion(world), body: { question: 'Where can I park?' } }),
    wrongBodies({ question: { question: ' ' }, expected: { expected: {} } }),
  ),
  row(sets.deleteTestQuestion, async (world) => ({ params: await newQuestion(world) })),
  row(sets.startTestRun, async (world) => ({ params: await filledSet(world) })),
  row(sets.stopTestRun, async (world) => ({ params: await newRun(world) })),
  row(sets.listTestRuns, inNewSet, WRONG_PAGES),
  row(sets.listTestResults, async (world) => ({ params: await newRun(world) }), WRONG_PAGES),
  row(checks.getDocumentCheck, checkOf, [{ query: { botUuid: NO_UUID }, path: 'query.botUuid' }]),
  row(
    checks.makeDocumentQuestions,
    (world) => ({ ...checkOf(world), body: {} }),
    wrongBodies({ botUuid: { botUuid: NO_UUID } }),
  ),
  row(
    checks.answerDocumentQuestion,
    async (world) => {
      const { params, botUuid } = await newDocumentQuestion(world);
      return { params, body: { botUuid } };
    },
    wrongBodies({
      botUuid: { botUuid: NO_UUID },
      again: { botUuid: crypto.randomUUID(), again: 'perhaps' },
    }),
  ),
  row(
    checks.judgeDocumentAnswer,
    async (world) => {
      const { params, botUuid } = await answeredQuestion(world);
      return { params, body: { botUuid, verdict: 'right' as const } };
    },
    wrongBodies({
      botUuid: { botUuid: NO_UUID, verdict: null },
      verdict: { botUuid: crypto.randomUUID(), verdict: 'perhaps' },
    }),
  ),
  row(health.listMissedQuestions, base, [...WRONG_PAGES, { query: { days: 91 }, path: 'query.days' }]),
  row(
    health.settleMissedQuestions,
    async (world) => ({
      ...base(world),
      body: { action: 'dismiss' as const, messageUuids: await asked(world) },
    }),
    wrongBodies({
      action: { action: 'forget', messageUuids: [crypto.randomUUID()] },
      messageUuids: { action: 'dismiss', messageUuids: [] },
      answer: { action: 'answer', messageUuids: [crypto.randomUUID()], question: 'When?', answer: ' ' },
      expected: {
        action: 'test',
        messageUuids: [crypto.randomUUID()],
        setUuid: crypto.randomUUID(),
        question: 'When?',
        expected: {},
      },
    }),
  ),
  row(health.getKnowledgeHealth, base),
];
