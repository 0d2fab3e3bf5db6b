import { listSubmissions } from '@hanasu/contract/form-submissions';
import { listForms } from '@hanasu/contract/forms';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

async function inspect(page: Page, name: string): Promise<void> {
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/forms-${name}.png` });
}

test('a form is made from a template, edited, published, and sent by a guest on a phone', {
  tag: '@smoke',
}, async ({ page, context, browser, complaints }) => {
  // What is missing is said when it is to be published.
  complaints.expectSome(/409 \(Conflict\).*\/publish/);
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Channel/custom_form');
  await inspect(page, 'empty');
  await page.getByRole('button', { name: 'New form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a form' });
  await dialog.getByRole('radio', { name: 'Reservation request' }).check();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Reservation request');
  await inspect(page, 'create');
  await dialog.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reservation request' })).toBeVisible();
  await inspect(page, 'questions');

  // A choice at the end of the first page, and one of its own that only some see.
  const first = page.getByRole('list', { name: 'Page 1' });
  await page.getByRole('button', { name: 'Add question' }).first().click();
  await page.getByRole('menuitem', { name: 'Single choice' }).click();
  const panel = page.getByRole('complementary', { name: 'Single choice' });
  await panel.getByLabel('Question', { exact: true }).fill('Where would you like to sit?');
  await panel.getByLabel('Option 1', { exact: true }).fill('Inside');
  await panel.getByLabel('Option 1', { exact: true }).press('Enter');
  await expect(panel.getByLabel('Option 2', { exact: true })).toBeFocused();
  await panel.getByLabel('Option 2', { exact: true }).fill('Garden');
  await panel.getByRole('button', { name: 'Remove option 3' }).click();
  await page.getByRole('button', { name: 'Add question' }).first().click();
  await page.getByRole('menuitem', { name: 'Single choice' }).click();
  await panel.getByLabel('Question', { exact: true }).fill('Do you need a blanket?');
  await panel.getByLabel('Option 1', { exact: true }).fill('Yes');

  // Publishing says what is missing.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 thing is missing' })).toBeVisible();
  await expect(panel.getByText('Each option needs a text.')).toBeVisible();
  await panel.getByLabel('Option 2', { exact: true }).fill('No');

  await panel.getByRole('button', { name: 'Add condition' }).click();
  await expect(panel.getByRole('combobox', { name: 'Answer to' })).toHaveValue(
    'Where would you like to sit?',
  );
  await panel.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Garden' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await panel.getByRole('button', { name: 'Add group' }).press('Enter');
  const group = panel.getByRole('group', { name: 'Group 2' });
  await expect(group.getByRole('combobox', { name: 'Answer to' }).first()).toBeVisible();
  await group.getByRole('button', { name: 'Add condition' }).press('Enter');
  await expect(group.getByRole('group', { name: 'Condition 2.3' })).toBeVisible();
  await expect(group.getByRole('combobox', { name: 'Answer to' }).nth(2)).toBeFocused();
  await group.getByRole('button', { name: 'Remove condition 2.3' }).press('Enter');
  await expect(group.getByRole('button', { name: 'Add condition' })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'group-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await group.getByRole('button', { name: 'Remove group 2' }).press('Enter');
  await expect(group).toHaveCount(0);
  await inspect(page, 'condition');

  // What asks about a deleted question goes with it, and comes back with it.
  const seat = first.getByRole('listitem').filter({ hasText: 'Where would you like to sit?' });
  const blanket = first.getByRole('listitem').filter({ hasText: 'Do you need a blanket?' });
  await seat.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(blanket).not.toContainText('has a condition');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(blanket).toContainText('has a condition');
  await seat.getByRole('button', { name: /^Move/ }).press('ArrowUp');
  await expect(first.getByRole('listitem').nth(3)).toContainText('Where would you like to sit?');
  await expect(seat.getByRole('button', { name: /^Move/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(first.getByRole('listitem').nth(4)).toContainText('Where would you like to sit?');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Version 1 is published')).toBeVisible();
  const [form] = (await person.call(listForms, {})).items;

  // Published for the first time: how it gets to customers.
  const share = page.getByRole('dialog', { name: 'Share “Reservation request”' });
  await expect(share.getByLabel('Address of the form')).toHaveValue(`${serverUrl()}/form/${form?.slug}`);
  await expect(share.getByRole('img', { name: 'QR code of the form' })).toBeVisible();
  await expect(share.getByRole('link', { name: 'Send to a conversation' })).toHaveAttribute(
    'href',
    `/Message?form=${form?.uuid}`,
  );
  await expect(share.getByRole('link', { name: 'Put on a rich menu' })).toHaveAttribute(
    'href',
    `/Channel/rich-menu?form=${form?.uuid}`,
  );
  await inspect(page, 'share');
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();

  // What was published can be looked at, and restored to the draft; that can be undone.
  await blanket.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(blanket).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions: Reservation request' }).click();
  await page.getByRole('menuitem', { name: 'Published versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Published versions' });
  await versions.getByRole('button', { name: 'View: Version 1' }).click();
  const differences = versions.getByRole('region', { name: 'Differences: Draft → Version 1' });
  await expect(differences.getByRole('listitem')).toHaveText(
    /^Do you need a blanket\?AddedPage 1, question \d$/,
  );
  const contents = versions.getByRole('region', { name: 'Contents of Version 1' });
  await expect(contents.getByRole('listitem').filter({ hasText: 'Do you need a blanket?' })).toContainText(
    'Shown when: “Where would you like to sit?” is one of: Garden',
  );
  await inspect(page, 'versions');
  await versions.getByRole('button', { name: 'Restore to draft: Version 1' }).click();
  await expect(blanket).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(blanket).toHaveCount(0);
  await page.getByRole('button', { name: 'Redo' }).first().click();
  await expect(blanket).toBeVisible();

  // Seen as it will be, without being sent.
  await page.getByRole('tab', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Reservation request' })).toBeVisible();
  await expect(frame.getByText('Do you need a blanket?')).toBeHidden();
  await frame.getByRole('radio', { name: 'Garden' }).check();
  await expect(frame.getByText('Do you need a blanket?')).toBeVisible();
  await inspect(page, 'preview');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Chat').click();
  const chat = page.getByRole('region', { name: 'Chat' });
  await chat.getByLabel('Your answer').fill('2020-01-01');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('alert')).toContainText('does not fit');
  await chat.getByLabel('Your answer').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('listitem').last()).toBeAttached();
  await expect(chat.getByText('Preferred time', { exact: true })).toBeVisible();
  await inspect(page, 'preview-chat');

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Address of the public page').fill('a place');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use 3 to 60 lowercase letters')).toBeVisible();
  await page.getByLabel('Address of the public page').fill(`garden-${form?.slug}`);
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose one.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove action 1' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await inspect(page, 'settings');
  const guest = await browser.newContext({ baseURL: serverUrl(), viewport: PHONE, locale: 'en-US' });
  const phone = await guest.newPage();
  await phone.goto(`/form/garden-${form?.slug}`);
  await phone.getByLabel('Preferred date').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await phone.getByLabel('Preferred time').fill('19:00');
  await phone.getByLabel('Service or course').fill('Lunch');
  await phone.getByRole('radio', { name: 'Inside' }).check();
  await expect(phone.getByText('Do you need a blanket?')).toBeHidden();
  await phone.getByRole('radio', { name: 'Garden' }).check();
  await phone.getByRole('radio', { name: 'Yes' }).check();
  await phone.getByRole('button', { name: 'Next' }).click();
  await phone.getByLabel('Your name').fill('Mai');
  await phone.getByLabel('Phone number').fill('090-1234-5678');
  await phone.getByRole('checkbox').check();
  await phone.getByRole('button', { name: 'Send' }).click();
  await expect(phone.getByText('We will confirm your reservation shortly.')).toBeVisible();
  await guest.close();
  const [submission] = (await person.call(listSubmissions, {})).items;
  expect(Object.values(submission?.answers ?? {})).toEqual(expect.arrayContaining(['19:00', 'Lunch', 'Mai']));

  await page.goto('/Channel/custom_form');
  const row = page.getByRole('row').filter({ hasText: 'Reservation request' });
  await expect(row).toContainText('1 new');
  await expect(row).toContainText('Version 1');
  await inspect(page, 'list');
});

test.describe('in Japanese, on a phone, by night', () => {
  test.use({ locale: 'ja-JP', viewport: PHONE, colorScheme: 'dark' });
  test('a question is dragged, and opens as a sheet', async ({ page, context }) => {
    const person = await newPerson('ja');
    await signIn(context, person);
    await page.goto('/Channel/custom_form?create=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '資料請求・体験入学' }).check();
    await inspect(page, 'create-390');
    await dialog.getByRole('button', { name: '作成する' }).click();
    const first = page.getByRole('list', { name: '1ページ目' });
    await expect(first).toBeVisible();
    await first.getByRole('button', { name: '「ご興味のあるコース」を移動' }).hover();
    await page.mouse.down();
    await first
      .getByRole('listitem')
      .nth(1)
      .hover({ position: { x: 60, y: 50 } });
    await page.mouse.up();
    await expect(first.getByRole('listitem').nth(1)).toContainText('ご興味のあるコース');
    await inspect(page, 'questions-390');
    await page
      .getByRole('button', { name: /体験レッスンのご希望日/ })
      .first()
      .focus();
    await page.getByRole('button', { name: /^体験レッスンのご希望日/ }).click();
    const sheet = page.getByRole('dialog', { name: '日付' });
    await expect(sheet.getByRole('combobox', { name: '対象の質問' })).toHaveValue('ご希望の内容');
    await inspect(page, 'sheet-390');
    await sheet.getByRole('button', { name: '閉じる' }).click();
    await page.getByRole('tab', { name: '設定' }).click();
    await expect(page.getByRole('heading', { name: '受付の制限' })).toBeVisible();
    await inspect(page, 'settings-390');
    await page.getByRole('tab', { name: 'プレビュー' }).click();
    await expect(page.frameLocator('iframe').getByText('ご希望の内容')).toBeVisible();
    await inspect(page, 'preview-390');
  });
});
