import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxVendor } from '../../spec/sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../spec/testing/webhook-receiver.ts';
import { TelegramCredentials } from '../credentials.ts';
import { createTelegramChannel } from '../telegram.channel.ts';
import { startTelegramSandbox } from './telegram-sandbox.ts';

let vendor: SandboxVendor;
let receiver: WebhookReceiver;
let credentials: TelegramCredentials;
beforeEach(async () => {
  vendor = await startTelegramSandbox();
  receiver = await startWebhookReceiver();
  credentials = TelegramCredentials.parse(vendor.addAccount('Flowers'));
});
afterEach(async () => {
  await vendor.close();
  await receiver.close();
});

const open = () => createTelegramChannel({ hosts: vendor.hosts, now: Date.now });
/** What the webhook was told, in order. */
function told() {
  const adapter = open();
  return receiver.received.flatMap(({ rawBody, headers }) => {
    expect(adapter.verifyWebhook({ credentials }, rawBody, headers)).toBe(true);
    const parsed = adapter.parseWebhook(rawBody);
    return parsed.kind === 'events'
      ? parsed.events.map(({ what }) => (what.kind === 'message' ? what.content.kind : what.kind))
      : [];
  });
}
const connect = async () => {
  expect(await open().connect({ credentials })).toMatchObject({ kind: 'connected', displayName: 'Flowers' });
  expect(await open().setWebhook({ credentials }, receiver.url)).toEqual({ kind: 'ok' });
};

it('lets its friends do what people do, and tells the webhook', async () => {
  await connect();
  const actions = ['follow', 'sticker', 'image', 'video', 'audio', 'file', 'location'] as const;
  for (const action of actions) {
    expect(await vendor.act(credentials, 'hanako', { action })).toEqual({ kind: 'delivered' });
  }
  await vendor.act(credentials, 'hanako', { action: 'text', text: 'こんにちは' });
  await vendor.act(credentials, 'hanako', { action: 'postback', data: 'handover', text: '' });
  expect(told()).toEqual([...actions, 'text', 'postback']);
  expect(vendor.state(credentials, 'hanako')).toMatchObject({
    friend: { name: '花子', blocked: false },
    messages: [
      { kind: 'follow' },
      {},
      {},
      {},
      {},
      {},
      { payload: { title: 'Tokyo Tower' } },
      { text: 'こんにちは' },
      {},
    ],
  });
  expect(vendor.state(credentials, 'alex').messages).toEqual([]);
});

it('knows who has blocked the bot, and lets them back', async () => {
  await connect();
  await vendor.act(credentials, 'minh', { action: 'unfollow' });
  expect(vendor.state(credentials, 'minh').friend.blocked).toBe(true);
  await vendor.act(credentials, 'minh', { action: 'follow' });
  expect(vendor.state(credentials, 'minh').friend.blocked).toBe(false);
  expect(told()).toEqual(['unfollow', 'follow', 'follow']);
});

it('says that bots are not told when something is taken back', async () => {
  await connect();
  expect(await vendor.act(credentials, 'minh', { action: 'unsend' })).toMatchObject({ kind: 'refused' });
});

it('says that the webhook did not take it', async () => {
  await connect();
  receiver.answerWith(500);
  const outcome = await vendor.act(credentials, 'minh', { action: 'text', text: 'Hi' });
  expect(outcome).toEqual({ kind: 'refused', detail: 'The webhook answered 500' });
});

it('goes on after a restart', async () => {
  await connect();
  await vendor.act(credentials, 'minh', { action: 'text', text: 'Hi' });
  const again = await startTelegramSandbox();
  again.restore(vendor.snapshot());
  again.restoreAccount(credentials, 'Flowers', receiver.url);
  expect(again.state(credentials, 'minh').messages).toHaveLength(1);
  await again.act(credentials, 'minh', { action: 'text', text: 'Again' });
  expect(told()).toEqual(['text', 'text']);
  await again.close();
});
