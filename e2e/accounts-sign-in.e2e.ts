import { confirmSecondFactor, startSecondFactor } from '@hanasu/contract/sessions';
import type { BrowserContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { newPerson, type Person, signIn } from './support/api.ts';
import { expect, test } from './support/test.ts';

const DAY_SECONDS = 86_400;

async function enterPassword(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
  await page.getByLabel('Email or username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function cookieSeconds(context: BrowserContext): Promise<number> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'jwt');
  if (!cookie) throw new Error('not signed in');
  return cookie.expires - Date.now() / 1000;
}

const hello = (page: Page, { username }: Person) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${username}`);

test('who asks to be kept signed in stays for weeks, others for a day', async ({
  page,
  context,
  browser,
}) => {
  const person = await newPerson();
  await page.goto('/Login');
  await page.getByLabel('Keep me signed in').check();
  await enterPassword(page, person);
  await hello(page, person);
  expect(await cookieSeconds(context)).toBeGreaterThan(7 * DAY_SECONDS);

  const other = await browser.newContext({ baseURL: page.url() });
  const day = await other.newPage();
  await day.goto('/Login');
  await enterPassword(day, person);
  await hello(day, person);
  const seconds = await cookieSeconds(other);
  expect(seconds).toBeGreaterThan(DAY_SECONDS - 600);
  expect(seconds).toBeLessThanOrEqual(DAY_SECONDS);
  await other.close();
});

test('a wrong password says so and keeps what was typed', async ({ page, complaints }) => {
  complaints.expectSome(/Failed to load resource.*401/);
  const person = await newPerson();
  await page.goto('/Login');
  await enterPassword(page, { ...person, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Email or username and password do not match.');
  await expect(page.getByLabel('Email or username')).toHaveValue(person.username);
});

test('with an authenticator app a code is asked for, or a recovery code', async ({ page, complaints }) => {
  complaints.expectSome(/Failed to load resource.*40[013]/);
  const person = await newPerson();
  const { secret } = await person.call(startSecondFactor, { body: { password: person.password } });
  const code = (steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
  const { recoveryCodes } = await person.call(confirmSecondFactor, { body: { code: code() } });

  await page.goto('/Login?returnTo=%2FToken');
  await enterPassword(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step verification');
  const field = page.getByLabel('6-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is not right.')).toBeVisible();
  // The code of now was used up by switching it on.
  await field.fill(code(1).replace(/(...)/, '$1 '));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens');

  await page.context().clearCookies();
  await page.goto('/Login');
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await hello(page, person);
});

test('a passkey signs in without a password', async ({ page, context }) => {
  // A key that is always present would answer the question that browsers put among the names, before any button.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await newPerson();
  await signIn(context, person);
  await page.goto('/Account?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=password]').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('not used yet')).toBeVisible();

  await context.clearCookies();
  await page.goto('/Login?returnTo=%2FToken');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens');
});
