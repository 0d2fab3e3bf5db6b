import { logout } from '@hanasu/contract/accounts';
import { newPerson, signIn } from './support/api.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test('an address that does not exist says so, with the address', async ({ page, context }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found: /no/such/page');
  await expect(page.getByText('404')).toBeVisible();
  await signIn(context, await newPerson());
  await page.goto('/bot');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found: /bot');
});

test('whoever is not signed in comes back to the page that was asked for', async ({ page }) => {
  const person = await newPerson();
  const bot = await addBot(person);
  await page.goto(`/Bot/${bot.uuid}?tab=knowledge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await page.getByLabel('E-mail or user name').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/Bot/${bot.uuid}?tab=knowledge`);
  await expect(page.getByRole('tab', { name: 'Knowledge' })).toHaveAttribute('aria-selected', 'true');
});

test('a session that was ended elsewhere leads to signing in, and back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*401/);
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Knowledge');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knowledge');
  await person.call(logout);
  await page.getByRole('link', { name: 'Tokens', exact: true }).click();
  await expect(page).toHaveURL(/\/Login\?returnTo=/);
});

test('language and appearance are kept, and a dark page never flashes white', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/');
  await page.getByRole('button', { name: 'Appearance: System' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitem', { name: '日本語' }).click();
  await expect(page.getByRole('link', { name: 'ボット' })).toBeVisible();
  await page.addInitScript(`
    window.modesSeen = [];
    new MutationObserver(() => window.modesSeen.push(document.documentElement.dataset.mantineColorScheme))
      .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-mantine-color-scheme'] });
  `);
  await page.reload();
  await expect(page.getByRole('link', { name: 'ボット' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(new Set(await page.evaluate<string[]>('window.modesSeen'))).toEqual(new Set(['dark']));
});

test('signing in and making a bot needs no mouse', async ({ page }) => {
  const person = await newPerson();
  const { keyboard } = page;
  await page.goto('/Login');
  await expect(page.getByLabel('E-mail or user name')).toBeFocused();
  await keyboard.type(person.username);
  await keyboard.press('Tab');
  await keyboard.type(person.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${person.username}`);
  await page.locator('body').press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const bots = page.getByRole('link', { name: 'Bots', exact: true });
  for (let step = 0; step < 10 && (await page.locator(':focus').textContent()) !== 'Bots'; step += 1) {
    await keyboard.press('Tab');
  }
  await expect(bots).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bots');
  const create = page.getByRole('button', { name: 'New bot' }).first();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(create).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await keyboard.type('Front desk');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front desk');
});
