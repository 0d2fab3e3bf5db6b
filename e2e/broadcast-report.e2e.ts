import { reportBroadcast } from '@hanasu/contract/broadcast-report';
import { createBroadcast, startBroadcast } from '@hanasu/contract/broadcasts';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { listLinks } from '@hanasu/contract/links';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('what people did after a broadcast is read on a phone, beside another one', async ({
  page,
  context,
}) => {
  const inspect = async (name: string) => {
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/broadcast-report-${name}.png`, fullPage: true });
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
  const make = async (name: string) =>
    owner.call(createBroadcast, {
      body: {
        name,
        content: {
          ...EMPTY_CONTENT,
          bubbles: [{ id: 'one', kind: 'text', text: 'Chestnut cake: http://shop.example/cakes/chestnut' }],
        },
        channelUuids: [channel.uuid],
        audience: { kind: 'everybody' },
      },
    });
  const [autumn, winter] = [await make('Autumn menu'), await make('Winter menu')];
  await owner.call(startBroadcast, { params: { uuid: winter.uuid } });
  await signIn(context, owner);
  await page.goto(`/Channel/message/${autumn.uuid}`);
  await page.getByRole('radio', { name: 'See who clicked' }).check();
  await page.getByLabel('Source (utm_source)').fill('line');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Clicks are counted')).toBeVisible();
  await inspect('links');

  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  const report = page.getByRole('region', { name: 'Reactions' });
  await expect(report).toBeVisible();
  await eventually('it is sent', async () => {
    const { state } = await owner.call(reportBroadcast, { params: { uuid: autumn.uuid } });
    return state === 'sent';
  });
  const { items } = await owner.call(listLinks, { query: { ownerUuid: autumn.uuid } });
  await page.request.get(items[0]?.address ?? '', { maxRedirects: 0 });
  await page.reload();
  await expect(report.getByText('http://shop.example/cakes/chestnut?utm_source=line')).toBeVisible();
  await expect(page.getByText('Alex')).toBeVisible();
  const compare = page.getByRole('region', { name: 'Compare' });
  await compare.getByRole('combobox', { name: 'Other broadcasts' }).click();
  await page.getByRole('option', { name: 'Winter menu' }).click();
  await page.keyboard.press('Escape');
  await expect(compare.getByRole('link', { name: 'Winter menu' })).toBeVisible();
  await inspect('phone');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('Autumn menu.csv');
  await page.getByRole('combobox', { name: 'Reactions' }).click();
  await page.getByRole('option', { name: 'Didn’t reply' }).click();
  await expect(page.getByRole('table', { name: 'Recipients' }).getByText('Alex')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await inspect('desk');
});
