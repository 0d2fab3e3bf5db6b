import { createSandboxChannel } from '@hanasu/contract/channels';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { assemblePdf, streamObject } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { newPerson, signIn } from './support/api.ts';
import { openBreakableLine } from './support/breakable-line.ts';
import { HANDBOOK_NAME, handbook } from './support/handbook.ts';
import { openOfficialAccount } from './support/line-vendor.ts';
import { serverUrl } from './support/server-url.ts';
import { addBot, answered, say } from './support/shop.ts';
import { MAX_UPLOAD_BYTES } from './support/start-hanasu.ts';
import { expect, test } from './support/test.ts';

const pdf = (trailer = '') =>
  Buffer.from(
    assemblePdf(
      [
        { value: '<< /Type /Catalog /Pages 2 0 R >>' },
        { value: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
        { value: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>' },
        streamObject(''),
      ],
      trailer,
    ),
  );
const ID = '<00112233445566778899aabbccddeeff>';
const locked = () =>
  pdf(
    `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [${ID} ${ID}]`,
  );
const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, mimeType, buffer });

test('files that cannot be read are named with the reason, and the others are read', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const base = await person.call(createKnowledge, { body: { name: 'Guest handbook' } });
  await signIn(context, person);
  await page.goto(`/Knowledge/${base.uuid}/documents`);
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('tour.mp4', Buffer.from('film'), 'video/mp4'),
      file('nothing.pdf', Buffer.alloc(0)),
      file('huge.pdf', Buffer.alloc(MAX_UPLOAD_BYTES + 1)),
      file('locked.pdf', locked()),
      file('blank.pdf', pdf()),
      file(HANDBOOK_NAME, handbook()),
    ]);
  const refused = page.getByRole('alert');
  await expect(refused).toContainText('tour.mp4: files of this kind can’t be read.');
  await expect(refused).toContainText('nothing.pdf: the file is empty.');
  await expect(refused).toContainText('huge.pdf: larger than 1 MB.');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  // A file may stand in the list already while its upload still shows 100 %.
  await expect(row('locked').filter({ hasText: 'It is protected by a password.' })).toBeVisible();
  await expect(row('blank').filter({ hasText: 'There is no text in it.' })).toBeVisible();
  await expect(row('hanami-inn-handbook').filter({ hasText: 'Ready' })).toBeVisible();
});

test('a server that fails keeps what was typed', async ({ page, context, complaints }) => {
  complaints.expectSome(/Failed to load resource.*50\d/);
  const person = await newPerson();
  await signIn(context, person);
  const fail = (route: { fulfill(answer: { status: number; body: string }): Promise<void> }) =>
    route.fulfill({ status: 500, body: 'down' });
  await page.route('**/api/user/bot', fail);
  await page.goto('/Bot?create=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Front desk');
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong on the server.');
  await expect(dialog.getByLabel('Name')).toHaveValue('Front desk');
  await page.unroute('**/api/user/bot');
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front desk');
});

test('a message that does not reach the server stays in the thread and is sent again', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource/);
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, channel.uuid, 'hanako', 'もしもし');
  const { uuid } = await answered(person, channel.uuid, '花子', 1);
  await signIn(context, person);
  await page.route('**/message', (route) => route.abort());
  await page.goto(`/Message?conversation=${uuid}`);
  await page.getByLabel('Write to 花子').fill('お待ちください');
  await page.getByLabel('Write to 花子').press('Enter');
  const kept = page.getByRole('log').getByRole('alert');
  await expect(kept).toContainText('No connection to the server. What you typed is kept; try again.');
  await page.unroute('**/message');
  await kept.getByRole('button', { name: 'Try again' }).click();
  await expect(kept).toHaveCount(0);
  await expect(page.getByRole('article').last()).toContainText('お待ちください');
  await expect(page.getByRole('article').last()).toContainText('Sent');
});

test('the inbox catches up with what happened while the line was cut', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/WebSocket|Failed to load resource|could not be (?:fetched|loaded)/);
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  const line = await openBreakableLine(serverUrl());
  await context.addCookies([{ name: 'jwt', value: person.jwt, url: line.url }]);
  const socket = page.waitForEvent('websocket');
  await page.goto(`${line.url}/Message`);
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await (await socket).waitForEvent('framereceived');
  // What the page fetches ahead has no part in this.
  await page.waitForLoadState('networkidle');
  const place = await page.getByText('No conversations yet').boundingBox();
  line.cut();
  const notice = page.getByText('Connection lost. Reconnecting…');
  await expect(notice).toBeVisible();
  // Over the page, which stays where it is and can be used.
  await expect(notice).toHaveCSS('position', 'fixed');
  await expect(notice).toHaveCSS('pointer-events', 'none');
  expect(await page.getByText('No conversations yet').boundingBox()).toEqual(place);
  await say(person, channel.uuid, 'hanako', '誰かいますか');
  await answered(person, channel.uuid, '花子', 1);
  line.mend();
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden();
  const row = page.getByRole('link', { name: /花子/ });
  await expect(row).toBeVisible();
  await say(person, channel.uuid, 'hanako', 'ありがとう');
  await expect(row).toContainText('2 unread messages');
  await page.close();
  line.close();
});

test('credentials that LINE refuses are marked at their field; the right ones connect', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  const person = await newPerson();
  await addBot(person);
  const account = await openOfficialAccount({ displayName: '花見旅館' });
  const other = await openOfficialAccount({ displayName: 'Somebody else' });
  await signIn(context, person);
  await page.goto('/Channel?connect=line');
  const field = (name: string) => page.getByRole('textbox', { name });
  const connect = () => page.getByRole('button', { name: 'Connect LINE' }).click();
  await field('Name').fill('花見旅館');
  await field('Channel ID').fill('@hanami');
  await field('Channel secret').fill(account.channelSecret.slice(1));
  await page.getByRole('radio', { name: 'My own long-lived token' }).check();
  await field('Channel access token').fill('a-token-that-line-has-never-issued');
  await connect();
  await expect(field('Channel ID')).toHaveAccessibleDescription(/Digits only/);
  await expect(field('Channel secret')).toHaveAccessibleDescription(/Exactly 32 characters/);
  await field('Channel ID').fill(account.channelId);
  await field('Channel secret').fill(account.channelSecret);
  await connect();
  await expect(field('Channel access token')).toHaveAccessibleDescription(/LINE did not accept this token/);
  await expect(field('Channel access token')).toBeFocused();
  await field('Channel access token').fill(account.channelAccessToken);
  await field('Channel secret').fill(other.channelSecret);
  await connect();
  await expect(field('Channel secret')).toHaveAccessibleDescription(/LINE did not accept this secret/);
  await expect(field('Name')).toHaveValue('花見旅館');
  await field('Channel secret').fill(account.channelSecret);
  await connect();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('花見旅館');
  await expect(page.getByText('Connected').first()).toBeVisible();
});
