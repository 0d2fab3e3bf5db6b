import { readFile } from 'node:fs/promises';
import { eventually, newPerson, signIn } from './support/api.ts';
import { violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { fillShop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const models = (key: string) =>
  fetch(`${serverUrl()}/v1/models`, { headers: { authorization: `Bearer ${key}` } });

test('a key is made, shown once, works, and works no more once it is revoked', async ({ page, context }) => {
  const { person, bot } = await fillShop();
  await signIn(context, person);
  await page.goto('/Token?tab=keys');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Fill this in.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Web shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.getByLabel('API key', { exact: true }).textContent()) ?? '';
  expect(key).toMatch(/^hk_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect(main.getByText('Web shop')).toBeVisible();
  await expect(main.getByText(key)).toHaveCount(0);
  await main.getByRole('combobox', { name: 'Bot' }).click();
  await page.getByRole('option', { name: bot.name }).click();
  await expect(main.getByRole('region', { name: 'curl' })).toContainText(bot.uuid);

  expect((await models(key)).status).toBe(200);
  await page.reload();
  await expect(main.getByText(/last used/)).toBeVisible();

  await main.getByRole('button', { name: 'Revoke: Web shop' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  await question.getByLabel('To confirm, type “Web shop”').fill('web shop');
  await expect(question.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  await question.getByLabel('To confirm, type “Web shop”').fill('Web shop');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(main.getByText('Revoked')).toBeVisible();
  expect((await models(key)).status).toBe(401);
});

test('a web hook is added, tried, and its log says how it went', async ({ page, context, complaints }) => {
  complaints.expectSome(/Failed to load resource.*422/);
  await signIn(context, await newPerson());
  await page.goto('/Token?tab=hooks');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  // Whatever the settings say, nobody reaches this one.
  await dialog.getByLabel('Address').fill('http://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText(/private network/)).toBeVisible();
  await dialog.getByLabel('Address').fill('https://hooks.example.invalid/in');
  await dialog.getByLabel('Note').fill('Orders');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveText(/^whsec_/);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await main.getByRole('button', { name: 'Delivery log' }).click();
  const log = page.getByRole('dialog');
  await log.getByRole('button', { name: 'Send a test' }).click();
  await expect(log.getByText('The server could not be reached.')).toBeVisible();
  await expect(log.getByRole('button', { name: 'Resend' })).toBeVisible();
  await log.getByText('Sent', { exact: true }).click();
  await expect(log.getByText('Hello from Hanasu')).toBeVisible();
});

test('who may not use keys is not offered them', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Token');
  await eventually('the tabs are there', async () => (await page.getByRole('tab').count()) === 4);
  await page.route('**/api/users/me*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), role: 'operator' } });
  });
  await page.goto('/Token?tab=keys');
  await expect(page.getByRole('main').getByText('Balance', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});

for (const width of [1440, 390])
  test(`where tokens went is seen, narrowed, saved and followed, ${width} px wide`, async ({
    page,
    context,
  }) => {
    const { person, bot, chat } = await fillShop();
    await signIn(context, person);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/Token');
    const main = page.getByRole('main');
    await expect(main.getByText('shown after one week of use')).toBeVisible();
    await expect(main.getByRole('img', { name: /^From .* tokens$/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // Each number leads to the entries behind it.
    const bots = main.getByRole('table', { name: 'Bot' });
    const row = bots.getByRole('row', { name: new RegExp(bot.name) });
    const tokens = await row
      .getByRole('cell')
      .nth(width > 500 ? 2 : 1)
      .textContent();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`kind=call&bot=${bot.uuid}&from=`));
    const listed = main.locator('dl > div').filter({ hasText: 'These entries' });
    await expect(listed).toContainText(tokens ?? 'a number');
    await main.getByRole('radiogroup', { name: 'Usage by' }).getByText('Member').click();
    const members = main.getByRole('table', { name: 'Member' });
    await members.getByRole('link', { name: 'Customers, API and background work' }).click();
    await expect(page).toHaveURL(/person=none/);
    const history = main.getByRole('table', { name: 'History' });
    await expect(history.getByRole('link', { name: 'Conversation' }).first()).toBeVisible();
    await expect(history.getByRole('link', { name: 'Chat', exact: true })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(history.getByRole('link', { name: 'Conversation' }).first()).toBeVisible();
    const file = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('Time,Kind,Bot,Model');
    expect(lines.length - 1).toBe(
      await history
        .getByRole('row')
        .count()
        .then((rows) => rows - 1),
    );
    await main.getByRole('link', { name: 'Clear filters' }).click();
    await expect(history.getByText('Tokens added').first()).toBeVisible();
    await history.getByRole('link', { name: 'Chat', exact: true }).click();
    await expect(page).toHaveURL(`/Bot/${bot.uuid}/Chat?conversation=${chat}`);
    await expect(page.getByText('When is breakfast served?').filter({ visible: true }).first()).toBeVisible();
  });
