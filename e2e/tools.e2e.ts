import { createServer, type IncomingMessage } from 'node:http';
import { createBot } from '@hanasu/contract/bots';
import { changeForm, createForm, deleteForm, publishForm } from '@hanasu/contract/forms';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { listenPrivately } from './support/private-servers.ts';
import { expect, test } from './support/test.ts';

/** The shop's system: says where an order is to whoever has the key. */
async function startShopSystem() {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const isKnown = request.headers.authorization === 'Bearer shop-secret-1';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ order: request.url, state: 'on its way', key: request.headers.authorization }),
    );
  });
  const port = await listenPrivately(server);
  return { url: `http://127.0.0.1:${port}`, seen, close: () => server.close() };
}

test('a shop owner lets a bot ask the shop’s system, and tries it', async ({ context, page, complaints }) => {
  // A place in the address without a value is refused by the server.
  complaints.expectSome(/status of 400/);
  const shop = await startShopSystem();
  const person = await newPerson();
  const bot = await person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}?tab=tools`);
  await page.getByRole('button', { name: 'Add a tool' }).click();
  await page.getByRole('menuitem', { name: 'Ask another system' }).click();

  const panel = page.getByRole('dialog', { name: 'New: Ask another system' });
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('Fill this in.').first()).toBeVisible();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('order_state');
  await panel.getByLabel('When should the bot use it?').fill('When a customer asks where an order is');
  await panel.getByLabel('Address').fill(`${shop.url}/orders/{order_id}`);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('The address has a place in { }')).toBeVisible();
  await panel.getByRole('button', { name: 'Add a value: order_id' }).click();
  await panel.getByLabel('What it is').fill('Number of the order');
  await panel.getByRole('button', { name: 'Add a header' }).click();
  await panel.getByLabel('Value of header 1').fill('Bearer shop-secret-1');
  expect(await violations(page)).toEqual([]);

  await panel.getByLabel('order_id').fill('A/12');
  await panel.getByRole('button', { name: 'Save and test' }).click();
  const saved = page.getByRole('dialog');
  await expect(saved.getByText('The call works')).toBeVisible();
  await expect(saved.getByText('"on its way"')).toBeVisible();
  await expect(saved.getByText('•••').first()).toBeVisible();
  expect(await saved.textContent()).not.toContain('shop-secret-1');
  expect(shop.seen.at(-1)?.url).toBe('/orders/A%2F12');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('order_state')).toBeVisible();
  await page.getByRole('switch', { name: 'Use order_state' }).click({ force: true });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Use order_state' })).not.toBeChecked();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit order_state' }).click();
  await expect(page.getByPlaceholder('(set)')).toBeVisible();
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  shop.close();
});

test('a shop owner lets a bot begin a form; one that is closed or deleted is shown as broken', async ({
  context,
  page,
}) => {
  const person = await newPerson();
  const bot = await person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await signIn(context, person);
  const shot = async (name: string): Promise<void> => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/form-tool-${name}.png` });
  };
  await page.goto(`/Bot/${bot.uuid}?tab=tools`);
  await page.getByRole('button', { name: 'Add a tool' }).click();
  await shot('menu');
  await page.getByRole('menuitem', { name: 'Start a form' }).click();
  const panel = page.getByRole('dialog', { name: 'New: Start a form' });
  await expect(panel.getByText('There is no published form yet.')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Create a form' })).toHaveAttribute(
    'href',
    '/Channel/custom_form?create=true',
  );
  expect(await violations(page)).toEqual([]);
  await shot('none');

  const { uuid } = await person.call(createForm, {
    body: { name: 'Table reservation', template: 'reservation' },
  });
  const params = { uuid };
  await person.call(publishForm, { params });
  await page.reload();
  await page.getByRole('button', { name: 'Add a tool' }).click();
  await page.getByRole('menuitem', { name: 'Start a form' }).click();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('book_table');
  await panel.getByLabel('When should the bot use it?').fill('When a customer wants a table');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('Fill this in.')).toBeVisible();
  await panel.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Table reservation' }).click();
  await shot('chosen');
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('Start a form · Table reservation')).toBeVisible();

  await person.call(changeForm, { params, body: { closed: true } });
  await page.reload();
  await expect(page.getByText('The form takes no submissions now')).toBeVisible();
  await shot('closed');
  await person.call(deleteForm, { params });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.getByText('The form was deleted.')).toBeVisible();
  await shot('deleted-phone-dark');
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit book_table' }).click();
  await expect(page.getByText('There is no published form yet.')).toBeVisible();
  await shot('edit-phone-dark');
  expect(await overflow(page)).toEqual([]);
});
