import { createBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { createQuestionSet, importTestQuestions } from '@hanasu/contract/question-sets';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const TEXT = `# Check-in
Guests check in from three in the afternoon.

# Parking
Parking behind the house is free for two hours.`;

async function addBase(person: Person, name = 'House rules') {
  const base = await person.call(createKnowledge, { body: { name } });
  const params = { uuid: base.uuid };
  await addText(person, params, 'Guide', TEXT);
  return params;
}

async function addText(
  person: Person,
  params: { uuid: Awaited<ReturnType<typeof addBase>>['uuid'] },
  title: string,
  text: string,
) {
  const { uuid: document } = await person.call(createDocument, { params, body: { title, text } });
  await eventually('the document is read', async () => {
    const { status } = await person.call(getDocument, { params: { ...params, document } });
    return status === 'ready';
  });
}

test('questions are imported and run; a missed one is answered at once and then found', async ({
  context,
  page,
}) => {
  const person = await newPerson();
  const params = await addBase(person);
  const bot = await person.call(createBot, {
    body: { name: 'Desk', serviceUuid: 'builtin-extractive', knowledgeUuids: [params.uuid] },
  });
  const ask = (message: string) => person.call(chat, { body: { botUuid: bot.uuid, message } });
  await ask('Can I bring my llama?');
  await ask('Hello, can I bring a llama please?');
  await signIn(context, person);
  await page.goto(`/Knowledge/${params.uuid}/documents?tab=tests`);
  await page.getByRole('button', { name: 'New question set' }).click();
  await page.getByLabel('Name').fill('Counter');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  await page.getByLabel('Choose a CSV file').or(page.getByLabel('File')).first().waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'questions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '\ufeffquestion;expected;document\r\nWhen can I check in?;three in the afternoon;\r\nIs parking free?;;guide\r\nWhere is the pool?;on the roof;\r\nNothing;;\r\n',
    ),
  });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('3 questions can be added.')).toBeVisible();
  await expect(page.getByText('Line 5: neither words nor a document')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add 3 questions' }).click();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('67%').first()).toBeVisible();
  await page.getByText('Results', { exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Where is the pool?' })).toContainText(
    'Not found',
  );
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('Started by hand');

  const missed = page.getByRole('region', { name: 'Unanswered questions' });
  await expect(missed.getByText('2×')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await missed.getByRole('button', { name: 'Answer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer' });
  await expect(dialog.getByLabel('Question')).toHaveValue('Can I bring my llama?');
  await dialog.getByLabel('Your answer').fill('Llamas are welcome in the garden.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(missed.getByRole('heading', { name: 'No unanswered questions' })).toBeVisible();
  const answer = await ask('Can I bring my llama?');
  expect(answer.message.text).toContain('welcome in the garden');
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('tests and health are read on a phone, in the dark', async ({ context, page }) => {
    const person = await newPerson('ja');
    const params = await addBase(person, '館内案内');
    await addText(person, params, '規約', '平日のチェックアウトは午前11時までにお願いします。');
    await addText(person, params, 'よくある質問', '平日のチェックアウトは午前10時までにお願いします。');
    const set = await person.call(createQuestionSet, { params, body: { name: '窓口' } });
    const csv = 'チェックアウトは何時ですか,午前11時まで\n駐車場は無料ですか,free for two hours';
    await person.call(importTestQuestions, { params: { uuid: set.uuid }, body: { csv } });
    await signIn(context, person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/Knowledge/${params.uuid}/documents?tab=tests`);
    await page.getByRole('button', { name: '実行', exact: true }).click();
    await expect(page.getByText('1位で発見')).toBeVisible();
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.goto(`/Knowledge/${params.uuid}/documents?tab=health`);
    await expect(page.getByText('≠')).toBeVisible();
    await expect(page.getByRole('link', { name: '規約' })).toBeVisible();
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});
