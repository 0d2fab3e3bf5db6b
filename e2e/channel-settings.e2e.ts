import { createSandboxChannel } from '@hanasu/contract/channels';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

async function channelOwner() {
  const person = await newPerson();
  const bot = await addBot(person);
  await person.call(createSandboxChannel, { body: { name: 'Shop', kind: 'line', botUuid: bot.uuid } });
  return person;
}

test('a channel is told how to behave, by keyboard as well, and tried before it is saved', async ({
  page,
  context,
}) => {
  await signIn(context, await channelOwner());
  await page.goto(new URL('/Channel/setting', serverUrl()).href);
  await page.getByRole('switch', { name: 'Set business hours' }).check();
  await page.getByRole('checkbox', { name: 'Japan' }).check();
  await page.getByText('Japan: Public holidays in').click();
  await expect(page.getByText('元日')).toBeVisible();
  await page.getByRole('button', { name: 'Add a day' }).click();
  // A new day is today, which may be the very holiday that is tried below.
  await page.getByLabel('Day 1', { exact: true }).fill('2026-12-30');
  await page.getByLabel('Name of day 1').fill('Stocktaking');

  await page.getByRole('button', { name: 'Add a keyword' }).click();
  const keyword = page.getByRole('group', { name: 'Keyword 1' });
  await keyword.getByRole('combobox', { name: 'Words' }).fill('opening hours');
  await page.keyboard.press('Enter');
  await keyword.getByLabel('Reply').fill('Nine to six.');

  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Your OPENING HOURS?');
  await page.getByLabel('At', { exact: true }).fill('2026-11-23T10:00');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  const phone = page.getByRole('region', { name: 'What the customer sees' });
  await expect(phone.getByText('Your OPENING HOURS?')).toBeVisible();
  await expect(phone.getByText('Nine to six.')).toBeVisible();
  await expect(page.getByText('Holiday: 勤労感謝の日')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Left and come back to: what was begun is still there.
  await page.getByRole('link', { name: 'Channels' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('You have unsaved changes here from before.')).toBeVisible();
  await expect(keyword.getByLabel('Reply')).toHaveValue('Nine to six.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.reload();
  await expect(keyword.getByLabel('Reply')).toHaveValue('Nine to six.');
  await expect(page.getByLabel('Name of day 1')).toHaveValue('Stocktaking');
});

test('a pattern that can’t be used is refused beside its words', async ({ page, context, complaints }) => {
  complaints.expectSome(/Failed to load resource.*422/);
  await signIn(context, await channelOwner());
  await page.goto(new URL('/Channel/setting', serverUrl()).href);
  await page.getByRole('button', { name: 'Add a keyword' }).click();
  const keyword = page.getByRole('group', { name: 'Keyword 1' });
  await keyword.getByRole('combobox', { name: 'Matches' }).click();
  await page.getByRole('option', { name: 'A pattern' }).click();
  await keyword.getByRole('combobox', { name: 'Words' }).fill('(?=a)b');
  await page.keyboard.press('Enter');
  await keyword.getByLabel('Reply').fill('No.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(keyword.getByText(/cannot be read/)).toBeVisible();
});
