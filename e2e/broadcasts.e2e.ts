import { createBroadcast } from '@hanasu/contract/broadcasts';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a broadcast is composed, checked and sent to everyone, and its report is read on a phone', async ({
  page,
  context,
}) => {
  const inspect = async (name: string) => {
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/broadcasts-${name}.png`, fullPage: true });
    }
    expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  };
  const owner = await newPerson();
  const bot = await addBot(owner);
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  await owner.call(actAsSimulatorFriend, {
    params: { uuid: channel.uuid, friend: 'alex' },
    body: { action: 'follow' },
  });
  await eventually('a friend', async () => (await owner.call(listFriends)).total > 0);
  await signIn(context, owner);

  await page.goto('/Channel/message');
  await expect(page.getByText('No broadcasts yet')).toBeVisible();
  await inspect('empty');
  await page.getByRole('button', { name: 'New broadcast' }).first().click();
  await page.getByLabel('Name').fill('Spring sale');
  await page.getByRole('button', { name: 'Create broadcast' }).click();
  await expect(page.getByRole('heading', { name: 'Spring sale', level: 1 })).toBeVisible();

  // Nothing is sent while nothing is said.
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('It can’t be sent yet')).toBeVisible();
  await expect(page.getByText('The message is empty.')).toBeVisible();

  await page.getByRole('button', { name: 'Compose' }).click();
  const composer = page.getByRole('dialog', { name: 'Message' });
  await composer
    .getByRole('group', { name: 'Add' })
    .getByRole('button', { name: 'Text', exact: true })
    .click();
  await composer.getByLabel('Text', { exact: true }).fill('Everything at half price');
  await composer.getByRole('button', { name: 'Close' }).click();
  await expect(composer).toBeHidden();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: /^Check(?: again)?$/ }).click();
  await expect(page.getByText('1 person will get it')).toBeVisible();
  await inspect('checked');

  await page.getByRole('button', { name: 'Send now' }).click();
  const confirm = page.getByRole('dialog', { name: 'Send “Spring sale” now?' });
  await expect(confirm.getByText(/It goes to 1 person/)).toBeVisible();
  await inspect('confirm');
  await confirm.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  const recipients = page.getByRole('table', { name: 'Recipients' });
  await expect(recipients.getByText('Alex')).toBeVisible();
  await expect(recipients.getByText('Accepted')).toBeVisible();
  await inspect('report');

  await page.goto('/Channel/message');
  await expect(page.getByRole('link', { name: 'Spring sale' })).toBeVisible();
  await inspect('list');
});

test('a broadcast is tested on one friend, scheduled, and taken back to a draft', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const owner = await newPerson();
  const bot = await addBot(owner);
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  await owner.call(actAsSimulatorFriend, {
    params: { uuid: channel.uuid, friend: 'alex' },
    body: { action: 'follow' },
  });
  await eventually('a friend', async () => (await owner.call(listFriends)).total > 0);
  const { uuid } = await owner.call(createBroadcast, {
    body: {
      name: 'Autumn menu',
      content: {
        ...EMPTY_CONTENT,
        bubbles: [{ id: 'one', kind: 'text', text: 'Chestnut cake is back' }],
      },
      channelUuids: [channel.uuid],
      audience: { kind: 'everybody' },
      peoplePerHour: null,
    },
  });
  await signIn(context, owner);
  await page.goto(`/Channel/message/${uuid}`);

  await page.getByRole('button', { name: 'Test send' }).click();
  const trying = page.getByRole('dialog', { name: 'Test send' });
  await trying.getByRole('combobox', { name: 'Friend' }).click();
  const friend = page.getByRole('option', { name: /Alex/ });
  // The edge of the dialog cuts nothing off.
  await expect(friend).toBeInViewport({ ratio: 1 });
  await friend.click();
  await trying.getByRole('button', { name: 'Test send' }).click();
  await expect(trying.getByText('Sent to Alex')).toBeVisible();
  await trying.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible();
  await dialog.getByLabel('Send at').fill('2031-01-02T09:30');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/Scheduled for Jan 2, 2031, 9:30/)).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/broadcasts-desk.png` });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);

  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
});
