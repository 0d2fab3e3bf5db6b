import { chat } from '@hanasu/contract/chat';
import {
  CURATED_MAX,
  createCurated,
  deleteCurated,
  listCurated,
  tryCurated,
  updateCurated,
} from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../../testing/test-shop.ts';
import { createFindCurated } from './find-curated.ts';

let url = '';
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer({}, (given) => {
    url = given;
    return given;
  });
  person = await server.register();
});
afterAll(() => server.stop());

const HOURS = {
  questions: ['What are your opening hours?', '営業時間を教えてください', 'Cửa hàng mở cửa mấy giờ?'],
  answer: 'From ten to seven. 10時から19時まで。 Từ 10 đến 19 giờ.',
};

async function botWithHours() {
  const bot = await addBot(person);
  const params = { uuid: bot.uuid };
  const curated = await person.call(createCurated, { params, body: HOURS });
  return { bot, curated };
}
const ask = (botUuid: BotId, message: string) => person.call(chat, { body: { botUuid, message } });

describe('a curated answer', () => {
  test.each([
    'Hi, what are the opening hours?',
    '営業時間は？',
    'cua hang mo cua may gio',
    'Cửa hàng mở cửa mấy giờ ạ?',
  ])('%s: is given without a model and costs nothing', async (message) => {
    const { bot } = await botWithHours();
    const answer = await ask(bot.uuid, message);
    expect(answer).toMatchObject({
      outcome: 'curated',
      serviceUuid: null,
      usage: { tokens: 0 },
      message: { text: HOURS.answer, citations: [] },
    });
    const rows = await server.sql('select 1 from ledger_entries where bot_id = $1', [bot.uuid]);
    expect(rows).toEqual([]);
  });

  test.each(['What are your opening hours on Sunday?', '土曜日の営業時間は？', 'Cửa hàng đóng cửa mấy giờ?'])(
    '%s: is another question',
    async (message) => {
      const { bot } = await botWithHours();
      expect((await ask(bot.uuid, message)).outcome).not.toBe('curated');
    },
  );

  test('is given on a channel', async () => {
    const { bot } = await botWithHours();
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'hanako', '営業時間を教えていただけますか？');
    const conversation = await conversationOf(person, channel.uuid, ({ lastMessage }) =>
      JSON.stringify(lastMessage).includes('From ten'),
    );
    const messages = await messagesOf(person, conversation.uuid);
    expect(messages.at(-1)).toMatchObject({ sender: 'bot', outcome: 'curated' });
  });

  test('that is changed, switched off or deleted is so with the next question', async () => {
    const { bot, curated } = await botWithHours();
    const params = { uuid: curated.uuid };
    const said = async () => (await ask(bot.uuid, '営業時間は？')).message.text;
    expect(await said()).toBe(HOURS.answer);
    await person.call(updateCurated, { params, body: { answer: 'Closed for ever.' } });
    expect(await said()).toBe('Closed for ever.');
    const off = await person.call(updateCurated, { params, body: { enabled: false } });
    expect(off).toMatchObject({ questions: HOURS.questions, answer: 'Closed for ever.', enabled: false });
    expect(await said()).not.toBe('Closed for ever.');
    await person.call(updateCurated, { params, body: { enabled: true } });
    expect(await said()).toBe('Closed for ever.');
    await person.call(deleteCurated, { params });
    expect(await said()).not.toBe('Closed for ever.');
    const { items } = await person.call(listAudit, { query: { q: 'curated' } });
    expect(items[0]).toMatchObject({ action: 'curated.deleted', target: bot.name });
  });

  test('another process that has a copy sees the change at once', async () => {
    const { bot, curated } = await botWithHours();
    const database = openDatabase({ url, poolSize: 2, onError: () => undefined });
    const find = createFindCurated(database);
    const keyOf = async () => {
      const [row] = await server.sql<{ curated_at: string }>(
        'select curated_at::text from bots where id = $1',
        [bot.uuid],
      );
      const accountId = person.user.account.uuid as never;
      return { accountId, botId: bot.uuid, curatedAt: row?.curated_at ?? '' };
    };
    const asked = async () => (await find(await keyOf(), '営業時間は？'))?.answer;
    expect(await asked()).toBe(HOURS.answer);
    await person.call(updateCurated, { params: { uuid: curated.uuid }, body: { answer: 'New.' } });
    expect(await asked()).toBe('New.');
    await database.close();
  });
});

test('the try box tells which answer it would be, and costs nothing', async () => {
  const { bot, curated } = await botWithHours();
  const params = { uuid: bot.uuid };
  const hit = await person.call(tryCurated, { params, body: { message: 'what are your opening hours' } });
  expect(hit.curated?.uuid).toBe(curated.uuid);
  const miss = await person.call(tryCurated, { params, body: { message: 'Where are you?' } });
  expect(miss.curated).toBeNull();
});

test('the list is of this bot, newest first, and is searched in questions and answers', async () => {
  const { bot } = await botWithHours();
  await botWithHours();
  const params = { uuid: bot.uuid };
  await person.call(createCurated, { params, body: { questions: ['100%?'], answer: 'Always' } });
  const found = async (q?: string) =>
    (await person.call(listCurated, { params, query: { q } })).items.map(({ questions }) => questions[0]);
  expect(await found()).toEqual(['100%?', HOURS.questions[0]]);
  expect(await found('営業')).toEqual([HOURS.questions[0]]);
  expect(await found('always')).toEqual(['100%?']);
  expect(await found('%')).toEqual(['100%?']);
});

test(`a bot has ${CURATED_MAX} of them at most, also when two are written at once`, async () => {
  const bot = await addBot(person);
  await server.sql(
    `insert into curated_answers (account_id, id, bot_id, questions, answer, enabled)
     select account_id, gen_random_uuid(), id, '["?"]', 'x', true from bots, generate_series(1, $2) where id = $1`,
    [bot.uuid, CURATED_MAX - 1],
  );
  const write = () =>
    person.raw('POST', `/api/user/bot/${bot.uuid}/curated`, { body: HOURS }).then(({ status }) => status);
  expect((await Promise.all([write(), write(), write()])).toSorted()).toEqual([200, 409, 409]);
});
