import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxVendor } from '../../spec/sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../spec/testing/webhook-receiver.ts';
import { ZaloCredentials } from '../credentials.ts';
import { createZaloChannel } from '../zalo.channel.ts';
import { startZaloSandbox } from './zalo-sandbox.ts';

let sandbox: SandboxVendor;
let receiver: WebhookReceiver;
let credentials: ZaloCredentials;
beforeEach(async () => {
  sandbox = await startZaloSandbox();
  receiver = await startWebhookReceiver();
  credentials = ZaloCredentials.parse(sandbox.addAccount('Thử'));
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const adapter = () => createZaloChannel({ hosts: sandbox.hosts, now: Date.now });
const texts = (friend = 'minh') => sandbox.state(credentials, friend).messages.map(({ text }) => text);
const lastEvent = () => {
  const call = receiver.received.at(-1);
  const parsed = call && adapter().parseWebhook(call.rawBody);
  return parsed?.kind === 'events' ? parsed.events[0] : undefined;
};

it('has an account that connects, and a webhook that is set without a console', async () => {
  const connection = { credentials };
  expect(await adapter().connect(connection)).toMatchObject({ kind: 'connected', displayName: 'Thử' });
  expect(await sandbox.act(credentials, 'minh', { action: 'text', text: 'a' })).toMatchObject({
    kind: 'refused',
  });
  expect(adapter().manifest.capabilities.setsWebhook).toBe(true);
  expect(await adapter().setWebhook(connection, receiver.url)).toEqual({ kind: 'ok' });
  expect(await adapter().setWebhook(connection, 'http://127.0.0.1:1/')).toMatchObject({ kind: 'failed' });
});

it('leaves the webhook of real accounts to their owners', async () => {
  const real = createZaloChannel({ hosts: { api: sandbox.hosts.api ?? '' }, now: Date.now });
  expect(real.manifest.capabilities.setsWebhook).toBe(false);
  expect(await real.setWebhook({ credentials }, receiver.url)).toEqual({ kind: 'ok' });
  expect(receiver.received).toEqual([]);
});

it('has friends who act, and hear what is answered', async () => {
  await adapter().setWebhook({ credentials }, receiver.url);
  const done = await sandbox.act(credentials, 'minh', { action: 'text', text: 'Chào' });
  expect(done).toEqual({ kind: 'delivered' });
  const call = receiver.received.at(-1);
  expect(call && adapter().verifyWebhook({ credentials }, call.rawBody, call.headers)).toBe(true);
  const to = lastEvent()?.threadExternalId ?? '';
  const outcome = await adapter().send(
    { credentials },
    { to, messages: [{ text: 'Dạ' }], how: { method: 'push', retryKey: 'x' } },
  );
  expect(outcome.kind).toBe('sent');
  expect(texts()).toEqual(['Chào', 'Dạ']);
  expect(texts('alex')).toEqual([]);
});

it.each(['sticker', 'image', 'video', 'audio', 'file', 'location'] as const)(
  'can send a %s',
  async (action) => {
    await adapter().setWebhook({ credentials }, receiver.url);
    expect(await sandbox.act(credentials, 'hanako', { action })).toEqual({ kind: 'delivered' });
    expect(lastEvent()?.what).toMatchObject({ kind: 'message', content: { kind: action } });
  },
);

it('taps, leaves and comes back; takes nothing back', async () => {
  await adapter().setWebhook({ credentials }, receiver.url);
  await sandbox.act(credentials, 'minh', { action: 'postback', data: 'postback:rate:5', text: 'Tốt' });
  expect(lastEvent()?.what).toMatchObject({ content: { kind: 'postback', text: 'rate:5' } });
  await sandbox.act(credentials, 'minh', { action: 'unfollow' });
  expect(sandbox.state(credentials, 'minh').friend.blocked).toBe(true);
  await sandbox.act(credentials, 'minh', { action: 'follow' });
  expect(sandbox.state(credentials, 'minh').friend.blocked).toBe(false);
  expect(await sandbox.act(credentials, 'minh', { action: 'unsend' })).toMatchObject({ kind: 'refused' });
});

it('renews access that lasts for years', async () => {
  const renewal = adapter().renewal;
  expect(renewal?.dueAt(credentials)).toBeGreaterThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
  const outcome = await renewal?.renew({ credentials });
  if (outcome?.kind !== 'renewed') throw new Error(outcome?.kind);
  expect(outcome.credentials.expiresAt).toBeGreaterThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
  expect((await adapter().connect({ credentials: outcome.credentials })).kind).toBe('connected');
});

it('comes back after a restart with what the product has stored, and its chats', async () => {
  await adapter().setWebhook({ credentials }, receiver.url);
  await sandbox.act(credentials, 'minh', { action: 'text', text: 'Chào' });
  const snapshot = sandbox.snapshot();
  const renewed = await adapter().renewal?.renew({ credentials });
  if (renewed?.kind !== 'renewed') throw new Error(renewed?.kind);
  await sandbox.close();
  sandbox = await startZaloSandbox();
  sandbox.restore(snapshot);
  sandbox.restoreAccount(renewed.credentials, 'Thử', receiver.url);
  expect((await adapter().connect({ credentials: renewed.credentials })).kind).toBe('connected');
  expect((await adapter().connect({ credentials })).kind).toBe('rejected');
  expect(texts()).toEqual(['Chào']);
  expect(await sandbox.act(credentials, 'minh', { action: 'text', text: 'Lại' })).toEqual({
    kind: 'delivered',
  });
});
