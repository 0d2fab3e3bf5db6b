import { createBot } from '@hanasu/contract/bots';
import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { newPerson, type Person, signIn } from './support/api.ts';
import { foreignWords, overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const HANDBOOK = `## Are dogs welcome?

Small dogs are welcome in the garden. Read [the rules](https://garden.example/dogs) first.

## How much is parking?

Parking is free for two hours, then 300 yen an hour.

## When do you close?

The shop closes at seven in the evening, on Sundays at five.`;

async function newShop(person: Person) {
  const knowledge = await person.call(createKnowledge, { body: { name: 'Guest handbook' } });
  const body = { name: 'Clerk', serviceUuid: 'builtin-extractive', knowledgeUuids: [knowledge.uuid] };
  await person.call(createBot, { body });
  return knowledge.uuid;
}

test('after an upload the owner meets a wrong answer, mends it and finds it right', async ({
  context,
  page,
}) => {
  const person = await newPerson();
  const uuid = await newShop(person);
  await signIn(context, person);
  await page.goto(`/Knowledge/${uuid}/documents`);
  const file = { name: 'handbook.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByRole('link', { name: 'Check the answers' }).click();

  const check = page.getByRole('region', { name: 'Check the bot’s answers' });
  await check.getByRole('button', { name: 'Ask three questions' }).press('Enter');
  const parking = check.getByRole('listitem').filter({ hasText: 'How much is parking?' });
  await expect(parking).toContainText('300 yen an hour');
  await expect(check.getByRole('group', { name: 'Is this answer right?' })).toHaveCount(3);
  await expect(check).toContainText('No language model is available.');
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);

  const dogs = check.getByRole('listitem').filter({ hasText: 'Are dogs welcome?' });
  await expect(dogs).toContainText('garden . example/dogs');
  await dogs.getByRole('button', { name: 'Allow links' }).click();
  await dogs.getByRole('button', { name: 'Publish' }).click();
  await dogs.getByRole('button', { name: 'Ask again' }).click();
  await expect(dogs.getByRole('link', { name: 'the rules' })).toHaveAttribute(
    'href',
    'https://garden.example/dogs',
  );

  await parking.getByRole('button', { name: 'Wrong' }).press('Space');
  await parking.getByRole('button', { name: 'Write the right answer' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New answer' });
  await expect(form.getByLabel('Questions')).toHaveValue('How much is parking?');
  await form.getByLabel('Answer', { exact: true }).fill('Parking is free all day.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(parking).toContainText('Parking is free all day.');
  await expect(parking).toContainText('Prepared answer');
  await parking.getByRole('button', { name: 'Right' }).press('Space');
  await expect(parking.getByRole('button', { name: 'Right' })).toHaveAttribute('aria-pressed', 'true');

  await page.reload();
  await expect(parking.getByRole('button', { name: 'Right' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/Knowledge/${uuid}/documents`);
  await expect(page.getByRole('row').filter({ hasText: 'handbook' })).toContainText('Ready');
  await expect(page.getByRole('link', { name: 'Check the answers' })).toBeHidden();
});

const ASK = { ja: '3つ質問してみる', vi: 'Hỏi thử ba câu' } as const;
const WRONG = { ja: '間違っている', vi: 'Sai' } as const;

for (const locale of ['ja', 'vi'] as const) {
  test(`the check of a document is read on a phone, in the dark (${locale})`, async ({ context, page }) => {
    const person = await newPerson(locale);
    const uuid = await newShop(person);
    const document = await person.call(createDocument, {
      params: { uuid },
      body: { title: 'Handbook', text: HANDBOOK },
    });
    const params = { uuid, document: document.uuid };
    await expect.poll(async () => (await person.call(getDocument, { params })).status).toBe('ready');
    await signIn(context, person);
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/Knowledge/${uuid}/documents/${document.uuid}`);
    await page.getByRole('button', { name: ASK[locale] }).click();
    const wrong = page.getByRole('button', { name: WRONG[locale] });
    await expect(wrong).toHaveCount(3);
    await wrong.first().click();
    await expect(wrong.first()).toHaveAttribute('aria-pressed', 'true');
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await foreignWords(page, locale)).toEqual([]);
  });
}
