import { randomBytes } from 'node:crypto';
import { type FakeTelegram, startFakeTelegram } from '@hanasu/channels/telegram/fake/fake-telegram';
import { type FakeZalo, startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import { type BroadcastReport, reportBroadcast } from '@hanasu/contract/broadcast-report';
import * as contract from '@hanasu/contract/broadcasts';
import { connectChannel, connectZalo, finishConnecting, listChannels } from '@hanasu/contract/channels';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BroadcastId, ChannelId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { eventually } from '../../testing/test-server.ts';
import {
  makeBot,
  openShop,
  PATIENT_VENDOR,
  type Stage,
  setStage,
} from '../channels/testing/channel-stage.fixture.ts';
import { untilTried } from './testing/broadcast-shop.fixture.ts';

const TOKEN = '7012345678:AAH-secret_of_the_first_bot_0123456789';
const APP = { appId: '1234567890123456789', appSecret: 'secretOfTheApp1234' };
const OA_ID = '2388613280878808645';

let stage: Stage;
let telegram: FakeTelegram;
let zalo: FakeZalo;
let telegramId: ChannelId;
let zaloId: ChannelId;
beforeAll(async () => {
  telegram = await startFakeTelegram({ ...PATIENT_VENDOR, isLocal: true, chatBurst: 1 });
  telegram.addBot({ token: TOKEN, name: 'Flowers', username: 'flowers_bot' });
  zalo = await startFakeZalo(PATIENT_VENDOR);
  stage = await setStage({
    CHANNEL_HOSTS: JSON.stringify({ telegram: telegram.hosts }),
    ZALO_OAUTH_BASE_URL: zalo.hosts.oauth,
    ZALO_API_BASE_URL: zalo.hosts.api,
  });
  const { owner } = stage;
  const bot = await makeBot(stage);
  const connected = await owner.call(connectChannel, {
    body: { kind: 'telegram', name: 'Flowers', input: { botToken: TOKEN }, botUuid: bot.uuid },
  });
  if (connected.kind !== 'connected') throw new Error('a permission is wanted');
  telegramId = connected.channel.uuid;
  zalo.addApp({ ...APP, redirectUri: `${stage.publicUrl}/Channel/connected` });
  zalo.addAccount({ oaId: OA_ID, name: 'Hoa' });
  const { url } = await owner.call(connectZalo, { body: { name: 'Hoa', botUuid: bot.uuid, ...APP } });
  const query = zalo.grant(APP.appId, { url, oaId: OA_ID });
  zaloId = (await owner.call(finishConnecting, { body: { query } })).uuid;
});
afterAll(async () => {
  await stage.close();
  await telegram.close();
  await zalo.close();
});

/** Friends who wrote a moment ago; those of a channel before them are gone. */
async function befriend(channelId: ChannelId, ids: readonly string[]): Promise<void> {
  await stage.server.sql(`delete from friends where channel_id = $1`, [channelId]);
  await stage.server.sql(
    `with n as (select gen_random_uuid() as customer, gen_random_uuid() as friend, id, 'Friend ' || place as name
         from unnest($2::text[]) with ordinality as u(id, place)),
       k as (insert into customers (account_id, id, name) select c.account_id, n.customer, n.name
         from n, channels c where c.id = $1)
     insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, last_wrote_at)
     select c.account_id, n.friend, c.id, n.customer, n.id, n.name, 'following', now() from n, channels c where c.id = $1`,
    [channelId, ids],
  );
}
let people = 0;
const onTelegram = async (count: number): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, () => {
    people += 1;
    return telegram.addFriend(TOKEN, { firstName: `Friend ${people}` });
  });
  await befriend(telegramId, ids);
  return ids;
};
const onZalo = async (count: number): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, () => {
    people += 1;
    return zalo.addFriend(OA_ID, { displayName: `Friend ${people}` });
  });
  await befriend(zaloId, ids);
  return ids;
};

type Given = Partial<z.input<typeof contract.createBroadcast.body>>;
async function draft(channelId: ChannelId, texts: readonly string[], given: Given = {}) {
  const bubbles = texts.map((text, index) => ({ kind: 'text' as const, id: `b${index}`, text }));
  const { uuid } = await stage.owner.call(contract.createBroadcast, {
    body: {
      name: 'Careful',
      content: { bubbles, quickReplies: [], sender: null, variants: {} },
      channelUuids: [channelId],
      audience: { kind: 'everybody' },
      ...given,
    },
  });
  return uuid;
}
const start = (uuid: BroadcastId) => stage.owner.call(contract.startBroadcast, { params: { uuid } });
const report = (uuid: BroadcastId) => stage.owner.call(reportBroadcast, { params: { uuid } });
const until = (uuid: BroadcastId, what: string, isSo: (now: BroadcastReport) => boolean) =>
  eventually(what, async () => {
    const now = await report(uuid);
    return isSo(now) ? now : null;
  });
const inState = (uuid: BroadcastId, state: contract.BroadcastState) =>
  until(uuid, `it is ${state}`, (now) => now.state === state);
const fromAccount = (entries: readonly { readonly from: string; readonly text: string | null }[]) =>
  entries.filter(({ from }) => from === 'account').map(({ text }) => text);
const onPhones = (ids: readonly string[]) => ids.map((id) => fromAccount(telegram.chat(TOKEN, id)));

test('several bubbles go one after the other where a call takes one, within what the vendor takes in a second', async () => {
  const ids = await onTelegram(9);
  const uuid = await draft(telegramId, ['Hello {{customer.name}}', 'Our menu', 'See you']);
  expect(await stage.owner.call(contract.checkBroadcast, { params: { uuid } })).toMatchObject({
    count: 9,
    excluded: [],
  });
  const before = telegram.calls.length;
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 9, open: 0 });
  expect(onPhones(ids)).toEqual(ids.map((_, index) => [`Hello Friend ${index + 1}`, 'Our menu', 'See you']));
  // The vendor refused no call as one too many.
  expect(telegram.calls.slice(before).filter(({ result }) => result === 429)).toEqual([]);
});

test('a part whose answer is lost is in doubt: it is never made again, and the rest is not sent', async () => {
  const [first = '', second = ''] = await onTelegram(2);
  telegram.fault({ method: 'sendMessage', status: 'reset-after-accept', times: 1 });
  const uuid = await draft(telegramId, ['One', 'Two']);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 1, unknown: 1 });
  expect([...onPhones([first]), ...onPhones([second])].map((texts) => texts.length).toSorted()).toEqual([
    1, 2,
  ]);
  expect((await stage.owner.raw('POST', `/api/broadcast/${uuid}/retry`)).body).toMatchObject({
    code: 'broadcast_state',
  });
});

test('a call that was begun before the program was killed is not made again without a key', async () => {
  const ids = await onTelegram(3);
  const uuid = await draft(telegramId, ['Begun'], { peoplePerHour: 1 });
  await start(uuid);
  await until(uuid, 'the first has got it', ({ accepted }) => accepted === 1);
  // The state after a kill: one call was begun, and one was begun after a part had been accepted.
  await stage.server.sql(
    `update broadcast_recipients set state = 'sending', first_call_at = now(), step = place - 1
     from (select id as one, row_number() over (order by id) as place from broadcast_recipients
       where broadcast_id = $1 and state = 'pending') n where id = n.one`,
    [uuid],
  );
  await stage.server.sql(`update broadcast_channels set next_at = now() where broadcast_id = $1`, [uuid]);
  expect(await until(uuid, 'they are in doubt', ({ unknown }) => unknown === 2)).toMatchObject({
    accepted: 1,
    reasons: [{ state: 'unknown', reason: 'no_answer', count: 2 }],
  });
  expect(onPhones(ids).flat()).toEqual(['Begun']);
});

test('goes on with the same part after the vendor puts it off, and reports a recipient stopped halfway separately', async () => {
  const [id = ''] = await onTelegram(1);
  const uuid = await draft(telegramId, ['One', 'Two', 'Three']);
  telegram.fault({
    method: 'sendMessage',
    status: 429,
    description: 'Too Many Requests: retry after 1',
    parameters: { retry_after: 1 },
    times: 1,
  });
  await start(uuid);
  await eventually('the first part is there', async () => fromAccount(telegram.chat(TOKEN, id)).length > 0);
  await stage.owner.call(contract.stopBroadcast, { params: { uuid } });
  const after = await until(uuid, 'it is settled', ({ open }) => open === 0);
  const parts = fromAccount(telegram.chat(TOKEN, id));
  expect(parts).toEqual(['One', 'Two', 'Three'].slice(0, parts.length));
  if (parts.length < 3) expect(after.reasons).toEqual([{ state: 'failed', reason: 'partly_sent', count: 1 }]);
});

test('a lost answer of Zalo is in doubt for ever', async () => {
  const ids = await onZalo(3);
  zalo.fault({ path: '/v3.0/oa/message/cs', status: 'reset', times: 1 });
  const uuid = await draft(zaloId, ['Xin chào', 'Thực đơn']);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 2, unknown: 1 });
  expect(ids.map((id) => fromAccount(zalo.chat(OA_ID, id)).length).toSorted()).toEqual([0, 2, 2]);
});

const closeWindows = (id: string | undefined) => {
  const lastInteractionAt = Date.now() - 8 * 24 * 60 * 60 * 1000;
  zalo.addFriend(OA_ID, { id: id ?? '', displayName: `Friend ${id}`, lastInteractionAt });
};
const wrote = (id: string | undefined, ago: string) =>
  stage.server.sql(`update friends set last_wrote_at = now() - $2::interval where external_id = $1`, [
    id,
    ago,
  ]);
const look = (uuid: BroadcastId) =>
  stage.server.sql(`update broadcast_channels set next_at = now() where broadcast_id = $1`, [uuid]);

test('sends nothing to a recipient whose window has closed since the start, as known to us or to the vendor', async () => {
  const ids = await onZalo(3);
  const uuid = await draft(zaloId, ['Closing'], { peoplePerHour: 1 });
  // Of the second recipient the vendor knows it, of the third we do.
  await start(uuid);
  await until(uuid, 'the first has got it', ({ accepted }) => accepted === 1);
  const [known, unknown] = ids.filter((id) => zalo.chat(OA_ID, id).length === 0);
  await wrote(known, '8 days');
  closeWindows(unknown);
  await stage.server.sql(`update broadcasts set people_per_hour = null, next_at = null where id = $1`, [
    uuid,
  ]);
  await look(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 1,
    failed: 0,
    reasons: [{ state: 'skipped', reason: 'window_closed', count: 2 }],
  });
});

test('sends to a recipient with a closed window when they write, and not after two weeks', async () => {
  const [open, writes, silent] = await onZalo(3);
  for (const id of [writes, silent]) {
    await wrote(id, '8 days');
    closeWindows(id);
  }
  const uuid = await draft(zaloId, ['Sau này'], { later: 'next_contact' });
  expect(await stage.owner.call(contract.checkBroadcast, { params: { uuid } })).toMatchObject({
    count: 1,
    excluded: [{ reason: 'later', count: 2 }],
  });
  await start(uuid);
  expect(await until(uuid, 'the first has got it', ({ accepted }) => accepted === 1)).toMatchObject({
    state: 'sending',
    open: 2,
    reasons: [{ state: 'pending', reason: 'window_closed', count: 2 }],
  });
  zalo.addFriend(OA_ID, { id: writes ?? '', displayName: 'Writes', lastInteractionAt: Date.now() });
  await wrote(writes, '0 seconds');
  await look(uuid);
  await until(uuid, 'the second has got it', ({ accepted }) => accepted === 2);
  await stage.server.sql(
    `update broadcast_recipients set due_at = now() where broadcast_id = $1 and state = 'pending'`,
    [uuid],
  );
  await look(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 2,
    reasons: [{ state: 'skipped', reason: 'window_closed', count: 1 }],
  });
  expect([open, writes, silent].map((id) => fromAccount(zalo.chat(OA_ID, id ?? '')))).toEqual([
    ['Sau này'],
    ['Sau này'],
    [],
  ]);
});

test('sends nothing to a friend who has blocked or taken back their consent since the start', async () => {
  const ids = await onTelegram(3);
  const uuid = await draft(telegramId, ['Since'], { peoplePerHour: 1 });
  await start(uuid);
  await until(uuid, 'the first has got it', ({ accepted }) => accepted === 1);
  await stage.server.sql(
    `update friends set consent = 'withdrawn' from broadcast_recipients r
     where r.broadcast_id = $1 and r.state = 'pending' and friends.id = r.friend_id`,
    [uuid],
  );
  await stage.server.sql(`update broadcasts set next_at = now() where id = $1`, [uuid]);
  await stage.server.sql(`update broadcast_channels set next_at = now() where broadcast_id = $1`, [uuid]);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 1,
    reasons: [{ state: 'skipped', reason: 'no_consent', count: 2 }],
  });
  expect(onPhones(ids).flat()).toEqual(['Since']);
});

test('leaves it on web chat in the last conversation of each visitor until they come back', async () => {
  const { owner, server } = stage;
  const bot = await makeBot(stage);
  await owner.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  const { items } = await owner.call(listChannels, { query: { pageSize: 100 } });
  const channel = items.find(({ kind, botUuid }) => kind === 'web' && botUuid === bot.uuid);
  if (!channel) throw new Error('no channel');
  const path = `/api/embed/${bot.uuid}`;
  const headers = { accept: 'application/json' };
  const visitors = await Promise.all(
    [0, 1].map(async () => {
      const session = await server.anonymous.raw('POST', `${path}/session`, { body: {}, headers });
      const { visitor } = session.body as { visitor: string };
      // Each begins a second conversation: only the last is shown to them.
      for (const message of ['Hello', 'Again'])
        await server.anonymous.raw('POST', `${path}/chat`, { body: { message, visitor }, headers });
      return visitor;
    }),
  );
  const uuid = await draft(channel.uuid, ['Shop news', 'Come by']);
  expect(await owner.call(contract.checkBroadcast, { params: { uuid } })).toMatchObject({
    count: 2,
    excluded: [],
    channels: [{ cost: 0, left: null }],
  });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 2, cost: 0 });
  for (const visitor of visitors) {
    const { body } = await server.anonymous.raw('GET', `${path}/messages`, {
      headers: { ...headers, 'x-visitor': visitor },
    });
    const { messages } = body as { messages: { from: string; text: string; bubbles: unknown[] }[] };
    expect(messages[0]).toMatchObject({ from: 'visitor', text: 'Again' });
    expect(messages.at(-1)).toMatchObject({ from: 'bot' });
    expect(messages.at(-1)?.bubbles).toHaveLength(2);
    expect(messages.filter(({ text }) => text.includes('Shop news'))).toHaveLength(1);
  }
  const [stored] = await server.sql<{ count: number }>(
    `select count(*)::int as count from messages where data ->> 'broadcastUuid' = $1`,
    [uuid],
  );
  expect(stored?.count).toBe(2);
});

/** Friends on LINE, of whom the last are unknown to it. */
async function onLine(known: number, unknown: number) {
  const shop = await openShop(stage);
  const { channelId } = shop.credentials;
  const newId = () => `U${randomBytes(16).toString('hex')}`;
  const ids = Array.from({ length: known }, (_, index) =>
    stage.fake.addFriend(channelId, { id: newId(), displayName: `Friend ${index}` }),
  );
  await befriend(shop.channel.uuid, [...ids, ...Array.from({ length: unknown }, newId)]);
  return { shop, ids, copies: () => ids.map((id) => shop.received(id)) };
}
const MULTICAST = '/v2/bot/message/multicast';

test('does not give up recipients whom the vendor names wrongly or not at all', async () => {
  const { shop, ids, copies } = await onLine(9, 2);
  // The first refusal names a recipient who is known, the second names none.
  for (const message of [
    'The property, to[0], in the request body is invalid (line: -, column: -)',
    "The property, 'to', in the request body is invalid (line: -, column: -)",
  ])
    stage.fake.fault({ path: MULTICAST, status: 400, body: { message }, containing: 'Everybody', times: 1 });
  const uuid = await draft(shop.channel.uuid, ['Everybody']);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 9,
    reasons: [{ state: 'failed', reason: 'recipient_unknown', count: 2 }],
  });
  expect(copies()).toEqual(ids.map(() => ['Everybody']));
});

test.each(['reset', 'reset-after-accept'] as const)(
  'one that is stopped while a call is in doubt after %s asks no more and says so',
  async (status) => {
    const { shop, ids, copies } = await onLine(3, 0);
    stage.fake.fault({ path: MULTICAST, status, times: 1 });
    const uuid = await draft(shop.channel.uuid, ['Doubt']);
    await start(uuid);
    await untilTried(stage, uuid);
    await stage.owner.call(contract.pauseBroadcast, { params: { uuid } });
    expect(await report(uuid)).toMatchObject({ state: 'paused', accepted: 0, open: 3, unknown: 0 });
    await stage.owner.call(contract.stopBroadcast, { params: { uuid } });
    expect(await until(uuid, 'it is settled', ({ open }) => open === 0)).toMatchObject({
      accepted: 0,
      unknown: 3,
    });
    expect(copies()).toEqual(ids.map(() => (status === 'reset' ? [] : ['Doubt'])));
  },
);

test('one that is paused while a call is in doubt asks under the same key when it goes on', async () => {
  const { shop, ids, copies } = await onLine(3, 0);
  stage.fake.fault({ path: MULTICAST, status: 'reset-after-accept', times: 1 });
  const uuid = await draft(shop.channel.uuid, ['Paused']);
  await start(uuid);
  await eventually('it was tried', async () => copies().every((texts) => texts.length === 1));
  await stage.owner.call(contract.pauseBroadcast, { params: { uuid } });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 3, unknown: 0 });
  expect(copies()).toEqual(ids.map(() => ['Paused']));
});
