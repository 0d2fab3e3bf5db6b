import { createPost, publishPost } from '@hanasu/contract/posts';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

async function inspect(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/posts-${name}.png`, fullPage: true });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
}

const typeLines = async (page: Page, lines: readonly string[]): Promise<void> => {
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
};

test('a post is written, published, read without a script, changed and taken back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/status of 404/);
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Post-Manage');
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await inspect(page, 'empty');
  await page.getByRole('button', { name: 'New post' }).first().click();
  await expect(page).toHaveURL(/\/Post-Manage\/edit\//);
  await page.getByLabel('Title', { exact: true }).fill('Holiday hours 2027');
  await page.getByRole('textbox', { name: 'Text of the post' }).click();
  await typeLines(page, ['## When we are open', 'We are **closed** from January 1 to 3.']);
  await typeLines(page, ['- January 4: 9:00 to 12:00', 'January 5: as always', '']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('holiday-hours-2027');
  await inspect(page, 'editor');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Your post is published')).toBeVisible();
  await inspect(page, 'published');
  const address = await page.getByRole('textbox', { name: 'Link to the page' }).inputValue();
  await page.keyboard.press('Escape');

  const reader = await context.newPage();
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: 'Holiday hours 2027' })).toBeVisible();
  await expect(reader.getByRole('heading', { level: 2, name: 'When we are open' })).toBeVisible();
  await expect(reader.locator('strong')).toHaveText('closed');
  await expect(reader.getByRole('listitem').filter({ hasText: 'January 5' })).toBeVisible();
  await inspect(reader, 'page');

  // What is changed is not public before it is published.
  await page.getByRole('textbox', { name: 'Text of the post' }).press('Control+End');
  await page.keyboard.type('See you in 2027.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('See you in 2027.')).toBeHidden();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('The changes are published')).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('See you in 2027.')).toBeVisible();

  await page.goto('/Post-Manage');
  await expect(page.getByRole('link', { name: 'Holiday hours 2027' })).toBeVisible();
  await inspect(page, 'list');
  await page
    .getByRole('button', { name: /Holiday hours 2027/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('“Holiday hours 2027” is no longer public')).toBeVisible();
  expect((await reader.reload())?.status()).toBe(404);
});

const PAGES = {
  ja: {
    title: '年末年始の営業時間のお知らせ',
    content:
      '<h2>休業日</h2><p>12月30日から1月3日まで<strong>休業</strong>いたします。</p><aside data-callout="info"><p>ご予約は24時間承ります。</p></aside><table><tbody><tr><th>日付</th><th>営業時間</th></tr><tr><td>1月4日</td><td>9:00〜12:00</td></tr></tbody></table><p><a data-button="" href="https://example.com/">予約する</a></p><blockquote><p>よいお年を</p></blockquote>',
  },
  vi: {
    title: 'Giờ mở cửa dịp Tết',
    content:
      '<h2>Ngày nghỉ</h2><p>Cửa hàng <strong>nghỉ</strong> từ 28 đến mùng 4.</p><ul><li><p>Mùng 5 mở cửa lại</p></li></ul><pre><code>HOA2027</code></pre>',
  },
} as const;

for (const [locale, { title, content }] of Object.entries(PAGES) as [
  'ja' | 'vi',
  (typeof PAGES)['ja' | 'vi'],
][])
  test(`a post is read and edited in ${locale} on a phone in the dark`, async ({ page, context }) => {
    const person = await newPerson(locale);
    await signIn(context, person);
    const draft = await person.call(createPost, {
      body: { title, content, language: locale, tags: ['2027'] },
    });
    const post = await person.call(publishPost, {
      params: { uuid: draft.uuid },
      body: { revision: draft.revision },
    });
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(post.path ?? '');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await inspect(page, `page-${locale}`);
    await page.goto(`/p/${post.path?.split('/')[2]}`);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await inspect(page, `pages-${locale}`);
    await page.goto('/Post-Manage');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await inspect(page, `list-${locale}`);
    await page.goto(`/Post-Manage/edit/${post.uuid}`);
    await expect(page.locator('[contenteditable]')).toBeVisible();
    await inspect(page, `editor-${locale}`);
  });
