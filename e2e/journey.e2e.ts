import { HANDBOOK_NAME, handbook } from './support/handbook.ts';
import { expect, test } from './support/test.ts';

const FRIEND = '花子';

/** From nothing to a customer who is answered, by the browser alone, as somebody who sees Hanasu for the first time. */
test('a new owner teaches a bot, and staff and bot answer a customer together', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  await test.step('registers', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).first().click();
    await page.getByLabel('Shop name').fill(`Sakura Salon ${process.pid}`);
    await page.getByLabel('Email').fill(`owner-${process.pid}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('sakura no ki no shita');
    await page.getByRole('checkbox', { name: 'I agree to the' }).check();
    await page.getByRole('button', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, Sakura Salon ${process.pid}`);
    await expect(page.getByRole('img', { name: 'Done' })).toHaveCount(0);
  });

  await test.step('adds a PDF and watches it being read', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Add a document', exact: true }).click();
    await page.getByLabel('Name').fill('Guest handbook');
    await page.locator('input[type=file]').setInputFiles({
      name: HANDBOOK_NAME,
      mimeType: 'application/pdf',
      buffer: handbook(),
    });
    await expect(page.getByText(HANDBOOK_NAME)).toBeVisible();
    await page.getByRole('button', { name: 'Create and add 1 file' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guest handbook');
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Ready');
    await expect(row.getByRole('cell').nth(3)).toHaveText('3');
  });

  await test.step('finds a passage by a question', async () => {
    await page.getByRole('tab', { name: 'Test search' }).click();
    await page.getByLabel('Question').fill('When is breakfast served?');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const first = page.getByRole('tabpanel').getByRole('listitem').first();
    await expect(first).toContainText('Breakfast is served from 7:00 to 9:30');
    await expect(first).toContainText('p. 2');
    await expect(page.getByText(/passages? in [\d.]+ ms/)).toBeVisible();
  });

  await test.step('reads the document with its passages', async () => {
    await page.getByRole('tab', { name: 'Documents' }).click();
    await page.getByRole('row').nth(1).getByRole('link').click();
    const passages = page.getByRole('region', { name: 'Passages' });
    await expect(passages.getByRole('button', { name: /p\. 1/ }).first()).toContainText('チェックイン');
    await expect(passages.getByRole('button', { name: /p\. 3/ }).first()).toBeVisible();
    const source = page.getByRole('region', { name: 'Text of the document' });
    await expect(source.locator('[data-marked]').first()).toBeVisible();
  });

  await test.step('creates a bot that knows it', async () => {
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await page.getByRole('button', { name: 'New bot' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a bot' });
    await dialog.getByLabel('Name').fill('Front desk');
    await expect(dialog.getByText('Guest handbook')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Front desk' })).toBeVisible();
  });

  await test.step('gives it a greeting', async () => {
    await page.getByLabel('Greeting').fill('いらっしゃいませ。花見旅館です。');
    await expect(page.getByText('Changes are not published yet')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Version 2 is live')).toBeVisible();
    await expect(page.getByText('Changes are not published yet')).toBeHidden();
  });

  await test.step('tests it and opens the passage an answer rests on', async () => {
    await page.getByLabel('Your message').fill('When is breakfast served?');
    await page.getByLabel('Your message').press('Enter');
    const chat = page.getByRole('log', { name: 'Conversation' });
    await expect(chat).toContainText('Breakfast is served from 7:00 to 9:30 in the garden room.');
    await expect(chat.getByText(/^\d+ tokens$/)).toBeVisible();
    await expect(chat.getByText(/^[\d.,]+ m?s$/)).toBeVisible();
    await chat
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    const passage = page.getByRole('dialog', { name: /^Source 1/ });
    await expect(passage).toContainText('p. 2');
    await passage.getByRole('link', { name: 'Open in document' }).click();
    await expect(page).toHaveURL(/\/documents\/.+chunk=/);
    await expect(page.locator('[data-marked]').filter({ hasText: 'Breakfast is served' })).toBeVisible();
  });

  const inbox = await context.newPage();
  await test.step('sees on the home page how far that is', async () => {
    await inbox.goto('/');
    await expect(inbox.getByRole('img', { name: 'Done' })).toHaveCount(3);
  });

  await test.step('opens the inbox in a second tab, which is empty', async () => {
    await inbox.getByRole('link', { name: 'Inbox' }).click();
    await expect(inbox.getByText('No conversations yet')).toBeVisible();
  });

  await test.step('adds a sandbox channel', async () => {
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Try in the sandbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sandbox channel' });
    await expect(dialog.getByLabel('Bot that answers')).toHaveValue('Front desk');
    await dialog.getByRole('button', { name: 'Add and open simulator' }).click();
    await expect(page).toHaveURL(/\/simulator/);
  });

  const phone = page.getByRole('region', { name: `${FRIEND}’s phone` });
  const write = async (text: string) => {
    await phone.getByLabel('Message as a customer').fill(text);
    await phone.getByLabel('Message as a customer').press('Enter');
  };
  await test.step('as a customer: adds the account, is greeted, asks, is answered without file names', async () => {
    await page.locator('label').filter({ hasText: FRIEND }).click();
    await page.getByRole('button', { name: 'Add as friend' }).first().click();
    await expect(phone).toContainText('いらっしゃいませ。花見旅館です。');
    await write('チェックインは何時からですか？');
    await expect(phone).toContainText('チェックインは午後3時から午後10時までです。');
    await expect(phone).not.toContainText('hanami-inn-handbook');
  });

  const row = inbox.getByRole('link', { name: new RegExp(FRIEND) });
  const thread = inbox.getByRole('log', { name: `Conversation with ${FRIEND}` });
  await test.step('the inbox has shown it by itself', async () => {
    await expect(row).toContainText('unread');
    await row.click();
    await expect(thread).toContainText('チェックインは何時からですか？');
    const answer = thread.getByRole('article').last();
    await expect(answer).toContainText('チェックインは午後3時から午後10時までです。');
    await expect(answer).toContainText('Sent as a reply (free)');
    await expect(row).not.toContainText('unread');
  });

  await test.step('staff take over and answer by hand; the bot keeps quiet', async () => {
    await inbox.getByRole('button', { name: 'Take over' }).click();
    await expect(inbox.getByRole('button', { name: 'Return to bot' })).toBeVisible();
    await write('貸切風呂を今夜予約できますか？');
    await expect(thread.getByRole('article').last()).toContainText('貸切風呂を今夜予約できますか？');
    await inbox.getByLabel(`Write to ${FRIEND}`).fill('担当の田中です。20時でご用意しました。');
    await inbox.getByLabel(`Write to ${FRIEND}`).press('Enter');
    await expect(phone).toContainText('担当の田中です。20時でご用意しました。');
    await expect(thread.getByRole('article').last()).toContainText('Sent as a reply (free)');
  });

  await test.step('given back, the bot answers the next question', async () => {
    await inbox.getByRole('button', { name: 'Return to bot' }).click();
    await expect(inbox.getByRole('button', { name: 'Take over' })).toBeVisible();
    await write('大浴場は何時まで使えますか？');
    await expect(phone).toContainText('大浴場は午前6時から深夜0時まで');
    await expect(thread.getByRole('article').last()).toContainText('大浴場は午前6時から深夜0時まで');
    // What staff have answered is not answered again: greeting, three questions, two answers of the bot, one by hand.
    await expect(thread.getByRole('article')).toHaveCount(7);
  });

  await test.step('the tokens page lists each answer with bot, channel and a falling balance', async () => {
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    const rows = page.getByRole('table', { name: 'History' }).getByRole('row');
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText('Front desk');
    await expect(rows.nth(1)).toContainText('sandbox');
    await expect(rows.nth(3)).toContainText('Test chat');
    await expect(rows.nth(4)).toContainText('Tokens added');
    const balances = await rows.locator('td:last-child').allInnerTexts();
    const numbers = balances.map((text) => Number(text.replace(/\D/g, '')));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(new Set(numbers).size).toBe(4);
    await expect(page.getByRole('definition').first()).toHaveText(balances[0] ?? '');
  });

  await test.step('home has ticked every step and no longer needs to show them', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Later', exact: true }).click();
    await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
    await expect(page.getByText('Bot alone', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('To your first answered message')).toBeHidden();
  });
});
