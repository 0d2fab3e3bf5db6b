import { createSandboxChannel } from '@hanasu/contract/channels';
import { createKnowledge } from '@hanasu/contract/knowledge';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { addBot, answered, say } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const lines = (page: Page) => page.getByRole('option');
const chosen = (page: Page) => page.getByRole('option', { selected: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** The palette is open and listens. */
async function open(page: Page): Promise<void> {
  await expect(title(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('the palette jumps to pages, bots, knowledge and conversations without a mouse', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const bot = await addBot(person);
  const knowledge = await person.call(createKnowledge, { body: { name: 'House rules' } });
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Hanami Inn', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, channel.uuid, 'minh', 'Xin chào');
  const conversation = await answered(person, channel.uuid, 'Minh', 1);
  await signIn(context, person);
  await page.goto('/Token');
  await expect(title(page)).toHaveText('Tokens');

  await open(page);
  await page.keyboard.type('front');
  await expect(chosen(page)).toContainText('Opens the bot');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/Bot/${bot.uuid}`);
  await expect(title(page).first()).toHaveText(bot.name);
  await expect(field(page)).toBeHidden();

  await open(page);
  // Also from within a field, and what was picked before comes first.
  await expect(page.getByRole('group', { name: 'Recently picked' })).toContainText(bot.name);
  await page.keyboard.type('HOUSE');
  await expect(chosen(page)).toContainText('House rules');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/Knowledge/${knowledge.uuid}/documents`);
  await expect(title(page).first()).toHaveText('House rules');

  await open(page);
  await page.keyboard.type('minh');
  // The customer of that name and the conversation with them are found one after the other.
  const words = 'Hanami Inn · ';
  await expect(lines(page).filter({ hasText: words })).toBeVisible();
  for (let n = await lines(page).count(); n > 0; n -= 1)
    if (!(await chosen(page).textContent())?.includes(words)) await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/Message?conversation=${conversation.uuid}`);

  await open(page);
  await page.keyboard.type('/Channel');
  await expect(chosen(page)).toContainText('Channels');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/Channel');
  await expect(title(page).first()).toHaveText('Channels');
});

test('the palette finds channels, customers, settings and parts of pages, each by its words', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Minato branch', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, channel.uuid, 'minh', 'Xin chào');
  await answered(person, channel.uuid, 'Minh', 1);
  await signIn(context, person);
  await page.goto('/Token');
  const group = (name: string) => page.getByRole('dialog').getByRole('group', { name, exact: true });

  await open(page);
  await page.keyboard.type('minato');
  await group('Channels')
    .getByRole('option', { name: /Minato branch/ })
    .click();
  await expect(page).toHaveURL(`/Channel/Instance/${channel.uuid}`);

  await open(page);
  await page.keyboard.type('minh');
  const minh = group('Customers').getByRole('option', { name: /Minh/ });
  await expect(minh).toContainText('Minato branch');
  await minh.click();
  await expect(title(page).first()).toHaveText('Minh');
  await open(page);
  for (const [words, option, address] of [
    ['channel settings', 'Channel settings', '/Channel/setting'],
    ['model keys', 'Account: model keys', '/Account?tab=models'],
    ['password', 'Account: security and password', '/Account?tab=security'],
    ['canned', 'Canned replies', '/Message?panel=canned'],
    ['waiting', 'Waiting conversations', '/Message?tab=waiting'],
  ] as const) {
    await field(page).fill(words);
    await group('Settings and parts of pages').getByRole('option', { name: option }).click();
    await expect(page).toHaveURL(address);
    await open(page);
  }
});

test('the list is walked with arrows, Escape leaves it, and nothing found is said', async ({
  page,
  context,
}) => {
  await signIn(context, await newPerson());
  await page.goto('/Token');
  await page.getByRole('button', { name: 'Jump to…' }).click();
  await expect(chosen(page)).toHaveText(/^Home/);
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveText(/^Bots/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toHaveText(/^Sign out/);
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id')) ?? 'none',
  );
  await page.keyboard.type('nothing like this');
  await expect(page.getByText('Nothing found for “nothing like this”')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(title(page)).toHaveText('Tokens');
});

test('the Enter that ends a conversion picks nothing', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Token');
  await open(page);
  for (const composition of [{ isComposing: true }, { isComposing: false, keyCode: 229 }]) {
    await field(page).dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...composition });
    await expect(title(page)).toHaveText('Tokens');
    await expect(field(page)).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(/^Hello/);
});

test('actions: language, appearance, a new bot, the help, signing out', async ({
  page,
  context,
  complaints,
}) => {
  await signIn(context, await newPerson());
  await page.goto('/Token');
  const act = async (words: string) => {
    await open(page);
    await field(page).fill(words);
    await page.keyboard.press('Enter');
  };
  await act('日本語');
  await expect(title(page)).toHaveText('トークン');
  await act('english');
  await expect(title(page)).toHaveText('Tokens');
  await act('dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await act('shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await act('new bot');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(complaints.take()).toEqual([]);
  // A connection that comes back late asks for all rows again; what is asked while the session ends is refused.
  complaints.expectSome(/401 \(Unauthorized\)/);
  await act('sign out');
  await expect(title(page)).toHaveText('Sign in');
});

test('on a phone the palette fills the screen', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(context, await newPerson());
  await page.goto('/Token');
  await page.getByRole('button', { name: 'Jump to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  await lines(page).filter({ hasText: 'Channels' }).click();
  await expect(title(page)).toHaveText('Channels');
});

test('keys of the shell: help, and g with a letter; not while somebody types', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Token');
  await expect(title(page)).toHaveText('Tokens');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL('/Message');
  await page.getByRole('searchbox').first().fill('');
  await page.keyboard.type('gb?');
  await expect(page.getByRole('searchbox').first()).toHaveValue('gb?');
  await page.getByRole('searchbox').first().blur();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Next conversation');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});
