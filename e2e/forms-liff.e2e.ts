import { createBot } from '@hanasu/contract/bots';
import { DEFAULT_CHANNEL_SETTINGS, updateChannelSettings } from '@hanasu/contract/channel-settings';
import { connectLine } from '@hanasu/contract/channels';
import { changeCustomer } from '@hanasu/contract/customers';
import { FormDefinition } from '@hanasu/contract/form-definition';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { createForm, publishForm, sendForm } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import { listConversations, listMessages } from '@hanasu/contract/inbox';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addLiffApp, openOfficialAccount, writeAsFriend } from './support/line-vendor.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

const IN_LINE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 Line/15.0.0 LIFF';
const FORM = FormDefinition.parse({
  languages: ['ja'],
  title: { ja: 'ご予約' },
  pages: [
    {
      fields: [
        { kind: 'text', key: 'name', label: { ja: 'お名前' }, mapTo: { fact: 'displayName' }, prefill: true },
        { kind: 'phone', key: 'phone', label: { ja: '電話番号' }, mapTo: { fact: 'phone' }, prefill: true },
        { kind: 'longText', key: 'wish', label: { ja: 'ご要望' }, required: true },
      ],
    },
  ],
});

test.use({ locale: 'ja-JP' });

/** An account on LINE with a friend who is known, and a form. */
async function openShop(loginChannelId: string) {
  const owner = await newPerson('ja');
  const { displayName: name, ...account } = await openOfficialAccount({ displayName: '花見旅館' });
  const { uuid: botUuid } = await owner.call(createBot, {
    body: { name: '案内', serviceUuid: 'builtin-extractive' },
  });
  const channel = await owner.call(connectLine, { body: { name, botUuid, ...account } });
  await writeAsFriend(account.channelId, '花子', 'こんにちは');
  const friend = await eventually('the friend', async () =>
    (await owner.call(listFriends)).items.find(({ conversationUuid }) => conversationUuid !== null),
  );
  const form = await owner.call(createForm, { body: { name: 'ご予約', definition: FORM } });
  await owner.call(publishForm, { params: { uuid: form.uuid } });
  const liffId = `${loginChannelId}-AbcdEfgh`;
  return { owner, account, channel, friend, form, liffId };
}

test('an owner sets LIFF up, and a friend answers a form inside LINE', async ({ browser, context, page }) => {
  const login = '2000000001';
  const { owner, account, channel, friend, form, liffId } = await openShop(login);
  await owner.call(changeCustomer, {
    params: { uuid: friend.customerUuid },
    body: { phones: ['090-1111-2222'] },
  });

  await signIn(context, owner);
  await page.goto(`/Channel/setting?channel=${channel.uuid}`);
  await page.getByRole('switch', { name: 'フォームをLINE内で開く' }).click();
  const endpoint = await page.getByLabel('エンドポイントURL').inputValue();
  expect(endpoint).toBe(`${serverUrl()}/form/liff/${channel.uuid}`);
  await page.getByLabel('LINEログインチャネルのチャネルID').fill('@shop');
  await page.getByLabel('LIFF ID').fill(liffId);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('チャネルIDの10桁の数字を入力してください。')).toBeVisible();
  await page.getByLabel('LINEログインチャネルのチャネルID').fill(login);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存しました').first()).toBeVisible();
  await page.getByLabel('エンドポイントURL').scrollIntoViewIfNeeded();
  await expect(page.getByText('同じプロバイダー：確認済み')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toEqual([]);

  await addLiffApp({ liffId, loginChannelId: login, endpoint, account: account.channelId, friend: '花子' });
  const [conversation] = (await owner.call(listConversations)).items;
  if (!conversation) throw new Error('there is no conversation');
  await owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid: conversation.uuid } });
  const { items } = await owner.call(listMessages, { params: { uuid: conversation.uuid } });
  const link = /https?:\S+/.exec(items.findLast(({ text }) => text.includes(liffId))?.text ?? '')?.[0] ?? '';

  const phone = await browser.newContext({
    userAgent: IN_LINE,
    locale: 'ja-JP',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  const inside = await phone.newPage();
  await inside.goto(link);
  await expect(inside.getByRole('heading', { name: 'ご予約' })).toBeVisible();
  expect(new URL(inside.url()).pathname).toBe(`/form/liff/${channel.uuid}/${form.slug}`);
  await expect(inside.getByLabel('電話番号')).toHaveValue('090-1111-2222');
  await expect(
    inside.getByText('以前お知らせいただいた内容を入力しています。変更できます。').first(),
  ).toBeVisible();
  expect(await violations(inside)).toEqual([]);
  expect(await overflow(inside)).toEqual([]);
  await inside.getByLabel('ご要望').fill('窓際の席をお願いします');
  await inside.getByRole('button', { name: '送信する' }).click();
  await expect(inside.getByRole('heading', { name: '回答を送信しました' })).toBeVisible();
  expect(await inside.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ');
  await phone.close();
  const sent = (await owner.call(listSubmissions)).items;
  expect(sent).toMatchObject([{ identity: 'signed', customer: { uuid: friend.customerUuid } }]);

  await page.reload();
  await expect(page.getByText('公式アカウントと同じプロバイダー：確認済み')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('outside LINE the same address is the ordinary form, and loads nothing of LINE', async ({ page }) => {
  const login = '2000000002';
  const { owner, channel, form, liffId } = await openShop(login);
  await owner.call(updateChannelSettings, {
    params: { uuid: channel.uuid },
    body: { ...DEFAULT_CHANNEL_SETTINGS, liff: { liffId, loginChannelId: login } },
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(serverUrl())) foreign.push(request.url());
  });
  await page.goto(`/form/liff/${channel.uuid}?liff.state=${encodeURIComponent(`/${form.slug}?lang=ja`)}`);
  await expect(page.getByLabel('お名前')).toHaveValue('');
  await page.getByLabel('ご要望').fill('窓際の席をお願いします');
  await page.getByRole('button', { name: '送信する' }).click();
  await expect(page.getByRole('heading', { name: '回答を送信しました' })).toBeVisible();
  expect(foreign).toEqual([]);
  expect((await owner.call(listSubmissions)).items).toMatchObject([{ identity: 'none' }]);
});
