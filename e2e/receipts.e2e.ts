import { readFile } from 'node:fs/promises';
import type { Locale } from '@hanasu/contract/accounts';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

const WORDS = {
  en: {
    ...{ next: 'Continue to payment', pay: 'Pay now', change: 'Change billing details', save: 'Save' },
    ...{ name: 'Name', department: 'Department (optional)', title: 'Receipts' },
    ...{ correct: 'Issue a corrected receipt', again: 'Downloaded before', reissued: 'Reissued' },
    ...{ replaced: 'No longer valid', company: 'Company' },
  },
  ja: {
    ...{ next: 'お支払いへ進む', pay: '支払う', change: '請求先情報を変更', save: '保存' },
    ...{ name: '宛名', department: '部署名（任意）', title: '領収書' },
    ...{ correct: '訂正した領収書を発行', again: 'ダウンロード済みです', reissued: '再発行' },
    ...{ replaced: '無効（', company: '法人' },
  },
  vi: {
    ...{
      next: 'Tiếp tục thanh toán',
      pay: 'Thanh toán ngay',
      change: 'Sửa thông tin xuất biên lai',
      save: 'Lưu',
    },
    ...{ name: 'Tên', department: 'Phòng ban (không bắt buộc)', title: 'Biên lai' },
    ...{ correct: 'Phát hành biên lai sửa', again: 'Đã tải trước đây', reissued: 'Bản cấp lại' },
    ...{ replaced: 'Không còn hiệu lực', company: 'Công ty' },
  },
} as const satisfies Record<Locale, Record<string, string>>;

async function downloadText(page: Page): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /TEST-\d{4}-\d{6}/ })
    .first()
    .click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^TEST-\d{4}-\d{6}\.pdf$/);
  const document = await getDocumentProxy(new Uint8Array(await readFile(await file.path())));
  return (await extractText(document, { mergePages: true })).text;
}

for (const [locale, size, scheme] of [
  ['en', { width: 1440, height: 900 }, 'light'],
  ['ja', { width: 390, height: 844 }, 'dark'],
  ['vi', { width: 390, height: 844 }, 'light'],
] as const) {
  test(`${locale}: a receipt is downloaded, again, and corrected`, async ({ page, context, complaints }) => {
    complaints.expectSome(/status of 422.*billing-details/);
    const words = WORDS[locale];
    const look = async (name: string) => {
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await shot(page, `receipts-${name}-${locale}`);
    };
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await signIn(context, await newPerson(locale));
    await page.goto('/payment');
    await page.getByRole('button', { name: words.change }).waitFor();
    await look('packages');
    // A refused form stays open with what was typed, and begins no payment.
    await page.getByRole('button', { name: words.change }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.name, { exact: true }).fill('喫茶さくら 한');
    await form.getByRole('button', { name: words.save, exact: true }).click();
    await expect(form.getByText(/[:：] ?한/u)).toBeVisible();
    await expect(form.getByLabel(words.name, { exact: true })).toHaveValue('喫茶さくら 한');
    expect(new URL(page.url()).search).toBe('');
    await form.getByLabel(words.name, { exact: true }).fill('喫茶さくら');
    await form.getByRole('button', { name: words.save, exact: true }).click();
    await expect(form).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: words.next }).click();
    await page.getByRole('button', { name: words.pay }).click();
    await page.waitForURL('**/payment/success**');
    await page.getByRole('heading', { name: words.title, exact: true }).waitFor();
    const first = await downloadText(page);
    expect(first).not.toContain(words.reissued);
    await expect(page.getByText(words.again)).toBeVisible();
    await look('one');
    expect(await downloadText(page)).toContain(words.reissued);
    await page.getByRole('button', { name: words.change }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(words.company, { exact: true }).click();
    await drawer.getByLabel(words.name, { exact: true }).fill('株式会社喫茶さくら 한');
    await drawer.getByLabel(words.department).fill('経理部');
    await look('details');
    await drawer.getByRole('button', { name: words.save, exact: true }).click();
    // A character that the font lacks is named, and nothing typed is lost.
    await expect(drawer.getByText(/[:：] ?한/u)).toBeVisible();
    await drawer.getByLabel(words.name, { exact: true }).fill('株式会社喫茶さくら');
    await drawer.getByRole('button', { name: words.save, exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await page.getByRole('button', { name: words.correct }).click();
    await look('confirm');
    await page.getByRole('dialog').getByRole('button', { name: words.correct }).click();
    await expect(page.getByText(words.replaced)).toBeVisible();
    await expect(page.getByRole('button', { name: words.correct })).toHaveCount(0);
    await look('corrected');
    const corrected = await downloadText(page);
    expect(corrected).toContain('株式会社喫茶さくら');
    expect(corrected).not.toContain(words.reissued);
  });
}
