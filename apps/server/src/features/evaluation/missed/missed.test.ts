import { chat } from '@hanasu/contract/chat';
import { rateMessage } from '@hanasu/contract/chats';
import type { BotId } from '@hanasu/contract/ids';
import { listDocuments, searchKnowledge } from '@hanasu/contract/knowledge';
import * as health from '@hanasu/contract/knowledge-health';
import * as sets from '@hanasu/contract/question-sets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../../testing/test-shop.ts';
import { MISSED } from './missed-questions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const ask = (person: SignedIn, botUuid: BotId, message: string) =>
  person.call(chat, { body: { botUuid, message } });
const missedOf = async (person: SignedIn, uuid: never) =>
  (await person.call(health.listMissedQuestions, { params: { uuid } })).items;

describe('what was asked in vain', () => {
  test('comes together, most asked first, and leaves out what was answered', async () => {
    const person = await server.register();
    const { bot, knowledge } = await addBotWithKnowledge(person);
    const base = knowledge.uuid as never;
    for (const message of [
      'Can I bring my llama?',
      'Is parking free?',
      'Do you sell umbrellas?',
      'Hello, can I bring a llama please?',
    ])
      await ask(person, bot.uuid, message);
    const other = await addBot(person, { name: 'Other' });
    await ask(person, other.uuid, 'Can I bring my llama?');
    const groups = await missedOf(person, base);
    expect(groups).toMatchObject([
      { question: 'Can I bring my llama?', times: 2, reasons: ['unanswered'] },
      { question: 'Do you sell umbrellas?', times: 1 },
    ]);
    expect(groups[0]?.examples.map(({ text }) => text)).toEqual([
      'Hello, can I bring a llama please?',
      'Can I bring my llama?',
    ]);
    expect(groups[0]?.examples[0]).toMatchObject({ botUuid: bot.uuid, reason: 'unanswered' });
    const found = await person.call(health.listMissedQuestions, {
      params: { uuid: base },
      query: { q: 'umbrella', pageSize: 1 },
    });
    expect(found).toMatchObject({ total: 1, items: [{ question: 'Do you sell umbrellas?' }] });
  });

  test('an answer that was marked as bad counts, until the mark is taken back', async () => {
    const person = await server.register();
    const { bot, knowledge } = await addBotWithKnowledge(person);
    const base = knowledge.uuid as never;
    const { message } = await ask(person, bot.uuid, 'Is parking free?');
    await person.call(rateMessage, { params: { uuid: message.uuid }, body: { rating: 'down' } });
    expect(await missedOf(person, base)).toMatchObject([
      { question: 'Is parking free?', reasons: ['thumbs_down'], times: 1 },
    ]);
    await person.call(rateMessage, { params: { uuid: message.uuid }, body: { rating: null } });
    expect(await missedOf(person, base)).toEqual([]);
  });
});

describe('dealing with it', () => {
  async function oneMissed(message = 'Can I bring my llama?') {
    const person = await server.register();
    const { bot, knowledge } = await addBotWithKnowledge(person);
    await ask(person, bot.uuid, message);
    const params = { uuid: knowledge.uuid };
    const [group] = (await person.call(health.listMissedQuestions, { params })).items;
    const messageUuids = group?.examples.map(({ messageUuid }) => messageUuid) ?? [];
    return { person, bot, params, messageUuids };
  }

  test('an answer is a passage that is found when the request returns', async () => {
    const { person, bot, params, messageUuids } = await oneMissed();
    const question = 'Can I bring my llama?';
    const answer = 'Llamas are welcome in the garden.\nPlease keep them on a lead.';
    const settled = await person.call(health.settleMissedQuestions, {
      params,
      body: { action: 'answer', messageUuids, question, answer },
    });
    expect(settled.settled).toBe(1);
    const search = async (query: string) =>
      (await person.call(searchKnowledge, { params, body: { query } })).items[0];
    const hit = await search(question);
    expect(hit?.embeddingUuid).toBe(settled.embeddingUuid);
    expect(hit).toMatchObject({ title: 'Answers from conversations' });
    expect(hit?.text).toContain('keep them on a lead');
    expect(await missedOf(person, params.uuid as never)).toEqual([]);
    expect((await ask(person, bot.uuid, question)).outcome).toBe('answered');

    await ask(person, bot.uuid, 'Do you sell umbrellas?');
    const [next] = await missedOf(person, params.uuid as never);
    const more = { question: 'Do you sell umbrellas?', answer: 'Umbrellas are sold at the desk.' };
    const ids = next?.examples.map(({ messageUuid }) => messageUuid) ?? [];
    await person.call(health.settleMissedQuestions, {
      params,
      body: { action: 'answer', messageUuids: ids, ...more },
    });
    expect((await search('umbrellas'))?.text).toContain('sold at the desk');
    expect((await search('llama'))?.text).toContain('welcome in the garden');
    const { items } = await person.call(listDocuments, { params });
    expect(items.filter(({ kind }) => kind === 'questions')).toMatchObject([{ version: 2 }]);
  });

  test('answers that are written at once are all kept', async () => {
    const { person, params, messageUuids } = await oneMissed('ラマを連れて行けますか？');
    const write = (name: string) =>
      person.call(health.settleMissedQuestions, {
        params,
        body: { action: 'answer', messageUuids, question: `${name}は？`, answer: `${name}は大丈夫です。` },
      });
    const names = ['犬', '猫', '鳥', '馬'];
    await Promise.all(names.map(write));
    for (const name of names) {
      const { items } = await person.call(searchKnowledge, { params, body: { query: `${name}は？` } });
      expect(items.some(({ text }) => text.includes(`${name}は大丈夫`))).toBe(true);
    }
    const { items } = await person.call(listDocuments, { params });
    expect(items.filter(({ kind }) => kind === 'questions')).toMatchObject([{ title: '会話からの回答' }]);
  });

  test('a test question', async () => {
    const { person, params, messageUuids } = await oneMissed();
    const set = await person.call(sets.createQuestionSet, { params, body: { name: 'Tests' } });
    const body = {
      action: 'test' as const,
      messageUuids,
      question: 'Can I bring my llama?',
      expected: { text: 'llamas are welcome' },
    };
    const elsewhere = await oneMissed();
    const foreign = await elsewhere.person.call(sets.createQuestionSet, {
      params: elsewhere.params,
      body: { name: 'Tests' },
    });
    expect(
      await person.refused(health.settleMissedQuestions, {
        params,
        body: { ...body, setUuid: foreign.uuid },
      }),
    ).toMatchObject({ code: 'not_found' });
    await person.call(health.settleMissedQuestions, { params, body: { ...body, setUuid: set.uuid } });
    const { items } = await person.call(sets.listTestQuestions, { params: { uuid: set.uuid } });
    expect(items).toMatchObject([{ question: body.question, origin: 'conversation' }]);
    expect(await missedOf(person, params.uuid as never)).toEqual([]);
  });

  test('putting aside; twice is once, and messages of others are none', async () => {
    const { person, params, messageUuids } = await oneMissed();
    const body = { action: 'dismiss' as const, messageUuids };
    const dismiss = () => person.call(health.settleMissedQuestions, { params, body });
    expect(await dismiss()).toEqual({ settled: 1, embeddingUuid: null });
    expect(await dismiss()).toEqual({ settled: 0, embeddingUuid: null });
    expect(await missedOf(person, params.uuid as never)).toEqual([]);
    const { messageUuids: foreign } = await oneMissed();
    expect(
      await person.refused(health.settleMissedQuestions, {
        params,
        body: { action: 'dismiss', messageUuids: foreign },
      }),
    ).toMatchObject({ code: 'not_found' });
  });
});

test('missed messages have an index of their own, by the condition of the lookup', async () => {
  const [index] = await server.sql<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'messages_missed'",
  );
  const plain = index?.indexdef.replaceAll(/::text|[()]/g, '');
  expect(plain).toContain(MISSED.replaceAll(/[()]/g, '').replace(' or ', ' OR '));
});
