import { me } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { newcomer, newPerson, signIn } from './support/api.ts';
import { codeOf, followMail, mailsTo } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'tall lamps over quiet water';

test('a new person confirms their address by the link of the mail', async ({ page, complaints }) => {
  const name = `confirms-${process.pid}`;
  const email = `${name}@example.com`;
  await page.goto('/Register');
  await page.getByLabel('Shop name').fill(name);
  await page.getByLabel('Email').fill(email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(`${name}1`);
  await expect(page.getByText('It contains your name or your address.')).toBeVisible();
  await password.fill(PASSWORD);
  await expect(page.getByText('Password strength: strong')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I agree to the' }).check();
  await page.getByRole('button', { name: 'Create an account' }).click();
  const bar = page.getByRole('listitem').filter({ hasText: 'Confirm your email address' });
  await expect(bar).toContainText(`We sent a link to ${email}`);

  await test.step('asks for the mail again', async () => {
    await bar.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByRole('status').filter({ hasText: `Sent again to ${email}` })).toBeVisible();
  });

  await test.step('follows the link', async () => {
    await followMail(page, complaints, { to: email, button: 'Confirm address' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email');
    await expect(page).toHaveURL('/Confirm-Email');
    expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmed');
    await page.getByRole('link', { name: 'Open Hanasu' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${name}`);
    await expect(bar).toBeHidden();
  });
});

test('a link that was used says so, and leads on', async ({ page, complaints }) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  const person = await newcomer();
  const { email } = await person.call(me);
  const code = codeOf((await mailsTo(email ?? ''))[0]);
  for (const heading of ['Email confirmed', 'This link does not work']) {
    await page.goto(`/Confirm-Email?code=${code}`);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    // Nobody is signed in here.
    if (heading === 'Email confirmed') {
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Confirm email' }).click();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.goto('/Reset-Password?code=nothing-like-this');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/Forgot-Password');
});

test('whoever did not register takes the account over by the link, and sees what is in it', async ({
  page,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  const squatter = await newcomer();
  const { email } = await squatter.call(me);
  await squatter.call(createBot, { body: { name: 'Left here', serviceUuid: 'builtin-extractive' } });
  await page.goto(`/Confirm-Email?code=${codeOf((await mailsTo(email ?? ''))[0])}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('button', { name: 'I don’t know the password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Left here');
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await expect(dialog).toBeHidden();
  await expect(squatter.call(me)).rejects.toThrow(/401/);
});

test('a forgotten password is chosen anew, and whoever was signed in elsewhere is out', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  const person = await newPerson();
  const email = (await person.call(me)).email ?? '';
  const elsewhere = await browser.newContext({ baseURL });
  await signIn(elsewhere, person);
  const other = await elsewhere.newPage();
  await other.goto('/Token');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tokens');

  await page.goto('/Login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before it has a field of nearly the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect(page.getByRole('link', { name: 'Open unsent emails' })).toBeVisible();

  await followMail(page, complaints, { to: email, button: 'Choose a new password' });
  await expect(page).toHaveURL('/Reset-Password');
  await test.step('the page may be reloaded', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  });
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill('something else');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('The two passwords differ.')).toBeVisible();
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${person.username}`);

  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await other.getByLabel('Email or username').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tokens');
  await elsewhere.close();
});

test('an address that nobody has is answered like any other', async ({ page }) => {
  await page.goto('/Forgot-Password');
  await page.getByLabel('Email').fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If nobody-at-all@example.com belongs to an account')).toBeVisible();
  expect(await mailsTo('nobody-at-all@example.com')).toEqual([]);
});
