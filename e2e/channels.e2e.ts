import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { listConversations } from '@hanasu/contract/inbox';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { addBot, addKnowledge } from './support/shop.ts';
import { expect, test } from './support/test.ts';

async function shopWithFriend() {
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Main shop', kind: 'line', botUuid: bot.uuid },
  });
  const params = { uuid: channel.uuid, friend: 'alex' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'text', text: 'Are you open?' } });
  await eventually('the friend is in the inbox', async () => {
    const { items } = await person.call(listConversations, { query: { channelUuid: channel.uuid } as never });
    return items.length > 0;
  });
  return { person, channel };
}

test('a channel is disconnected with its conversations kept, and connected again', async ({
  page,
  context,
}) => {
  const { person, channel } = await shopWithFriend();
  await signIn(context, person);
  await page.goto(new URL(`/Channel/Instance/${channel.uuid}?tab=disconnect`, serverUrl()).href);
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('Conversations and friends stay and can be read.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Disconnect, keep conversations' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('New messages do not arrive and nothing is sent.')).toBeVisible();
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);

  await page.getByRole('link', { name: 'Open in inbox' }).click();
  await page.getByText('Alex').first().click();
  await expect(page.getByRole('log').getByText('Are you open?')).toBeVisible();
  await expect(page.getByText(/is disconnected, so replies cannot be sent/)).toBeVisible();
  await expect(page.getByLabel('Write to Alex')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Reconnect' }).click();
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page.getByRole('button', { name: 'Pause bot' })).toBeVisible();
});

test('a channel is deleted only by whoever types its name', async ({ page, context }) => {
  const { person, channel } = await shopWithFriend();
  await signIn(context, person);
  await page.goto(new URL(`/Channel/Instance/${channel.uuid}?tab=disconnect`, serverUrl()).href);
  await page.getByRole('button', { name: 'Delete channel' }).click();
  const question = page.getByRole('dialog');
  const confirm = question.getByRole('button', { name: 'Delete channel' });
  await expect(confirm).toBeDisabled();
  const field = question.getByLabel('To confirm, type “Main shop”');
  await field.fill('Main');
  await field.press('Enter');
  await expect(confirm).toBeDisabled();
  await field.fill('Main shop');
  await confirm.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Main shop' })).toHaveCount(0);
});

test('the web chat is on in four clicks at most, and a visitor is answered', async ({
  page,
  context,
  browser,
}) => {
  const person = await newPerson();
  const { knowledge } = await addKnowledge(person);
  const bot = await addBot(person, [knowledge.uuid]);
  await signIn(context, person);
  await page.goto(new URL('/Bot', serverUrl()).href);
  let clicks = 0;
  const click = async (target: ReturnType<typeof page.getByRole>): Promise<void> => {
    await target.click();
    clicks += 1;
  };
  await click(page.getByRole('navigation').getByRole('link', { name: 'Channels' }).first());
  await click(page.getByRole('main').getByRole('button', { name: /Web chat/ }));
  await click(page.getByRole('switch', { name: 'Web chat' }));
  await expect(page.getByRole('heading', { name: 'Embed code' })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);
  const head = page.frameLocator('iframe').getByRole('heading', { name: person.username });
  await expect(head).toBeVisible();
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);

  const visitor = await (await browser.newContext({ locale: 'en' })).newPage();
  await visitor.goto(`${serverUrl()}/Bot/${bot.uuid}/chat_embed`);
  await visitor.getByLabel('Message').fill('When is breakfast served?');
  await visitor.keyboard.press('Enter');
  await expect(
    visitor
      .getByRole('log')
      .getByText(/7:00|7:30/)
      .first(),
  ).toBeVisible();

  await page.goto(new URL('/Channel', serverUrl()).href);
  await expect(page.getByRole('article').getByText('Web chat').first()).toBeVisible();
  await expect(page.getByText(`“${bot.name}” is answering`)).toBeVisible();
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
});

test('a chat that is off says so in the visitor’s language, and shows its owner the way', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  complaints.expectSome(/404/);
  const person = await newPerson();
  const bot = await addBot(person);
  await person.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: false } });
  const address = `${serverUrl()}/Bot/${bot.uuid}/chat_embed`;
  const visitor = await (await browser.newContext({ locale: 'vi' })).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Khung chat này hiện đang đóng');
  await expect(visitor.getByRole('link')).toHaveCount(0);
  expect(await violations(visitor)).toEqual([]);

  await signIn(context, person);
  await page.goto(address);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Turn it on' }).click();
  await page.getByRole('switch', { name: 'Web chat' }).press('Space');
  await expect(page.getByRole('heading', { name: 'Embed code' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByLabel('Message')).toBeVisible();
});
