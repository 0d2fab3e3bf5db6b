import { createBot } from '@hanasu/contract/bots';
import { createCurated } from '@hanasu/contract/curated';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

test('an owner writes an answer, tries it, switches it off and deletes it', async ({ context, page }) => {
  const person = await newPerson();
  const bot = await person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}?tab=answers`);
  await page.getByRole('button', { name: 'Add a prepared answer' }).click();
  const panel = page.getByRole('dialog', { name: 'New answer' });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Fill this in.')).toHaveCount(2);
  await panel.getByLabel('Questions').fill('What are your opening hours?\n営業時間を教えてください');
  await panel.getByLabel('Answer', { exact: true }).fill('From ten to seven.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();

  const attempt = page.getByLabel('Try a question');
  await attempt.fill('営業時間は？');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(page.getByText('Fits “What are your opening hours?”. The customer gets:')).toBeVisible();
  await attempt.fill('Where are you?');
  await attempt.press('Enter');
  await page.getByRole('button', { name: 'Write an answer to it' }).click();
  await expect(panel.getByLabel('Questions')).toHaveValue('Where are you?');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const on = page.getByRole('switch', { name: 'Use the answer to “What are your opening hours?”' });
  await on.press('Space');
  await expect(on).not.toBeChecked();
  await attempt.fill('営業時間は？');
  await attempt.press('Enter');
  await expect(page.getByText('None of your answers fits, so the model would answer.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the answer to “What are your opening hours?”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const empty = page.getByRole('heading', { name: 'Add prepared answers to frequent questions' });
  await expect(empty).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(on).toBeVisible();
  await page.reload();
  await expect(on).toBeVisible();
  await page.getByRole('button', { name: 'Delete the answer to “What are your opening hours?”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(empty).toBeVisible();
  // Who leaves the page has not undone it.
  await page.reload();
  await expect(empty).toBeVisible();
});

test('the list is read on a phone, in the dark', async ({ context, page }) => {
  const person = await newPerson();
  const bot = await person.call(createBot, { body: { name: '受付', serviceUuid: 'builtin-extractive' } });
  const params = { uuid: bot.uuid };
  for (let index = 1; index <= 7; index += 1) {
    const questions = [
      `${index}階には何がありますか`,
      `What is on floor ${index}?`,
      'Tầng này có gì?',
      'もう一つ',
    ];
    const answer = `${index}階は婦人服売り場です。\n${'とても長い説明が続きます。'.repeat(12)}`;
    await person.call(createCurated, { params, body: { questions, answer, enabled: index !== 6 } });
  }
  await signIn(context, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/Bot/${bot.uuid}?tab=answers`);
  await expect(page.getByText('7階には何がありますか')).toBeVisible();
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Search answers').fill('floor 3');
  await expect(page.getByRole('listitem').filter({ hasText: '3階には何がありますか' })).toBeVisible();
  await expect(page.getByText('7階には何がありますか')).toBeHidden();
});
