import { readFile } from 'node:fs/promises';
import type { Locale } from '@hanasu/contract/accounts';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listMessages } from '@hanasu/contract/inbox';
import { createWebHook } from '@hanasu/contract/web-hooks';
import type { Page } from '@playwright/test';
import { chatNode, type FakeN8n, startFakeN8n, webhookNode } from '../apps/server/src/testing/fake-n8n.ts';
import { newPerson, type Person, signIn } from './support/api.ts';
import { foreignWords, overflow, violations } from './support/inspect.ts';
import { onPrivatePort } from './support/private-servers.ts';
import { answered } from './support/shop.ts';
import { addPlayedBot, test } from './support/slow-model.ts';
import { expect } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** An n8n with workflows that look up free times, take a message and answer a chat. */
function addWorkflows(n8n: FakeN8n): string {
  const slots = n8n.add({
    name: 'Free slots',
    nodes: [
      webhookNode(
        { httpMethod: 'POST', path: 'slots', responseMode: 'lastNode', authentication: 'headerAuth' },
        { name: 'Webhook' },
      ),
    ],
    credential: { header: ['X-Shop', 'shop-secret-1'] },
    run: () => ({ kind: 'items', items: [{ answer: '«Tuesday at ten is free»' }] }),
  });
  n8n.add({ name: 'Pass on a message', nodes: [webhookNode({ httpMethod: 'POST', path: 'message' })] });
  n8n.add({ name: 'Recipes', nodes: [chatNode({ public: true }, { name: 'When chat message received' })] });
  n8n.add({ name: 'Private', tags: [], nodes: [webhookNode({ httpMethod: 'POST', path: 'private' })] });
  return slots;
}

/** Texts that are the same in every language: names in n8n, addresses and answers. */
const DATA = [
  'n8n',
  'Front desk',
  'Free slots',
  'Webhook',
  'webhook',
  'Header',
  'Chat',
  'Recipes',
  'Pass on a message',
];

interface Scene {
  readonly page: Page;
  readonly locale: Locale;
  readonly n8n: FakeN8n;
  readonly person: Person;
  readonly look: (name: string) => Promise<void>;
}

/** Connects in the browser: a wrong key first, then the right one. */
async function connect({ page, locale, n8n, look }: Scene): Promise<void> {
  const { connections, errors } = WORDS[locale];
  await page.goto('/Account?tab=connections');
  const address = page.getByLabel(connections.baseUrl, { exact: true });
  await address.fill(`${n8n.url}/home/workflows`);
  await page.getByLabel(connections.apiKey, { exact: true }).fill('a-key-of-another-n8n');
  await look('not-connected');
  await page.getByRole('button', { name: connections.connect, exact: true }).click();
  await expect(page.getByText(errors.n8n_key_refused)).toBeVisible();
  await look('key-refused');
  await page.getByLabel(connections.apiKey, { exact: true }).fill(n8n.addKey());
  await page.getByRole('button', { name: connections.connect, exact: true }).click();
  await expect(page.getByText(connections.noWorkflows)).toBeVisible();
  await expect(address).toHaveValue(n8n.url);
  await look('none-offered');
}

/** Another address for webhooks is saved, which reads the workflows again. */
async function offer({ page, locale, n8n, look }: Scene): Promise<string> {
  const { connections, shell } = WORDS[locale];
  const slots = addWorkflows(n8n);
  await page.getByLabel(connections.webhookBaseUrl, { exact: true }).fill(n8n.url);
  await page.getByRole('button', { name: shell.save, exact: true }).click();
  await expect(page.getByText('Free slots')).toBeVisible();
  await expect(page.getByText('Private', { exact: true })).toBeHidden();
  await look('connected');
  return slots;
}

/** Adds the tool and tries it: without the header n8n refuses, with it the result comes. */
async function addTool({ page, locale, look }: Scene, bot: string): Promise<void> {
  const { tools, conversations } = WORDS[locale];
  await page.goto(`/Bot/${bot}?tab=tools`);
  await page.getByRole('button', { name: tools.add, exact: true }).click();
  await page.getByRole('menuitem', { name: tools.kinds.n8n.name }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('combobox', { name: tools.n8n.workflow, exact: true }).click();
  await page.getByRole('option', { name: 'Free slots' }).click();
  await expect(panel.getByRole('textbox', { name: tools.name, exact: true })).toHaveValue('free_slots');
  await panel.getByLabel(tools.description).fill(tools.descriptions.n8n);
  await panel.getByRole('button', { name: tools.addParameter }).click();
  await panel.getByRole('textbox', { name: tools.parameterName, exact: true }).last().fill('day');
  await panel.getByLabel(tools.n8n.headerName).fill('X-Shop');
  await panel.getByLabel(tools.n8n.headerValue, { exact: true }).fill('wrong');
  await panel.getByLabel(tools.n8n.onlyReads, { exact: true }).check();
  await look('tool-new');
  await panel.getByRole('textbox', { name: 'day', exact: true }).fill('Tuesday');
  await panel.getByRole('button', { name: tools.saveAndTry, exact: true }).click();
  await expect(panel.getByText(conversations.toolReasons.n8n_auth_refused).first()).toBeVisible();
  await panel.getByLabel(tools.n8n.headerValue, { exact: true }).fill('shop-secret-1');
  await panel.getByRole('button', { name: tools.saveAndTry, exact: true }).click();
  await expect(panel.getByText(tools.worked)).toBeVisible();
  await expect(panel.getByText('Tuesday at ten is free').first()).toBeVisible();
  await look('tool-tried');
  await expect(page.getByPlaceholder(tools.headerIsSet)).toBeVisible();
  expect(await panel.textContent()).not.toContain('shop-secret-1');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

/** A customer of a channel asks; resolves with the answer of the bot. */
async function ask(
  person: Person,
  channel: { uuid: Parameters<typeof answered>[1] },
  answers = 1,
): Promise<string> {
  const text = 'When can you come? «CALL free_slots {"day":"Tuesday"}»';
  const params = { uuid: channel.uuid, friend: 'minh' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'text', text } });
  const { uuid } = await answered(person, channel.uuid, 'Minh', answers);
  const { items } = await person.call(listMessages, { params: { uuid }, query: { pageSize: 20 } });
  return items.findLast(({ sender }) => sender === 'bot')?.text ?? '';
}

for (const [locale, size, scheme] of [
  ['en', DESK, 'light'],
  ['ja', DESK, 'dark'],
  ['vi', PHONE, 'light'],
  ['ja', PHONE, 'dark'],
] as const) {
  test(`${locale}, ${size.width} px, ${scheme}: n8n is connected, and a bot answers with what its workflow returns`, async ({
    page,
    context,
    models,
    complaints,
  }) => {
    test.slow();
    // A key that n8n refuses; a list without a connection.
    complaints.expectSome(/status of (422|409)/);
    models.behave('*', 'obey');
    const n8n = await onPrivatePort(startFakeN8n);
    const person = await newPerson(locale);
    const bot = await addPlayedBot(person);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await signIn(context, person);
    const look = async (name: string): Promise<void> => {
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      expect(await foreignWords(page, locale, DATA)).toEqual([]);
      const file = `${process.env.SHOTS}/n8n-${name}-${locale}-${size.width}-${scheme}.png`;
      if (process.env.SHOTS) await page.screenshot({ path: file, fullPage: true });
    };
    const scene = { page, locale, n8n, person, look };
    const { tools, connections, errors } = WORDS[locale];

    await page.goto(`/Bot/${bot.uuid}?tab=tools`);
    await page.getByRole('button', { name: tools.add, exact: true }).click();
    await look('menu');
    await page.getByRole('menuitem', { name: tools.kinds.n8n.name }).click();
    await expect(page.getByText(tools.n8n.notConnected)).toBeVisible();
    await look('tool-not-connected');
    await page.getByRole('link', { name: tools.n8n.connect }).click();
    await expect(page).toHaveURL('/Account?tab=connections');
    await connect(scene);
    const slots = await offer(scene);
    await addTool(scene, bot.uuid);
    await expect(page.getByText('free_slots')).toBeVisible();
    await look('tool-row');

    const body = { name: 'LINE', kind: 'line', botUuid: bot.uuid } as const;
    const channel = await person.call(createSandboxChannel, { body });
    expect(await ask(person, channel)).toContain('Tuesday at ten is free');
    expect(n8n.calls.at(-1)?.body).toMatchObject({ day: 'Tuesday' });

    await page.getByRole('button', { name: fill(tools.edit, { name: 'free_slots' }) }).click();
    const runs = page.getByRole('region', { name: tools.runs.title });
    await expect(runs.getByRole('listitem')).toHaveCount(3);
    await runs.scrollIntoViewIfNeeded();
    await look('runs');
    await runs.getByRole('link', { name: tools.runs.conversation }).click();
    await expect(page).toHaveURL(/\/Channel\/conversation\//);
    await expect(page.getByText('Tuesday at ten is free').first()).toBeVisible();
    await look('conversation');

    n8n.publish(slots, null);
    await ask(person, channel, 2);
    const { conversations, overview } = WORDS[locale];
    const why = conversations.toolReasons.n8n_not_registered;
    await expect(page.getByText(`free_slots: ${why}`)).toBeVisible();
    await look('conversation-failed');
    await page.goto('/');
    await expect(
      page.getByText(fill(overview.now.failingTool, { tool: 'free_slots', bot: bot.name, reason: why })),
    ).toBeVisible();
    await look('home-failed');
    await page.goto('/Account?tab=connections');
    await expect(page.getByText(`free_slots: ${why}`)).toBeVisible();
    await look('connection-failed');
    await page.getByLabel(connections.webhookBaseUrl, { exact: true }).fill('');
    await page.getByRole('button', { name: WORDS[locale].shell.save, exact: true }).click();
    await expect(page.getByText('Free slots')).toBeHidden();
    await page.goto(`/Bot/${bot.uuid}?tab=tools`);
    await expect(page.getByText(fill(tools.n8n.gone, { tag: 'hanasu' }))).toBeVisible();
    await look('row-gone');
    await page.goto('/Account?tab=connections');
    await page.getByRole('button', { name: connections.disconnect, exact: true }).click();
    const question = page.getByRole('dialog', { name: connections.disconnectTitle });
    await question.waitFor();
    await look('disconnect');
    await question.getByRole('button', { name: connections.disconnect, exact: true }).click();
    await expect(page.getByRole('button', { name: connections.connect, exact: true })).toBeVisible();
    await page.goto(`/Bot/${bot.uuid}?tab=tools`);
    await expect(page.getByText(errors.n8n_not_connected)).toBeVisible();
    await n8n.close();
  });
}

test('the workflow that receives events is downloaded', async ({ page, context }) => {
  const person = await newPerson();
  const body = { url: 'https://shop.example/hooks', events: ['message.received' as const] };
  const { uuid } = await person.call(createWebHook, { body });
  await signIn(context, person);
  await page.goto('/Token?tab=hooks');
  await page.getByRole('button', { name: 'More for https://shop.example/hooks' }).click();
  await page.getByRole('menuitem', { name: 'n8n workflow (.json)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Receive these events in n8n' });
  await dialog.getByText('whsec_PUT_THE_SECRET_HERE').waitFor();
  expect(await violations(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/n8n-web-hook.png` });
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the workflow' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('hanasu-n8n-workflow.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(`hanasu-${uuid}`);
});
