import { newPerson, signIn } from './support/api.ts';
import { addPlayedBot, test } from './support/slow-model.ts';
import { expect } from './support/test.ts';

const LONG = Array.from({ length: 70 }, (_, index) => `word${index}`).join(' ');

test('a page that is loaded again in the middle of an answer goes on with it; stopping keeps what was said', async ({
  page,
  context,
  models,
}) => {
  const person = await newPerson();
  const bot = await addPlayedBot(person);
  await signIn(context, person);
  models.reset();
  models.behave('*', 'held');
  await page.goto(`/Bot/${bot.uuid}/Chat`);
  await expect(page.getByText('Welcome to the inn.')).toBeVisible();
  const log = page.getByRole('log', { name: 'Conversation' });
  const field = page.getByLabel('Your message');
  await field.fill(LONG);
  await field.press('Enter');
  await expect(log.getByText(/You asked: "word0 word1 word2/)).toBeVisible();
  await expect(page).toHaveURL(/conversation=/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Stop the answer' })).toBeVisible();
  models.release();
  await expect(log.getByText(/You asked: "word0 .*word2\d ?"/)).toBeVisible();

  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  models.behave('*', 'held');
  await field.fill(LONG);
  await field.press('Enter');
  await expect(log.getByText(/You asked: "word0 word1 word2/)).toHaveCount(2);
  await field.press('Escape');
  await expect(log.getByText('Stopped.')).toBeVisible();
  await page.reload();
  await expect(log.getByText('Stopped.')).toBeVisible();
  await expect(log.getByText(/You asked: "word0 word1 word2/)).toHaveCount(2);
  models.reset();
});

test('a question is edited, the answer rated and made again, a file sent, the chat renamed and shared', async ({
  page,
  context,
  browser,
  models,
}) => {
  models.reset();
  const person = await newPerson();
  const bot = await addPlayedBot(person);
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}/Chat`);
  const log = page.getByRole('log', { name: 'Conversation' });
  const field = page.getByLabel('Your message');

  await expect(log.getByText('Welcome to the inn.')).toBeVisible();
  const green = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--accent-soft)';
    return getComputedStyle(probe).backgroundColor;
  })()`);
  await test.step('asks a suggested question and edits it', async () => {
    await page.getByRole('button', { name: 'When is breakfast?' }).click();
    await expect(log.getByText('You asked: "When is breakfast?"')).toBeVisible();
    await expect(log.locator('[data-from="bot"]').last()).toHaveCSS('background-color', green);
    await expect(
      log.locator('[data-from="person"]').filter({ hasText: 'When is breakfast?' }).last(),
    ).not.toHaveCSS('background-color', green);
    // Nothing is edited before the answer is whole.
    await expect(log.getByRole('button', { name: 'Bad answer' })).toBeVisible();
    await field.press('ArrowUp');
    const editing = log.getByRole('textbox', { name: 'Edit the question' });
    await expect(editing).toHaveValue('When is breakfast?');
    await editing.fill('When is dinner?');
    await editing.press('Enter');
    await expect(log.getByText('You asked: "When is dinner?"')).toBeVisible();
    await expect(log.getByText('2/2')).toBeVisible();
    await log.getByRole('button', { name: 'Version before' }).click();
    await expect(log.getByText('You asked: "When is breakfast?"')).toBeVisible();
    await expect(log.getByText('1/2')).toBeVisible();
    await log.getByRole('button', { name: 'Next version' }).click();
    await expect(log.getByText('You asked: "When is dinner?"')).toBeVisible();
  });

  await test.step('says what was wrong, and has it answered again', async () => {
    await log.getByRole('button', { name: 'Bad answer' }).click();
    await page.getByLabel('What was wrong?').fill('No time is given');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(log.getByRole('button', { name: 'Bad answer' })).toHaveAttribute('aria-pressed', 'true');
    await log.getByRole('button', { name: 'Answer again' }).click();
    await expect(log.getByText('2/2')).toHaveCount(2);
    await expect(log.getByRole('button', { name: 'Bad answer' })).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('sends a note', async () => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'menu.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dinner is at seven.'),
    });
    await expect(page.getByRole('list', { name: 'Files to send' }).getByText('menu.txt')).toBeVisible();
    await field.fill('And this?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(log.getByText('menu.txt', { exact: true })).toBeVisible();
    await expect(log.getByText('Dinner is at seven.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Answer again' })).toHaveCount(2);
  });

  await test.step('renames the chat and finds it', async () => {
    const history = page.getByRole('navigation', { name: 'Earlier chats' });
    await history.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Meals');
    await page.getByRole('button', { name: 'Save' }).click();
    await history.getByLabel('Search chats').fill('dinner');
    await expect(history.getByRole('button', { name: /^Meals/ })).toBeVisible();
    await history.getByLabel('Search chats').fill('nothing like this');
    await expect(history.getByText('No chat with these words.')).toBeVisible();
  });

  await test.step('shares it; somebody without an account reads it until the link is ended', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const address = await page.getByLabel('Up to now').inputValue();
    const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { level: 1, name: 'Meals' })).toBeVisible();
    await expect(stranger.getByText('You asked: "When is dinner?"').first()).toBeVisible();
    await expect(stranger.getByText('breakfast')).toHaveCount(0);
    await page.getByRole('button', { name: 'End this link' }).click();
    await expect(page.getByLabel('Up to now')).toHaveCount(0);
    await stranger.reload();
    await expect(stranger.getByText('This link is no longer valid.')).toBeVisible();
    await stranger.context().close();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the chat is asked, and an earlier one is found in the drawer', async ({ page, context, models }) => {
    models.reset();
    const person = await newPerson();
    const bot = await addPlayedBot(person);
    await signIn(context, person);
    await page.goto(`/Bot/${bot.uuid}/Chat`);
    const log = page.getByRole('log', { name: 'Conversation' });
    await page.getByLabel('Your message').fill('Is there parking?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(log.getByText('You asked: "Is there parking?"')).toBeVisible();
    await expect(page.getByLabel('Your message')).toBeInViewport();
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(log.getByText('You asked')).toHaveCount(0);
    await page.getByRole('button', { name: 'Earlier chats' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Is there parking/ })
      .click();
    await expect(log.getByText('You asked: "Is there parking?"')).toBeVisible();
  });
});
