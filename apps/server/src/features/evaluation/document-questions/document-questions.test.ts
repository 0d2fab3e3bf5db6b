import { tokenHistory } from '@hanasu/contract/billing';
import { chat } from '@hanasu/contract/chat';
import { createCurated } from '@hanasu/contract/curated';
import * as contract from '@hanasu/contract/document-questions';
import { replaceDocument } from '@hanasu/contract/documents';
import type { BotId, EmbeddingId } from '@hanasu/contract/ids';
import { createDocument, type DocumentView, getDocument, listDocuments } from '@hanasu/contract/knowledge';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdBalance } from '../../../testing/hold-balance.ts';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import {
  eventually,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addBot, addKnowledge } from '../../../testing/test-shop.ts';
import { startScriptedModel } from '../testing/scripted-model.ts';
import { partsOf } from './document-questions.ts';

let model: Awaited<ReturnType<typeof startScriptedModel>>;
let server: TestServer;
/** Without a language model. */
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
  model.says(() => reply(...WRITTEN));
});

const reply = (...items: object[]) => JSON.stringify({ items });

const HANDBOOK = `# Hours
We are open from 10:00 to 19:00 and closed on Wednesdays.

# Parking
There are 12 parking spaces behind the shop. Parking is free for two hours.

# Returns
Bring goods back within 14 days of the day you bought them, with the receipt.`;
const WRITTEN = [
  { passage: 1, question: 'When do you close?', answer: 'open from 10:00 to 19:00' },
  { passage: 2, question: 'Can I leave my car?', answer: 'free for two hours' },
  { passage: 3, question: 'How long can I return something?', answer: 'within 14 days' },
];
const OPENAI = 'openai-gpt-4o-mini';

async function newShop(person: SignedIn, text = HANDBOOK) {
  const { knowledge, document } = await addKnowledge(person, text);
  const bot = await addBot(person, { knowledgeUuids: [knowledge.uuid] });
  return { knowledge, document, bot, params: { uuid: document.uuid } };
}
const make = (person: SignedIn, { uuid }: Pick<DocumentView, 'uuid'>) =>
  person.call(contract.makeDocumentQuestions, { params: { uuid }, body: {} });

async function answerOf(
  person: SignedIn,
  question: contract.DocumentQuestionView,
  botUuid: BotId,
  again = false,
) {
  const params = { uuid: question.uuid };
  const { answer } = await person.call(contract.answerDocumentQuestion, { params, body: { botUuid, again } });
  if (!answer) throw new Error('the bot gave no answer');
  return answer;
}
const first = ({ questions: [question] }: contract.DocumentCheckView) => {
  if (!question) throw new Error('no question was made');
  return question;
};
const spent = async (person: SignedIn) =>
  (await person.call(tokenHistory)).items.filter(({ kind }) => kind === 'call');

describe('questions of a document', () => {
  test('are written by a model, one from each third, and paid for once', async () => {
    const person = await server.register();
    const { document, bot, params } = await newShop(person);
    expect(await person.call(contract.getDocumentCheck, { params })).toEqual({
      ...{ documentUuid: document.uuid, version: 1, state: 'none', origin: null, shortfall: null },
      bots: [{ uuid: bot.uuid, name: bot.name, state: 'live', hasTools: false }],
      ...{ botUuid: bot.uuid, questions: [] },
    });
    const made = await make(person, document);
    expect(made).toMatchObject({ state: 'made', origin: 'model', shortfall: null });
    expect(made.questions.map(({ question, expected }) => [question, expected])).toEqual(
      WRITTEN.map(({ question, answer }) => [question, answer]),
    );
    expect(made.questions.map(({ asking, answer }) => [asking, answer])).toEqual(
      Array(3).fill([false, null]),
    );
    expect(await make(person, document)).toEqual(made);
    expect(model.asked).toHaveLength(1);
    expect(await spent(person)).toHaveLength(1);
  });

  test('are written once when two members ask at the same time', async () => {
    const person = await server.register();
    const { document } = await newShop(person);
    await Promise.all([make(person, document), make(person, document)]);
    expect(model.asked).toHaveLength(1);
  });

  test('are not written by an upload or when the document is opened', async () => {
    const person = await server.register();
    const { knowledge, params } = await newShop(person);
    const base = { uuid: knowledge.uuid };
    for (const title of ['Prices', 'Menu', 'Staff'])
      await person.call(createDocument, { params: base, body: { title, text: HANDBOOK } });
    await eventually('all documents are read', async () => {
      const { items } = await person.call(listDocuments, { params: base });
      return items.every(({ status }) => status === 'ready');
    });
    await person.call(contract.getDocumentCheck, { params });
    expect(model.asked).toEqual([]);
    expect(await spent(person)).toEqual([]);
  });

  test('belong to a version: the next one has its own', async () => {
    const person = await server.register();
    const { document, params } = await newShop(person);
    const old = first(await make(person, document));
    await person.call(replaceDocument, { params, body: { text: `${HANDBOOK} Dogs are welcome.` } });
    await eventually('the new version is read', async () => {
      const place = { uuid: document.knowledgeUuid, document: document.uuid };
      const view = await person.call(getDocument, { params: place });
      return view.version === 2 && view.status === 'ready';
    });
    const check = await person.call(contract.getDocumentCheck, { params });
    expect(check).toMatchObject({ version: 2, state: 'none', questions: [] });
    const body = { botUuid: check.botUuid as BotId };
    expect(
      await person.refused(contract.answerDocumentQuestion, { params: { uuid: old.uuid }, body }),
    ).toMatchObject({ code: 'not_found' });
    expect((await make(person, document)).questions.map(({ uuid }) => uuid)).not.toContain(old.uuid);
    expect(model.asked).toHaveLength(2);
  });

  test('wait until the document is read', async () => {
    const person = await server.register();
    const { document, params } = await newShop(person);
    await server.sql("update documents set status = 'reading' where id = $1", [document.uuid]);
    expect(await person.refused(contract.makeDocumentQuestions, { params, body: {} })).toMatchObject({
      code: 'document_not_ready',
    });
  });

  test('are taken from the document by a rule when there is no language model', async () => {
    const person = await plain.register();
    const { document } = await newShop(person);
    const made = await make(person, document);
    expect(made).toMatchObject({ state: 'made', origin: 'document', shortfall: 'no_language_model' });
    expect(made.questions.map(({ question }) => question)).toEqual([
      'What should I know about hours?',
      'What should I know about parking?',
      'What should I know about returns?',
    ]);
  });

  test('are none, with the reason, when the document gives nothing to ask', async () => {
    const person = await plain.register();
    const { document } = await newShop(person, 'Open daily from ten.');
    expect(await make(person, document)).toMatchObject({
      state: 'made',
      shortfall: 'no_language_model',
      questions: [],
    });
  });

  test('come from a rule without tokens, and from the model once there are some', async () => {
    const person = await server.register();
    const { document, params, bot } = await newShop(person);
    const account = person.user.account.uuid;
    const [before] = await server.sql<{ balance: string }>(
      'select balance::text from token_balances where account_id = $1',
      [account],
    );
    await server.sql('update token_balances set balance = 0 where account_id = $1', [account]);
    const poor = await make(person, document);
    expect(poor).toMatchObject({ origin: 'document', shortfall: 'balance_empty' });
    expect(poor.questions).toHaveLength(3);
    // A prepared answer needs no tokens; asking the model once more in vain keeps it.
    const body = { questions: [first(poor).question], answer: 'At seven.' };
    await person.call(createCurated, { params: { uuid: bot.uuid }, body });
    const answer = await answerOf(person, first(poor), bot.uuid);
    const kept = await make(person, document);
    expect(first(kept)).toMatchObject({ uuid: first(poor).uuid, answer });
    expect(model.asked).toEqual([]);
    await server.sql('update token_balances set balance = $2 where account_id = $1', [
      account,
      before?.balance,
    ]);
    const rich = await make(person, document);
    expect(rich).toMatchObject({ origin: 'model', shortfall: null });
    expect(await person.call(contract.getDocumentCheck, { params })).toEqual(rich);
  });

  test.each([
    ['nonsense', () => 'Sure! Here are your questions: 1. When?'],
    [
      'questions about something else',
      () => reply({ passage: 1, question: 'Why?', answer: 'because of that' }),
    ],
  ])('come from a rule when the model writes %s, and the document stays ready', async (_, says) => {
    const person = await server.register();
    const { document } = await newShop(person);
    model.says(says);
    const made = await make(person, document);
    expect(made).toMatchObject({ origin: 'document', shortfall: 'model_failed' });
    expect(made.questions).toHaveLength(3);
    const place = { uuid: document.knowledgeUuid, document: document.uuid };
    expect(await person.call(getDocument, { params: place })).toMatchObject({
      status: 'ready',
      failure: null,
      updatedAt: document.updatedAt,
    });
    expect(await make(person, document)).toEqual(made);
    expect(model.asked).toHaveLength(1);
  });

  test('can be asked for again after others held the tokens', async () => {
    const person = await server.register();
    const { document, params } = await newShop(person);
    const release = await holdBalance(server.sql, person.user.account.uuid);
    expect(await person.refused(contract.makeDocumentQuestions, { params, body: {} })).toMatchObject({
      code: 'balance_busy',
    });
    expect(await person.call(contract.getDocumentCheck, { params })).toMatchObject({ state: 'none' });
    await release();
    expect(await make(person, document)).toMatchObject({ origin: 'model' });
  });

  test('that a request left unfinished are made by the next one', async () => {
    const person = await server.register();
    const { document, params } = await newShop(person);
    await server.sql(
      `insert into document_checks (account_id, document_id, version, making_until)
       select account_id, id, version, now() + interval '1 hour' from documents where id = $1`,
      [document.uuid],
    );
    expect(await make(person, document)).toMatchObject({ state: 'making', questions: [] });
    await server.sql(
      "update document_checks set making_until = now() - interval '1 second' where document_id = $1",
      [document.uuid],
    );
    expect(await person.call(contract.getDocumentCheck, { params })).toMatchObject({ state: 'none' });
    expect(await make(person, document)).toMatchObject({ state: 'made' });
  });
});

describe('the answer to a question of a document', () => {
  test('is the one that a customer gets, with its sources', async () => {
    const person = await server.register();
    const { document, bot } = await newShop(person);
    const message = 'Is parking free?';
    model.says(() => reply({ passage: 2, question: message, answer: 'free for two hours' }));
    const answer = await answerOf(person, first(await make(person, document)), bot.uuid);
    const customers = await person.call(chat, { body: { botUuid: bot.uuid, message } });
    expect(answer).toMatchObject({
      outcome: 'answered',
      text: customers.message.text,
      citations: customers.message.citations,
    });
    expect(answer.citations[0]).toMatchObject({ documentUuid: document.uuid, headingPath: ['Parking'] });
  });

  test('is paid for once, and again only when that is asked for', async () => {
    const person = await server.register();
    const { knowledge, document } = await newShop(person);
    const bot = await addBot(person, { knowledgeUuids: [knowledge.uuid], serviceUuid: OPENAI });
    model.says((prompt) => (isWriting(prompt) ? reply(...WRITTEN) : 'At seven in the evening [1].'));
    const question = first(await make(person, document));
    const answer = await answerOf(person, question, bot.uuid);
    expect(answer).toMatchObject({ outcome: 'answered', text: expect.stringContaining('At seven') });
    expect(answer.citations[0]).toMatchObject({ documentUuid: document.uuid });
    expect(answer.tokens).toBeGreaterThan(0);
    expect(await answerOf(person, question, bot.uuid)).toEqual(answer);
    const calls = await spent(person);
    expect(calls[0]).toMatchObject({ tokens: -answer.tokens });
    expect(calls).toHaveLength(2);
    await answerOf(person, question, bot.uuid, true);
    expect(await spent(person)).toHaveLength(3);
  });

  test('is judged, and judged again after it was mended', async () => {
    const person = await server.register();
    const { document, bot, params } = await newShop(person);
    const question = first(await make(person, document));
    const verdict = (value: 'right' | 'wrong' | null) =>
      person.call(contract.judgeDocumentAnswer, {
        params: { uuid: question.uuid },
        body: { botUuid: bot.uuid, verdict: value },
      });
    expect(
      await person.refused(contract.judgeDocumentAnswer, {
        params: { uuid: question.uuid },
        body: { botUuid: bot.uuid, verdict: 'right' },
      }),
    ).toMatchObject({ code: 'not_found' });
    await answerOf(person, question, bot.uuid);
    expect((await verdict('wrong')).answer).toMatchObject({ verdict: 'wrong' });
    const [row] = await server.sql<{ judged_by: string }>(
      'select judged_by from document_answers where question_id = $1',
      [question.uuid],
    );
    expect(row?.judged_by).toBe(person.user.uuid);
    const body = { questions: [question.question], answer: 'At seven, on Sundays at five.' };
    await person.call(createCurated, { params: { uuid: bot.uuid }, body });
    expect(await answerOf(person, question, bot.uuid, true)).toMatchObject({
      outcome: 'curated',
      text: body.answer,
      verdict: null,
    });
    await verdict('right');
    const shown = await person.call(contract.getDocumentCheck, { params });
    expect(first(shown).answer).toMatchObject({ verdict: 'right', outcome: 'curated' });
    expect((await verdict(null)).answer).toMatchObject({ verdict: null });
  });

  test('is each bot’s own, and none of a bot that does not use the base', async () => {
    const person = await server.register();
    const { knowledge, document, bot, params } = await newShop(person);
    const draft = await addBot(person, { name: 'New clerk', knowledgeUuids: [knowledge.uuid], draft: true });
    const other = await addBot(person);
    const made = await make(person, document);
    expect(made.bots.map(({ uuid, state }) => [uuid, state])).toEqual([
      [bot.uuid, 'live'],
      [draft.uuid, 'draft'],
    ]);
    const question = first(made);
    await answerOf(person, question, draft.uuid);
    const of = (botUuid: BotId) => person.call(contract.getDocumentCheck, { params, query: { botUuid } });
    expect(first(await of(draft.uuid)).answer).not.toBeNull();
    expect(first(await of(bot.uuid)).answer).toBeNull();
    expect(
      await person.refused(contract.getDocumentCheck, { params, query: { botUuid: other.uuid } }),
    ).toMatchObject({
      code: 'not_found',
    });
    const wrong = { params: { uuid: question.uuid }, body: { botUuid: other.uuid } };
    expect(await person.refused(contract.answerDocumentQuestion, wrong)).toMatchObject({ code: 'not_found' });
  });

  test('fails visibly without tokens, and keeps the answer before', async () => {
    const person = await server.register();
    const { knowledge, document, params } = await newShop(person);
    const bot = await addBot(person, { knowledgeUuids: [knowledge.uuid], serviceUuid: OPENAI });
    model.says((prompt) => (isWriting(prompt) ? reply(...WRITTEN) : 'At seven [1].'));
    const question = first(await make(person, document));
    const answer = await answerOf(person, question, bot.uuid);
    await server.sql('update token_balances set balance = 0 where account_id = $1', [
      person.user.account.uuid,
    ]);
    const again = { params: { uuid: question.uuid }, body: { botUuid: bot.uuid, again: true } };
    expect(await person.refused(contract.answerDocumentQuestion, again)).toMatchObject({
      code: 'balance_empty',
    });
    const shown = await person.call(contract.getDocumentCheck, { params, query: { botUuid: bot.uuid } });
    expect(first(shown)).toMatchObject({ asking: false, answer });
  });
});

const isWriting = (prompt: string): boolean => prompt.includes('test questions for a search engine');

const passage = (text: string) => ({ id: crypto.randomUUID() as EmbeddingId, headingPath: [], text });

test('a short document is asked about in parts, a long one by its passages', () => {
  const line = 'The pool is open from nine to five.';
  const whole = passage(`${line}\nDogs are welcome in the garden.\nBreakfast costs 12 euros a guest.`);
  expect(partsOf([whole], 3).map(({ text, id }) => [text, id === whole.id])).toEqual([
    [line, true],
    ['Dogs are welcome in the garden.', true],
    ['Breakfast costs 12 euros a guest.', true],
  ]);
  const japanese = passage(
    '営業時間は午前10時から午後7時までです。定休日は水曜日と年末年始です。駐車場は店の裏に12台分あります。',
  );
  expect(partsOf([japanese], 3)).toHaveLength(3);
  const four = [1, 2, 3, 4].map((number) => passage(`Passage number ${number} of the text.`));
  expect(partsOf(four, 3)).toEqual(four);
  expect(partsOf([passage('Nine to five.')], 3).map(({ text }) => text)).toEqual(['Nine to five.']);
  expect(partsOf([], 3)).toEqual([]);
});
