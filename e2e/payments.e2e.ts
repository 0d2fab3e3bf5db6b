import { tokenHistory } from '@hanasu/contract/billing';
import type { PaymentView } from '@hanasu/contract/payments';
import { getPayment, listPayments } from '@hanasu/contract/payments';
import type { Page } from '@playwright/test';
import { eventually, newcomer, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const balanceOf = async (person: Person) => (await person.call(tokenHistory)).balance;
const paymentOf = async (page: Page, person: Person): Promise<PaymentView> => {
  const uuid = new URL(page.url()).searchParams.get('payment') ?? '';
  return (await person.call(getPayment, { params: { uuid } as never })).payment;
};

/** Chooses the small package, and then a card. */
async function begin(page: Page): Promise<void> {
  await page.goto('/payment');
  await page.getByRole('radio', { name: /1,000,000 tokens/ }).check({ force: true });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(heading(page)).toHaveText('Pay');
}
async function pay(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: card, exact: true }).check();
  await page.getByRole('button', { name: 'Pay now' }).click();
}

test('tokens are bought with a card: the balance has them once, after a reload and in the list too', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const before = await balanceOf(person);
  await signIn(context, person);
  await page.goto('/Token');
  await page.getByRole('link', { name: 'Buy tokens' }).click();
  await expect(heading(page)).toHaveText('Buy tokens');
  await expect(page.getByText('Test mode: no card here is real')).toBeVisible();
  await page.getByText('JPY', { exact: true }).click();
  await expect(page.getByRole('radio', { name: /1,000,000 tokens.*¥1,100/ })).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'payment-packages');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(heading(page)).toHaveText('Pay');
  await expect(page.getByText('¥1,100')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'payment-card');
  await page.reload();
  await pay(page, 'Pays at once');
  await expect(heading(page)).toHaveText('Payment received');
  await expect(page.getByRole('status').filter({ hasText: 'Balance' })).toContainText('2,000,000');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'payment-success');
  await page.reload();
  await expect(heading(page)).toHaveText('Payment received');
  expect(await balanceOf(person)).toBe(before + 1_000_000);
  const address = page.url();
  // Every other page of it leads here.
  for (const place of ['/payment', '/payment/3d-secure', '/payment/failed']) {
    await page.goto(place + new URL(address).search);
    await expect(page).toHaveURL(address);
  }
  await page.getByRole('link', { name: 'All payments' }).click();
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /Paid/ });
  await expect(row).toContainText('¥1,100');
  await shot(page, 'payment-history');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(address);
  await page.goto('/Token?kind=purchase');
  await page.getByRole('table', { name: 'History' }).getByRole('link', { name: 'Payment' }).click();
  await expect(page).toHaveURL(address);
});

test('the bank asks: confirmed, refused, left, and confirmed on another device', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const secure = 'Asks for confirmation at the bank (3-D Secure)';
  await begin(page);
  await pay(page, secure);
  await expect(heading(page)).toHaveText('Is it you who pays?');
  await page.getByRole('button', { name: 'No, refuse' }).click();
  await expect(heading(page)).toHaveText('Payment failed');
  await expect(page.getByText('The bank could not confirm that it is you.')).toBeVisible();
  await expect(page.getByText('You have not been charged.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'payment-failed');
  await page.getByRole('link', { name: 'Use another card' }).click();
  await pay(page, secure);
  await expect(heading(page)).toHaveText('Is it you who pays?');
  // The page of the bank is left: what waits for it says so, and still leads there.
  await page.goBack();
  await expect(heading(page)).toHaveText('Confirm at your bank');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'payment-check');
  const { actionUrl } = await paymentOf(page, person);
  const elsewhere = await context.newPage();
  await elsewhere.goto(actionUrl ?? '');
  await elsewhere.getByRole('button', { name: 'Yes, pay' }).click();
  await expect(heading(elsewhere)).toHaveText('Payment received');
  await elsewhere.close();
  // The first tab moves on by itself.
  await expect(heading(page)).toHaveText('Payment received');
  expect(await balanceOf(person)).toBe(2_000_000);
  expect((await person.call(listPayments)).total).toBe(1);
});

test.describe('cards that are refused', () => {
  const CARDS = [
    ['Is declined', 'The bank declined the card.'],
    ['Has too little money', 'There is not enough money on the card.'],
    ['Has expired', 'The card has expired.'],
  ] as const;

  test('say why, take nothing, and leave the way to another card or to none', async ({ page, context }) => {
    const person = await newPerson();
    await signIn(context, person);
    await begin(page);
    for (const [card, words] of CARDS) {
      await pay(page, card);
      await expect(heading(page)).toHaveText('Payment failed');
      await expect(page.getByText(words)).toBeVisible();
      await page.getByRole('link', { name: 'Use another card' }).click();
      await expect(heading(page)).toHaveText('Pay');
    }
    const address = page.url();
    await page.getByRole('button', { name: 'Give up this payment' }).click();
    await expect(page.getByText('Payment given up. Nothing was charged.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Given up');
    await page.goto(address);
    await expect(heading(page)).toHaveText('Payment given up');
    expect(await violations(page)).toEqual([]);
    expect(await balanceOf(person)).toBe(1_000_000);
  });
});

test('a second tab that is behind is led to what became of the payment, and pays nothing', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*422/);
  const person = await newPerson();
  await signIn(context, person);
  await begin(page);
  const behind = await context.newPage();
  await behind.goto(page.url());
  await expect(heading(behind)).toHaveText('Pay');
  await pay(page, 'Pays at once');
  await expect(heading(page)).toHaveText('Payment received');
  await behind.getByRole('button', { name: 'Pay now' }).click();
  await expect(heading(behind)).toHaveText('Payment received');
  await expect(behind.getByRole('alert')).toHaveCount(0);
  expect(await balanceOf(person)).toBe(2_000_000);
});

test('money that goes back takes its tokens with it, and the page says so', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  await begin(page);
  await pay(page, 'Pays, and is refunded a moment later');
  await expect(heading(page)).toHaveText(/Payment (received|refunded)/);
  await eventually('it is refunded', async () => (await paymentOf(page, person)).state === 'refunded');
  await page.reload();
  await expect(heading(page)).toHaveText('Payment refunded');
  await expect(page.getByText('1,000,000 tokens of this purchase were taken back.')).toBeVisible();
  await shot(page, 'payment-refunded');
  await begin(page);
  await pay(page, 'Pays, and is disputed a moment later');
  await expect(heading(page)).toHaveText(/Payment received|Disputed/);
  await eventually('it is disputed', async () => (await paymentOf(page, person)).dispute === 'open');
  await page.reload();
  await expect(heading(page)).toHaveText('Disputed');
  await eventually('the tokens are gone', async () => (await balanceOf(person)) === 1_000_000);
});

test('who has no right or no confirmed address is shown so before anything is begun', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*40[34]/);
  const person = await newcomer();
  await signIn(context, person);
  await page.goto('/payment');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
  expect((await person.call(listPayments)).total).toBe(0);
  const other = await newPerson();
  await context.clearCookies();
  await signIn(context, other);
  await begin(page);
  const address = page.url();
  await context.clearCookies();
  await signIn(context, person);
  await page.goto(address);
  await expect(page.getByText('This payment was not found')).toBeVisible();
});

for (const [locale, titles] of [
  ['ja', ['トークンの購入', 'お支払い', 'お支払いができませんでした']],
  ['vi', ['Mua token', 'Thanh toán', 'Thanh toán không thành công']],
] as const)
  test(`on a phone in ${locale}, by night`, async ({ page, context }) => {
    await signIn(context, await newPerson(locale));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    const look = async (name: string) => {
      expect([...(await overflow(page)), ...(await violations(page))]).toEqual([]);
      await shot(page, `payment-${name}-390-${locale}`);
    };
    await page.goto('/payment');
    await expect(heading(page)).toHaveText(titles[0]);
    await expect(page.getByRole('radio')).not.toHaveCount(0);
    await look('packages');
    await page.locator('main form button[type=submit]').click();
    await expect(heading(page)).toHaveText(titles[1]);
    await look('card');
    await page.locator('main input[value=declined]').check();
    await page.locator('main form button[type=submit]').click();
    await expect(heading(page)).not.toHaveText(titles[1]);
    await look('failed');
    await page.locator('main a[href^="/payment?payment"]').click();
    await page.locator('main input[value=secure]').check();
    await page.locator('main form button[type=submit]').click();
    await page.waitForURL(/payment-sandbox/);
    await page.goBack();
    await expect(page.locator('main a[href*="payment-sandbox"]')).toBeVisible();
    await look('check');
    await page.locator('main a[href^="/payment?payment"]').click();
    await page.locator('main input[value=ok]').check();
    await page.locator('main form button[type=submit]').click();
    // The first one is that of the pages above.
    await expect(page.locator('main a[href="/Token"]').last()).toBeVisible();
    await look('success');
  });
