import { createBotFromTemplate, duplicateBot, exportBot, importBot } from '@hanasu/contract/bot-files';
import { publishBot, rollBackBot } from '@hanasu/contract/bot-versions';
import { type BotView, createBot, getBot, listBots, updateBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { replaceDocument, updateDocument } from '@hanasu/contract/documents';
import { changeEmbedding } from '@hanasu/contract/embeddings';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createKnowledge,
  DocumentView,
  deleteDocument,
  getDocument,
  getKnowledge,
  listEmbeddings,
} from '@hanasu/contract/knowledge';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  formOf,
  type SignedIn,
  shareTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { addKnowledge } from '../../../testing/test-shop.ts';
import { TEMPLATES } from './templates/templates.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** What a shop of its own hands over, and what customers ask about it. */
const DOCUMENTS = {
  en: {
    lines: [
      'Hours',
      'Our opening hours are 8:15 to 16:45 from Monday to Friday.',
      'Bicycles',
      'Bicycles can be rented at the counter for 11 dollars a day.',
    ],
    asked: [
      ['What are your opening hours?', '8:15'],
      ['Can bicycles be rented?', '11 dollars'],
    ],
  },
  ja: {
    lines: [
      '営業時間',
      '営業時間は午前8時15分から午後4時45分までです。',
      '自転車',
      '自転車は窓口で1日1,100円で貸し出しています。',
    ],
    asked: [
      ['営業時間を教えてください', '8時15分'],
      ['自転車は借りられますか', '1,100円'],
    ],
  },
  vi: {
    lines: [
      'Giờ mở cửa',
      'Giờ mở cửa từ 8 giờ 15 đến 16 giờ 45, từ thứ Hai đến thứ Sáu.',
      'Xe đạp',
      'Quầy có cho thuê xe đạp với giá 110.000 đồng mỗi ngày.',
    ],
    asked: [
      ['Giờ mở cửa là mấy giờ?', '8 giờ 15'],
      ['Có cho thuê xe đạp không?', '110.000'],
    ],
  },
} as const;
type Language = keyof typeof DOCUMENTS;

async function addPdf(person: SignedIn, language: Language): Promise<KnowledgeId> {
  const { uuid } = await person.call(createKnowledge, { body: { name: `PDF ${language}` } });
  const [first, second, third, fourth] = DOCUMENTS[language].lines;
  const heading = (text: string) => ({ text, size: 16, above: 12 });
  const pdf = buildPdf({ title: language, pages: [[heading(first), second, heading(third), fourth]] });
  const sent = await person.raw('POST', `/api/user/knowledge/${uuid}/document`, {
    body: formOf('file', pdf, `${language}.pdf`),
  });
  const { uuid: document } = DocumentView.parse(sent.body);
  await isRead(person, uuid, document);
  return uuid;
}

const isRead = (person: SignedIn, uuid: KnowledgeId, document: DocumentId) =>
  eventually('the document is read', async () => {
    const { status } = await person.call(getDocument, { params: { uuid, document } });
    return status === 'ready';
  });

const OWN = { name: 'Kaede & Söhne', phone: '075-123-9876', other: 'https://kaede.test/visit' };
const ownFacts = (facts: readonly { readonly name: string }[]) =>
  Object.fromEntries(
    facts.map(({ name }) => [
      name,
      name.endsWith('_name') ? OWN.name : name === 'phone' ? OWN.phone : OWN.other,
    ]),
  );

describe('with a document of the shop', () => {
  let person: SignedIn;
  const bases = new Map<string, KnowledgeId>();
  beforeAll(async () => {
    person = await server.register();
    for (const language of ['en', 'ja', 'vi'] as const) bases.set(language, await addPdf(person, language));
  });

  test.each(TEMPLATES.map((one) => [one.template, one.locale, one] as const))(
    'the template %s in %s goes live with the facts of the shop and answers from its document alone',
    async (template, locale, { facts, knowledge, suggestedQuestions }) => {
      const own = bases.get(locale) ?? expect.unreachable();
      const { bot, sampleUuid } = await person.call(createBotFromTemplate, {
        body: { template, locale, knowledgeUuids: [own], facts: ownFacts(facts) },
      });
      expect(sampleUuid).toBeNull();
      expect(bot).toMatchObject({ knowledgeUuids: [own], sampleText: [], state: 'draft' });
      const params = { uuid: bot.uuid };
      expect((await person.call(publishBot, { params, body: {} })).state).toBe('live');

      const said: string[] = [];
      for (const [message, expected] of DOCUMENTS[locale].asked) {
        const answer = await person.call(chat, { body: { botUuid: bot.uuid, message } });
        expect(answer.outcome, message).toBe('answered');
        expect(answer.message.text).toContain(expected);
        const { citations } = answer.message;
        expect(new Set(citations.map(({ knowledgeUuid }) => knowledgeUuid))).toEqual(new Set([own]));
        expect(citations.map(({ quote }) => quote).join(' ')).toContain(expected);
        said.push(answer.message.text);
      }
      for (const message of suggestedQuestions)
        said.push((await person.call(chat, { body: { botUuid: bot.uuid, message } })).message.text);
      const read = `${JSON.stringify(await person.call(getBot, { params }))} ${said.join(' ')}`;
      for (const { example } of facts) expect(read).not.toContain(example);
      const shipped = knowledge.text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
      for (const line of [knowledge.title, ...shipped, ...suggestedQuestions])
        expect(read).not.toContain(line);
      expect(bot.greeting).toContain('{{');
      expect(read).toContain(OWN.name);
    },
  );
});

describe('publishing', () => {
  const sampleBot = async (person: SignedIn) => {
    const facts = { shop_name: OWN.name, phone: OWN.phone };
    const body = { template: 'shop', locale: 'en', facts } as const;
    const { bot, sampleUuid } = await person.call(createBotFromTemplate, { body });
    const base = sampleUuid ?? expect.unreachable('the account has no knowledge');
    const [sample] = bot.sampleText;
    if (sample?.kind !== 'knowledge') return expect.unreachable('the sample is named');
    await isRead(person, base, sample.documentUuid);
    return { bot, base, document: sample.documentUuid };
  };
  const publish = (person: SignedIn, { uuid }: Pick<BotView, 'uuid'>) =>
    person.refused(publishBot, { params: { uuid }, body: {} });

  test('is refused while the sample is attached, and names it', async () => {
    const person = await server.register();
    const { bot, base } = await sampleBot(person);
    expect(await publish(person, bot)).toMatchObject({
      code: 'sample_text_in_use',
      status: 409,
      errors: [{ path: 'body.knowledgeUuids', code: 'sample_knowledge', message: 'Shop guide (sample)' }],
    });
    expect(await person.call(getKnowledge, { params: { uuid: base } })).toMatchObject({ sample: true });
    const { knowledge } = await addKnowledge(person);
    const body = { knowledgeUuids: [knowledge.uuid] };
    await person.call(updateBot, { params: { uuid: bot.uuid }, body });
    expect((await person.call(publishBot, { params: { uuid: bot.uuid }, body: {} })).state).toBe('live');
    // The sample put back is a change that cannot go live.
    await person.call(updateBot, { params: { uuid: bot.uuid }, body: { knowledgeUuids: [base] } });
    expect((await publish(person, bot)).code).toBe('sample_text_in_use');
  });

  test('the sample is made for an account without knowledge only, and the next template gets its own', async () => {
    const person = await server.register();
    const first = await sampleBot(person);
    const second = await sampleBot(person);
    expect(second.base).not.toBe(first.base);
    await addKnowledge(person);
    const body = { template: 'faq', locale: 'vi' } as const;
    const { bot, sampleUuid } = await person.call(createBotFromTemplate, { body });
    expect(sampleUuid).toBeNull();
    expect(bot).toMatchObject({ knowledgeUuids: [], settings: { suggestedQuestions: [] } });
  });

  test.each([
    [
      'replaced',
      (person: SignedIn, document: DocumentId) =>
        person.call(replaceDocument, {
          params: { uuid: document },
          body: { text: '# Ours\n\nOur own words.' },
        }),
    ],
    [
      'confirmed',
      (person: SignedIn, document: DocumentId, uuid: KnowledgeId) =>
        person.call(updateDocument, { params: { uuid, document }, body: { sample: false } }),
    ],
    [
      'deleted',
      (person: SignedIn, document: DocumentId, uuid: KnowledgeId) =>
        person.call(deleteDocument, { params: { uuid, document } }),
    ],
  ])('a sample that is %s is none any more', async (_, change) => {
    const person = await server.register();
    const { bot, base, document } = await sampleBot(person);
    await change(person, document, base);
    expect((await person.call(getKnowledge, { params: { uuid: base } })).sample).toBe(false);
    expect((await person.call(publishBot, { params: { uuid: bot.uuid }, body: {} })).state).toBe('live');
  });

  test('passages that nobody has changed or switched off are still the sample', async () => {
    const person = await server.register();
    const { bot, document } = await sampleBot(person);
    const read = async () => {
      const { items } = await person.call(listEmbeddings, {
        params: { uuid: document },
        query: { pageSize: 100 },
      });
      return items;
    };
    const passages = await read();
    const [first, ...others] = passages;
    const change = { embedding: first?.uuid ?? expect.unreachable(), text: 'Delivery costs 700 yen.' };
    await person.call(changeEmbedding, { params: { uuid: document }, body: change });
    expect((await person.call(getBot, { params: { uuid: bot.uuid } })).sampleText).toMatchObject([
      { kind: 'knowledge', passages: others.length },
    ]);
    for (const { uuid: embedding } of others)
      await person.call(changeEmbedding, { params: { uuid: document }, body: { embedding, enabled: false } });
    expect((await person.call(publishBot, { params: { uuid: bot.uuid }, body: {} })).state).toBe('live');
  });

  test('facts that are empty, made up or named without being there hold a bot back until they are filled', async () => {
    const person = await server.register();
    const { knowledge } = await addKnowledge(person);
    const { bot } = await person.call(createBotFromTemplate, {
      body: {
        template: 'faq',
        locale: 'ja',
        knowledgeUuids: [knowledge.uuid],
        facts: { business_name: 'さくらスタジオ' },
      },
    });
    const params = { uuid: bot.uuid };
    await person.call(updateBot, { params, body: { noAnswerReply: '{{ fax }} へお送りください。' } });
    const facts = (await person.call(getBot, { params })).sampleText;
    expect(facts).toEqual([
      { kind: 'fact', name: 'business_name', label: '店名・会社名', value: 'さくらスタジオ', gap: 'sample' },
      { kind: 'fact', name: 'phone', label: '電話番号', value: '', gap: 'empty' },
      { kind: 'fact', name: 'fax', label: 'fax', value: '', gap: 'missing' },
    ]);
    expect((await publish(person, bot)).errors).toHaveLength(3);
    const variables = [
      // Somebody whose shop really has this name says so.
      { name: 'business_name', value: 'さくらスタジオ', sample: false },
      { name: 'phone', value: OWN.phone, required: true },
      { name: 'fax', value: OWN.phone },
    ];
    await person.call(updateBot, { params, body: { settings: { variables } } });
    expect((await person.call(publishBot, { params, body: {} })).state).toBe('live');
  });

  test('copies, files, versions and bots from scratch go by the same rule', async () => {
    const person = await server.register();
    const { bot, base } = await sampleBot(person);
    const params = { uuid: bot.uuid };
    const copy = await person.call(duplicateBot, { params, body: { name: 'Copy' } });
    expect((await publish(person, copy)).code).toBe('sample_text_in_use');
    const file = await person.call(exportBot, { params });
    const { bot: imported } = await person.call(importBot, { body: file });
    expect((await publish(person, imported)).code).toBe('sample_text_in_use');
    const body = { name: 'Scratch', serviceUuid: 'builtin-extractive', knowledgeUuids: [base] };
    const scratch = await person.call(createBot, { body });
    expect(scratch).toMatchObject({ state: 'draft', sampleText: [{ kind: 'knowledge', uuid: base }] });
    expect((await publish(person, scratch)).code).toBe('sample_text_in_use');
    const { items } = await person.call(listBots, {});
    expect(items.map(({ sampleText }) => sampleText.length)).toEqual([1, 1, 1, 1]);

    const live = await person.call(createBot, {
      body: {
        ...body,
        knowledgeUuids: [],
        settings: {
          variables: [{ name: 'phone', value: OWN.phone, required: true }],
        },
      },
    });
    const clear = { settings: { variables: [{ name: 'phone', value: '', required: true }] } };
    await person.call(updateBot, { params: { uuid: live.uuid }, body: clear });
    expect((await publish(person, live)).code).toBe('sample_text_in_use');
    await person.call(rollBackBot, { params: { uuid: live.uuid }, body: { number: 1 } });
    expect((await person.call(getBot, { params: { uuid: live.uuid } })).sampleText).toEqual([]);
  });
});
