import { createBotFromTemplate } from '@hanasu/contract/bot-files';
import { createBot, getBot } from '@hanasu/contract/bots';
import { createSandboxChannel } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { BotId } from '@hanasu/contract/ids';
import { newPerson, signIn } from './support/api.ts';
import { addKnowledge } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });
  test('a template asks for the facts, keeps the own document, and customers are answered from it', async ({
    page,
    context,
  }) => {
    const person = await newPerson('ja');
    const { knowledge } = await addKnowledge(person);
    await signIn(context, person);
    await page.goto(`/Bot?create=true&knowledge=${knowledge.uuid}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /よくある質問/ }).click();
    await expect(dialog.getByText(knowledge.name, { exact: true })).toBeVisible();
    const shopName = dialog.getByRole('textbox', { name: '店名・会社名' });
    // The shop's name is known since it was registered.
    await expect(shopName).toHaveValue(/^person-/);
    await shopName.fill('');
    await dialog.getByRole('button', { name: '作成する' }).click();
    await expect(shopName).toHaveAttribute('aria-invalid', 'true');
    await shopName.fill('花見旅館');
    await dialog.getByRole('textbox', { name: '電話番号' }).fill('0123-45-6789');
    await dialog.getByRole('button', { name: '作成する' }).click();
    await expect(page.getByText('こんにちは。花見旅館です。ご質問をどうぞ。')).toBeVisible();

    await page.getByRole('button', { name: '公開する', exact: true }).click();
    await expect(page.getByText('バージョン1を公開しました')).toBeVisible();
    const [, uuid = ''] = /\/Bot\/([^/?]+)/.exec(page.url()) ?? [];
    const bot = await person.call(getBot, { params: { uuid: uuid as BotId } });
    expect(bot).toMatchObject({ state: 'live', knowledgeUuids: [knowledge.uuid] });
    const asked = { botUuid: bot.uuid, message: 'チェックインは何時からですか' };
    expect((await person.call(chat, { body: asked })).message.text).toContain('午後3時');
  });
});

test('publishing stops at sample text, and one click each replaces it', async ({ page, context }) => {
  const person = await newPerson();
  const body = { template: 'faq', locale: 'en', facts: { business_name: 'Hanami Inn' } } as const;
  const { bot } = await person.call(createBotFromTemplate, { body });
  const { knowledge } = await addKnowledge(person);
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(/tab=publish/);
  const notice = page.getByRole('alert').filter({ hasText: 'Sample text still in use' });
  await expect(notice).toContainText('Questions and answers (sample)');
  const publish = page.getByRole('tabpanel').getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toBeDisabled();

  await notice.getByRole('button', { name: `Use “${knowledge.name}” instead` }).click();
  await expect(notice).not.toContainText('Questions and answers (sample)');
  await notice.getByRole('textbox', { name: 'Phone number' }).fill('0123-45-6789');
  await notice.getByRole('button', { name: 'Save' }).click();
  await expect(notice).toBeHidden();
  await publish.click();
  await expect(page.getByText('Version 1 is live')).toBeVisible();
  expect(await person.call(getBot, { params: { uuid: bot.uuid } })).toMatchObject({
    state: 'live',
    knowledgeUuids: [knowledge.uuid],
    settings: { suggestedQuestions: [] },
  });
});

test('a draft is published and connected in one click, and where it was connected before it says so', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const { knowledge } = await addKnowledge(person);
  const draft = (name: string) =>
    person.call(createBot, {
      body: { name, serviceUuid: 'builtin-extractive', knowledgeUuids: [knowledge.uuid], draft: true },
    });
  const bot = await draft('Night desk');
  await signIn(context, person);
  await page.goto('/Channel');
  await page.getByRole('button', { name: 'Try in the sandbox' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This bot is not published yet')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Bot that answers' }).click();
  await expect(page.getByRole('option', { name: 'Night desk' })).toContainText('Draft');
  await page.getByRole('option', { name: 'Night desk' }).click();
  await dialog.getByRole('button', { name: 'Publish and connect' }).click();
  await expect(page).toHaveURL(/simulator/);
  expect((await person.call(getBot, { params: { uuid: bot.uuid } })).state).toBe('live');

  const silent = await draft('Day desk');
  const body = { name: 'Counter', kind: 'line', botUuid: silent.uuid };
  const channel = await person.call(createSandboxChannel, { body });
  await page.goto(`/Channel/Instance/${channel.uuid}`);
  const line = page.getByText('This bot is not published yet, so customers get no answers.');
  await expect(line).toBeVisible();
  await page.goto('/Channel');
  await expect(line).toBeVisible();
  await page.goto(`/Channel/Instance/${channel.uuid}/simulator`);
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(line).toBeHidden();
  expect((await person.call(getBot, { params: { uuid: silent.uuid } })).state).toBe('live');
});
