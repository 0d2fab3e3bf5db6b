import { createActionRule, listRuleRuns } from '@hanasu/contract/actions';
import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { getPublicForm } from '@hanasu/contract/form-submissions';
import { changeForm, sendForm } from '@hanasu/contract/forms';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../testing/test-shop.ts';
import { addForm, definitionOf, text } from './testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
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
