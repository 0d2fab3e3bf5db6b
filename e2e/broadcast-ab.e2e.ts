import { createBroadcast } from '@hanasu/contract/broadcasts';
import { actAsSimulatorFriend, createSandboxChannel, SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test('a second variant is written and tried, and the better one is chosen for the rest', async ({
  page,
  context,
}) => {
  const inspect = async (name: string) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/ab-${name}-${width}.png`, fullPage: true });
      expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const owner = await newPerson();
  const bot = await addBot(owner);
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  for (const friend of SIMULATOR_FRIENDS)
    await owner.call(actAsSimulatorFriend, {
      params: { uuid: channel.uuid, friend },
      body: { action: 'follow' },
    });
  const people = SIMULATOR_FRIENDS.length;
  await eventually('the friends', async () => (await owner.call(listFriends)).total === people);
  const { uuid } = await owner.call(createBroadcast, {
    body: {
      name: 'Autumn menu',
      content: { ...EMPTY_CONTENT, bubbles: [{ id: 'one', kind: 'text', text: 'Chestnut cake is back' }] },
      channelUuids: [channel.uuid],
      audience: { kind: 'everybody' },
    },
  });
  await signIn(context, owner);
  await page.goto(`/Channel/message/${uuid}`);

  await page.getByRole('button', { name: 'Add a variant' }).click();
  const second = page.getByRole('tabpanel', { name: 'Variant B' });
  await second.getByRole('button', { name: 'Change' }).click();
  const composer = page.getByRole('dialog', { name: 'Message B' });
  await composer.getByLabel('Text', { exact: true }).fill('Come and try our chestnut cake');
  await composer.getByRole('button', { name: 'Close' }).click();
  await expect(composer).toBeHidden();
  await expect(second.getByText('Come and try our chestnut cake')).toBeVisible();
  await expect(page.getByText('60% wait for the winner.')).toBeVisible();

  // So few are tested that some recipients surely wait.
  const [shareA, shareB] = ['A', 'B'].map((name) => page.getByLabel(`Variant ${name}, in percent`));
  await shareA?.fill('99');
  await expect(page.getByText('Together the shares are more than 100%.')).toBeVisible();
  await shareA?.fill('1');
  await shareB?.fill('1');
  await expect(page.getByText('98% wait for the winner.')).toBeVisible();
  await inspect('editor');
  await page.getByRole('button', { name: /^Check/ }).click();
  await expect(page.getByText(/Fewer than 100 people in a variant/)).toBeVisible();
  await page.getByRole('radio', { name: 'Someone in your team' }).check();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: /^Check/ }).click();
  await expect(page.getByText(/^Wait for the winner: [123]$/)).toBeVisible();
  await expect(page.getByText(/Fewer than 100 people in a variant/)).toBeHidden();
  await inspect('checked');

  await page.getByRole('button', { name: 'Send now' }).click();
  const confirm = page.getByRole('dialog', { name: 'Send “Autumn menu” now?' });
  await confirm.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Waiting for winner')).toBeVisible();
  await expect(page.getByText(/wait(s)? for the winner\.$/)).toBeVisible();
  await inspect('waiting');

  await page.getByRole('button', { name: 'Choose B as the winner' }).click();
  const choice = page.getByRole('dialog', { name: 'Send B to the rest?' });
  await inspect('choice');
  await choice.getByRole('button', { name: 'Choose B as the winner' }).click();
  await expect(choice).toBeHidden();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  const results = page.getByRole('table', { name: 'A/B test' });
  await expect(results.getByRole('row', { name: /Variant B.*Winner/ })).toBeVisible();
  await expect(page.getByText('Someone in your team chose B for the rest.')).toBeVisible();
  await inspect('report');
});
