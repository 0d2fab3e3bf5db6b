import { randomUUID } from 'node:crypto';
import { createActionRule, listActionRules } from '@hanasu/contract/actions';
import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { mergeCustomers } from '@hanasu/contract/customer-merges';
import {
  changeCustomer,
  customerTimeline,
  deleteCustomer,
  getCustomer,
  listCustomers,
} from '@hanasu/contract/customers';
import {
  findFormPlace,
  getPublicForm,
  getSubmission,
  listSubmissions,
  submitForm,
} from '@hanasu/contract/form-submissions';
import {
  changeForm,
  deleteForm,
  type FormWithDraft,
  getForm,
  linkForm,
  publishForm,
  revokeFormLinks,
} from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import { createTag } from '@hanasu/contract/tags';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../../testing/test-shop.ts';
import { addForm, definitionOf, filled, proofOf, text } from '../testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const send = (body: ReturnType<typeof filled>) => server.anonymous.call(submitForm, { body });
const refused = (body: ReturnType<typeof filled>) => server.anonymous.refused(submitForm, { body });
const submissions = async () => (await person.call(listSubmissions)).items;
const customers = async () => (await person.call(listCustomers)).items;

const contact = () =>
  definitionOf(
    text('name', { mapTo: { fact: 'displayName' }, prefill: true }),
    { kind: 'phone', key: 'phone', label: { en: 'Phone' }, mapTo: { fact: 'phone' } },
    { kind: 'email', key: 'mail', label: { en: 'Mail' }, mapTo: { fact: 'email' } },
    text('note'),
  );

/** Somebody on a channel, with a link to the form. */
async function linked(form: FormWithDraft) {
  const { uuid: botUuid } = await addBot(person);
  const channel = await addSandbox(person, botUuid);
  await say(person, channel.uuid, 'hanako', 'Hello');
  const friend = await eventually('the friend', async () =>
    (await person.call(listFriends)).items.find(({ name }) => name !== ''),
  );
  const { url } = await person.call(linkForm, {
    params: { uuid: form.uuid },
    body: { friendUuid: friend.uuid },
  });
  const t = new URL(url).searchParams.get('t') ?? '';
  return { friend, channel, t, customer: { uuid: friend.customerUuid } };
}

test('the page shows the words of the form and nothing of the account', async () => {
  const form = await addForm(person, contact());
  const page = await server.anonymous.call(getPublicForm, { params: { slug: form.slug } });
  expect(page).toMatchObject({ state: 'open', version: 1, person: null, taken: [] });
  expect(JSON.stringify(page)).not.toContain(form.name);
  expect(JSON.stringify(page)).not.toContain('displayName');
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
  const closed = await server.anonymous.call(getPublicForm, { params: { slug: form.slug } });
  expect(closed.state).toBe('closed');
  expect(closed.definition.pages).toEqual([{ title: {}, fields: [] }]);
});

test('a postal code of Japan says its place, for forms that are open', async () => {
  const form = await addForm(person, definitionOf(text('name')));
  const params = { slug: form.slug, postalCode: '5300001' };
  const place = await server.anonymous.call(findFormPlace, { params });
  expect(place).toEqual({ region: '大阪府', city: '大阪市北区', town: '梅田' });
  const codeOf = async (changes: object) =>
    (await server.anonymous.refused(findFormPlace, { params: { ...params, ...changes } })).code;
  expect(await codeOf({ postalCode: '000-0000' })).toBe('not_found');
  expect(await codeOf({ slug: 'nothing' })).toBe('not_found');
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
  expect(await codeOf({})).toBe('not_found');
});

test('who nobody knows becomes a new customer of the source form, and the timeline says so', async () => {
  const form = await addForm(person, contact());
  await send(filled(form, { name: 'Hana', phone: '090-1234-5678', mail: 'hana@example.com' }));
  await send(filled(form, { name: 'Hana', phone: '090-1234-5678', mail: 'hana@example.com' }));
  await send(filled(form, { note: 'No name' }));
  const found = await customers();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ name: 'Hana', source: 'form', phones: [{ value: '090-1234-5678' }] });
  const params = { uuid: found[0]?.uuid ?? found[1]?.uuid } as { uuid: (typeof found)[number]['uuid'] };
  const { items } = await person.call(customerTimeline, { params });
  const told = items.find(({ kind }) => kind === 'submitted');
  expect(told).toMatchObject({ by: { name: form.name }, submission: { formUuid: form.uuid } });
  const [third, second, first] = await submissions();
  expect([first?.duplicateOf, second?.duplicateOf]).toEqual([null, first?.uuid]);
  expect(third).toMatchObject({ customer: null, identity: 'none', answers: { note: 'No name' } });
});

test('the same key again gives the first answer again, also at the same moment', async () => {
  const form = await addForm(person, contact());
  const body = filled(form, { name: 'Hana' });
  const [one, two] = await Promise.all([send(body), send(body)]);
  expect(two).toEqual(one);
  expect(await send({ ...body, proof: { token: 'gone', number: 0 } })).toEqual(one);
  expect(await submissions()).toHaveLength(1);
  expect(await customers()).toHaveLength(1);
});

test('unknown, unpublished, closed, full, early and past forms are not there', async () => {
  const form = await addForm(person, contact());
  const params = { uuid: form.uuid };
  const notThere = async () => (await refused(filled(form, { name: 'Hana' }))).code;
  expect((await refused(filled({ ...form, slug: 'nowhere' }, {}))).code).toBe('not_found');
  const set = (settings: object) =>
    person.call(changeForm, { params, body: { settings: { ...form.settings, ...settings } } });
  await set({ from: '2100-01-01T00:00:00Z' });
  expect(await notThere()).toBe('not_found');
  await set({ until: '2020-01-01T00:00:00Z' });
  expect(await notThere()).toBe('not_found');
  await set({ total: 1 });
  await send(filled(form, { name: 'Hana' }));
  expect(await notThere()).toBe('not_found');
  expect((await person.call(getForm, { params })).state).toBe('full');
  await set({});
  await person.call(changeForm, { params, body: { closed: true } });
  expect(await notThere()).toBe('not_found');
});

test('of many at the same moment only as many are taken as there are places', async () => {
  const [first, second] = ['2030-01-01T10:00', '2030-01-01T11:00'];
  const slots = definitionOf({
    kind: 'slot',
    key: 'when',
    label: { en: 'When' },
    slots: [
      { at: first, places: 2 },
      { at: second, places: null },
    ],
  });
  const form = await addForm(person, slots);
  const bodies = Array.from({ length: 6 }, () => filled(form, { when: first }));
  const answers = await Promise.all(
    bodies.map((body) => server.anonymous.raw('POST', '/api/form-submitted', { body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400, 400]);
  const { taken } = await server.anonymous.call(getPublicForm, { params: { slug: form.slug } });
  expect(taken).toEqual([first]);
  await send(filled(form, { when: second }));
  expect(await submissions()).toHaveLength(3);
});

/**
 * Browsers and password managers fill in fields that people do not see (solspace/craft-express-forms#51), and with
 * them a form is sent within a second: neither says that a program sends it.
 */
test('what a browser filled in or a quick hand sent is kept', async () => {
  const form = await addForm(person, contact());
  await send(filled(form, { name: 'Hana' }, { website: `https://shop.example/${'a'.repeat(600)}` }));
  await send(filled(form, { name: 'Yoko' }, { proof: proofOf(form.uuid, 0) }));
  expect((await submissions()).map(({ answers }) => answers.name)).toEqual(['Yoko', 'Hana']);
});

test('programs are refused without a trace: expired, wrong and used proofs', async () => {
  const form = await addForm(person, contact());
  const other = await addForm(person, contact());
  const answers = { name: 'Spam' };
  const codeOf = async (more: object) => (await refused(filled(form, answers, more))).errors?.[0];
  expect(await codeOf({ proof: proofOf(form.uuid, 13 * 3_600_000) })).toMatchObject({ code: 'expired' });
  expect(await codeOf({ proof: proofOf(other.uuid) })).toMatchObject({ code: 'wrong' });
  const { token, number } = proofOf(form.uuid);
  expect(await codeOf({ proof: { token, number: number + 1 } })).toMatchObject({ code: 'wrong' });
  expect(await codeOf({ proof: { token: `${token}x`, number } })).toMatchObject({ code: 'wrong' });
  expect(await submissions()).toEqual([]);
  // What is refused for its answers has not used the proof up; what is stored has.
  expect((await refused(filled(form, { name: 5 }, { proof: { token, number } }))).code).toBe(
    'validation_failed',
  );
  await send(filled(form, answers, { proof: { token, number } }));
  expect(await codeOf({ proof: { token, number } })).toMatchObject({ code: 'used' });
});

test('hostile answers are refused or kept as the texts they are', async () => {
  const form = await addForm(person, contact());
  const pathOf = async (answers: object) =>
    (await refused(filled(form, answers as { name: string }))).errors?.map(({ path }) => path);
  expect(await pathOf({ surprise: 'x' })).toEqual(['body.answers.surprise']);
  expect(await pathOf({ name: ['a'] })).toEqual(['body.answers.name']);
  expect(await pathOf({ name: 'x'.repeat(201) })).toEqual(['body.answers.name']);
  expect(await pathOf({ phone: 'call me' })).toEqual(['body.answers.phone']);
  expect(await pathOf({ name: 'a\0b' })).toContain('body.answers.name');
  expect(await pathOf({ __proto__x: 'x' })).toContain('body.answers.__proto__x');
  const giant = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`k${index}`, 'あ'.repeat(9_000)]),
  );
  expect(await pathOf(giant)).toEqual(['body.answers']);
  const name = `<script>alert(1)</script>'; drop table forms; --`;
  const { uuid } = await send(filled(form, { name, note: '=HYPERLINK("x")' }));
  expect(await person.call(getSubmission, { params: { uuid } })).toMatchObject({
    answers: { name, note: '=HYPERLINK("x")' },
    customer: { name },
  });
});

test('a version that was replaced while it was filled in can still be sent', async () => {
  const form = await addForm(person, definitionOf(text('old')));
  const params = { uuid: form.uuid };
  const draft = definitionOf(text('fresh', { required: true }));
  await person.call(changeForm, { params, body: { draft, revision: form.revision } });
  await person.call(publishForm, { params });
  await send(filled(form, { old: 'As it was' }));
  expect((await refused(filled(form, { old: 'x' }, { version: 2 }))).errors).toMatchObject([
    { path: 'body.answers.old' },
    { path: 'body.answers.fresh' },
  ]);
  expect((await refused(filled(form, {}, { version: 3 }))).errors).toMatchObject([{ path: 'body.version' }]);
  expect((await submissions()).map(({ version, answers }) => [version, answers])).toEqual([
    [1, { old: 'As it was' }],
  ]);
});

test('a link says who it is; what is known stays, and where they are written to is never changed by it', async () => {
  const field = await person.call(createCustomerField, { body: { label: 'Size', kind: 'text' } });
  const definition = contact();
  definition.pages[0]?.fields.push(
    ...(definitionOf(text('size', { mapTo: { fieldUuid: field.uuid } })).pages[0]?.fields ?? []),
  );
  const form = await addForm(person, definition);
  const { t, customer, friend } = await linked(form);
  await person.call(changeCustomer, {
    params: customer,
    body: { displayName: 'Hanako', phones: ['090-0000-0001'] },
  });
  const page = await server.anonymous.call(getPublicForm, { params: { slug: form.slug }, query: { t } });
  expect(page.person).toEqual({ name: friend.name, identity: 'link', answers: { name: friend.name } });
  const answers = { name: 'Somebody', phone: '090-0000-0002', mail: 'new@example.com', size: 'L' };
  await send(filled(form, answers, { t }));
  const kept = await person.call(getCustomer, { params: customer });
  expect(kept).toMatchObject({
    displayName: 'Hanako',
    phones: [{ value: '090-0000-0001' }],
    emails: [{ value: 'new@example.com' }],
    fields: { [field.uuid]: 'L' },
  });
  const [first] = await submissions();
  expect(first).toMatchObject({ identity: 'link', customer, kept: ['displayName', 'phone'] });

  const settings = { ...form.settings, conflict: 'replace' as const };
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { settings } });
  await send(filled(form, answers, { t }));
  expect(await person.call(getCustomer, { params: customer })).toMatchObject({
    displayName: 'Somebody',
    phones: [{ value: '090-0000-0001' }],
  });
});

test('links end with their time and when they are revoked, and are of one form and one account', async () => {
  const form = await addForm(person, contact());
  const other = await addForm(person, contact());
  const { t } = await linked(form);
  const identityOf = async (of: FormWithDraft, token: string) => {
    const query = { t: token };
    return (await server.anonymous.call(getPublicForm, { params: { slug: of.slug }, query })).person
      ?.identity;
  };
  expect(await identityOf(form, t)).toBe('link');
  expect(await identityOf(other, t)).toBeUndefined();
  expect(await identityOf(form, `${t.slice(0, -4)}AAAA`)).toBeUndefined();
  await person.call(revokeFormLinks, { params: { uuid: form.uuid } });
  expect(await identityOf(form, t)).toBeUndefined();
});

test('each person answers as often as is allowed, also after a merge', async () => {
  const form = await addForm(person, contact(), { perPerson: 1 });
  const { t, customer } = await linked(form);
  await send(filled(form, { note: 'Once' }, { t }));
  expect((await refused(filled(form, { note: 'Twice' }, { t }))).code).toBe('form_answered');
  await send(filled(form, { name: 'Other' }));
  const other = (await customers()).find(({ name }) => name === 'Other');
  if (!other) throw new Error('there is no other');
  await person.call(mergeCustomers, { params: { uuid: other.uuid }, body: { otherUuid: customer.uuid } });
  const byCustomer = { customerUuid: other.uuid };
  const { items } = await person.call(listSubmissions, { query: byCustomer });
  expect(items.map((one) => one.customer?.uuid)).toEqual([other.uuid, other.uuid]);
  await person.call(deleteCustomer, { params: { uuid: other.uuid } });
  expect(await submissions()).toEqual([]);
});

test('what the form does is done once for each submission, and said on the customer', async () => {
  const tag = await person.call(createTag, { body: { name: 'Lead' } });
  const form = await addForm(person, contact(), { actions: [{ kind: 'tag', tagUuid: tag.uuid }] });
  await send(filled(form, { name: 'Hana' }));
  const tagged = await eventually('the tag', async () =>
    (await customers()).find(({ tags }) => tags.length > 0),
  );
  const { items } = await person.call(customerTimeline, { params: { uuid: tagged.uuid } });
  expect(items.find(({ kind }) => kind === 'tagged')).toMatchObject({
    by: { kind: 'rule', name: form.name },
    cause: { kind: 'submitted' },
  });
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from action_runs where account_id = $1`,
    [person.user.account.uuid],
  );
  expect(row?.count).toBe(1);
});

test('rules and webhooks are told of submissions; a rule of one form looks at that one alone', async () => {
  const tag = await person.call(createTag, { body: { name: 'Lead' } });
  const [form, other] = [await addForm(person, contact()), await addForm(person, contact())];
  const actions = [{ kind: 'tag' as const, tagUuid: tag.uuid }];
  const trigger = { kind: 'submitted' as const, formUuid: form.uuid };
  const rule = await person.call(createActionRule, { body: { name: 'Leads', trigger, actions } });
  expect(rule.trigger).toEqual(trigger);
  await person.call(createWebHook, {
    body: { url: 'https://hooks.example.invalid/forms', events: ['form.submitted'] },
  });
  await send(filled(other, { name: 'Mai' }));
  const { uuid } = await send(filled(form, { name: 'Hana' }));
  await eventually('the tag', async () => (await customers()).some(({ tags }) => tags.length > 0));
  const told = await eventually('the deliveries', async () => {
    const rows = await server.sql<{ payload: { data: { event: { submissionUuid: string } } } }>(
      `select payload from web_hook_deliveries where account_id = $1 and event = 'form.submitted'`,
      [person.user.account.uuid],
    );
    return rows.length === 2 && rows;
  });
  expect(told.map(({ payload }) => payload.data.event.submissionUuid)).toContain(uuid);
  expect((await customers()).filter(({ tags }) => tags.length > 0).map(({ name }) => name)).toEqual(['Hana']);
  const { items } = await person.call(listActionRules);
  expect(items.map(({ name }) => name)).toEqual(['Leads']);
  await person.call(deleteForm, { params: { uuid: form.uuid } });
  expect((await person.call(listActionRules)).items[0]?.problems).toEqual([
    { part: 'trigger', reason: 'form_missing' },
  ]);
});

test('a segment has who has sent the form, and nobody once the form is deleted', async () => {
  const form = await addForm(person, contact());
  await send(filled(form, { name: 'Hana' }));
  await send(filled(await addForm(person, contact()), { name: 'Mai' }));
  const segment = JSON.stringify({
    kind: 'and',
    items: [{ kind: 'submitted', formUuid: form.uuid, days: 7 }],
  });
  const found = () => person.call(listCustomers, { query: { segment } });
  expect((await found()).items.map(({ name }) => name)).toEqual(['Hana']);
  await person.call(deleteForm, { params: { uuid: form.uuid } });
  expect(await found()).toMatchObject({ items: [], problems: [{ path: 'items.0', reason: 'form_missing' }] });
});

test('a key that was made elsewhere reaches nothing of another account', async () => {
  const stranger = await server.register();
  const form = await addForm(person, contact());
  const key = randomUUID();
  const { uuid } = await send(filled(form, { name: 'Hana' }, { key }));
  expect(await stranger.refused(getSubmission, { params: { uuid } })).toMatchObject({ code: 'not_found' });
  const theirs = await addForm(stranger, contact());
  const again = await send(filled(theirs, { name: 'Hana' }, { key }));
  expect(again.uuid).not.toBe(uuid);
});

test('whom the form was sent to is thanked in their conversation, once and in their language', async () => {
  const form = await addForm(person, contact(), { reply: { en: 'Thank you!', ja: '受け付けました。' } });
  const { channel, t } = await linked(form);
  const { uuid } = await conversationOf(person, channel.uuid);
  const body = filled(form, { note: 'Hello' }, { t, language: 'ja' });
  await Promise.all([send(body), send(body)]);
  const sent = await eventually('the reply has arrived', async () => {
    const said = (await messagesOf(person, uuid)).filter(({ text }) => text === '受け付けました。');
    return said[0]?.delivery.state === 'sent' && said;
  });
  expect(sent).toMatchObject([{ sender: 'bot' }]);
  await send(filled(form, { note: 'Nobody knows me' }));
  expect((await messagesOf(person, uuid)).filter(({ text }) => text === 'Thank you!')).toEqual([]);
});

test('who has blocked the channel is not written to, and the submission counts', async () => {
  const form = await addForm(person, contact(), { reply: { en: 'Thank you!' } });
  const { channel, t } = await linked(form);
  const params = { uuid: channel.uuid, friend: 'hanako' as const };
  const { uuid } = await conversationOf(person, channel.uuid);
  await person.call(actAsSimulatorFriend, { params, body: { action: 'unfollow' } });
  await eventually(
    'they are blocked',
    async () => (await person.call(listFriends)).items[0]?.state === 'blocked',
  );
  await send(filled(form, { note: 'Hello' }, { t }));
  expect(await submissions()).toHaveLength(1);
  expect((await messagesOf(person, uuid)).map(({ text }) => text)).not.toContain('Thank you!');
});
