import { me } from '@hanasu/contract/accounts';
import { MediaView, uploadMedia } from '@hanasu/contract/media';
import { changePost, changePostSite, createPost, publishPost } from '@hanasu/contract/posts';
import type { BrowserContext, Page } from '@playwright/test';
import { newcomer, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
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
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\/holiday-hours-2027$/)).toBeVisible();
  await inspect(page, 'publish');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
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
    await showIn(context, locale);
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

/** A drawn picture, uploaded by the API. */
async function uploadPicture(context: BrowserContext, { jwt }: Person, width: number): Promise<MediaView> {
  const canvas = await context.newPage();
  await canvas.setContent('<body style="margin: 0; background: linear-gradient(45deg, teal, gold)">');
  const png = await canvas.screenshot({ clip: { x: 0, y: 0, width, height: width / 2 } });
  await canvas.close();
  const body = new FormData();
  body.append('file', new File([new Uint8Array(png)], 'picture.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${jwt}` };
  const response = await fetch(new URL(uploadMedia.path, serverUrl()), { method: 'POST', headers, body });
  return MediaView.parse(await response.json());
}

const figureOf = ({ uuid, width, height }: MediaView, alt: string): string =>
  `<figure><img data-media="${uuid}" alt="${alt}" width="${width}" height="${height}"><figcaption>${alt}</figcaption></figure>`;

/** Distances of blocks from the left edge of the first paragraph, and heights, in the text at the selector. */
const layoutOf = (page: Page, text: string) =>
  page.evaluate<Record<string, number>>(`(() => {
    const boxOf = (query) => document.querySelector(${JSON.stringify(text)} + ' ' + query).getBoundingClientRect();
    const from = boxOf('> p').left;
    const cell = boxOf('td:last-child');
    const picture = boxOf('td:last-child img');
    return {
      picture: Math.round(boxOf('figure img').left - from),
      caption: Math.round(boxOf('figure figcaption').left - from),
      button: Math.round(boxOf('> a').left - from),
      emptyLine: Math.round(boxOf('> p:has(> br:only-child)').height),
      overCell: Math.max(0, Math.round(picture.right - cell.right), Math.round(picture.bottom - cell.bottom)),
    };
  })()`);

test('a text looks in the editor as on its page, and goes on below a table', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  const [small, large] = [
    await uploadPicture(context, person, 160),
    await uploadPicture(context, person, 640),
  ];
  const table = `<table><tbody><tr><th><p>Room</p></th><th><p>View</p></th></tr><tr><td><p>A long description of the room and its beds</p></td><td>${figureOf(large, 'The sea')}</td></tr></tbody></table>`;
  const content = `<p>Before the break.</p><p><br></p><p>After the break.</p>${figureOf(small, 'A small picture')}<a data-button="" href="https://example.com/">Book a room</a><h2>Rooms</h2><ul><li><p>One</p></li><li><p>Two</p></li></ul><blockquote><p>Quiet and close to the sea.</p></blockquote><aside data-callout="tip"><p>Book early.</p></aside>${table}`;
  const draft = await person.call(createPost, { body: { title: 'Rooms', content } });
  const post = await person.call(publishPost, {
    params: { uuid: draft.uuid },
    body: { revision: draft.revision },
  });
  const expected = { picture: 0, caption: 0, button: 0, overCell: 0 };
  for (const [name, width] of [
    ['wide', 1440],
    ['phone', PHONE.width],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(post.path ?? '');
    await expect(page.getByRole('img').last()).toBeVisible();
    expect(await layoutOf(page, '.content')).toMatchObject(expected);
    const { emptyLine } = await layoutOf(page, '.content');
    await inspect(page, `layout-page-${name}`);
    await page.goto(`/Post-Manage/edit/${post.uuid}`);
    await expect(page.locator('.ProseMirror img').last()).toBeVisible();
    expect(await layoutOf(page, '.ProseMirror')).toMatchObject({ ...expected, emptyLine });
    await inspect(page, `layout-editor-${name}`);
  }
  await page.locator('.ProseMirror > p').last().click();
  await page.keyboard.type('Below the table.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('The changes are published')).toBeVisible();
  await page.goto(post.path ?? '');
  await expect(page.locator('.content > p').last()).toHaveText('Below the table.');
});

const showIn = (context: BrowserContext, locale: string): Promise<unknown> =>
  context.addInitScript(`if (origin !== 'null') localStorage.setItem('user-locale', '${locale}')`);

test('tools of a phone are one row that moves sideways, and fades where there are more', async ({
  page,
  context,
}) => {
  const person = await newPerson('ja');
  await signIn(context, person);
  await showIn(context, 'ja');
  const { uuid } = await person.call(createPost, { body: { title: '献立', content: '<p>桜</p>' } });
  await page.setViewportSize(PHONE);
  await page.goto(`/Post-Manage/edit/${uuid}`);
  const bar = page.getByRole('toolbar', { name: '書式' });
  await expect(bar.getByRole('button')).toHaveCount(20);
  const boxes = await Promise.all((await bar.getByRole('button').all()).map((tool) => tool.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThanOrEqual(40);
    expect(box?.height).toBeGreaterThanOrEqual(40);
  }
  await expect(bar.getByRole('button', { name: '画像', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(bar).toHaveAttribute('data-after');
  await expect(bar).not.toHaveAttribute('data-before');
  await inspect(page, 'tools');
  const table = bar.getByRole('button', { name: '表', exact: true });
  await page.locator('.ProseMirror').click();
  await table.click();
  await expect(table).toBeInViewport();
  await expect(bar).toHaveAttribute('data-before');
  await expect(page.getByRole('toolbar', { name: '表の操作' })).toBeVisible();
  await inspect(page, 'tools-table');
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`a phone, ${colorScheme}`, () => {
    test.use({ colorScheme, hasTouch: true, isMobile: true, viewport: PHONE, locale: 'ja-JP' });

    test('leaves most of what the keyboard leaves to the text that is written', async ({ page, context }) => {
      await showIn(context, 'ja');
      const person = await newcomer('ja');
      const { email } = await person.call(me);
      await signIn(context, person);
      const content = Array.from({ length: 30 }, (_, at) => `<p>${at + 1}. 新茶が届きました。</p>`).join('');
      const { uuid } = await person.call(createPost, {
        body: { title: '新茶のご案内', content, language: 'ja' },
      });
      await page.goto(`/Post-Manage/edit/${uuid}`);
      const again = page.getByRole('note').getByRole('button');
      await expect(again).toBeVisible();
      const shot = async (name: string) => {
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/posts-phone-${colorScheme}-${name}.png` });
        expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
      };
      // Words of a button stay in one line.
      expect((await again.boundingBox())?.height).toBeLessThan(50);
      await page.getByRole('textbox', { name: 'タイトル' }).focus();
      await shot('title');
      await page.getByText(/^20\. /).tap();
      await page.setViewportSize({ width: PHONE.width, height: 420 });
      await page.keyboard.type('字');
      await shot('keyboard');
      const tools = await page.getByRole('toolbar', { name: '書式' }).boundingBox();
      const navigation = page.getByRole('navigation', { name: '主なページ' });
      await expect(navigation).toBeHidden();
      const top = (tools?.y ?? 0) + (tools?.height ?? 0);
      expect(top).toBeLessThan(120);
      // Nothing lies on the text from the tools to the keyboard.
      const isText = (y: number) =>
        page.evaluate<boolean>(`!!document.elementFromPoint(60, ${y}).closest('.ProseMirror')`);
      for (const y of [top + 20, (top + 420) / 2, 410]) expect(await isText(y)).toBe(true);
      await page.setViewportSize(PHONE);
      await expect(navigation).toBeVisible();
      await again.click();
      const toast = page
        .getByRole('status')
        .filter({ hasText: email ?? '' })
        .last();
      await expect(toast).toBeVisible();
      await shot('toast');
      expect((await toast.boundingBox())?.y).toBeLessThan(50);
    });
  });

test('what could not be saved is said without a connection, and is offered after a reload', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource|ERR_|could not be|socket|preload assets/i);
  const person = await newPerson();
  await signIn(context, person);
  const { uuid } = await person.call(createPost, { body: { title: 'Offline', content: '<p>Saved.</p>' } });
  await page.goto(`/Post-Manage/edit/${uuid}`);
  const text = page.getByRole('textbox', { name: 'Text of the post' });
  await expect(text).toBeVisible();
  await expect(page.locator('section[aria-label^="Notifications"]')).toBeAttached();
  await context.setOffline(true);
  await text.press('Control+End');
  await page.keyboard.type(' Typed without a connection.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Not published: some changes could not be saved.')).toBeVisible();
  await expect(page.getByText(/^Not saved: no connection/)).toBeVisible();
  await inspect(page, 'offline');

  // Saving fails until the page is loaded again.
  await page.route('**/api/post/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await context.setOffline(false);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: /^Text from .* was not saved/ });
  await expect(notice).toBeVisible();
  await expect(text).toHaveText('Saved.');
  await inspect(page, 'copy');
  await page.unroute('**/api/post/*');
  await notice.getByRole('button', { name: 'Use it' }).click();
  await expect(text).toHaveText('Saved. Typed without a connection.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(text).toHaveText('Saved. Typed without a connection.');
  await expect(notice).toBeHidden();
});

for (const locale of ['en', 'ja'] as const)
  test(`a first publication shows its addresses, and asks for the email address before (${locale})`, async ({
    page,
    context,
  }) => {
    await showIn(context, locale);
    const person = await newcomer(locale);
    await signIn(context, person);
    const title = '年末年始のお知らせ';
    const draft = await person.call(createPost, {
      body: { title, content: '<p>本文</p>', language: locale },
    });
    await person.call(changePostSite, { body: { slug: `site-${draft.uuid.slice(-6)}` } });
    for (const [name, size] of [
      ['wide', { width: 1440, height: 900 }],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: name === 'phone' ? 'dark' : 'light' });
      await page.goto(`/Post-Manage/edit/${draft.uuid}`);
      await expect(page.getByRole('note')).toContainText('@example.com');
      await inspect(page, `unconfirmed-${name}-${locale}`);
      await page.getByRole('button', { name: locale === 'en' ? 'Publish' : '公開する', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(2);
      await inspect(page, `addresses-${name}-${locale}`);
    }
  });

test('a version that is used is seen from its beginning, and a note about a paste where one is', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const content = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at + 1}</p>`).join('');
  const { uuid, revision } = await person.call(createPost, { body: { title: 'First title', content } });
  await person.call(changePost, {
    params: { uuid },
    body: { title: 'Second title', revision, newVersion: true },
  });
  await page.goto(`/Post-Manage/edit/${uuid}`);
  const text = page.getByRole('textbox', { name: 'Text of the post' });
  await text.press('Control+End');
  await expect(page.getByText('Paragraph 60')).toBeInViewport();
  await page.getByRole('button', { name: 'Show versions' }).click();
  await expect(page.getByText(/ · person-.* · \d+ characters/).first()).toBeVisible();
  await inspect(page, 'versions');
  await page.getByRole('button', { name: 'Use this version: Version 1' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('First title');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Title', { exact: true })).toBeInViewport();
  await expect(text).toBeFocused();

  await text.press('Control+End');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p>Pasted</p><img src="https://example.com/a.png">');
    document.querySelector('.ProseMirror').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  })()`);
  await expect(page.getByText('Paragraph 60Pasted')).toBeInViewport();
  await expect(page.getByText(/^1 picture of the pasted text was left out/)).toBeInViewport();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/posts-dropped.png` });
});
