import { mergeEmbeddings } from '@hanasu/contract/embeddings';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createKnowledge,
  getDocument,
  listEmbeddings,
  retryDocument,
  searchKnowledge,
} from '@hanasu/contract/knowledge';
import type { Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

const HOURS = '# Opening hours\n\nThe museum is open from nine to five, also on Monday.\n\n';
const PRICES = '# Prices\n\nA ticket costs twelve euros for grown-ups. Children pay four euros.\n\n';
const PARKING = '# Parking\n\nCars park for free behind the harbour.\n';

/** Sends a file; one of the same name is the next version of its document. Resolves when it is read. */
async function sendFile(person: Person, base: KnowledgeId, text: string): Promise<DocumentId> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'museum.md');
  const response = await fetch(new URL(`/api/user/knowledge/${base}/document`, serverUrl()), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.jwt}` },
    body: form,
  });
  const { uuid } = (await response.json()) as { uuid: DocumentId };
  await untilRead(person, base, uuid);
  return uuid;
}

const untilRead = (person: Person, uuid: KnowledgeId, document: DocumentId) =>
  expect
    .poll(async () => (await person.call(getDocument, { params: { uuid, document } })).status)
    .toBe('ready');

const cards = (page: Page) => page.getByRole('region', { name: 'Passages' }).locator('ol > li');
/** Chooses a passage and opens its menu. */
async function menuOf(page: Page, position: number) {
  await cards(page)
    .nth(position - 1)
    .getByRole('button', { name: new RegExp(`^#${position}`) })
    .click();
  await page.getByRole('button', { name: `More for passage ${position}` }).click();
}

test('passages are changed, found at once, and the changes outlive the next reading', async ({
  context,
  page,
}) => {
  const person = await newPerson();
  const { uuid: base } = await person.call(createKnowledge, { body: { name: 'Museum' } });
  const document = await sendFile(person, base, HOURS + PRICES + PARKING);
  const find = async (query: string) =>
    (await person.call(searchKnowledge, { params: { uuid: base }, body: { query } })).items[0]?.text ?? '';
  await signIn(context, person);
  await page.goto(`/Knowledge/${base}/documents/${document}`);
  await expect(cards(page)).toHaveCount(3);

  await test.step('a click in the source chooses the passage', async () => {
    const text = page.locator('[data-part]').last();
    const height = (await text.boundingBox())?.height ?? 0;
    await text.click({ position: { x: 60, y: height - 8 } });
    await expect(page).toHaveURL(/chunk=/);
    await expect(cards(page).nth(2).getByRole('button', { name: /^#3/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.locator('[data-marked]').filter({ hasText: 'Cars park for free' })).toBeVisible();
  });

  await test.step('edits one by keyboard', async () => {
    await page.getByRole('button', { name: 'Edit or split' }).click();
    const area = page.getByLabel('Text of passage 3');
    await area.fill('Bicycles are parked beside the lighthouse.');
    await area.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await violations(page)).toEqual([]);
    await area.press('Control+Enter');
    await expect(page.getByText('Edited').first()).toBeVisible();
    expect(await find('Where is the lighthouse?')).toBe('Bicycles are parked beside the lighthouse.');
  });

  await test.step('splits one at the cursor and joins it again', async () => {
    await menuOf(page, 2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit or split' }).click();
    const area = page.getByLabel('Text of passage 2');
    await page.getByRole('button', { name: 'Split at the cursor' }).click();
    await expect(page.getByText('Put the cursor where the passage should be cut')).toBeVisible();
    await area.press('Control+End');
    for (const _ of 'Children pay four euros.') await area.press('ArrowLeft');
    await page.getByRole('button', { name: 'Split at the cursor' }).click();
    await expect(cards(page)).toHaveCount(4);
    expect(await find('What do children pay?')).toBe('Children pay four euros.');
    await menuOf(page, 2);
    await page.getByRole('menuitem', { name: 'Join with the next' }).click();
    await expect(cards(page)).toHaveCount(3);
  });

  await test.step('switches one off, takes one out and has it back', async () => {
    await menuOf(page, 1);
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Use passage 1 in answers' }).press('Space');
    await expect(cards(page).nth(0).getByText('Off', { exact: true })).toBeVisible();
    expect(await find('Is the museum open on Monday?')).not.toContain('Monday');
    await menuOf(page, 2);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(cards(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cards(page)).toHaveCount(3);
  });

  await test.step('adds one behind another', async () => {
    await menuOf(page, 3);
    await page.getByRole('menuitem', { name: 'Add one after' }).click();
    await page.getByLabel('Text of the new passage').fill('Umbrellas are lent at the desk.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // The form of the new passage is a card, too, with the same text, until it is stored.
    await expect(page.getByLabel('Text of the new passage')).toHaveCount(0);
    await expect(cards(page).nth(3)).toContainText('Umbrellas are lent at the desk.');
    expect(await find('Can I have an umbrella?')).toContain('Umbrellas');
  });

  await test.step('reads the document again: nothing is lost', async () => {
    await person.call(retryDocument, { params: { uuid: base, document } });
    await untilRead(person, base, document);
    expect(await find('Where is the lighthouse?')).toContain('Bicycles');
    await expect(cards(page)).toHaveCount(4);
  });

  await test.step('a new version of the source asks for a look', async () => {
    await sendFile(person, base, HOURS + PRICES + PARKING.replace('for free', 'for two euros'));
    const list = page.getByRole('region', { name: 'Passages' });
    await expect(list.getByText('To review', { exact: true }).last()).toBeVisible();
    await cards(page).nth(2).getByRole('button', { name: /^#3/ }).click();
    await expect(page.getByText('The source now')).toBeVisible();
    await expect(cards(page).nth(2)).toContainText('Cars park for two euros');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('The source now')).toBeHidden();
    const { items } = await person.call(listEmbeddings, { params: { uuid: document } });
    expect(items[2]).toMatchObject({ review: null, text: 'Bicycles are parked beside the lighthouse.' });
  });
});

test('a passage that is chosen while another one comes back stays chosen', async ({ context, page }) => {
  const person = await newPerson();
  const { uuid: base } = await person.call(createKnowledge, { body: { name: 'Museum' } });
  const document = await sendFile(person, base, HOURS + PRICES + PARKING);
  await signIn(context, person);
  await page.goto(`/Knowledge/${base}/documents/${document}`);
  await menuOf(page, 2);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(cards(page)).toHaveCount(2);
  const isChosen = Promise.withResolvers<void>();
  await page.route('**/embeddings/restore', async (route) => {
    await isChosen.promise;
    await route.continue();
  });
  // At once: it leaves after a while, and a slow machine moves it into view for as long.
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click');
  const parking = cards(page).last().getByRole('button', { name: /^#/ });
  await parking.click();
  await expect(parking).toHaveAttribute('aria-pressed', 'true');
  isChosen.resolve();
  await expect(cards(page)).toHaveCount(3);
  await expect(parking).toHaveAttribute('aria-pressed', 'true');
});

test('a phone shows passages and source as two views, in the dark', async ({ context, page }) => {
  const person = await newPerson();
  const { uuid: base } = await person.call(createKnowledge, { body: { name: '美術館' } });
  const document = await sendFile(person, base, HOURS + PRICES + PARKING);
  const { items } = await person.call(listEmbeddings, { params: { uuid: document } });
  const [first, second] = items;
  if (!first || !second) throw new Error('there are no passages');
  await person.call(mergeEmbeddings, { params: { uuid: document }, body: { embedding: first.uuid } });
  await signIn(context, person);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/Knowledge/${base}/documents/${document}?embedding=${first.uuid}`);
  await expect(page.getByText('Edited').first()).toBeVisible();
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByText('Source', { exact: true }).click();
  await expect(page.locator('[data-marked]').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
