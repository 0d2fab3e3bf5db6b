import type { BotInput } from '@hanasu/contract/bots';
import { getSimulator } from '@hanasu/contract/channels';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  type Friend,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';
import { PATIENT_MODELS } from '../../channels/testing/channel-stage.fixture.ts';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
/** For models that never go on; others could be too slow for it on a busy machine. */
let impatient: TestServer;
beforeAll(async () => {
  providers = await startFakeProviders();
  const settings = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    STARTING_TOKENS: '100000000',
  };
  server = await startTestServer({ ...settings, ...PATIENT_MODELS });
  const limits = { MODEL_FIRST_TOKEN_MS: '1500', MODEL_IDLE_MS: '1200', MODEL_TOTAL_MS: '8000' };
  impatient = await startTestServer({ ...settings, ...limits });
  person = await server.register();
});
afterAll(async () => {
  await impatient.stop();
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

async function open(changes: Partial<BotInput> = {}, owner = person) {
  const { bot } = await addBotWithKnowledge(owner, { serviceUuid: 'openai-gpt-4o-mini', ...changes });
  return addSandbox(owner, bot.uuid);
}
type Channel = Awaited<ReturnType<typeof open>>['uuid'];

/** What the friend has on their phone from the account, once there is something. */
const received = (uuid: Channel, friend: Friend, owner = person) =>
  eventually('the friend hears something', async () => {
    const { messages } = await owner.call(getSimulator, { params: { uuid, friend } });
    const texts = messages.filter(({ from }) => from === 'account').map(({ text }) => text);
    return texts.length > 0 && texts;
  });

test.each([
  ['err500', 'model_failed'],
  ['stall', 'model_failed'],
  ['reset', 'model_failed'],
  ['truncate', 'model_failed'],
  ['err401', 'model_failed'],
  ['toolong', 'prompt_too_long'],
])('%s: the customer gets exactly one message, and a person is wanted', async (behaviour, reason) => {
  const owner = behaviour === 'stall' ? await impatient.register() : person;
  const channel = await open({}, owner);
  providers.behave('*', behaviour);
  await say(owner, channel.uuid, 'hanako', '定休日はいつですか');
  const conversation = await conversationOf(owner, channel.uuid, ({ handling }) => handling === 'waiting');
  expect(conversation.waitingReason).toBe(reason);
  const reply = 'ただいま自動応答を停止しております。担当者よりこちらにご返信いたします。';
  expect(await received(channel.uuid, 'hanako', owner)).toEqual([reply]);
  const said = (await messagesOf(owner, conversation.uuid)).filter(({ kind }) => kind === 'text');
  expect(said.map(({ text }) => text)).toEqual(['定休日はいつですか', reply]);
  expect(said[1]).toMatchObject({ sender: 'bot', outcome: 'model_failed', citations: [] });
});

test('a new bot names no sources to customers, but staff see them', async () => {
  const channel = await open();
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const [answer] = await received(channel.uuid, 'alex');
  expect(answer).toContain('Parking is free for two hours.');
  expect(answer).not.toMatch(/Handbook|Sources?:|\[1\]/);
  const { uuid } = await conversationOf(person, channel.uuid);
  const said = (await messagesOf(person, uuid)).find(({ sender }) => sender === 'bot');
  expect(said?.citations[0]).toMatchObject({ number: 1, title: 'Handbook' });
});

test('an answer carries its sources where the bot shows them, and the next one knows what was said', async () => {
  const channel = await open({ showSources: true });
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const [first] = await received(channel.uuid, 'alex');
  expect(first).toMatch(/Parking is free for two hours\.[^[]*\n\nSource: Handbook$/);
  await say(person, channel.uuid, 'alex', 'And how many spaces?');
  await eventually('the second answer', async () => (await received(channel.uuid, 'alex')).length === 2);
  const body = JSON.stringify(providers.requests.at(-1)?.body);
  expect(body).toContain('Is parking free?');
  expect(body).toContain('And how many spaces?');
});

test('the language of the profile decides when the words do not tell', async () => {
  const channel = await open();
  await say(person, channel.uuid, 'minh', 'Cho tôi hỏi về đổi trả hàng');
  await received(channel.uuid, 'minh');
  providers.behave('*', 'err500');
  await say(person, channel.uuid, 'minh', '123');
  await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
  const texts = await eventually('the apology', async () => {
    const all = await received(channel.uuid, 'minh');
    return all.length === 2 && all;
  });
  expect(texts[1]).toBe('Dạ hiện trợ lý tự động đang bận ạ. Nhân viên bên em sẽ trả lời anh/chị tại đây ạ.');
});

test.each([
  {
    why: 'not found',
    serviceUuid: 'builtin-extractive',
    said: "I'd like to check that for you. Our staff will reply here.",
  },
  {
    why: 'unable',
    serviceUuid: 'openai-gpt-4o-mini',
    said: "Sorry, we can't answer automatically right now. Our staff will reply here.",
  },
])('$why: said once while the customer waits, and once more after hours', async ({ serviceUuid, said }) => {
  const channel = await open({ serviceUuid });
  providers.behave('*', 'err500');
  await say(person, channel.uuid, 'alex', 'Who painted the ceiling of the Sistine Chapel?');
  expect(await received(channel.uuid, 'alex')).toEqual([said]);
  const { uuid } = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
  const isDone = (text: string) =>
    eventually('its turn has ended', async () => {
      const rows = await server.sql(
        `select from conversations c join messages m on m.conversation_id = c.id and m.id = c.answered_through
         where c.id = $1 and m.text = $2 and c.turn_due_at is null and c.lease_owner is null`,
        [uuid, text],
      );
      return rows.length === 1;
    });
  await say(person, channel.uuid, 'alex', 'Do you sell dinosaur eggs?');
  await isDone('Do you sell dinosaur eggs?');
  expect(await received(channel.uuid, 'alex')).toEqual([said]);
  await server.sql(
    `update messages set created_at = created_at - interval '3 hours' where conversation_id = $1 and sender = 'bot'`,
    [uuid],
  );
  await say(person, channel.uuid, 'alex', 'Who painted the Mona Lisa?');
  const reminder = 'Thank you for your message. Our staff will reply here.';
  await eventually('the reminder', async () => (await received(channel.uuid, 'alex')).length === 2);
  await say(person, channel.uuid, 'alex', 'Who painted the Last Supper?');
  await isDone('Who painted the Last Supper?');
  expect(await received(channel.uuid, 'alex')).toEqual([said, reminder]);
});

test('a question whose answer is in no document is said to be so, and a person is wanted', async () => {
  const { bot } = await addBotWithKnowledge(person, { serviceUuid: 'builtin-extractive' });
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'alex', 'Who painted the ceiling of the Sistine Chapel?');
  const conversation = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
  expect(conversation.waitingReason).toBe('not_found');
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const answered = await eventually('the next question is answered all the same', async () => {
    const texts = await received(channel.uuid, 'alex');
    return texts.length === 2 && texts;
  });
  expect(answered[1]).toContain('Parking is free for two hours.');
});

test('each of several questions is answered, and a person is called for the one that has no answer', async () => {
  const channel = await open({ serviceUuid: 'builtin-extractive' });
  const asked = ['Is parking free?', '定休日はいつですか？', 'Who painted the Sistine Chapel?'];
  await say(person, channel.uuid, 'alex', asked.join('\n'));
  const [answer, ...others] = await received(channel.uuid, 'alex');
  expect(others).toEqual([]);
  expect(answer?.split('\n\n').map((part) => part.split('\n'))).toEqual([
    ['Is parking free?', expect.stringContaining('Parking is free for two hours.')],
    ['定休日はいつですか？', expect.stringContaining('定休日は水曜日です。')],
    ['Who painted the Sistine Chapel?', expect.stringContaining('Our staff will reply here.')],
  ]);
  const { uuid, waitingReason } = await conversationOf(
    person,
    channel.uuid,
    ({ handling }) => handling === 'waiting',
  );
  expect(waitingReason).toBe('not_found');
  const said = (await messagesOf(person, uuid)).find(({ sender }) => sender === 'bot');
  expect(said).toMatchObject({ outcome: 'answered' });
  await say(person, channel.uuid, 'alex', 'Who painted the Mona Lisa?');
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const texts = await eventually('the next answer', async () => {
    const all = await received(channel.uuid, 'alex');
    return (all.at(-1) ?? '').includes('Parking is free') && all.length > 1 && all;
  });
  expect(texts.join('\n').match(/Our staff will reply here/g)).toHaveLength(1);
});

test('a model that answers only some of what was asked calls a person for the rest', async () => {
  const channel = await open();
  providers.behave('*', 'obey');
  await say(person, channel.uuid, 'alex', '«Parking is free.» «I know nothing of dogs. NO_ANSWER»');
  const [answer] = await received(channel.uuid, 'alex');
  expect(answer).toBe(
    "Parking is free.\nI know nothing of dogs.\n\nI'd like to check that for you. Our staff will reply here.",
  );
  const { waitingReason } = await conversationOf(
    person,
    channel.uuid,
    ({ handling }) => handling === 'waiting',
  );
  expect(waitingReason).toBe('not_found');
});
