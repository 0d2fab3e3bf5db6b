import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { createCannedReply } from '@hanasu/contract/inbox-work';
import { signIn } from './support/api.ts';
import { colleagueOf, openCounter, pageOf } from './support/counter.ts';
import { expect, test } from './support/test.ts';

test('a colleague sees who has a conversation, and takes it over on purpose', { tag: '@smoke' }, async ({
  browser,
}) => {
  const { person, uuid } = await openCounter();
  const colleague = await colleagueOf(person);
  const mine = await pageOf(browser, person, `/Message?conversation=${uuid}`);
  const theirs = await pageOf(browser, colleague, `/Message?conversation=${uuid}`);
  await expect(mine.getByText(`${colleague.username} is viewing`)).toBeVisible();
  await mine.getByRole('button', { name: 'Take over' }).click();
  await expect(mine.getByLabel('Write to 花子')).toBeFocused();
  await expect(theirs.getByText(`${person.username} is handling this conversation.`)).toBeVisible();
  await theirs.getByLabel('Write to 花子').fill('私が担当します');
  await theirs.getByLabel('Write to 花子').press('Enter');
  await theirs.getByRole('button', { name: 'Take over and send' }).click();
  const thread = theirs.getByRole('log');
  await expect(thread.getByRole('article').last()).toContainText('私が担当します');
  await expect(mine.getByText(`${colleague.username} is handling this conversation.`)).toBeVisible();
  await Promise.all([mine.context().close(), theirs.context().close()]);
});

test('a canned reply is found with a slash, filled in and sent', async ({ page, context }) => {
  const { person, uuid } = await openCounter();
  for (const [shortcut, text] of [
    ['hours', 'Open from 9:00.'],
    ['hello', 'Hello {{customer}}!'],
  ] as const) {
    await person.call(createCannedReply, { body: { shortcut, title: shortcut, text } });
  }
  await signIn(context, person);
  await page.goto(`/Message?conversation=${uuid}`);
  await page.getByLabel('Write to 花子').pressSequentially('/hel');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Write to 花子')).toHaveValue('Hello 花子!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').last()).toContainText('Hello 花子!');
});

test('a note names a colleague and is not sent', async ({ page, context }) => {
  const { person, uuid } = await openCounter();
  const colleague = await colleagueOf(person);
  await signIn(context, person);
  await page.goto(`/Message?conversation=${uuid}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('n');
  const note = page.getByLabel('Internal note about 花子');
  await note.pressSequentially(`Please look @${colleague.username.slice(0, -1)}`);
  await page.getByRole('option', { name: colleague.username }).click();
  await note.press('Enter');
  const shown = page.getByRole('article').last();
  await expect(shown).toContainText(`@${colleague.username}`);
  await expect(shown.getByRole('img', { name: 'Internal note' })).toBeVisible();
  await expect(shown).not.toContainText('Sent');
});

test('pictures come in and go out; what is begun survives a reload', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  const { person, channel, uuid } = await openCounter();
  await person.call(sendOperatorMessage, { params: { uuid }, body: { text: '写真をお送りください' } });
  await person.call(actAsSimulatorFriend, {
    params: { uuid: channel, friend: 'hanako' },
    body: { action: 'image' },
  });
  await signIn(context, person);
  await page.goto(`/Message?conversation=${uuid}`);
  const thread = page.getByRole('log');
  await thread.getByRole('button', { name: /in full$/ }).click();
  await expect(page.getByRole('dialog').getByRole('img').last()).toBeVisible();
  await page.getByRole('button', { name: 'Close picture' }).click();

  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 30 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('button', { name: 'Remove room.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread.getByRole('button', { name: /in full$/ })).toHaveCount(2);

  await page.getByLabel('Write to 花子').fill('half a thought');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Write to 花子')).toHaveValue('half a thought');
});
