import { tokenHistory } from '@hanasu/contract/billing';
import { listPayments } from '@hanasu/contract/payments';
import type { FrameLocator, Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { openStripeStage } from './support/stripe-vendor.ts';
import { expect, test } from './support/test.ts';

let stage: Awaited<ReturnType<typeof openStripeStage>>;
test.beforeAll(async () => {
  stage = await openStripeStage();
});
test.afterAll(() => stage.close());

const OK = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const SECURE = '4000 0000 0000 3220';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cardForm = (page: Page): FrameLocator => page.frameLocator('main iframe');
const balanceOf = async (person: Person) => (await person.call(tokenHistory)).balance;
const payButton = (page: Page) => page.locator('main form button[type=submit]');
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
/** The script of the gateway runs in this document. */
const hasScript = (page: Page) => page.evaluate<boolean>("'Stripe' in window");
/** Whether the content policy of the document admits this address. */
const mayReach = (page: Page, url: string) =>
  page.evaluate<boolean>(`fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(() => true, () => false)`);

/** Comes by links, as a person does: the document was loaded as another page. */
async function begin(page: Page): Promise<void> {
  await page.goto('/Token');
  await page.locator('main a[href="/payment"]').click();
  await payButton(page).click();
  await expect(page.locator('main iframe')).toBeVisible();
}

async function fillIn(page: Page, number: string): Promise<void> {
  const fields = cardForm(page).getByRole('textbox');
  await fields.nth(0).fill(number);
  await fields.nth(1).fill('12 / 40');
  await fields.nth(2).fill('123');
}

test('a card pays: the script is on this page alone, and no number reaches the server', async ({
  page,
  context,
  complaints,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const script = `${stage.stripe.url}/dahlia/stripe.js`;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(stage.hanasu.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await page.goto('/Token');
  complaints.expectSome(/violates the following Content Security Policy|Refused to connect/);
  expect(await mayReach(page, script)).toBe(false);
  expect(complaints.take()).toEqual([]);
  await begin(page);
  await expect(heading(page)).toHaveText('Pay');
  expect(await mayReach(page, script)).toBe(true);
  await expect(page.getByText('$7.99')).toBeVisible();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'stripe-card');
  // What is incomplete is not sent.
  await payButton(page).click();
  await expect(cardForm(page).getByRole('alert')).toHaveText('Your card’s details are incomplete.');
  await expect(payButton(page)).toBeEnabled();
  await fillIn(page, OK);
  await payButton(page).dblclick();
  await expect(heading(page)).toHaveText('Payment received');
  await expect(page.getByRole('status').filter({ hasText: 'Balance' })).toContainText('2,000,000');
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['payment']);
  expect(await hasScript(page)).toBe(false);
  const confirmed = stage.stripe.calls.filter(({ path }) => path.endsWith('/confirm'));
  expect(confirmed).toHaveLength(1);
  await page.reload();
  await expect(heading(page)).toHaveText('Payment received');
  expect(await balanceOf(person)).toBe(2_000_000);
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.filter((text) => text.replace(/\D/g, '').includes(OK.replaceAll(' ', '')))).toEqual([]);
});

test('a declined card says why in place, and another one pays the same payment', async ({
  page,
  context,
  complaints,
}) => {
  // The tab that is behind asks for what is paid already.
  complaints.expectSome(/status of 400.*confirm/);
  const person = await newPerson();
  await signIn(context, person);
  await begin(page);
  await fillIn(page, DECLINED);
  await payButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('The bank declined the card. You have not been charged.');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'stripe-declined');
  // The same after a reload, and in another tab.
  await page.reload();
  await expect(alert).toHaveText('The bank declined the card. You have not been charged.');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('main iframe')).toBeVisible();
  await fillIn(page, OK);
  await payButton(page).click();
  await expect(heading(page)).toHaveText('Payment received');
  // The tab that is behind is led to what became of it.
  await fillIn(other, OK);
  await payButton(other).click();
  await expect(heading(other)).toHaveText('Payment received');
  expect(await balanceOf(person)).toBe(2_000_000);
  expect((await person.call(listPayments)).total).toBe(1);
});

test('3-D Secure: failed, left, taken up again, and completed', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  await begin(page);
  await fillIn(page, SECURE);
  await payButton(page).click();
  await expect(heading(page)).toHaveText('3-D Secure test page');
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(heading(page)).toHaveText('Payment failed');
  await expect(page.getByText('The bank could not confirm that it is you.')).toBeVisible();
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['payment']);
  // The way back to the card form loads its page.
  await page.getByRole('link', { name: 'Use another card' }).click();
  await expect(page.locator('main iframe')).toBeVisible();
  const address = page.url();
  await fillIn(page, SECURE);
  await payButton(page).click();
  await expect(heading(page)).toHaveText('3-D Secure test page');
  // The browser is closed in the middle.
  await page.close();
  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByRole('alert').filter({ hasText: 'Confirm at your bank' })).toBeVisible();
  await later.getByRole('link', { name: 'Go on with the confirmation' }).click();
  await expect(heading(later)).toHaveText('Confirm at your bank');
  expect(await violations(later)).toEqual([]);
  await later.getByRole('link', { name: 'Confirm now' }).click();
  await later.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(heading(later)).toHaveText('Payment received');
  expect(await balanceOf(person)).toBe(2_000_000);
});

test('a script that is blocked says so and is tried again; leaving the page ends it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/net::ERR_FAILED|could not be loaded/);
  await signIn(context, await newPerson());
  await page.route('**/dahlia/stripe.js', (route) => route.abort());
  await page.goto('/payment');
  await payButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The card form could not be loaded');
  await expect(alert).toContainText('You have not been charged.');
  await expect(payButton(page)).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'stripe-blocked');
  await page.unroute('**/dahlia/stripe.js');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main iframe')).toBeVisible();
  await expect(alert).toHaveCount(0);
  expect(await hasScript(page)).toBe(true);
  await page.getByRole('link', { name: 'Tokens', exact: true }).first().click();
  await expect(page).toHaveURL(/\/Token$/);
  await expect.poll(() => hasScript(page)).toBe(false);
  await page.goBack();
  await expect(page.locator('main iframe')).toBeVisible();
  await page.getByRole('button', { name: 'Give up this payment' }).click();
  await expect(page.getByText('Payment given up. Nothing was charged.')).toBeVisible();
});

for (const [locale, label] of [
  ['ja', 'カード番号'],
  ['vi', 'Số thẻ'],
] as const)
  test(`on a phone in ${locale}, by night`, async ({ page, context }) => {
    const person = await newPerson(locale);
    await signIn(context, person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    const isClean = async (name: string) => {
      expect([...(await overflow(page)), ...(await violations(page))]).toEqual([]);
      await shot(page, `stripe-${name}-390-${locale}`);
    };
    await begin(page);
    await expect(cardForm(page).getByLabel(label)).toBeVisible();
    const style = await cardForm(page).locator('html').evaluate('document.documentElement.style.cssText');
    expect(style).toContain('color-scheme: dark');
    expect(style).toContain('#171c22');
    await isClean('card');
    await fillIn(page, DECLINED);
    // By key: right after scrolling, Chromium still gives clicks to the frame at its old place.
    await payButton(page).press('Enter');
    await expect(page.locator('main [role=alert]')).toBeVisible();
    await isClean('declined');
    await fillIn(page, SECURE);
    await payButton(page).press('Enter');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.locator('main a[href="/Token"]').last()).toBeVisible();
    await isClean('success');
    expect(await balanceOf(person)).toBe(2_000_000);
  });
