import { readFile } from 'node:fs/promises';
import { createCustomer, listCustomers } from '@hanasu/contract/customers';
import { encodeLegacy } from '@hanasu/retrieval/extract/testing/encode-legacy';
import type { Page } from '@playwright/test';
import { signIn } from './support/api.ts';
import { openCounter } from './support/counter.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const HEAD = '氏名,フリガナ,電話番号,メールアドレス,誕生日,タグ,備考';
const FAMILIES = ['髙橋', '山田', '鈴木', '佐藤', '伊藤'];

/** So many people as a shop's old software has them, in the encoding of old spreadsheets; the last two are wrong. */
function shopFile(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const family = FAMILIES[index % FAMILIES.length];
    const phone = `090-1000-${String(index).padStart(4, '0')}`;
    return `${family} ${index}号,ﾔﾏﾀﾞ ${index},${phone},p${index}@example.jp,昭和60年4月1日,常連;VIP,`;
  });
  const wrong = ['名無し,,123,,,,', ',,,,,,ただのメモ'];
  return Buffer.from(encodeLegacy([HEAD, ...rows, ...wrong, ''].join('\r\n'), 'shift_jis'));
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });

const saved = async (page: Page, button: string) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await download).path());
};

test('500 people come from a Shift_JIS file, the wrong rows with their reasons, and all of it is undone', async ({
  page,
  context,
}) => {
  const { person } = await openCounter();
  await person.call(createCustomer, { body: { displayName: '前からの人', emails: ['p7@example.jp'] } });
  await signIn(context, person);
  await page.goto('/Customer');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await choose(page, 'お客様.csv', shopFile(500));

  await expect(page.getByRole('heading', { name: 'What is in each column?' })).toBeVisible();
  await expect(
    page
      .getByRole('combobox', { name: 'フリガナ is' })
      .or(page.getByRole('textbox', { name: 'フリガナ is' })),
  ).toHaveValue('Furigana');
  await page.reload();
  await expect(page.getByText('髙橋 0号')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check' }).click();

  await expect(page.getByRole('heading', { name: 'What the import will do' })).toBeVisible();
  // By default a value that cannot be read is left out, and its row imported.
  await expect(page.getByRole('tab', { name: 'New (500)' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Imported in part (1)' })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Import these rows without/ }).click();
  await expect(page.getByRole('tab', { name: 'New (499)' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Changed (1)' })).toBeVisible();
  const refused = page.getByRole('table', { name: 'Left out (to check)' });
  await expect(refused).toContainText('“123” is not a valid phone number.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 500 customers' }).click();

  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  const file = (await saved(page, 'Download rows with problems')).toString();
  expect(file.split('\r\n')[1]).toContain('名無し,,123');
  expect(file).toContain('Reason');
  expect((await person.call(listCustomers, { query: { q: '髙橋 0号' } })).items[0]).toMatchObject({
    kana: 'ヤマダ 0',
    birthday: '1985-04-01',
  });

  await page.getByRole('link', { name: 'Show imported customers' }).click();
  await expect(page.getByText('500 customers', { exact: true })).toBeVisible();
  await page.goto('/Customer');
  await expect(page.getByText('501 customers', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export customers' });
  await dialog.getByRole('radio', { name: 'All columns' }).check();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('The file is ready.')).toBeVisible();
  const exported = (await saved(page, 'Download')).toString();
  expect(exported.startsWith('\ufeffCustomer ID,Name,Furigana')).toBe(true);
  expect(exported.trim().split('\r\n')).toHaveLength(502);
  expect(exported).toContain('090-1000-0499');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'お客様.csv' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible();
  expect((await person.call(listCustomers)).total).toBe(2);
});

test('on a phone the import fits, and a file that is no table is refused in words', async ({
  page,
  context,
}) => {
  const { person } = await openCounter();
  await signIn(context, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/Customer/import');
  await choose(page, 'photo.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await expect(page.getByRole('alert')).toContainText('neither a CSV nor an Excel');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'people.csv', shopFile(3));
  await expect(page.getByRole('button', { name: 'Check' })).toBeVisible();
  const width = await page.locator('html').evaluate((html) => html.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
});
