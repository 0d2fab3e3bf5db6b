import { createSandboxChannel } from '@hanasu/contract/channels';
import { createRichMessage } from '@hanasu/contract/rich-messages';
import type { Page } from '@playwright/test';
import { mp4 } from '../apps/server/src/testing/mp4.ts';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { counting, makeAndSend } from './support/rich-messages.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

async function inspect(page: Page, name: string): Promise<void> {
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/messages-${name}.png` });
}

async function openShop(page: Page, language?: 'ja' | 'vi') {
  const person = await newPerson(language);
  await signIn(page.context(), person);
  const bot = await addBot(person);
  const body = { name: 'Bakery', kind: 'line' as const, botUuid: bot.uuid };
  return { person, channel: await person.call(createSandboxChannel, { body }) };
}

test('a rich message is drawn, tried on a friend, tapped on their phone and answered', async ({ page }) => {
  await openShop(page);
  const count = counting();
  const { click, wait } = count;

  // A customer adds the account as a friend, on the phone of the sandbox.
  await page.goto('/Channel');
  await page.getByRole('link', { name: 'Bakery' }).first().click();
  await page
    .getByRole('link', { name: /simulator|phone/i })
    .first()
    .click();
  await page.getByRole('radio', { name: /Alex/ }).locator('xpath=following-sibling::label').click();
  await page.getByRole('button', { name: 'Add as friend' }).first().click();
  await expect(page.getByRole('log')).toContainText('Added as a friend');

  await page.goto('/Channel/rich-message');
  await expect(page.getByRole('heading', { name: 'No rich messages yet' })).toBeVisible();
  await inspect(page, 'empty');
  await makeAndSend(page, count, ['Book a table', 'Menu']);

  const phone = page.getByRole('region', { name: 'Alex’s phone' });
  const map = phone.getByRole('img', { name: 'Autumn at the bakery: book a table' });
  await wait(() => expect(map).toBeVisible());
  await expect(map).toHaveJSProperty('naturalWidth', 1_040);
  await inspect(page, 'simulator');
  await click(phone.getByRole('button', { name: 'Book a table' }));
  await expect(phone.getByRole('log')).toContainText('Book a table, please');
  await wait(() => expect(phone.locator('[data-from=account]').nth(1)).toBeVisible());
  count.report('rich message, sent and answered');
  expect(count.done.clicks).toBeLessThanOrEqual(25);

  // As the team sees it.
  await page.getByRole('link', { name: 'Open in inbox' }).click();
  await expect(page.getByRole('img', { name: 'Autumn at the bakery: book a table' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Menu: Menu, please' })).toBeVisible();
  await inspect(page, 'thread');
  await page.goto('/Channel/rich-message');
  await expect(page.getByRole('row', { name: /Autumn/ })).toContainText('Ready to send');
  await inspect(page, 'list');
  await page.getByRole('button', { name: 'More actions: Autumn' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn (copy)' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1040 px' })).toBeVisible();
  await inspect(page, 'editor');
  await page.getByRole('button', { name: 'More actions: Autumn (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete rich message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rich message' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});

for (const [language, words] of [
  [
    'ja',
    {
      test: 'テスト送信',
      missing: '入力が必要な項目',
      add: 'タップ領域を追加',
      areas: 'タップ領域',
      width: '幅',
      left: '左',
      height: '高さ',
      video: '動画を追加',
      address: 'アドレスを指定',
      codec: /^このMP4はLINEで再生できない/,
      url: '動画のアドレス',
      begun: 'https://から始まるアドレスを入力してください。',
      preview: 'プレビュー',
      phone: 'スマートフォンでのプレビュー',
    },
  ],
  [
    'vi',
    {
      test: 'Gửi thử',
      missing: 'Mục cần điền',
      add: 'Thêm vùng chạm',
      areas: 'Vùng chạm',
      width: 'Rộng',
      left: 'Trái',
      height: 'Chiều cao',
      video: 'Thêm video',
      address: 'Dùng địa chỉ có sẵn',
      codec: /^Không phải điện thoại nào/,
      url: 'Địa chỉ video',
      begun: 'Hãy nhập địa chỉ đầy đủ với https://.',
      preview: 'Xem trước',
      phone: 'Xem trước trên điện thoại',
    },
  ],
] as const)
  test(`on a phone it is made as well, in ${language}, and what is missing is said`, async ({ page }) => {
    const { person } = await openShop(page, language);
    const { uuid } = await person.call(createRichMessage, { body: { name: 'Tết 2027' } });
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: language === 'ja' ? 'dark' : 'light' });
    await page.addInitScript(`localStorage.setItem('user-locale', '${language}')`);
    await page.goto('/Channel/rich-message');
    await expect(page.getByRole('link', { name: 'Tết 2027' })).toBeVisible();
    await inspect(page, `list-${language}`);
    await page.goto(`/Channel/rich-message/${uuid}`);
    await page.getByRole('button', { name: words.add }).click();
    const area = page.getByRole('group', { name: words.areas, exact: true }).getByRole('button');
    await expect(area).toHaveCount(1);
    await area.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel(words.left, { exact: true })).toHaveValue('10');
    await page.getByRole('button', { name: words.test }).click();
    await expect(page.getByRole('alert', { name: words.missing })).toBeVisible();
    await inspect(page, `missing-${language}`);
    // A video has a place of its own, which keys move.
    await page.getByRole('button', { name: words.video }).click();
    await expect(area).toHaveCount(2);
    const choose = page.locator('input[type="file"][accept="video/mp4"]');
    const fileOf = (codec: string) => ({
      name: 'tet.mp4',
      mimeType: 'video/mp4',
      buffer: mp4([['vide', codec]]),
    });
    await choose.setInputFiles(fileOf('hvc1'));
    await expect(page.getByText(words.codec)).toBeVisible();
    await choose.setInputFiles(fileOf('avc1'));
    await expect(page.getByText(/^tet\.mp4/)).toBeVisible();
    await expect(page.getByText(words.codec)).toBeHidden();
    await inspect(page, `upload-${language}`);
    await page.getByText(words.address, { exact: true }).click();
    await page.getByLabel(words.url, { exact: true }).fill('shop');
    await expect(page.getByText(words.begun)).toBeVisible();
    await inspect(page, `video-${language}`);
    await page.getByRole('tab', { name: words.preview }).click();
    await expect(page.getByRole('region', { name: words.phone })).toBeVisible();
    await inspect(page, `preview-${language}`);
  });
