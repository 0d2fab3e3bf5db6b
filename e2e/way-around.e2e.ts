import { logout } from '@hanasu/contract/accounts';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { newcomer, newPerson, signIn } from './support/api.ts';
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByLabel('Email or username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
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
  // Whatever the page still fetches for its start would find the session gone and leave before the click.
  await page.waitForLoadState('networkidle');
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
  await expect(page.getByRole('link', { name: 'ボット', exact: true })).toBeVisible();
  await page.addInitScript(`
    window.modesSeen = [];
    new MutationObserver(() => window.modesSeen.push(document.documentElement.dataset.mantineColorScheme))
      .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-mantine-color-scheme'] });
  `);
  await page.reload();
  await expect(page.getByRole('link', { name: 'ボット', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(new Set(await page.evaluate<string[]>('window.modesSeen'))).toEqual(new Set(['dark']));
});

test('signing in and making a bot needs no mouse', async ({ page }) => {
  const person = await newcomer();
  const { keyboard } = page;
  await page.goto('/Login');
  await expect(page.getByLabel('Email or username')).toBeFocused();
  await keyboard.type(person.username);
  await keyboard.press('Tab');
  await keyboard.type(person.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${person.username}`);
  // The menu lies before the heading, what the page is for right behind it.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const bots = page.getByRole('link', { name: 'Bots', exact: true });
  for (let step = 0; step < 40 && (await page.locator(':focus').textContent()) !== 'Bots'; step += 1) {
    await keyboard.press('Shift+Tab');
  }
  await expect(bots).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bots');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const create = page.getByRole('button', { name: 'New bot' }).first();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await keyboard.press('Enter');
  // Past the bar that leads to the next step, where it stands.
  const importing = page.getByRole('button', { name: 'Import' });
  for (let step = 0; step < 10 && !(await importing.and(page.locator(':focus')).count()); step += 1) {
    await keyboard.press('Tab');
  }
  await expect(importing).toBeFocused();
  await keyboard.press('Tab');
  await expect(create).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await keyboard.type('Front desk');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front desk');
});

test('the home page says what Hanasu is to whoever is not signed in', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Hand over your documents. The front desk is staffed.',
  );
  await expect(page).toHaveURL('/');
  await page.getByLabel('Language').selectOption('vi');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Bảng giá/);
  await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
  await expect(page).toHaveURL('/Register');
  await page.goto('/ExploreBot');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Khám phá bot');
  await signIn(context, await newPerson('vi'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Xin chào|Chào mừng)/);
});

test('a page that is not built says so and leads to what is', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Video');
  await expect(page.getByText('This part is not built yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to bots' }).click();
  await expect(page).toHaveURL('/Bot');
});

test('the pages above are named, and lead there; on a phone only the nearest', async ({ page, context }) => {
  const person = await newPerson();
  const knowledge = await person.call(createKnowledge, { body: { name: 'House rules' } });
  await signIn(context, person);
  await page.goto(`/Knowledge/${knowledge.uuid}/documents/Create`);
  const crumbs = page.getByRole('navigation', { name: 'Pages above' }).getByRole('link');
  await expect(crumbs).toHaveText(['Knowledge', 'House rules']);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(crumbs.filter({ visible: true })).toHaveText(['House rules']);
  await crumbs.last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('House rules');
});

test('the whole menu fits a screen of 900 px, and the rail leads to all of it', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(context, await newPerson());
  await page.goto('/Token');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const hidden = () => menu.evaluate((element) => element.scrollHeight - element.clientHeight);
  await expect(menu.getByRole('link', { name: 'Account settings' })).toBeVisible();
  expect(await hidden()).toBe(0);
  await page.goto('/Message');
  await expect(menu.getByRole('link')).toHaveCount(10);
  expect(await hidden()).toBe(0);
  await expect(page.getByRole('complementary').first()).toHaveJSProperty('scrollHeight', 900);
  await menu.getByRole('button', { name: 'More' }).click();
  const whole = page.getByRole('dialog', { name: 'Main menu' });
  await whole.getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveURL('/Channel/tag');
});

test('the collapsed menu stays collapsed', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Token');
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

test('another account has its own things; the switcher leads there and back', async ({ page, context }) => {
  const person = await newPerson();
  await addBot(person);
  await signIn(context, person);
  await page.goto('/Bot');
  await expect(page.getByRole('article')).toHaveCount(1);
  const switcher = page.getByRole('button', { name: /^Account: / });
  const first = (await switcher.textContent()) ?? '';
  await switcher.click();
  await page.getByRole('menuitem', { name: 'New account' }).click();
  await page.getByLabel('Shop name').fill('Second inn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account: Second inn' })).toBeVisible();
  await page.getByRole('link', { name: 'Bots', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your first bot' })).toBeVisible();
  await page.getByRole('button', { name: 'Account: Second inn' }).click();
  await page.getByRole('menuitem', { name: first }).click();
  await expect(page.getByRole('button', { name: `Account: ${first}` })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Bots', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
