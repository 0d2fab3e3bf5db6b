import { randomUUID } from 'node:crypto';
import { tokenHistory } from '@hanasu/contract/billing';
import { createPayment } from '@hanasu/contract/payments';
import { type FakeStripe, startFakeStripe } from '@hanasu/payments/stripe/fake/fake-stripe';
import type { Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { type RunningHanasu, startHanasu } from './support/start-hanasu.ts';
import { expect, test } from './support/test.ts';

const HOST = 'host@example.com';
const SECRET = 'whsec_of_the_administrator';
const { HANASU_E2E_URL: url, HANASU_E2E_OUTBOX: outbox } = process.env;

let stripe: FakeStripe;
let hanasu: RunningHanasu;
let host: Person;
test.beforeAll(async () => {
  stripe = await startFakeStripe();
  hanasu = await startHanasu({
    ADMIN_EMAILS: HOST,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: SECRET,
  });
  stripe.webhook = { url: `${hanasu.url}/api/payments/stripe/webhook`, secrets: [SECRET] };
  Object.assign(process.env, { HANASU_E2E_URL: hanasu.url, HANASU_E2E_OUTBOX: hanasu.outbox });
  host = await newPerson('en', 'host', HOST);
});
test.afterAll(async () => {
  Object.assign(process.env, { HANASU_E2E_URL: url, HANASU_E2E_OUTBOX: outbox });
  await hanasu.stop();
  await stripe.close();
});

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('an administrator adds tokens with a reason and the password, once', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/status of 403.*tokens/);
  const person = await newPerson();
  await signIn(context, host);
  await page.goto('/Admin');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('textbox', { name: 'Search by account, username or email' }).fill(person.username);
  const table = page.getByRole('table', { name: 'Tokens' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('1,000,000');
  expect(await violations(page)).toEqual([]);
  await table.getByRole('button', { name: /^Add tokens/ }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Add tokens' });
  await dialog.getByLabel('Number of tokens').fill('250000');
  await dialog.getByLabel('Reason').fill('Outage of Monday');
  await dialog.getByLabel('Days until they expire').fill('30');
  await dialog.getByLabel('Your password').fill('not this');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'admin-add-tokens');
  await submit.click();
  await expect(dialog).toContainText('The current password is not right.');
  await dialog.getByLabel('Your password').fill(host.password);
  await submit.dblclick();
  await expect(dialog).toBeHidden();
  await expect(table).toContainText('1,250,000');
  expect((await person.call(tokenHistory)).balance).toBe(1_250_000);
  await shot(page, 'admin-tokens');

  await context.clearCookies();
  await signIn(context, person);
  await page.goto('/Token');
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Outage of Monday');
  await page.goto('/Account?tab=log');
  await expect(page.getByText('Tokens added by the server administrator')).toBeVisible();
});

test('an administrator sees what is sold, and has a failed event processed again', async ({
  page,
  context,
}) => {
  const buyer = await newPerson();
  const { form } = await buyer.call(createPayment, {
    body: { packageId: 'small', currency: 'JPY', idempotencyKey: randomUUID() },
  });
  await stripe.idle();
  stripe.fault({ path: /payment_intents/, how: 404 });
  const secret = form?.kind === 'script' ? form.clientSecret : '';
  stripe.pay(secret, '4242424242424242', `${hanasu.url}/payment/3d-secure`);
  await stripe.idle();
  await signIn(context, host);
  await page.goto('/Admin?tab=payments');
  const packages = page.getByRole('table', { name: 'Packages on sale' });
  await expect(packages.getByRole('row', { name: /small/ })).toContainText('¥1,100');
  await expect(page.getByText('Payments go through Stripe.')).toBeVisible();
  await expect(page.getByText('Test mode: no money moves')).toBeVisible();
  const events = page.getByRole('table', { name: 'Failed events' });
  await expect(events.getByText('The gateway refused: An error.').first()).toBeVisible();
  await expect(events.getByText('Not processed yet')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'admin-payments');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toEqual([]);
  await shot(page, 'admin-payments-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  // The problem stands, and then it is gone.
  const again = events.getByRole('button', { name: /^Process again/ });
  await again.first().click();
  await expect(page.getByText(/^Processed again, but the problem remains/).first()).toBeVisible();
  expect((await buyer.call(tokenHistory)).balance).toBe(1_000_000);
  stripe.mend();
  for (let left = await again.count(); left > 0; left -= 1) {
    await again.first().click();
    await expect(again).toHaveCount(left - 1);
  }
  await expect(page.getByText('No failed events')).toBeVisible();
  expect((await buyer.call(tokenHistory)).balance).toBe(2_000_000);
});
