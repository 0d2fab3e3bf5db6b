import { createActionRule, listRuleRuns } from '@hanasu/contract/actions';
import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { listEmbedMessages, openEmbedSession, updateEmbedSetting } from '@hanasu/contract/embed';
import { getPublicForm, listSubmissions, submitForm } from '@hanasu/contract/form-submissions';
import { changeForm, sendForm } from '@hanasu/contract/forms';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../testing/test-shop.ts';
import { addForm, definitionOf, filled, text } from './testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const contact = definitionOf(text('name'));

/** Somebody has written on a channel. */
async function openTalk() {
  const channel = await addSandbox(person, (await addBot(person)).uuid);
  await say(person, channel.uuid, 'hanako', 'こんにちは、予約できますか');
  const conversation = await conversationOf(person, channel.uuid);
  await eventually('the answer', async () => (await messagesOf(person, conversation.uuid)).length > 1);
  return { channel, conversation };
}
const linkIn = (message: string): { slug: string; t: string } => {
  const url = new URL(/https?:\S+/.exec(message)?.[0] ?? '');
  return { slug: url.pathname.split('/').at(-1) ?? '', t: url.searchParams.get('t') ?? '' };
};

test('staff send a link that says who it is for, in the words of the customer', async () => {
  const form = await addForm(person, contact);
  const { conversation } = await openTalk();
  const { messageUuid } = await person.call(sendForm, {
    params: { uuid: form.uuid },
    body: { conversationUuid: conversation.uuid },
  });
  const sent = await eventually('it is sent', async () => {
    const found = (await messagesOf(person, conversation.uuid)).find(({ uuid }) => uuid === messageUuid);
    return found?.delivery.state === 'sent' && found;
  });
  expect(sent).toMatchObject({ sender: 'operator', operator: { uuid: person.user.uuid } });
  expect(sent.text).toContain('こちらのフォームにご入力ください：Contact us');
  const { slug, t } = linkIn(sent.text);
  const page = await server.anonymous.call(getPublicForm, { params: { slug }, query: { t } });
  expect(page.person?.identity).toBe('link');
});

test('forms that are closed are not sent, nor to people who cannot be written to', async () => {
  const form = await addForm(person, contact);
  const { channel, conversation } = await openTalk();
  const order = { params: { uuid: form.uuid }, body: { conversationUuid: conversation.uuid } };
  const params = { uuid: channel.uuid, friend: 'hanako' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'unfollow' } });
  await eventually('they have blocked it', async () => {
    const { code } = await person.refused(sendForm, order).catch(() => ({ code: null }));
    return code === 'message_not_deliverable';
  });
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
  expect((await person.refused(sendForm, order)).code).toBe('form_not_open');
});

test('a rule sends a form once, and says why it could not', async () => {
  const form = await addForm(person, contact);
  const { channel, conversation } = await openTalk();
  const rule = await person.call(createActionRule, {
    body: {
      name: 'Ask',
      trigger: { kind: 'message', channelUuid: channel.uuid },
      actions: [{ kind: 'sendForm', formUuid: form.uuid, as: 'link' }],
    },
  });
  const runs = (wanted: number) =>
    eventually('the rule has run', async () => {
      const { items } = await person.call(listRuleRuns, { params: { uuid: rule.uuid } });
      return items.filter(({ state }) => state !== 'waiting').length === wanted && items;
    });
  await say(person, channel.uuid, 'hanako', '明日です');
  expect(await runs(1)).toMatchObject([{ state: 'done' }]);
  const asked = (await messagesOf(person, conversation.uuid)).filter(({ text }) => text.includes('/form/'));
  expect(asked).toMatchObject([{ sender: 'bot' }]);
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
  await say(person, channel.uuid, 'hanako', '明後日です');
  expect((await runs(2))[0]).toMatchObject({ state: 'failed', reason: 'form_closed' });
});

test('a visitor of a web site gets the form in their chat, where it is known who they are', async () => {
  const SITE = 'https://shop.example';
  const named = {
    kind: 'text',
    label: { en: 'Name' },
    prefill: true,
    mapTo: { fact: 'displayName' },
  } as const;
  const definition = definitionOf(
    { ...named, key: 'name' },
    { kind: 'phone', key: 'phone', label: { en: 'Phone' } },
  );
  const form = await addForm(person, definition, { reply: { en: 'We call you.' } });
  const { bot } = await addBotWithKnowledge(person, {});
  await person.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true, sites: [SITE] } });
  const params = { botUuid: bot.uuid };
  const { visitor } = await server.anonymous.call(openEmbedSession, { params, body: {} });
  const embed = `/api/embed/${bot.uuid}`;
  const asked = await server.anonymous.raw('POST', `${embed}/chat`, {
    body: { message: 'Is parking free?', visitor },
  });
  const { conversationUuid } = listEmbedMessages.output.pick({ conversationUuid: true }).parse(asked.body);
  if (!conversationUuid) throw new Error('there is no conversation');
  await person.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid } });
  const read = async () => {
    const headers = { 'x-visitor': visitor, origin: SITE };
    const { body } = await server.anonymous.raw('GET', `${embed}/messages`, { headers });
    return listEmbedMessages.output.parse(body).messages;
  };
  const shown = (await read()).find((message) => message.form)?.form;
  if (!shown) throw new Error('the form is not shown');
  expect(shown).toMatchObject({ slug: form.slug, isSent: false });
  expect((await read()).find((message) => message.form)?.form?.t).toBe(shown.t);
  const call = { params: { slug: form.slug }, query: { t: shown.t } };
  const page = await server.anonymous.raw('GET', `/api/public/form/${form.slug}?t=${shown.t}`, {
    headers: { origin: SITE },
  });
  expect(page.headers.get('access-control-allow-origin')).toBe(SITE);
  expect(page.headers.get('access-control-allow-credentials')).toBeNull();
  // The name that the product has given a visitor is nobody's.
  expect((await server.anonymous.call(getPublicForm, call)).person).toEqual({
    name: '',
    identity: 'signed',
    answers: {},
  });
  const answers = { name: 'Hana', phone: '+81312345678' };
  await server.anonymous.call(submitForm, { body: filled(form, answers, { t: shown.t }) });
  const { items } = await person.call(listSubmissions, { query: { formUuid: form.uuid } });
  expect(items).toMatchObject([{ source: 'widget', identity: 'signed', customer: { name: 'Hana' } }]);
  const after = await read();
  expect(after.find((message) => message.form)?.form?.isSent).toBe(true);
  expect(after.at(-1)?.text).toBe('We call you.');
  // The link in the message, which may be passed on, still proves nothing.
  const passedOn = linkIn(after.find((message) => message.form)?.text ?? '');
  const { slug, t } = passedOn;
  const elsewhere = await server.anonymous.call(getPublicForm, { params: { slug }, query: { t } });
  expect(elsewhere.person?.identity).toBe('link');
});
