import { createBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { onPrivatePort } from './support/private-servers.ts';
import { expect, test } from './support/test.ts';

test('an owner enters a key for an own server, a bot uses it, and it costs money and no tokens', async ({
  context,
  page,
  complaints,
}) => {
  // A key that its provider does not know.
  complaints.expectSome(/status of 422/);
  const models = await onPrivatePort((port) => startFakeProviders({ port }));
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Account?tab=models');
  await expect(page.getByText('No keys of your own')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model key' });
  await dialog.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'OpenAI-compatible server' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Our server');
  await dialog.getByLabel('Address').fill('http://169.254.169.254/v1');
  await dialog.getByLabel('Key', { exact: true }).fill('wrong-key-of-mine');
  await dialog.getByLabel('Model ID').fill('qwen3:8b');
  await dialog.getByLabel('Price per million read').fill('0.5');
  await dialog.getByLabel('Price per million written').fill('2');
  await dialog.getByLabel('Monthly limit (USD)').fill('20');
  const save = dialog.getByRole('button', { name: 'Check and save' });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('inside a private network');
  await dialog.getByLabel('Address').fill(models.baseUrls.compatible);
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('does not know this key');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Key', { exact: true }).fill('sk-right-key-of-mine-9876');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('····9876')).toBeVisible();
  await expect(page.getByText('Works', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain('sk-right-key');

  const bot = await person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await page.goto(`/Bot/${bot.uuid}?tab=model`);
  const card = page.getByRole('radio', { name: /qwen3:8b/ });
  await expect(card).toContainText('Your key');
  await card.click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  const answer = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Hello', draft: true } });
  expect(answer).toMatchObject({ outcome: 'answered', usage: { tokens: 0 } });

  await page.goto('/Account?tab=models');
  await expect(page.getByText('Used by Clerk')).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('$0.0');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Remove: Our server' }).click();
  await expect(page.getByRole('dialog')).toContainText('These bots use it: Clerk');
  await models.close();
});
