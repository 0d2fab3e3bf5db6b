import { readFileSync } from 'node:fs';
import { getBot, updateBot } from '@hanasu/contract/bots';
import { listKnowledge } from '@hanasu/contract/knowledge';
import { eventually, newPerson, signIn } from './support/api.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });
  test('a template without knowledge brings a sample that is tried, and is not published', async ({
    page,
    context,
  }) => {
    const person = await newPerson('ja');
    await signIn(context, person);
    await page.goto('/Bot?create=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /お店の案内係/ }).click();
    await expect(dialog.getByRole('textbox', { name: '名前' })).toHaveValue('お店の案内係');
    await dialog.getByRole('textbox', { name: '店名' }).fill('花見商店');
    await dialog.getByRole('textbox', { name: '電話番号' }).fill('0123-45-6789');
    await dialog.getByRole('button', { name: '作成する' }).click();
    await expect(
      page.getByText('いらっしゃいませ。花見商店です。どのようなご用件でしょうか。'),
    ).toBeVisible();

    const log = page.getByRole('log');
    await eventually('the sample is read', async () => {
      const { items } = await person.call(listKnowledge);
      return items.some(({ documents, ready }) => ready > 0 && ready === documents);
    });
    await page.getByRole('button', { name: '送料はいくらですか' }).click();
    await expect(log).toContainText('送料は全国一律500円です。');

    await page.getByRole('button', { name: '公開する', exact: true }).click();
    await expect(page.getByRole('alert').first()).toContainText('「お買い物案内（見本）」');
    await expect(page.getByText('バージョン1を公開しました')).toBeHidden();
  });
});

test('what is typed is saved by itself, compared, published, and taken back', async ({ page, context }) => {
  const person = await newPerson();
  const bot = await addBot(person);
  const params = { uuid: bot.uuid };
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}`);
  await page
    .getByRole('textbox', { name: 'Instructions' })
    .fill('You are the front desk of {{inn}}. Be brief.');
  await page.getByRole('button', { name: '{{inn}}' }).click();
  await page.getByLabel('Value of variable 1').fill('Hanami Inn');
  await page.getByRole('link', { name: 'Bots' }).first().click();
  await expect(page).toHaveURL('/Bot');
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  expect(await person.call(getBot, { params })).toMatchObject({
    instructions: 'You are the front desk of {{inn}}. Be brief.',
    settings: { variables: [{ name: 'inn', value: 'Hanami Inn' }] },
    state: 'changed',
  });

  await page.goto(`/Bot/${bot.uuid}?tab=publish`);
  const changes = page.getByRole('region', { name: /^Changes to publish/ });
  await expect(changes).toContainText('{{inn}} = Hanami Inn');
  await page.getByLabel('What is new (optional)').fill('Our name');
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Version 2 is live')).toBeVisible();
  const versions = page.getByRole('region', { name: 'Published versions' });
  await expect(versions.getByRole('listitem').first()).toContainText('Our name');

  await versions.getByRole('button', { name: 'Restore to draft: Version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore to draft' }).click();
  await expect(changes).toContainText('Be brief.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(changes).toContainText('No changes: the draft matches the published version.');
});

test('what somebody else changes appears, and a file carries a bot along', async ({ page, context }) => {
  const person = await newPerson();
  const bot = await addBot(person);
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}`);
  await expect(page.getByLabel('Greeting')).not.toHaveValue('');
  await person.call(updateBot, { params: { uuid: bot.uuid }, body: { instructions: 'From elsewhere.' } });
  await page.getByLabel('Greeting').fill('Good day');
  await expect(page.getByText(/^This bot was changed in another tab/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue('From elsewhere.');
  await expect(page.getByLabel('Greeting')).toHaveValue('Good day');

  const loaded = page.waitForEvent('download');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Export as a file' }).click();
  const file = JSON.parse(readFileSync(await (await loaded).path(), 'utf8'));
  expect(file.bot).toMatchObject({ greeting: 'Good day', instructions: 'From elsewhere.' });

  await page.goto('/Bot');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a bot' });
  const choose = (content: string) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'bot.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  await choose('{ broken');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('can’t be read as JSON');
  await choose(
    JSON.stringify({ ...file, bot: { ...file.bot, serviceUuid: 'gone-model', knowledge: ['Menu'] } }),
  );
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('The model “gone-model” is not available here.');
  await expect(dialog).toContainText('There is no knowledge base called “Menu” here.');
  await dialog.getByRole('link', { name: 'Open the bot' }).click();
  await expect(page.getByText('This bot is not published yet')).toBeVisible();
});
