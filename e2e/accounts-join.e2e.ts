import { me } from '@hanasu/contract/accounts';
import { createInvitation, listMembers } from '@hanasu/contract/team';
import { newPerson, signIn } from './support/api.ts';
import { codeOf, followMail, mailsTo, outboxLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'tall lamps over quiet water';

/** An owner and their invitation to an address. */
async function invite(email: string, role: 'operator' | 'viewer') {
  const owner = await newPerson();
  await owner.call(createInvitation, { body: { email, role } });
  const { account } = await owner.call(me);
  const roles = async () =>
    Object.fromEntries(
      (await owner.call(listMembers)).items.map(({ username, role: given }) => [username, given]),
    );
  return { owner, account, roles };
}

test('a new person joins by an invitation, and gets no account of their own', async ({
  page,
  complaints,
}) => {
  const name = `invited-${process.pid}`;
  const email = `${name}@example.com`;
  const { owner, account, roles } = await invite(email, 'operator');
  await followMail(page, complaints, { to: email, button: 'See the invitation' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Join ${account.name}`);
  await expect(page).toHaveURL('/Join');
  await expect(page.getByText(`${owner.username} invites you`)).toBeVisible();
  await page.getByRole('link', { name: 'Create an account and join' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByText(`You will join ${account.name}`)).toBeVisible();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'I agree to the' }).check();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${name}`);
  expect(await roles()).toEqual({ [owner.username]: 'owner', [name]: 'operator' });
});

test('somebody with an account signs in and joins', async ({ page }) => {
  const person = await newPerson();
  const email = (await person.call(me)).email ?? '';
  const { owner, account, roles } = await invite(email, 'viewer');
  await page.goto(`/Join?code=${codeOf((await mailsTo(email))[0])}`);
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await page.getByLabel('Email or username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Join as ${person.username}` }).click();
  await expect(page.getByText(`You now work in ${account.name}.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${person.username}`);
  expect(await roles()).toEqual({ [owner.username]: 'owner', [person.username]: 'viewer' });
});

test('whoever is signed in may join as somebody else', async ({ page, context }) => {
  const { account } = await invite(`else-${process.pid}@example.com`, 'viewer');
  const person = await newPerson();
  await signIn(context, person);
  await page.goto(`/Join?code=${codeOf((await mailsTo(`else-${process.pid}@example.com`))[0])}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Join ${account.name}`);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('link', { name: 'Create an account and join' })).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === 'jwt')).toBe(false);
});

test('an invitation that does not exist says whom to ask', async ({ page, complaints }) => {
  complaints.expectSome(/Failed to load resource.*4\d\d/);
  await page.goto('/Join?code=nothing-like-this');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
  await expect(page.getByText('Ask the person who invited you')).toBeVisible();
});

test('the mail of an invitation is read in the outbox, and runs no scripts', async ({ page, complaints }) => {
  // What records this test would run in the mail as well.
  complaints.expectSome(/Blocked script execution in 'about:srcdoc'/);
  const email = `reads-${process.pid}@example.com`;
  const { account } = await invite(email, 'viewer');
  const [mail] = await mailsTo(email);
  await page.goto(outboxLink());
  await page.getByRole('navigation', { name: 'Emails' }).getByRole('link', { name: email }).click();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(mail?.subject ?? '');
  await expect(page.locator('iframe')).not.toHaveAttribute('sandbox', /allow-(scripts|same-origin)/);
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(account.name);
  await expect(page.getByRole('tabpanel')).toContainText('/Join?code=');
});
