import { createPost, listPosts } from '@hanasu/contract/posts';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { test } from './support/slow-model.ts';
import { expect } from './support/test.ts';
import { WORDS } from './support/words.ts';

async function inspect(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/post-help-model-${name}.png` });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
}

test.beforeEach(({ models }) => models.reset());

test('a model continues a text, is stopped, tried again, accepted and undone', async ({
  page,
  context,
  models,
}) => {
  const person = await newPerson();
  const content = '<p>New tea is here.</p><p>Come «<p>It grows in <strong>Uji</strong>.</p>» soon.</p>';
  const post = await person.call(createPost, { body: { title: 'Tea', content, language: 'en' } });
  await signIn(context, person);
  models.behave('*', 'slow-400');
  await page.goto(`/Post-Manage/edit/${post.uuid}`);
  await page.getByRole('button', { name: 'Help with writing' }).click();
  const panel = page.getByRole('dialog', { name: 'Help with writing' });
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByText('Goes on below the paragraph with the cursor.')).toBeVisible();
  await inspect(page, 'form');
  await panel.getByRole('button', { name: 'Write', exact: true }).click();
  const suggestion = panel.getByRole('region', { name: 'Suggestion' });
  await expect(suggestion).toContainText('You asked');
  await inspect(page, 'writing');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByText('You stopped it.')).toBeVisible();
  await inspect(page, 'stopped');
  models.behave('*', 'ok');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText(/\d tokens$/)).toBeVisible();
  await inspect(page, 'written');
  const text = page.locator('#post-text [contenteditable="true"]');
  await expect(text).not.toContainText('You asked');
  await panel.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(text).toContainText('You asked');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).not.toContainText('You asked');
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja' });

  test('a selection is rewritten, a title chosen, and a translation becomes a linked post', async ({
    page,
    context,
    models,
  }) => {
    const person = await newPerson('ja');
    const words = WORDS.ja.postHelp;
    const content = '<p>新茶が届きました。</p><p>ぜひお越しください。</p>';
    const post = await person.call(createPost, { body: { title: '新茶', content, language: 'ja' } });
    await signIn(context, person);
    await page.goto(`/Post-Manage/edit/${post.uuid}`);
    const text = page.locator('#post-text [contenteditable="true"]');
    await text.getByText('新茶が届きました。').click({ clickCount: 3 });
    const open = page.getByRole('button', { name: words.open });
    const panel = page.getByRole('dialog', { name: words.open });
    await open.click();
    await panel.getByRole('button', { name: words.kinds.shorten }).click();
    await expect(panel.getByText(words.place.selection)).toBeVisible();
    await expect(text.locator('.help-target')).toHaveText('新茶が届きました。');
    await inspect(page, 'selection');
    await panel.getByRole('button', { name: words.write, exact: true }).click();
    await panel.getByRole('button', { name: words.replaceSelection }).click();
    await expect(text).toContainText('You asked');
    await expect(text).toContainText('ぜひお越しください。');
    await page.keyboard.press('Control+z');
    await expect(text).not.toContainText('You asked');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open.click();
    await panel.getByRole('button', { name: words.kinds.headlines }).click();
    await panel.getByRole('button', { name: words.write, exact: true }).click();
    await expect(panel.getByRole('radio').first()).toBeVisible();
    await inspect(page, 'titles');
    await panel.getByRole('button', { name: words.discard }).click();
    await panel.getByRole('button', { name: words.back }).click();
    models.behave('*', 'obey');
    await panel.getByRole('button', { name: words.kinds.translate }).click();
    await inspect(page, 'translate');
    await panel.getByRole('button', { name: words.write, exact: true }).click();
    await expect(panel.getByRole('button', { name: words.createPost })).toBeVisible();
    await inspect(page, 'translated');
    await panel.getByRole('button', { name: words.createPost }).click();
    await expect(page.getByText(words.translationOf)).toBeVisible();
    const { items } = await person.call(listPosts);
    expect(items.map(({ language }) => language).toSorted()).toEqual(['en', 'ja']);
    await inspect(page, 'linked');
  });
});
