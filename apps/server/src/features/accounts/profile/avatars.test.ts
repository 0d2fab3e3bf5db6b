import { AVATAR_MAX_BYTES, me, UserView, uploadAvatar } from '@hanasu/contract/accounts';
import { getPublicForm } from '@hanasu/contract/form-submissions';
import { changeAccount, createAccount, listAudit, switchAccount, uploadLogo } from '@hanasu/contract/team';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addForm, definitionOf, text } from '../../forms/testing/forms.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

const send = (person: SignedIn, bytes: Buffer, field = 'file') =>
  person.raw('POST', uploadAvatar.path, { body: formOf(field, bytes) });

async function upload(person: SignedIn, bytes: Buffer): Promise<string> {
  const { status, body } = await send(person, bytes);
  expect(status).toBe(200);
  return UserView.parse(body).avatar?.url ?? '';
}
const picture = (url: string) => server.anonymous.raw('GET', url);

describe('a picture', () => {
  test('is shown to everybody at an address that nobody guesses, as a picture and nothing else', async () => {
    const person = await server.register();
    const url = await upload(person, Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
    expect(url).toMatch(/^\/api\/avatar\/[\w-]{32}$/);
    const { status, headers, body } = await picture(url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(body).toMatch(/^RIFF/);
    expect(body).not.toContain('script');
    expect((await person.call(me, { query: { populate: 'avatar' } })).avatar).toEqual({ url });
  });

  test('goes when another one comes', async () => {
    const person = await server.register();
    const first = await upload(person, png);
    const second = await upload(person, png);
    expect(second).not.toBe(first);
    expect((await picture(first)).status).toBe(404);
    expect((await picture(second)).status).toBe(200);
  });
});

describe('the logo of an account', () => {
  test('stands on the pages of its forms, and goes from there and from the disk when it is taken away', async () => {
    const person = await server.register();
    expect(person.user.account.logo).toBeNull();
    const sent = await person.raw('POST', uploadLogo.path, { body: formOf('file', png) });
    const { logo } = UserView.parse(sent.body).account;
    const url = logo?.url ?? '';
    expect(url).toMatch(/^\/api\/avatar\/[\w-]{32}$/);
    expect((await picture(url)).status).toBe(200);
    const { slug } = await addForm(person, definitionOf(text('name')), {
      shop: { name: 'Camellia', color: null, privacyUrl: null },
    });
    const shown = () => server.anonymous.call(getPublicForm, { params: { slug } });
    expect((await shown()).shop).toEqual({ name: 'Camellia', color: null, privacyUrl: null, logoUrl: url });
    const { account } = await person.call(changeAccount, { body: { logo: null } });
    expect(account.logo).toBeNull();
    expect((await picture(url)).status).toBe(404);
    expect((await shown()).shop.logoUrl).toBeNull();
    const { items } = await person.call(listAudit, { query: { q: 'account.logo_changed' } });
    expect(items.map(({ data }) => data)).toEqual([{ isSet: false }, { isSet: true }]);
  });

  test('is that of the account that is shown: a person with two accounts has two', async () => {
    const person = await server.register();
    await person.raw('POST', uploadLogo.path, { body: formOf('file', png) });
    const { account } = await person.call(createAccount, { body: { name: 'Second shop' } });
    expect(account.logo).toBeNull();
    await person.call(changeAccount, { body: { logo: null } });
    const first = await person.call(switchAccount, { params: { uuid: person.user.account.uuid } });
    expect(first.account.logo).not.toBeNull();
  });
});

describe('refused, and the picture before stays', () => {
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'image_invalid'],
    ['half a PNG', png.subarray(0, 60), 422, 'image_invalid'],
    ['nothing', Buffer.alloc(0), 422, 'file_empty'],
    ['more than the limit', Buffer.concat([png, Buffer.alloc(AVATAR_MAX_BYTES)]), 413, 'file_too_large'],
  ])('%s', async (_what, bytes, status, code) => {
    const person = await server.register();
    const url = await upload(person, png);
    const refused = await send(person, bytes);
    expect(refused).toMatchObject({ status, body: { code, errors: [{ path: 'body.file' }] } });
    expect((await picture(url)).status).toBe(200);
    expect((await person.call(me, { query: { populate: 'avatar' } })).avatar).toEqual({ url });
  });

  test('another field, and what is no form', async () => {
    const person = await server.register();
    expect(await send(person, png, 'image')).toMatchObject({ status: 400, body: { code: 'file_missing' } });
    const json = await person.raw('POST', uploadAvatar.path, { body: { file: png.toString('base64') } });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_content_type' } });
  });
});

test.each([
  'x',
  `${'x'.repeat(32)}.webp`,
  '..%2f..%2fsecret-key',
  '%2e%2e%2fsecret-key%2f%2e%2e%2fsecret-key',
  'x'.repeat(32),
])('there is nothing at /api/avatar/%s', async (key) => {
  const { status, headers, body } = await picture(`/api/avatar/${key}`);
  expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(headers.get('cache-control')).toBeNull();
});
