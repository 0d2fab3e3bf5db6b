import { createActionRule, listRuleRuns } from '@hanasu/contract/actions';
import { actAsSimulatorFriend, getSimulator } from '@hanasu/contract/channels';
import { listCustomers } from '@hanasu/contract/customers';
import type { FormDefinition } from '@hanasu/contract/form-definition';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { changeForm, type FormWithDraft, publishForm, sendForm } from '@hanasu/contract/forms';
import { getConversation, setHandling } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';
import { addForm, definitionOf, text } from '../testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const name = text('name', { required: true, mapTo: { fact: 'displayName' } });
const phone = { kind: 'phone', key: 'phone', label: { en: 'phone' }, mapTo: { fact: 'phone' } } as const;
const booking = definitionOf(name, phone);

/** A form that is asked on a channel of a kind. */
async function askForm(
  definition: FormDefinition,
  settings: Parameters<typeof addForm>[2] = {},
  kind = 'line',
) {
  const form = await addForm(person, definition, settings);
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid, kind);
  await say(person, channel.uuid, 'alex', 'Hello, good morning');
  const { uuid } = await conversationOf(person, channel.uuid);
  await eventually('the answer', async () =>
    (await messagesOf(person, uuid)).some(({ sender }) => sender === 'bot'),
  );
  const start = () =>
    person.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid: uuid, as: 'chat' } });
  await start();
  /** Says something; answers what the bot says to it. */
  async function write(said: string): Promise<string> {
    const before = (await messagesOf(person, uuid)).length;
    await say(person, channel.uuid, 'alex', said);
    return eventually(`an answer to "${said}"`, async () => {
      const all = await messagesOf(person, uuid);
      const fresh = [...all].sort((one, other) => (one.uuid < other.uuid ? -1 : 1)).slice(before);
      return fresh.findLast(({ sender }) => sender === 'bot')?.text;
    });
  }
  return { form, channel, conversation: uuid, start, write };
}
const submissions = async () => (await person.call(listSubmissions)).items;
const customers = async () => (await person.call(listCustomers)).items;
const params = (form: FormWithDraft) => ({ params: { uuid: form.uuid } });

test.each(['line', 'telegram', 'zalo'])(
  'a form is asked on %s, checked, confirmed and sent as its person',
  async (kind) => {
    const { write, conversation } = await askForm(
      booking,
      { conflict: 'replace', reply: { en: 'See you!' } },
      kind,
    );
    expect(await write('Hana')).toContain('2/2: phone');
    expect(await write('none of your business')).toContain('Please check the phone number.');
    expect(await write('090-1234-5678')).toContain('Please check:\n1. name: Hana\n2. phone: 090-1234-5678');
    expect(await submissions()).toEqual([]);
    expect(await write('Send')).toBe('See you!');
    expect(await submissions()).toMatchObject([
      {
        source: 'chat',
        identity: 'signed',
        language: 'en',
        answers: { name: 'Hana', phone: '090-1234-5678' },
      },
    ]);
    expect(await customers()).toMatchObject([{ name: 'Hana', phones: [{ value: '090-1234-5678' }] }]);
    // What is said now is the bot's to answer.
    await write('Is parking free?');
    const said = await messagesOf(person, conversation);
    expect(said.filter(({ text: one }) => one === 'See you!')).toHaveLength(1);
    const open = 'select 1 from form_conversations where account_id = $1';
    expect(await server.sql(open, [person.user.account.uuid])).toEqual([]);
  },
);

test('a form begins with what is known of its person, and asks the rest', async () => {
  const asked = definitionOf(
    text('name', { required: true, prefill: true, mapTo: { fact: 'displayName' } }),
    { ...phone, prefill: true },
    text('illness', { prefill: true, sensitive: true }),
  );
  const { write, start, conversation } = await askForm(asked);
  const last = async () => {
    const all = await messagesOf(person, conversation);
    return all.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1)).at(-1)?.text;
  };
  // The name of a profile may be a nickname.
  expect(await last()).toContain('1/3: name');
  await write('Sato Hana');
  await write('090-1234-5678');
  expect(await write('asthma')).toContain('3. illness: asthma');
  await write('Send');
  await start();
  const first = await last();
  expect(first).toContain('Filled in from what you told us:\nname: Sato Hana\nphone: 090-1234-5678');
  expect(first).toContain('3/3: illness');
  expect(await write('none')).toContain('1. name: Sato Hana\n2. phone: 090-1234-5678\n3. illness: none');
  expect(await write('Change')).toContain('Which one');
  await write('1');
  expect(await write('Sato Hanako')).toContain('1. name: Sato Hanako');
  await write('Send');
  expect((await submissions()).map(({ answers }) => answers.name)).toEqual(['Sato Hanako', 'Sato Hana']);
});

test('who sends a form twenty times in an hour keeps the answers and sends them later', async () => {
  const { form, write } = await askForm(definitionOf(phone));
  await write('090-1234-5678');
  const many = async (count: number, minutes: number) =>
    server.sql(
      `insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity, fingerprint,
         customer_id, created_at)
       select $1, gen_random_uuid(), $2, 1, gen_random_uuid(), '{}', 'en', 'chat', 'signed', '',
         (select id from customers where account_id = $1), now() - make_interval(mins => $4) from generate_series(1, $3)`,
      [person.user.account.uuid, form.uuid, count, minutes],
    );
  await many(20, 30);
  expect(await write('Send')).toContain('Your answers are kept');
  await server.sql(
    "update form_submissions set created_at = now() - interval '61 minutes' where form_id = $1",
    [form.uuid],
  );
  expect(await write('Continue')).toContain('1. phone: 090-1234-5678');
  expect(await write('Send')).toContain('Thank you');
  expect((await submissions()).filter(({ answers }) => answers.phone)).toHaveLength(1);
});

const yesNo = (key: string): Parameters<typeof definitionOf>[number] => ({
  kind: 'choice',
  key,
  label: { en: `${key}?` },
  options: [
    { id: 'yes', label: { en: 'Yes' } },
    { id: 'no', label: { en: 'No' } },
  ],
});

// cofacts/rumors-line-bot#49
test.each(['line', 'telegram', 'zalo'])(
  'an old button on %s answers its own question, and is refused when the form is over',
  async (kind) => {
    const { channel, conversation, write } = await askForm(
      definitionOf(yesNo('one'), yesNo('two'), yesNo('three')),
      { reply: { en: 'See you!' } },
      kind,
    );
    const params = { uuid: channel.uuid, friend: 'alex' as const };
    const shown = async () => {
      const { messages } = await person.call(getSimulator, { params });
      return messages.filter(({ from }) => from === 'account');
    };
    /** The data that a button of the newest message sends back. */
    const dataOf = async (label: string): Promise<string> => {
      const json = JSON.stringify((await shown()).at(-1)?.payload);
      const found = [...json.matchAll(/((?:postback:)?f:[\w-]{22}:[^"]*?:[^":]*:([^"]*))"/g)].find(
        ([, , said]) => said === label,
      );
      if (!found?.[1]) throw new Error(`no button ${label} in ${json}`);
      return found[1];
    };
    const tap = async (data: string) => {
      const before = (await shown()).length;
      await person.call(actAsSimulatorFriend, { params, body: { action: 'postback', data, text: '' } });
      return eventually(`a reaction to ${data}`, async () => (await shown())[before]?.text);
    };
    const seen = (text: string) =>
      eventually(text, async () => (await shown()).at(-1)?.text?.includes(text) ?? false);
    await seen('1/3: one?');
    const [no, cancel] = [await dataOf('No'), await dataOf('Cancel')];
    expect(await tap(await dataOf('Yes'))).toContain('2/3: two?');
    await write('Yes');
    await seen('3/3: three?');
    const changed = await tap(no);
    expect(changed).toContain('Changed: one? → No');
    expect(changed).toContain('3/3: three?');
    const summary = await tap(await dataOf('Yes'));
    expect(summary).toContain('1. one?: No\n2. two?: Yes\n3. three?: Yes');
    expect(await tap(await dataOf('Send'))).toBe('See you!');
    expect(await submissions()).toMatchObject([{ answers: { one: 'no', two: 'yes', three: 'yes' } }]);
    for (const old of [no, cancel]) expect(await tap(old)).toBe('That question is no longer open.');
    const said = (await messagesOf(person, conversation)).filter(({ sender }) => sender === 'customer');
    expect(said.map(({ text: one }) => one).filter((one) => one.includes('f:'))).toEqual([]);
    expect(said.some(({ text: one }) => one === 'Send')).toBe(true);
  },
);

// LINE's webhook reference, "Postback params object for datetime selection action".
test('the calendar and the clock of LINE answer their questions', async () => {
  const { channel, conversation } = await askForm(
    definitionOf(
      { kind: 'date', key: 'day', label: { en: 'Which day?' }, from: '2099-12-01', to: '2099-12-24' },
      { kind: 'time', key: 'at', label: { en: 'What time?' } },
    ),
    { reply: { en: 'See you!' } },
  );
  const params = { uuid: channel.uuid, friend: 'alex' as const };
  const shown = async () => (await person.call(getSimulator, { params })).messages.at(-1);
  const pickerIn = (payload: unknown) => {
    const items = z.object({
      quickReply: z.object({ items: z.array(z.object({ action: Picker.or(z.unknown()) })) }),
    });
    const found = items.parse(payload).quickReply.items.map(({ action }) => Picker.safeParse(action).data);
    return found.find((one) => one !== undefined);
  };
  const pick = async (question: string, picked: Record<string, string>) => {
    const payload = await eventually(question, async () => {
      const last = await shown();
      return last?.text?.includes(question) && last.payload;
    });
    const { data = '', ...picker } = pickerIn(payload) ?? {};
    await person.call(actAsSimulatorFriend, {
      params,
      body: { action: 'postback', data, text: '', params: picked },
    });
    return picker;
  };
  expect(await pick('1/2: Which day?', { date: '2099-12-05' })).toEqual({
    ...{ type: 'datetimepicker', label: 'Choose a date', mode: 'date' },
    ...{ min: '2099-12-01', max: '2099-12-24' },
  });
  expect(await pick('2/2: What time?', { time: '14:35' })).toMatchObject({ mode: 'time' });
  await eventually('the summary', async () =>
    (await shown())?.text?.includes('1. Which day?: 2099-12-05 (Saturday)\n2. What time?: 14:35'),
  );
  const said = (await messagesOf(person, conversation)).filter(({ sender }) => sender === 'customer');
  expect(said.slice(-2).map(({ text: one }) => one)).toEqual(['Sat, Dec 5', '14:35']);
});
const Picker = z.object({
  type: z.literal('datetimepicker'),
  label: z.string(),
  data: z.string(),
  mode: z.string(),
  min: z.string().optional(),
  max: z.string().optional(),
});

test('after two answers that can not be read the page is offered, after three a person is called', async () => {
  const { conversation, start, write } = await askForm(
    definitionOf({ kind: 'time', key: 'at', label: { en: 'When?' } }),
  );
  const where = { params: { uuid: conversation } };
  await person.call(setHandling, { ...where, body: { handling: 'bot' } });
  await start();
  expect(await write('whenever')).not.toContain('/form/');
  expect(await write('some day')).toContain('/form/');
  expect((await person.call(getConversation, where)).handling).toBe('bot');
  expect(await write('soon')).toContain('Our staff will help you here.');
  expect(await person.call(getConversation, where)).toMatchObject({ handling: 'waiting' });
  await person.call(setHandling, { ...where, body: { handling: 'bot' } });
  expect(await write('Continue')).toContain('1/1: When?');
  expect(await write('2 pm')).toContain('Got it: 14:00.');
});

test('a question in the middle is answered by the bot, and the form goes on', async () => {
  const { write } = await askForm(booking);
  expect(await write('Is parking free?')).toContain('Parking is free');
  expect(await write('Hana')).toContain('2/2: phone');
});

test('several answers at once are all taken, in their order', async () => {
  const { channel, conversation, write } = await askForm(booking);
  await Promise.all([
    say(person, channel.uuid, 'alex', 'Hana'),
    say(person, channel.uuid, 'alex', 'Skip'),
  ]).catch(() => undefined);
  await eventually('both are taken', async () => {
    // Each is answered in the transaction that stores it.
    const all = await messagesOf(person, conversation);
    if (all.filter(({ sender }) => sender === 'customer').length < 3) return false;
    const [row] = await server.sql<{ step: string; field: string | null }>(
      'select step, field from form_conversations where account_id = $1',
      [person.user.account.uuid],
    );
    return row && (row.step === 'confirming' || row.field === 'phone') && row;
  });
  expect(await write('cancel')).toBe('Cancelled. Nothing was saved.');
  expect(await submissions()).toEqual([]);
});

test('who asks for a person is handed over; the form waits and is taken up again', async () => {
  const { channel, conversation, write } = await askForm(booking);
  await write('Hana');
  await write('I want to talk to a person');
  const where = { params: { uuid: conversation } };
  expect(await person.call(getConversation, where)).toMatchObject({ handling: 'waiting' });
  await person.call(setHandling, { ...where, body: { handling: 'operator' } });
  await say(person, channel.uuid, 'alex', 'Tell me whether parking is free');
  await eventually('it stands there', async () =>
    (await messagesOf(person, conversation)).some(({ text: one }) => one.startsWith('Tell me')),
  );
  const [row] = await server.sql<{ step: string; answers: object }>(
    'select step, answers from form_conversations where account_id = $1',
    [person.user.account.uuid],
  );
  expect(row).toEqual({ step: 'paused', answers: { name: 'Hana' } });
  await person.call(setHandling, { ...where, body: { handling: 'bot' } });
  await eventually('the bot has answered it', async () =>
    (await messagesOf(person, conversation)).some(({ text: one }) => one.startsWith('Parking is free')),
  );
  expect(await write('Continue')).toContain('2/2: phone');
});

test('who began with an older version sends that one', async () => {
  const { form, write } = await askForm(booking);
  await write('Hana');
  const body = { draft: definitionOf(text('other', { required: true })), revision: form.revision };
  await person.call(changeForm, { ...params(form), body });
  await person.call(publishForm, params(form));
  await write('skip');
  await write('Send');
  expect(await submissions()).toMatchObject([{ version: 1, answers: { name: 'Hana' } }]);
});

test('a form that is closed in the middle says so, once', async () => {
  const { form, write } = await askForm(booking);
  await write('Hana');
  await person.call(changeForm, { ...params(form), body: { closed: true } });
  expect(await write('090-1234-5678')).toBe('This form is closed.');
  expect(await server.sql('select 1 from form_conversations where form_id = $1', [form.uuid])).toEqual([]);
});

test('a place that somebody else took meanwhile is asked for again', async () => {
  const slots = [
    { at: '2099-12-01T10:00', places: 1 },
    { at: '2099-12-01T11:00', places: 1 },
  ];
  const { form, write } = await askForm(
    definitionOf({ kind: 'slot', key: 'when', label: { en: 'When' }, slots }),
  );
  expect(await write('1')).toContain('1. When: 2099-12-01 10:00');
  await server.sql(
    `insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity, fingerprint)
     values ($1, gen_random_uuid(), $2, 1, gen_random_uuid(), '{"when": "2099-12-01T10:00"}', 'en', 'page', 'none', '')`,
    [person.user.account.uuid, form.uuid],
  );
  expect(await write('Send')).toContain('That time has just been taken.');
  expect(await write('2099-12-01 11:00')).toContain('11:00');
  await write('Send');
  expect((await submissions())[0]).toMatchObject({ answers: { when: '2099-12-01T11:00' } });
});

test('sent twice the form goes on; another one waits until it is done; more than twenty are refused', async () => {
  const { start, write, conversation } = await askForm(booking);
  await write('Hana');
  await start();
  const talks = () =>
    server.sql<{ step: string; field: string }>(
      'select step, field from form_conversations where account_id = $1 order by step, created_at',
      [person.user.account.uuid],
    );
  expect(await talks()).toEqual([{ step: 'asking', field: 'phone' }]);
  const other = await addForm(person, definitionOf(text('wish')));
  const body = { conversationUuid: conversation, as: 'chat' as const };
  await person.call(sendForm, { ...params(other), body });
  expect(await talks()).toEqual([
    { step: 'asking', field: 'wish' },
    { step: 'paused', field: 'phone' },
  ]);
  await server.sql(
    `insert into forms (account_id, id, name, slug, draft, settings)
     select f.account_id, gen_random_uuid(), 'more ' || n, f.slug || '-' || n, '{}', '{}'
     from forms f, generate_series(1, 18) n where f.account_id = $1 and f.version = 1 and f.name not like 'more %'
     order by f.created_at limit 18`,
    [person.user.account.uuid],
  );
  await server.sql(
    `insert into form_conversations (account_id, id, form_id, version, conversation_id, friend_id, step, answers, language,
       handling, started_by, expires_at)
     select f.account_id, gen_random_uuid(), f.id, 1, t.conversation_id, t.friend_id, 'paused', '{}', 'en', 'bot', 'staff',
       now() + interval '1 day'
     from forms f, form_conversations t where f.account_id = $1 and f.name like 'more %' and t.account_id = $1
       and t.step = 'asking'`,
    [person.user.account.uuid],
  );
  const third = await addForm(person, definitionOf(text('third')));
  expect((await person.refused(sendForm, { ...params(third), body })).code).toBe('too_many_open_forms');
});

test('a rule that hears of each message begins a form once', async () => {
  const form = await addForm(person, booking);
  // It has an answer: a bot that hands over after the form has begun lets it wait.
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  const rule = await person.call(createActionRule, {
    body: {
      name: 'Ask',
      trigger: { kind: 'message', channelUuid: channel.uuid },
      actions: [{ kind: 'sendForm', formUuid: form.uuid, as: 'chat' }],
    },
  });
  const done = (wanted: number) =>
    eventually(`${wanted} runs`, async () => {
      const { items } = await person.call(listRuleRuns, { params: { uuid: rule.uuid } });
      return items.filter(({ state }) => state === 'done').length === wanted;
    });
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  await done(1);
  await say(person, channel.uuid, 'alex', 'Hana');
  await done(2);
  const { uuid } = await conversationOf(person, channel.uuid);
  const saying = async (words: string) =>
    (await messagesOf(person, uuid)).filter(({ text }) => text.includes(words));
  await eventually('the second question', async () => (await saying('2/2: phone')).length > 0);
  expect(await saying('1/2: name')).toHaveLength(1);
  expect(await saying('2/2: phone')).toHaveLength(1);
});

test('nobody answers for another account', async () => {
  const form = await addForm(person, booking);
  const stranger = await server.register();
  const channel = await addSandbox(stranger, (await addBot(stranger)).uuid);
  await say(stranger, channel.uuid, 'alex', 'Hello');
  const { uuid } = await conversationOf(stranger, channel.uuid);
  const body = { conversationUuid: uuid, as: 'chat' as const };
  expect((await stranger.refused(sendForm, { ...params(form), body })).code).toBe('not_found');
  expect((await person.refused(sendForm, { ...params(form), body })).code).toBe('not_found');
});
