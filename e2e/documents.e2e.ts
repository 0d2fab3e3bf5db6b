import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument, createKnowledge, listDocuments } from '@hanasu/contract/knowledge';
import type { Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Two columns of a spreadsheet, as they come from the clipboard. */
const PASTE = `
  const data = new DataTransfer();
  data.setData('text/plain', 'Is parking free?\\tYes.\\nAre dogs welcome?\\t"Small\\ndogs."\\n');
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
`;

async function newBase(person: Person) {
  return (await person.call(createKnowledge, { body: { name: 'Guest handbook' } })).uuid;
}

test('files and a folder are sent, and the same name again is the next version', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const uuid = await newBase(person);
  await signIn(context, person);
  await page.goto(`/Knowledge/${uuid}/documents`);
  const drop = page.locator('input[type=file]');
  await drop.setInputFiles([
    text('prices.txt', 'Tea costs three euros.'),
    text('hours.md', '# Hours\n\nNine to five.'),
  ]);
  await expect(row(page, 'prices')).toContainText('Ready');
  await expect(row(page, 'hours')).toContainText('Ready');

  const folder = mkdtempSync(join(tmpdir(), 'hanasu-folder-'));
  mkdirSync(join(folder, 'menu'));
  writeFileSync(join(folder, 'menu', '夕食.txt'), 'Dinner is at six.');
  writeFileSync(join(folder, 'menu', 'film.mp4'), 'film');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(join(folder, 'menu'));
  await expect(page.getByRole('alert')).toContainText('film.mp4: files of this kind can’t be read.');
  await expect(row(page, '夕食')).toContainText('menu');
  await expect(row(page, '夕食')).toContainText('Ready');
  rmSync(folder, { recursive: true });

  await drop.setInputFiles([text('prices.txt', 'Tea costs three euros.')]);
  const sending = page.getByRole('list', { name: 'Files on their way' });
  await expect(sending).toContainText('Already here, unchanged');
  await sending.getByRole('button', { name: 'Remove prices.txt' }).click();
  await drop.setInputFiles([text('prices.txt', 'Tea costs four euros.')]);
  await expect(row(page, 'prices')).toContainText('v2');
  await expect(row(page, 'prices')).toContainText('Ready');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('checkbox', { name: 'Select prices' }).check();
  await page.getByRole('checkbox', { name: 'Select hours' }).check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('front desk');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await row(page, 'prices').getByRole('button', { name: 'front desk' }).click();
  await expect(row(page, '夕食')).toBeHidden();
  await expect(row(page, 'hours')).toBeVisible();
});

test('a file goes on where it stopped after the page was loaded anew', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource/);
  const person = await newPerson();
  const uuid = await newBase(person);
  await signIn(context, person);
  await page.goto(`/Knowledge/${uuid}/documents`);
  const file = text('long.txt', 'A long story. '.repeat(2_000));
  await page.route('**/api/user/upload/*/part/*', (route) => route.abort());
  await page.locator('input[type=file]').setInputFiles([file]);
  const sending = page.getByRole('list', { name: 'Files on their way' });
  await expect(sending).toContainText('Uploading');
  await sending.getByRole('button', { name: 'Pause long.txt' }).click();
  await expect(sending).toContainText('Paused');
  await page.unroute('**/api/user/upload/*/part/*');
  await page.reload();
  await expect(page.getByText('1 file was not sent to its end.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([file]);
  await expect(row(page, 'long')).toContainText('Ready');
  await expect(page.getByText('1 file was not sent to its end.')).toBeHidden();
});

test('a text is looked at in passages before it is stored, questions are pasted as rows', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const uuid = await newBase(person);
  await signIn(context, person);
  await page.goto(`/Knowledge/${uuid}/documents/Create`);
  await page.getByLabel('Title').fill('Hours');
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('## Pool\n\nNine to five.\n\n## Bar\n\nUntil midnight.');
  await page.getByRole('button', { name: 'Show preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toContainText('2 passages');
  await expect(preview.getByRole('listitem').first()).toContainText('Nine to five.');
  expect((await person.call(listDocuments, { params: { uuid } })).total).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add document' }).click();
  await expect(row(page, 'Hours')).toContainText('Ready');

  await page.goto(`/Knowledge/${uuid}/documents/Create?tab=questions`);
  await page.getByLabel('Title').fill('FAQ');
  await page.getByLabel('Question 1').focus();
  await page.evaluate(PASTE);
  await expect(page.getByLabel('Question 2')).toHaveValue('Are dogs welcome?');
  await expect(page.getByLabel('Answer 2')).toHaveValue('Small\ndogs.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add document' }).click();
  await expect(row(page, 'FAQ')).toContainText('Ready');
  await row(page, 'FAQ').getByRole('button', { name: 'Actions for FAQ' }).click();
  await page.getByRole('menuitem', { name: 'Edit contents' }).click();
  await page.getByLabel('Answer 1').fill('Only for guests.');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await expect(row(page, 'FAQ')).toContainText('v2');
});

test('the list of all documents begins with what failed', async ({ page, context }) => {
  const person = await newPerson();
  const uuid = await newBase(person);
  await signIn(context, person);
  await page.goto(`/Knowledge/${uuid}/documents`);
  await page.locator('input[type=file]').setInputFiles([text('broken.pdf', '%PDF-1.4 and nothing else')]);
  await expect(row(page, 'broken')).toContainText('Failed');
  await person.call(createDocument, { params: { uuid }, body: { title: 'Newer', text: 'All is well.' } });
  await page.goto('/Document');
  await expect(row(page, 'Newer')).toContainText('Ready');
  await expect(page.getByRole('row').nth(1)).toContainText('broken');
  await expect(page.getByRole('row').nth(1)).toContainText('Guest handbook');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Needs attention' }).press('Space');
  await expect(row(page, 'Newer')).toBeHidden();
});
