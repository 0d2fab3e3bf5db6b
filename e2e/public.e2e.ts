import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { me } from '@hanasu/contract/accounts';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { FormDefinition } from '@hanasu/contract/form-definition';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { changeForm, createForm, publishForm, sendForm } from '@hanasu/contract/forms';
import { saveListing } from '@hanasu/contract/gallery';
import { listConversations, sendOperatorMessage } from '@hanasu/contract/inbox';
import type { Page } from '@playwright/test';
import { violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { fillShop, type Shop } from './support/shop.ts';
import { test as base, expect } from './support/test.ts';

interface Host {
  readonly origin: string;
  /** Serves this page at `/`, under a strict content policy. */
  show(page: (nonce: string) => string): void;
}

/** A web site of somebody else: another origin, and a policy that allows as little as can be. */
async function startHost() {
  let made = (_: string): string => '';
  const nonce = 'bm9uY2U';
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `connect-src ${serverUrl()}`,
    `frame-src ${serverUrl()}`,
    "img-src 'self'",
  ].join('; ');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><html lang="en"><title>A shop</title><body>${made(nonce)}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: Host = {
    origin: `http://127.0.0.1:${port}`,
    show: (page) => {
      made = page;
    },
  };
  return { host, close: () => new Promise((resolve) => server.close(resolve)) };
}

const test = base.extend<{ host: Host }, { shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  shop: [async ({}, use) => use(await fillShop()), { scope: 'worker', timeout: 120_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  host: async ({}, use) => {
    const { host, close } = await startHost();
    await use(host);
    await close();
  },
});

const QUESTION = 'When is breakfast served?';
const ANSWER = /Breakfast is served/;
const widget = (bot: string) => (nonce: string) =>
  `<h1>A shop</h1><script nonce="${nonce}" src="${serverUrl()}/widget.js" data-bot="${bot}"></script>`;

async function ask(page: Page): Promise<void> {
  await page.getByRole('textbox').fill(QUESTION);
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByText(ANSWER).first()).toBeVisible();
}

test('somebody without an account finds a public bot, asks it, and sees what the answer rests on', async ({
  page,
  shop,
}) => {
  const slug = `front-desk-${process.pid}`;
  await shop.person.call(saveListing, {
    params: { uuid: shop.bot.uuid },
    body: {
      slug,
      title: `Front desk ${process.pid}`,
      description: 'Answers questions of guests.',
      category: 'travel',
      language: 'en',
    },
  });
  await page.goto('/ExploreBot?category=travel');
  await page.getByRole('textbox').first().fill(`desk ${process.pid}`);
  await expect(page).toHaveURL(/q=desk/);
  await page.getByRole('link', { name: `Front desk ${process.pid}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Front desk ${process.pid}`);
  await ask(page);
  await page.locator('summary').first().click();
  await expect(page.locator('blockquote').first()).toContainText('Breakfast');
  await page.getByRole('button', { name: 'Report this bot' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report has been sent')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a site with a strict policy shows the chat, and a reload keeps the conversation', async ({
  page,
  shop,
  host,
}) => {
  const botUuid = shop.bot.uuid;
  await shop.person.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites: [host.origin] } });
  host.show(widget(botUuid));
  await page.goto(host.origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  // It bears the name of the shop.
  const { account } = await shop.person.call(me);
  await expect(page.getByRole('dialog', { name: account.name })).toBeVisible();
  await expect(page.getByRole('textbox')).toBeFocused();
  await ask(page);
  await page.getByRole('button', { name: /^Sources 1/ }).click();
  await expect(page.locator('blockquote')).toContainText('Breakfast');
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('dialog').getByText(ANSWER).first()).toBeVisible();
  // Somebody of the staff steps in; their words come by themselves.
  const { items } = await shop.person.call(listConversations, { query: { origin: 'channel' } });
  const chat = items.find(({ channel }) => channel?.kind === 'web');
  if (!chat) throw new Error('the chat is not in the inbox');
  const body = { text: 'Hello, a person here.' };
  await shop.person.call(sendOperatorMessage, { params: { uuid: chat.uuid }, body });
  await expect(page.getByRole('dialog').getByText(body.text)).toBeVisible();
  await page.getByRole('textbox').focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused();

  // On a small phone it fills the screen, and the same chat is a page of its own.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Open chat' }).click();
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  await page.goto(`/Bot/${botUuid}/chat_embed?lang=ja`);
  await expect(page.getByRole('button', { name: '送信' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await ask(page);
  expect(await violations(page)).toEqual([]);
});

const both = (en: string, ja: string) => ({ en, ja });
const STAY = FormDefinition.parse({
  languages: ['en', 'ja'],
  title: both('Your stay', 'ご宿泊について'),
  pages: [
    {
      fields: [
        { kind: 'text', key: 'name', label: both('Your name', 'お名前'), required: true },
        {
          kind: 'choice',
          key: 'meal',
          label: both('Dinner', 'ご夕食'),
          required: true,
          options: [
            { id: 'yes', label: both('With dinner', '夕食あり') },
            { id: 'no', label: both('Without', '夕食なし') },
          ],
        },
        {
          kind: 'longText',
          key: 'diet',
          label: both('What can’t you eat?', '召し上がれないもの'),
          showIf: {
            kind: 'and',
            items: [{ kind: 'answer', field: 'meal', test: { op: 'is', text: 'yes' } }],
          },
        },
      ],
    },
    { fields: [{ kind: 'file', key: 'photo', label: both('Photo', '写真'), picturesOnly: true, max: 2 }] },
  ],
});
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a form is filled in inside the chat of another site, survives a reload, and is sent once', async ({
  page,
  shop,
  host,
}) => {
  const botUuid = shop.bot.uuid;
  const { person } = shop;
  await person.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites: [host.origin] } });
  const form = await person.call(createForm, { body: { name: `Stay ${process.pid}`, definition: STAY } });
  const params = { uuid: form.uuid };
  const settings = { ...form.settings, reply: { en: 'See you soon, said the inn.' } };
  await person.call(changeForm, { params, body: { settings } });
  await person.call(publishForm, { params });
  host.show(widget(botUuid));
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/widget-form-')) loaded.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(host.origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await ask(page);
  expect(loaded).toEqual([]);
  const { items } = await person.call(listConversations, { query: { origin: 'channel' } });
  const chat = items.find(({ channel }) => channel?.kind === 'web');
  if (!chat) throw new Error('the chat is not in the inbox');
  await person.call(sendForm, { params, body: { conversationUuid: chat.uuid, as: 'link' } });
  const log = page.getByRole('log');
  await expect(log.getByRole('heading', { name: 'Your stay' })).toBeVisible();
  await expect(log.getByText(/\/form\//)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // By keyboard: what is missing is said, with a way to it.
  await log.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await log.getByRole('link', { name: 'Your name' }).focus();
  await page.keyboard.press('Enter');
  await expect(log.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Hana');
  await expect(log.getByLabel('What can’t you eat?')).toHaveCount(0);
  await log.getByLabel('With dinner').check();
  await log.getByLabel('What can’t you eat?').fill('Shrimps');
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(log.getByLabel('Your name')).toHaveValue('Hana');
  await log.getByRole('button', { name: 'Next' }).click();
  await log
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(log.getByRole('status')).toHaveText('me.png uploaded');
  expect(await violations(page)).toEqual([]);
  await log.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('Your answers have been sent')).toBeVisible();
  await expect(log.getByText('See you soon, said the inn.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(log.getByText('Your answers have been sent')).toBeVisible();
  await expect(log.getByLabel('Your name')).toHaveCount(0);
  const sent = await person.call(listSubmissions, { query: { formUuid: form.uuid } });
  expect(sent.items).toMatchObject([
    { source: 'widget', identity: 'signed', answers: { name: 'Hana', meal: 'yes', diet: 'Shrimps' } },
  ]);
  expect(sent.items[0]?.files.photo).toMatchObject([{ name: 'me.png' }]);
});

test('the chat is loaded when it is opened; after an update of the server the newest launcher takes over', async ({
  page,
  shop,
  host,
  complaints,
}) => {
  complaints.expectSome(/status of 404|ERR_FAILED/);
  const botUuid = shop.bot.uuid;
  await shop.person.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites: [host.origin] } });
  host.show(widget(botUuid));
  const asked: string[] = [];
  let isGone = true;
  await page.route('**/assets/widget-chat-*', async (route) => {
    asked.push(route.request().url());
    if (isGone) await route.fulfill({ status: 404, json: { code: 'not_found' } });
    else await route.continue();
    isGone = false;
  });
  await page.goto(host.origin);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  expect(asked).toEqual([]);
  const renewed = page.waitForRequest(/widget\.js\?renewed=/);
  await page.getByRole('button', { name: 'Open chat' }).focus();
  await page.keyboard.press('Enter');
  await renewed;
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('textbox')).toBeFocused();
  await ask(page);
  await expect(page.getByRole('button', { name: 'Close chat' })).toHaveCount(2);

  // Where nothing can be reached the visitor hears it, and may try again.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  isGone = true;
  await page.route('**/assets/widget-chat-*', (route) => (isGone ? route.abort() : route.continue()));
  await page.route('**/widget.js?renewed=*', (route) => route.abort());
  await page.getByRole('button', { name: 'Open chat' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Try again');
  isGone = false;
  await page.getByRole('status').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a site that is not on the list gets neither the chat nor the frame', async ({
  page,
  shop,
  host,
  complaints,
}) => {
  complaints.expectSome(
    /site_not_allowed|blocked by CORS|ERR_FAILED|frame-ancestors|status of 403|Hanasu chat is not shown/,
  );
  const botUuid = shop.bot.uuid;
  const sites = ['https://another.example'];
  await shop.person.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites } });
  const frame = `<iframe src="${serverUrl()}/Bot/${botUuid}/chat_embed" title="Chat"></iframe>`;
  host.show((nonce) => widget(botUuid)(nonce) + frame);
  const said = page.waitForEvent('console', (message) => message.text().includes('Hanasu chat is not shown'));
  await page.goto(host.origin);
  await said;
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(0);
  await expect(page.frameLocator('iframe').getByRole('textbox')).toHaveCount(0);
  // The same frame on a site that is on the list.
  await shop.person.call(updateEmbedSetting, { body: { botUuid, sites: [host.origin] } });
  await page.reload();
  await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible();
});
