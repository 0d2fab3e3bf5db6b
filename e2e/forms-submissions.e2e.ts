import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { listCustomers } from '@hanasu/contract/customers';
import { FormDefinition } from '@hanasu/contract/form-definition';
import {
  type FormAnswers,
  getPublicForm,
  listSubmissions,
  submitForm,
  uploadFormFile,
} from '@hanasu/contract/form-submissions';
import { createForm, type FormWithDraft, publishForm } from '@hanasu/contract/forms';
import type { Page } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { openCounter } from './support/counter.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

const both = (en: string, ja: string) => ({ en, ja });
const FORM = FormDefinition.parse({
  languages: ['en', 'ja'],
  title: both('Your stay', 'ご宿泊について'),
  pages: [
    {
      fields: [
        {
          kind: 'text',
          key: 'name',
          label: both('Your name', 'お名前'),
          mapTo: { fact: 'displayName' },
        },
        { kind: 'email', key: 'email', label: both('Email', 'メール'), mapTo: { fact: 'email' } },
        {
          kind: 'choice',
          key: 'room',
          label: both('Which room?', 'お部屋のタイプ'),
          other: true,
          options: [
            { id: 'garden', label: both('Garden room', '庭側') },
            { id: 'street', label: both('Street room', '通り側') },
            { id: 'attic', label: both('Attic', '屋根裏') },
          ],
        },
        {
          kind: 'scale',
          key: 'stars',
          label: both('How was it?', '満足度'),
          low: both('Poor', '不満'),
          high: both('Great', '満足'),
        },
        { kind: 'number', key: 'nights', label: both('Nights', '泊数') },
        { kind: 'date', key: 'day', label: both('Arrival', '到着日') },
        { kind: 'file', key: 'plan', label: both('Plan', '見取り図') },
        { kind: 'longText', key: 'words', label: both('Comment', 'ご意見') },
      ],
    },
  ],
});

async function publishedForm(person: Person): Promise<FormWithDraft> {
  const form = await person.call(createForm, { body: { name: 'Stay survey', definition: FORM } });
  return person.call(publishForm, { params: { uuid: form.uuid } });
}

const PLAN = '%PDF-1.7\n%%EOF\n';
const startsWithZeros = (text: string, bits: number): boolean =>
  createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - bits) === 0;

async function sendFile(slug: string, proof: { token: string; number: number }): Promise<string> {
  const body = new FormData();
  body.set('field', 'plan');
  body.set('token', proof.token);
  body.set('number', String(proof.number));
  body.set('file', new Blob([PLAN], { type: 'application/pdf' }), 'Floor plan.pdf');
  const answer = await fetch(`${serverUrl()}/api/public/form/${slug}/file`, { method: 'POST', body });
  return uploadFormFile.output.parse(await answer.json()).uuid;
}

/** As a page sends it; one that was opened a moment ago is sent too soon, and so it asks again. */
async function submit(person: Person, { slug }: FormWithDraft, answers: FormAnswers): Promise<void> {
  const { challenge } = await person.call(getPublicForm, { params: { slug } });
  let number = 0;
  while (!startsWithZeros(`${challenge.salt}${number}`, challenge.bits)) number += 1;
  const proof = { token: challenge.token, number };
  const plan = await sendFile(slug, proof);
  const given = { ...answers, plan: [plan] };
  const body = { slug, version: 1, key: randomUUID(), answers: given, language: 'en' as const, proof };
  await eventually('the form is taken', () => person.call(submitForm, { body }).catch(() => undefined));
}

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

async function filledForm(): Promise<{ person: Person; form: FormWithDraft; address: string }> {
  const person = await newPerson();
  const form = await publishedForm(person);
  const sent: FormAnswers[] = [
    { name: 'Hana Sato', email: 'hana@example.com', room: 'garden', stars: 5, nights: 2, day: '2026-12-01' },
    { name: 'Minh', email: 'minh@example.com', room: 'garden', stars: 4, nights: 1, words: 'Warm and quiet' },
    { name: 'Aiko', email: 'aiko@example.com', room: 'other:The cellar', stars: 3 },
  ];
  for (const answers of sent) await submit(person, form, answers);
  return { person, form, address: `/Channel/custom_form/${form.uuid}/submissions` };
}

test('submissions are read one after the other, narrowed, marked as done, exported, and deleted with a way back', async ({
  page,
  context,
}) => {
  const { person, form, address } = await filledForm();
  await signIn(context, person);
  await page.goto(address);
  const table = page.getByRole('table', { name: 'Submissions' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('status').filter({ hasText: '3 submissions' })).toContainText('3 new');
  await expect(table.getByRole('columnheader', { name: 'Which room?' })).toBeVisible();
  await expect(table.getByRole('row', { name: /Aiko/ })).toContainText('The cellar (other)');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'submissions');

  // What is sent meanwhile comes by itself.
  await submit(person, form, { name: 'Later guest', email: 'later@example.com' });
  await expect(table.getByRole('row', { name: /Later guest/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '4 submissions' })).toContainText('4 new');

  await table.getByRole('row', { name: /Aiko/ }).getByRole('link').click();
  const panel = page.getByRole('dialog', { name: 'Submission' });
  await expect(panel.getByRole('definition').filter({ hasText: 'The cellar (other)' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Aiko', exact: true })).toBeVisible();
  await expect(panel.getByRole('radio', { name: 'Seen' })).toBeChecked();
  const file = page.waitForEvent('download');
  await panel.getByRole('button', { name: /^Download Floor plan.pdf/ }).click();
  expect((await file).suggestedFilename()).toBe('Floor plan.pdf');
  expect(await readFile(await (await file).path(), 'utf8')).toBe(PLAN);
  await page.keyboard.press('j');
  await expect(panel.getByRole('definition').filter({ hasText: 'Warm and quiet' })).toBeVisible();
  await panel.getByText('Done', { exact: true }).click();
  await page.keyboard.press('k');
  await expect(panel.getByRole('definition').filter({ hasText: 'The cellar (other)' })).toBeVisible();
  await page.keyboard.press('j');
  await panel.getByLabel('Note for your team').fill('Called back');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect
    .poll(async () => (await person.call(listSubmissions, { query: { state: 'done' } })).items[0]?.note)
    .toBe('Called back');
  await table
    .getByRole('row', { name: /Warm and quiet|Minh/ })
    .getByRole('link')
    .click();
  await expect(panel.getByLabel('Note for your team')).toHaveValue('Called back');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'submission-panel');
  await page.keyboard.press('Escape');

  await page.getByLabel('Search answers, customers, notes').fill('warm');
  await expect(table.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('Warm and quiet');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table.getByRole('row')).toHaveCount(5);

  await table.getByRole('row', { name: /Hana/ }).getByRole('link').click();
  await panel.getByRole('button', { name: 'Delete submission' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('row')).toHaveCount(5);
  expect((await person.call(listSubmissions, { query: { formUuid: form.uuid } })).total).toBe(4);
});

test('submissions are narrowed to one answer, by its filter and from its bar', async ({ page, context }) => {
  const { person, address } = await filledForm();
  await signIn(context, person);
  await page.goto(address);
  const rows = page.getByRole('table', { name: 'Submissions' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  const filter = page.getByRole('combobox', { name: 'Answer' });
  await filter.fill('cellar');
  await expect(page.getByText('No such answer')).toBeVisible();
  await filter.fill('Other');
  await page.getByRole('option', { name: 'Other' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Aiko');
  await shot(page, 'submissions-by-answer');
  await page.getByRole('tab', { name: 'Results' }).click();
  const room = page.getByRole('region', { name: 'Which room?' });
  await room.getByRole('link', { name: 'Garden room' }).click();
  await expect(rows).toHaveCount(3);
  await expect(filter).toHaveValue('Garden room');
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('region', { name: 'Nights' }).getByRole('link', { name: '2' }).click();
  await expect(rows).toHaveCount(2);
  await expect(filter).toHaveValue('2');
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('region', { name: 'Comment' }).getByRole('link', { name: 'Warm and quiet' }).click();
  await expect(page.getByRole('dialog', { name: 'Submission' })).toContainText('Minh');
});

test('reading goes on over the end of a page, and back', async ({ page, context }) => {
  const { person, address } = await filledForm();
  await signIn(context, person);
  // As if a page had two, and there were many.
  await page.route('**/api/form-submitted?*', async (route) => {
    const url = route
      .request()
      .url()
      .replace(/pageSize=\d+/, 'pageSize=2');
    const response = await route.fetch({ url });
    await route.fulfill({ response, json: { ...(await response.json()), total: 53 } });
  });
  await page.goto(address);
  await page.getByRole('table').getByRole('row', { name: /Minh/ }).getByRole('link').click();
  const panel = page.getByRole('dialog', { name: 'Submission' });
  await expect(panel.getByRole('link', { name: 'Minh', exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(panel.getByRole('link', { name: 'Hana Sato', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('k');
  await expect(panel.getByRole('link', { name: 'Minh', exact: true })).toBeVisible();
});

test('answers are counted for each question, and printed', async ({ page, context }) => {
  const { person, address } = await filledForm();
  await signIn(context, person);
  await page.goto(address);
  await page.getByRole('tab', { name: 'Results' }).click();
  const room = page.getByRole('region', { name: 'Which room?' });
  await expect(room.getByRole('list')).toHaveAccessibleName(/3 answers. Most often: Garden room \(2\)/);
  await room.getByText('Show as table').click();
  await expect(room.getByRole('row', { name: /Garden room/ })).toContainText('67%');
  await expect(room.getByRole('row', { name: /Attic/ })).toContainText('0%');
  await expect(page.getByRole('region', { name: 'How was it?' })).toContainText('average 4');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'results');
  // What the browser does before it prints.
  const preparePrint = () => page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: 'print' });
  await preparePrint();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Stay survey', exact: true })).toBeVisible();
  await shot(page, 'results-printed');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(address);
  await expect(page.getByRole('table')).toBeVisible();
  await preparePrint();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').first()).toContainText('The cellar (other)');
  await shot(page, 'submissions-printed');
});

test('on a phone submissions are cards, in Japanese and by night too', async ({ page, context }) => {
  const { person, address } = await filledForm();
  await signIn(context, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript("localStorage.setItem('user-locale', 'ja')");
  await page.goto(address);
  const cards = page.getByRole('list', { name: '回答' });
  await expect(cards.getByRole('listitem')).toHaveCount(3);
  expect([...(await overflow(page)), ...(await violations(page))]).toEqual([]);
  await shot(page, 'submissions-390');
  await cards.getByRole('listitem').filter({ hasText: 'Minh' }).getByRole('link').click();
  await expect(page.getByRole('dialog', { name: '回答' })).toContainText('庭側');
  expect([...(await overflow(page)), ...(await violations(page))]).toEqual([]);
  await shot(page, 'submission-panel-390');
  await page.goto(`${address}?tab=results`);
  await expect(page.getByRole('region', { name: '満足度' })).toContainText('平均 4');
  expect([...(await overflow(page)), ...(await violations(page))]).toEqual([]);
  await shot(page, 'results-390');
});

test('a segment asks what was answered, the timeline leads to the submission, and a rule waits for the form', async ({
  page,
  context,
}) => {
  const { person } = await filledForm();
  await signIn(context, person);
  await page.goto('/Customer');
  await page.getByRole('button', { name: 'New segment' }).click();
  const builder = page.getByRole('dialog', { name: 'New segment' });
  await builder.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Form sent', exact: true }).click();
  await builder.getByRole('combobox', { name: 'Form', exact: true }).click();
  await page.getByRole('option', { name: 'Stay survey' }).click();
  const count = builder.getByRole('status');
  await expect(count).toHaveText('3 customers');
  await builder.getByRole('button', { name: 'Change wording: Has sent Stay survey' }).click();
  await page.getByRole('menuitem', { name: /^Answered … of … with … …$/ }).click();
  await builder.getByRole('combobox', { name: 'Question' }).click();
  await page.getByRole('option', { name: 'Which room?' }).click();
  await builder.getByRole('combobox', { name: 'Options' }).click();
  await page.getByRole('option', { name: 'Garden room' }).click();
  await expect(count).toHaveText('2 customers');
  await builder.getByRole('combobox', { name: 'Question' }).click();
  await page.getByRole('option', { name: 'How was it?' }).click();
  await builder.getByRole('textbox', { name: 'Number' }).fill('5');
  await expect(count).toHaveText('1 customer');
  await builder.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'in the last 7 days' }).click();
  await expect(
    builder.getByRole('group', {
      name: 'Condition: Answered How was it? of Stay survey with 5 or more in the last 7 days',
    }),
  ).toBeVisible();
  await expect(count).toHaveText('1 customer');
  // The old count is shown faintly during a recount, which gives the same number.
  await expect(builder.locator('[data-stale]')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'segment');
  const opened = context.waitForEvent('page');
  await builder.getByRole('link', { name: 'Hana Sato' }).click();
  const profile = await opened;
  await profile.getByRole('link', { name: 'Open submission' }).click();
  await expect(profile.getByRole('dialog', { name: 'Submission' })).toContainText('5 of 5');

  await page.goto('/Channel/tag?tab=rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const editor = page.getByRole('dialog', { name: 'New rule' });
  await editor.getByRole('combobox', { name: 'When this happens' }).click();
  await page.getByRole('option', { name: 'A form is sent' }).click();
  await editor.getByRole('combobox', { name: 'Which form' }).click();
  await page.getByRole('option', { name: 'Stay survey' }).click();
  await editor.getByRole('button', { name: 'Try with the past 30 days' }).click();
  await expect(editor.getByRole('status')).toContainText('3 customers');
  await page.goto('/Channel/notify');
  await expect(page.getByRole('row', { name: /A form was submitted/ })).toBeVisible();
});

test('staff send a link to a form from the inbox, and copy one from the profile', async ({
  page,
  context,
}) => {
  const { person, uuid } = await openCounter();
  await publishedForm(person);
  await signIn(context, person);
  await page.goto(`/Message?conversation=${uuid}`);
  await page.getByRole('button', { name: 'Send a form' }).click();
  const pop = page.getByRole('dialog', { name: 'Send a form' });
  await pop.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Stay survey' }).click();
  expect(await violations(page)).toEqual([]);
  await pop.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('log')).toContainText(/\/form\/[\w-]+\?t=/);
  await shot(page, 'inbox');

  const { items } = await person.call(listCustomers, {});
  await page.goto(`/Customer/${items[0]?.uuid}`);
  await page.getByRole('button', { name: 'Send a form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a form' });
  await dialog.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Stay survey' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByLabel('Link for this person')).toHaveValue(/\/form\/[\w-]+\?t=/);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'profile-send');
});
