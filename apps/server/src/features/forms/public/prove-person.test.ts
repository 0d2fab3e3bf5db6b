import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  copyChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  getChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { deleteChannel } from '@hanasu/contract/channels';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { changeCustomer, getCustomer, listCustomers } from '@hanasu/contract/customers';
import { FormSettings } from '@hanasu/contract/form-definition';
import {
  getPublicForm,
  listSubmissions,
  readFormPerson,
  submitForm,
} from '@hanasu/contract/form-submissions';
import { changeForm, type FormWithDraft, getFormLogin, linkForm, sendForm } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';
import { addForm, definitionOf, filled, text } from '../testing/forms.fixture.ts';

const LOGIN = '2000000001';
const LIFF = { liffId: `${LOGIN}-abcd1234`, loginChannelId: LOGIN };
const OTHER_LOGIN = '2000000002';
const PAGE = '<!doctype html><html lang="en"><title>Form</title></html>';

let folder: string;
let stage: Stage;
let shop: Shop;
let form: FormWithDraft;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-liff-'));
  writeFileSync(path.join(folder, 'form.html'), PAGE);
  stage = await setStage({ WEB_DIST: folder });
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  shop = await openShop(stage);
  await setLiff(LIFF);
  form = await addForm(stage.owner, asked());
});

const setLiff = (liff: typeof LIFF | null) =>
  stage.owner.call(updateChannelSettings, {
    params: { uuid: shop.channel.uuid },
    body: { ...DEFAULT_CHANNEL_SETTINGS, liff },
  });
const known = (more: object) => ({ prefill: true, ...more });
const asked = () =>
  definitionOf(
    text('name', known({ mapTo: { fact: 'displayName' } })),
    { kind: 'phone', key: 'phone', label: { en: 'Phone' }, ...known({ mapTo: { fact: 'phone' } }) },
    { kind: 'email', key: 'mail', label: { en: 'Mail' }, mapTo: { fact: 'email' } },
    text('size', known({})),
    text('illness', known({ sensitive: true })),
    text('notes', known({ mapTo: { fact: 'note' } })),
  );

const idToken = (more: object = {}): string =>
  stage.fake.idToken({ sub: shop.friend, aud: LOGIN, name: '花子', ...more });
const proofBy = (token: string) => ({ channelUuid: shop.channel.uuid, token });
const personOf = (token: string, of = form) =>
  stage.server.anonymous.call(readFormPerson, { params: { slug: of.slug }, body: { inApp: proofBy(token) } });
const send = (answers: object, more: object) =>
  stage.server.anonymous.call(submitForm, { body: filled(form, { ...answers }, more) });
const refusal = async (more: object, of = form) =>
  (await stage.server.anonymous.refused(submitForm, { body: filled(of, { name: 'Hana' }, more) }))
    .errors?.[0];
const loginState = async () =>
  (await stage.owner.call(getFormLogin, { params: { uuid: shop.channel.uuid } })).login;
const friends = async () =>
  (await stage.owner.call(listFriends, { query: { channelUuid: shop.channel.uuid } })).items;
const unknownProofs = async () =>
  (
    await stage.server.sql<{ count: number }>(
      'select unknown_proofs as count from form_logins where channel_id = $1',
      [shop.channel.uuid],
    )
  ).map(({ count }) => count);
/** An id that the official account does not know: of a person who is no friend, or of another provider. */
const STRANGER = `U${'9'.repeat(32)}`;
const submissions = async () =>
  (await stage.owner.call(listSubmissions, { query: { formUuid: form.uuid } })).items;

/** The friend has written, and is known with a phone number. */
async function befriend() {
  await shop.says('こんにちは');
  await shop.conversation();
  const { items } = await stage.owner.call(listFriends, { query: { channelUuid: shop.channel.uuid } });
  const [friend] = items;
  if (!friend) throw new Error('there is no friend');
  const params = { uuid: friend.customerUuid };
  await stage.owner.call(changeCustomer, {
    params,
    body: { displayName: 'VIP: be careful', phones: ['090-0000-0001'], note: 'Complains often' },
  });
  return { friend, params };
}

test('who is proven begins with what is known of them, and a link tells the name alone', async () => {
  const { friend } = await befriend();
  await send({ name: 'Hana', size: 'L', illness: 'asthma' }, { inApp: proofBy(idToken({ nonce: '1' })) });
  const { person, problem } = await personOf(idToken());
  expect({ person, problem }).toEqual({
    person: {
      name: 'Hanako',
      identity: 'signed',
      answers: { name: 'Hana', phone: '090-0000-0001', size: 'L' },
    },
    problem: null,
  });
  const { url } = await stage.owner.call(linkForm, {
    params: { uuid: form.uuid },
    body: { friendUuid: friend.uuid },
  });
  const query = { t: new URL(url).searchParams.get('t') ?? '' };
  const page = await stage.server.anonymous.call(getPublicForm, { params: { slug: form.slug }, query });
  expect(page.person).toEqual({ name: 'Hanako', identity: 'link', answers: { name: 'Hanako' } });
});

test('what is hidden from a role is not told, nor what came by a link alone', async () => {
  const { friend } = await befriend();
  const hidden = await stage.owner.call(createCustomerField, {
    body: { label: 'Rank', kind: 'text', hiddenFrom: ['viewer'] },
  });
  form = await addForm(
    stage.owner,
    definitionOf(text('rank', known({ mapTo: { fieldUuid: hidden.uuid } })), text('size', known({}))),
  );
  await send({ rank: 'A', size: 'M' }, { inApp: proofBy(idToken({ nonce: '1' })) });
  expect((await personOf(idToken())).person?.answers).toEqual({ size: 'M' });
  const { url } = await stage.owner.call(linkForm, {
    params: { uuid: form.uuid },
    body: { friendUuid: friend.uuid },
  });
  await send({ size: 'XL' }, { t: new URL(url).searchParams.get('t') });
  expect((await personOf(idToken())).person?.answers).toEqual({ size: 'M' });
});

test.each([
  ['expired', 'expired', () => idToken({ exp: 1 })],
  ['for another channel', 'refused', () => idToken({ aud: '2000000002' })],
  ['of another issuer', 'refused', () => idToken({ iss: 'https://evil.example' })],
  ['malformed', 'refused', () => 'a.b.c'],
])('a token that is %s proves nobody, and the form can be sent without it', async (_, code, make) => {
  await befriend();
  expect(await personOf(make())).toEqual({ person: null, problem: code });
  expect(await refusal({ inApp: proofBy(make()) })).toMatchObject({ path: 'body.inApp', code });
  await send({ name: 'Hana' }, {});
  expect(await submissions()).toMatchObject([{ identity: 'none' }]);
});

test('a vendor that is away proves nobody', async () => {
  stage.fake.fault({ path: '/oauth2/v2.1/verify', status: 500, times: 2 });
  expect(await personOf(idToken())).toEqual({ person: null, problem: 'unreachable' });
  expect(await refusal({ inApp: proofBy(idToken()) })).toMatchObject({ code: 'unreachable' });
});

test('a token is taken for one submission of each form, and a repeated one is the same', async () => {
  await befriend();
  const token = idToken();
  const body = filled(form, { name: 'Hana' }, { inApp: proofBy(token) });
  const first = await stage.server.anonymous.call(submitForm, { body });
  expect(await stage.server.anonymous.call(submitForm, { body })).toEqual(first);
  expect(await refusal({ inApp: proofBy(token) })).toMatchObject({ path: 'body.inApp', code: 'used' });
  expect(await submissions()).toHaveLength(1);
  const other = await addForm(stage.owner, asked());
  await stage.server.anonymous.call(submitForm, {
    body: filled(other, { name: 'Hana' }, { inApp: proofBy(token) }),
  });
});

test('a proof is of a channel of the same account with LIFF set up', async () => {
  await befriend();
  const stranger = await stage.server.register();
  const foreign = await addForm(stranger, asked());
  expect(await personOf(idToken(), foreign)).toEqual({ person: null, problem: 'refused' });
  expect(await refusal({ inApp: proofBy(idToken()) }, foreign)).toMatchObject({ code: 'refused' });
  await setLiff(null);
  expect(await personOf(idToken())).toEqual({ person: null, problem: 'refused' });
});

test('who is proven may change what is known where the form says so; a link never a phone number', async () => {
  const { params, friend } = await befriend();
  const settings = FormSettings.parse({ ...form.settings, conflict: 'replace' });
  await stage.owner.call(changeForm, { params: { uuid: form.uuid }, body: { settings } });
  const { url } = await stage.owner.call(linkForm, {
    params: { uuid: form.uuid },
    body: { friendUuid: friend.uuid },
  });
  await send({ phone: '090-0000-0002' }, { t: new URL(url).searchParams.get('t') });
  expect((await stage.owner.call(getCustomer, { params })).phones[0]?.value).toBe('090-0000-0001');
  await send({ phone: '090-0000-0003' }, { inApp: proofBy(idToken()) });
  expect((await stage.owner.call(getCustomer, { params })).phones[0]?.value).toBe('090-0000-0003');
  const sent = (await submissions()).map(({ identity, customer }) => [identity, customer?.uuid]);
  expect(sent).toEqual([
    ['signed', params.uuid],
    ['link', params.uuid],
  ]);
});

test('a person who is no friend yet is a customer of their own, once a friend has confirmed the login channel', async () => {
  const { params } = await befriend();
  const sub = STRANGER;
  await personOf(idToken());
  expect(await personOf(idToken({ sub, name: 'Minh' }))).toEqual({
    person: { name: 'Minh', identity: 'signed', answers: { name: 'Minh' } },
    problem: null,
  });
  const before = (await stage.owner.call(listCustomers)).items.length;
  await send({ phone: '090-0000-0009' }, { inApp: proofBy(idToken({ sub, name: 'Minh' })) });
  const { items } = await stage.owner.call(listFriends, { query: { channelUuid: shop.channel.uuid } });
  const friend = items.find(({ name }) => name === 'Minh');
  expect(friend).toMatchObject({ state: 'unknown' });
  expect((await submissions())[0]).toMatchObject({
    identity: 'signed',
    customer: { uuid: friend?.customerUuid, name: 'Minh' },
  });
  await send({ size: 'S' }, { inApp: proofBy(idToken({ sub, nonce: '2' })) });
  expect((await stage.owner.call(listCustomers)).items).toHaveLength(before + 1);
  expect((await stage.owner.call(getCustomer, { params })).phones).toHaveLength(1);
});

describe('a login channel that no known person has used yet', () => {
  test('does not prove people of another provider, who become no friends and are counted', async () => {
    await befriend();
    const customers = async () => (await stage.owner.call(listCustomers)).items.length;
    const before = await customers();
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'untried' });
    const token = idToken({ sub: STRANGER, name: 'Minh' });
    expect(await personOf(token)).toEqual({ person: null, problem: 'unconfirmed' });
    const refused = { path: 'body.inApp', code: 'unconfirmed' };
    expect(await refusal({ inApp: proofBy(token) })).toMatchObject(refused);
    expect(await friends()).toHaveLength(1);
    expect(await customers()).toBe(before);
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'doubtful' });
    expect(await unknownProofs()).toEqual([2]);
    await send({ name: 'Minh' }, {});
    expect(await submissions()).toMatchObject([{ identity: 'none' }]);
    expect(await friends()).toHaveLength(1);
  });

  test('is confirmed by a friend whose profile the vendor gives, also for people who are no friends', async () => {
    expect(await personOf(idToken({ sub: STRANGER }))).toMatchObject({ problem: 'unconfirmed' });
    expect(await friends()).toEqual([]);
    expect(await personOf(idToken())).toMatchObject({ person: { name: '花子', identity: 'signed' } });
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'confirmed' });
    await send({ name: 'Minh' }, { inApp: proofBy(idToken({ sub: STRANGER, name: 'Minh' })) });
    expect(await friends()).toMatchObject([{ name: 'Minh', state: 'unknown' }]);
    expect(await submissions()).toMatchObject([{ identity: 'signed', customer: { name: 'Minh' } }]);
    expect(await unknownProofs()).toEqual([1]);
  });

  test('is confirmed by a friend who has written, without a question to the vendor', async () => {
    await befriend();
    await shop.untilIdle();
    stage.fake.fault({ path: `/v2/bot/profile/${shop.friend}`, status: 500, times: 9 });
    expect(await personOf(idToken())).toMatchObject({ person: { identity: 'signed' } });
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'confirmed' });
  });

  test('is not confirmed by a friend whom a proof alone has opened', async () => {
    await personOf(idToken());
    await send({ name: 'Minh' }, { inApp: proofBy(idToken({ sub: STRANGER })) });
    expect(await friends()).toMatchObject([{ state: 'unknown' }]);
    await setLiff({ liffId: `${OTHER_LOGIN}-abcd1234`, loginChannelId: OTHER_LOGIN });
    const token = idToken({ sub: STRANGER, aud: OTHER_LOGIN });
    expect(await personOf(token)).toEqual({ person: null, problem: 'unconfirmed' });
    expect(await refusal({ inApp: proofBy(token) })).toMatchObject({ code: 'unconfirmed' });
  });

  test('takes the place of a confirmed one in the settings, which is still confirmed when it comes back', async () => {
    await personOf(idToken());
    await setLiff({ liffId: `${OTHER_LOGIN}-abcd1234`, loginChannelId: OTHER_LOGIN });
    expect(await loginState()).toEqual({ channelId: OTHER_LOGIN, state: 'untried' });
    await personOf(idToken({ sub: STRANGER, aud: OTHER_LOGIN }));
    expect(await loginState()).toEqual({ channelId: OTHER_LOGIN, state: 'doubtful' });
    await setLiff(LIFF);
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'confirmed' });
    await setLiff(null);
    expect(await loginState()).toBeNull();
  });

  test('stays as it is while the vendor gives no profiles', async () => {
    const fault = { path: `/v2/bot/profile/${STRANGER}`, times: 1 };
    const token = idToken({ sub: STRANGER });
    for (const status of [500, 429, 'reset'] as const) {
      stage.fake.fault({ ...fault, status });
      expect(await personOf(token)).toEqual({ person: null, problem: 'unreachable' });
    }
    stage.fake.fault({ ...fault, status: 500 });
    expect(await refusal({ inApp: proofBy(token) })).toMatchObject({ code: 'unreachable' });
    expect(await unknownProofs()).toEqual([]);
    expect(await loginState()).toEqual({ channelId: LOGIN, state: 'untried' });
  });

  test('is forgotten with its channel', async () => {
    await personOf(idToken());
    expect(await unknownProofs()).toEqual([0]);
    await stage.owner.call(deleteChannel, { params: { uuid: shop.channel.uuid } });
    expect(await unknownProofs()).toEqual([]);
  });
});

test('a form is sent as a link that opens it inside LINE, where that is set up', async () => {
  await befriend();
  const { uuid: conversationUuid } = await shop.conversation();
  const sendIt = async () => {
    await stage.owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid } });
    const messages = await shop.messages();
    return new URL(
      /https?:\S+/.exec(messages.findLast(({ sender }) => sender === 'operator')?.text ?? '')?.[0] ?? '',
    );
  };
  const inside = await sendIt();
  expect(inside.origin + inside.pathname).toBe(`https://liff.line.me/${LIFF.liffId}/${form.slug}`);
  const query = { t: inside.searchParams.get('t') ?? '' };
  const page = await stage.server.anonymous.call(getPublicForm, { params: { slug: form.slug }, query });
  expect(page.person).toMatchObject({ name: 'Hanako', identity: 'link' });
  await setLiff(null);
  const outside = await sendIt();
  expect(outside.origin + outside.pathname).toBe(`${stage.publicUrl}/form/${form.slug}`);
});

test('only the page inside LINE may load its script', async () => {
  const get = async (address: string) => {
    const { status, headers, body } = await stage.server.anonymous.raw('GET', address);
    return { status, policy: headers.get('content-security-policy') ?? '', body: String(body) };
  };
  const inside = await get(`/form/liff/${shop.channel.uuid}/${form.slug}`);
  expect(inside.status).toBe(200);
  expect(inside.policy).toContain("script-src 'self' https://static.line-scdn.net;");
  expect(inside.policy).toContain("connect-src 'self' https://api.line.me");
  expect(inside.policy).toContain("frame-ancestors 'self'");
  expect(inside.policy).not.toContain('unsafe');
  expect(inside.body).toContain(
    `<meta name="in-app" content="https://static.line-scdn.net/liff/edge/2/sdk.js" data-id="${LIFF.liffId}" />`,
  );
  const state = encodeURIComponent(`/${form.slug}?t=1`);
  expect((await get(`/form/liff/${shop.channel.uuid}?liff.state=${state}`)).body).toBe(inside.body);
  expect((await get(`/form/liff/${shop.channel.uuid}`)).status).toBe(404);
  const ordinary = await get(`/form/${form.slug}`);
  expect(ordinary.policy).toContain("script-src 'self';");
  expect(ordinary.policy).not.toContain('line');
  expect(ordinary.body).not.toContain('in-app');
  await setLiff(null);
  const plain = await get(`/form/liff/${shop.channel.uuid}/${form.slug}`);
  expect(plain).toMatchObject({ status: 200, body: ordinary.body });
  expect(plain.policy).not.toContain('line');
});

test('ids are checked, kept for the audit log, and not copied to other channels', async () => {
  const params = { uuid: shop.channel.uuid };
  const wrong = {
    ...DEFAULT_CHANNEL_SETTINGS,
    liff: { liffId: 'https://liff.line.me/1', loginChannelId: '@a' },
  };
  const { errors } = await stage.owner.refused(updateChannelSettings, { params, body: wrong });
  expect(errors?.map((error) => error.path)).toEqual(['body.liff.liffId', 'body.liff.loginChannelId']);
  const { items } = await stage.owner.call(listAudit);
  const changed = items.find(({ action, data }) => action === 'channel.changed' && 'settings' in data);
  expect(changed?.data.settings).toContain('liff');
  const other = await openShop(stage);
  await stage.owner.call(copyChannelSettings, { params, body: { channelUuids: [other.channel.uuid] } });
  const copied = await stage.owner.call(getChannelSettings, { params: { uuid: other.channel.uuid } });
  expect(copied.liff).toBeNull();
});
