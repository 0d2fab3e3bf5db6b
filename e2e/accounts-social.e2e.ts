import { newPerson } from './support/api.ts';
import { GUEST, NAMELESS, OWNER } from './support/social-vendors.ts';
import { expect, test } from './support/test.ts';

test('somebody new comes in by Google, to the page that was asked for, and again', async ({
  page,
  context,
}) => {
  for (const round of ['first', 'again']) {
    await test.step(round, async () => {
      await page.goto('/Token');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.getByRole('button', { name: `Continue as ${GUEST.name}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens');
      await expect(page).toHaveURL('/Token');
      // Nothing is asked without the session then.
      await page.goto('about:blank');
      await context.clearCookies();
    });
  }
});

test('somebody without an address comes in by Facebook', async ({ page }) => {
  await page.goto('/Login');
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.getByRole('button', { name: `Continue as ${NAMELESS.name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /);
  await expect(page).toHaveURL('/');
});

test('who changes their mind at the provider reads that nothing happened', async ({ page, complaints }) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  await page.goto('/Login');
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('You canceled the sign-in there.');
  await expect(page).toHaveURL('/api/auth/facebook/callback');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/Login');
});

test('a confirmed address that has an account is not signed in by the provider’s word', async ({
  page,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  await newPerson('en', `known-${process.pid}`, OWNER.email);
  await page.goto('/Login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: `Continue as ${OWNER.name}` }).click();
  await expect(page.getByRole('alert')).toContainText('There is an account already.');
  expect((await page.context().cookies()).some(({ name }) => name === 'jwt')).toBe(false);
});

test('a return address that somebody else was given signs nobody in', async ({ page, browser, baseURL }) => {
  await page.goto('/Login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const stopped = page.waitForRequest(/\/api\/auth\/google\/callback\?/);
  await page.route(/\/api\/auth\/google\/callback\?/, (route) => route.abort());
  await page.getByRole('button', { name: `Continue as ${GUEST.name}` }).click();
  const address = (await stopped).url();
  const victim = await browser.newContext({ baseURL });
  const other = await victim.newPage();
  await other.goto(address);
  await expect(other.getByRole('alert')).toContainText('started in another window');
  expect((await victim.cookies()).some(({ name }) => name === 'jwt')).toBe(false);
  await expect(other).toHaveURL('/api/auth/google/callback');
  await victim.close();
});
