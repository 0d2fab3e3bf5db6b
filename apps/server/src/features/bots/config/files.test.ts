import {
  BOT_TEMPLATES,
  BotFile,
  createBotFromTemplate,
  duplicateBot,
  exportBot,
  importBot,
  listBotTemplates,
} from '@hanasu/contract/bot-files';
import { createBot, getBot, updateBot } from '@hanasu/contract/bots';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addBotWithKnowledge, addKnowledge } from '../../../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const SETTINGS = {
  suggestedQuestions: ['Is parking free?'],
  tone: 'formal',
  language: 'ja',
  temperature: 0.3,
  maxOutputTokens: 400,
  variables: [{ name: 'shop', value: 'もみじ "商店"' }],
  handoverWords: ['human', '担当者'],
  businessHours: {
    timeZone: 'Asia/Tokyo',
    open: [{ day: 1, from: '22:00', until: '02:00' }],
    closedReply: 'We are back at ten.',
  },
  passages: 4,
  minConfidence: 0.2,
} as const;
const EDITABLE = {
  ...SETTINGS,
  suggestedQuestions: [...SETTINGS.suggestedQuestions],
  variables: [...SETTINGS.variables],
  handoverWords: [...SETTINGS.handoverWords],
  businessHours: { ...SETTINGS.businessHours, open: [...SETTINGS.businessHours.open] },
};

test('a file carries all of a bot to another account, where knowledge is found by its name', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person, {
    instructions: 'You are the clerk of {{shop}}.\n# "Quotes" \\ and 改行',
    greeting: 'Hi {{shop}}',
    noAnswerReply: 'Ask us.',
    answerOnlyFromKnowledge: false,
    showSources: false,
    settings: EDITABLE,
  });
  await person.call(updateBot, { params: { uuid: bot.uuid }, body: { name: 'Edited' } });
  const file = await person.call(exportBot, { params: { uuid: bot.uuid } });
  expect(JSON.stringify(file)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(file.bot).toMatchObject({ name: 'Edited', knowledge: ['Shop'] });

  const other = await server.register();
  const { knowledge } = await addKnowledge(other);
  const { bot: imported, warnings } = await other.call(importBot, { body: JSON.parse(JSON.stringify(file)) });
  expect(warnings).toEqual([]);
  const { uuid, channels, createdAt, updatedAt, ...config } = await person.call(getBot, {
    params: { uuid: bot.uuid },
  });
  expect(imported).toMatchObject({
    ...config,
    knowledgeUuids: [knowledge.uuid],
    state: 'draft',
    version: 0,
    publishedAt: null,
  });
  expect(imported.uuid).not.toBe(uuid);
  expect((await other.call(exportBot, { params: { uuid: imported.uuid } })).bot).toEqual(file.bot);
  const { items } = await other.call(listAudit, { query: { q: 'bot.imported' } });
  expect(items).toMatchObject([{ target: 'Edited' }]);
});

test('what this installation lacks is replaced or left out, and named', async () => {
  const person = await server.register();
  const bot = {
    name: 'Clerk',
    serviceUuid: 'gone-model',
    knowledge: ['Menu', 'Prices'],
    settings: { fallbackServiceUuid: 'openai-gpt-4o', cheaperServiceUuid: 'builtin-extractive' },
  };
  const { bot: imported, warnings } = await person.call(importBot, {
    body: { format: 'hanasu-bot', version: 1, bot },
  });
  expect(warnings).toEqual([
    { code: 'knowledge_missing', value: 'Menu' },
    { code: 'knowledge_missing', value: 'Prices' },
    { code: 'model_unavailable', value: 'gone-model' },
    { code: 'fallback_dropped', value: 'openai-gpt-4o' },
  ]);
  expect(imported).toMatchObject({
    serviceUuid: 'builtin-extractive',
    knowledgeUuids: [],
    settings: { fallbackServiceUuid: null, cheaperServiceUuid: 'builtin-extractive', tone: 'neutral' },
  });
});

describe('a broken file says what is wrong, and where', () => {
  const good = {
    format: 'hanasu-bot',
    version: 1,
    bot: { name: 'Clerk', serviceUuid: 'builtin-extractive' },
  };
  test.each([
    ['another format', { ...good, format: 'dify' }, ['body.format']],
    ['a newer version', { ...good, version: 2 }, ['body.version']],
    ['no bot', { format: 'hanasu-bot', version: 1 }, ['body.bot']],
    [
      'several fields',
      { ...good, bot: { ...good.bot, name: '', instructions: 5, settings: { tone: 'rude', passages: 99 } } },
      ['body.bot.name', 'body.bot.instructions', 'body.bot.settings.tone', 'body.bot.settings.passages'],
    ],
    [
      'hours that are none',
      {
        ...good,
        bot: {
          ...good.bot,
          settings: {
            businessHours: {
              timeZone: 'Asia/Tokyo',
              open: [{ day: 7, from: '25:00', until: '9' }],
              closedReply: '',
            },
          },
        },
      },
      [
        'body.bot.settings.businessHours.open.0.day',
        'body.bot.settings.businessHours.open.0.from',
        'body.bot.settings.businessHours.open.0.until',
      ],
    ],
    ['a list', [], ['body']],
    [
      'a prompt of a megabyte',
      { ...good, bot: { ...good.bot, instructions: 'x'.repeat(900_000) } },
      ['body.bot.instructions'],
    ],
  ])('%s', async (_, file, paths) => {
    const person = await server.register();
    const problem = await person.refused(importBot, { body: file as never });
    expect(problem.code).toBe('validation_failed');
    expect((problem.errors ?? []).map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  });

  test('an id of somebody else’s knowledge has no place in it', async () => {
    const person = await server.register();
    const bot = { ...good.bot, knowledgeUuids: [crypto.randomUUID()] };
    expect((await person.refused(importBot, { body: { ...good, bot } as never })).code).toBe(
      'validation_failed',
    );
  });
});

test('a copy is a draft with all but the name', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person, { settings: EDITABLE });
  const copy = await person.call(duplicateBot, { params: { uuid: bot.uuid }, body: { name: 'Clerk 2' } });
  expect(copy).toMatchObject({
    name: 'Clerk 2',
    settings: bot.settings,
    knowledgeUuids: bot.knowledgeUuids,
    state: 'draft',
    channels: [],
  });
  const stranger = await server.register();
  const params = { uuid: (await addBot(person)).uuid };
  expect((await stranger.refused(duplicateBot, { params, body: { name: 'Mine' } })).code).toBe('not_found');
  expect((await stranger.refused(exportBot, { params })).code).toBe('not_found');
});

test('a file from before budgets stood by themselves is taken without its budget', async () => {
  const person = await server.register();
  const { uuid } = await addBot(person);
  const file = await person.call(exportBot, { params: { uuid } });
  const older = { ...file, bot: { ...file.bot, settings: { ...file.bot.settings, monthlyBudget: 5_000 } } };
  const { bot } = await person.call(importBot, { body: older });
  expect(bot.settings).not.toHaveProperty('monthlyBudget');
});

test('there is each template in each language, and each makes a bot and a file that are valid', async () => {
  const person = await server.register();
  const { items } = await person.call(listBotTemplates);
  const wanted = BOT_TEMPLATES.flatMap((template) =>
    ['en', 'ja', 'vi'].map((locale) => `${template} ${locale}`),
  );
  expect(items.map(({ template, locale }) => `${template} ${locale}`).toSorted()).toEqual(wanted.toSorted());
  for (const { template, locale, facts, instructions, greeting } of items) {
    const named = new Set(facts.map(({ name }) => name));
    const used = [...`${instructions}${greeting}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
    expect(new Set(used), `${template} ${locale}`).toEqual(named);
    const { bot } = await person.call(createBotFromTemplate, { body: { template, locale } });
    expect(BotFile.safeParse(await person.call(exportBot, { params: { uuid: bot.uuid } })).success).toBe(
      true,
    );
  }
});

test('a bot of a template is a draft with its own name, model and knowledge', async () => {
  const person = await server.register();
  const body = { template: 'shop', locale: 'vi', name: 'Của tôi' } as const;
  const { bot, sampleUuid } = await person.call(createBotFromTemplate, { body });
  expect(bot).toMatchObject({ name: 'Của tôi', state: 'draft', knowledgeUuids: [sampleUuid] });
  expect(
    await person.call(createBot, { body: { name: 'x', serviceUuid: 'builtin-extractive' } }),
  ).toMatchObject({
    state: 'live',
  });
});
