import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const TEXT = '# Parking\n\nThere are 12 parking spaces behind the inn. Parking is free for two hours.';

test('a search says what a bot would do, and other passage sizes read the documents again', async ({
  context,
  page,
}) => {
  const person = await newPerson();
  const { uuid } = await person.call(createKnowledge, { body: { name: 'Inn' } });
  const body = { title: 'Handbook', text: TEXT, tags: ['guests'] };
  const document = await person.call(createDocument, { params: { uuid }, body });
  const isReady = async () =>
    (await person.call(getDocument, { params: { uuid, document: document.uuid } })).status === 'ready';
  await eventually('the document is read', isReady);
  await signIn(context, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/Knowledge/${uuid}/documents?tab=search`);
  const question = page.getByLabel('Question');
  await question.fill('Is parking free?');
  await question.press('Enter');
  await expect(page.getByText('A bot would answer from these passages')).toBeVisible();
  await expect(page.getByRole('table', { name: 'How it was found' })).toContainText('Keywords');
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  await page.getByText('Only in some documents').click();
  await page.getByRole('combobox', { name: 'With all of these tags' }).fill('staff');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No passage matches this question')).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  const size = page.getByLabel('Longest passage');
  await size.fill('120');
  await expect(page.getByText('A passage holds about 90 words.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save and do this again?' });
  await expect(dialog).toContainText('1 document is read and split again');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  await eventually('the document is read again', isReady);
});
