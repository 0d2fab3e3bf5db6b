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
  // Silent half way, so that it can't end before it is stopped.
  models.behave('*', 'held');
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
  await expect(panel.getByText(/\d tokens$/)).toBeVisible();
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the text that is rewritten stays in view between the tools and the panel', async ({
    page,
    context,
  }) => {
    const person = await newPerson();
    const paragraphs = Array.from(
      { length: 14 },
      (_, index) => `<p>${index + 1}. ${'Tea grows. '.repeat(9)}</p>`,
    );
    const content = paragraphs.join('');
    const post = await person.call(createPost, { body: { title: 'Tea', content, language: 'en' } });
    await signIn(context, person);
    await page.goto(`/Post-Manage/edit/${post.uuid}`);
    const text = page.locator('#post-text [contenteditable="true"]');
    await text.getByText(/^9\. /).click({ clickCount: 3 });
    await page.getByRole('button', { name: 'Help with writing' }).click();
    const panel = page.getByRole('dialog', { name: 'Help with writing' });
    await panel.getByRole('button', { name: 'Shorten' }).click();
    const target = text.locator('.help-target');
    const expectInView = async () => {
      const tools = await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox();
      const marked = await target.boundingBox();
      const sheet = await panel.boundingBox();
      if (!tools || !marked || !sheet) throw new Error('Something is not shown');
      // One row of tools.
      expect(tools.height).toBeLessThan(60);
      expect(marked.y).toBeGreaterThanOrEqual(tools.y + tools.height);
      expect(marked.y + marked.height).toBeLessThanOrEqual(sheet.y);
    };
    await expect(target).toContainText('9. Tea grows.');
    await expectInView();
    await inspect(page, 'phone-form');
    await panel.getByRole('button', { name: 'Write', exact: true }).click();
    const accept = panel.getByRole('button', { name: 'Replace the selection' });
    await expect(accept).toBeVisible();
    await expectInView();
    await inspect(page, 'phone-written');
    await accept.click();
    await expect(panel).toBeHidden();
    await expect(text.getByText('You asked')).toBeInViewport();
  });
});
