import {
  copyChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  getChannelSettings,
  listHolidays,
  tryChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { getChannel } from '@hanasu/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop, type Stage, setStage } from '../../channels/testing/channel-stage.fixture.ts';

let stage: Stage;
let shop: Shop;

beforeAll(async () => {
  stage = await setStage();
  shop = await openShop(stage);
});
afterAll(() => stage.close());

const params = () => ({ uuid: shop.channel.uuid });
const keyword = (words: string[], match: 'exact' | 'contains' | 'pattern' = 'contains') => ({
  id: crypto.randomUUID(),
  enabled: true,
  match,
  words,
  reply: 'Nine to six.',
  wantsPerson: true,
});

test('a new channel behaves as usual, in its account’s zone; changes stay and are in the activity log', async () => {
  const { owner, server } = stage;
  const before = await owner.call(getChannelSettings, { params: params() });
  const [account] = await server.sql<{ zone: string }>(
    `select time_zone as zone from accounts where id = '${owner.user.account.uuid}'`,
  );
  expect(before).toEqual({
    ...DEFAULT_CHANNEL_SETTINGS,
    timeZone: account?.zone,
    batchingDelay: shop.channel.batchingDelay,
  });
  const wanted = { ...before, keywords: [keyword(['hours'])], batchingDelay: 300, language: 'vi' as const };
  expect(await owner.call(updateChannelSettings, { params: params(), body: wanted })).toEqual(wanted);
  expect(await owner.call(getChannelSettings, { params: params() })).toEqual(wanted);
  expect((await owner.call(getChannel, { params: params() })).batchingDelay).toBe(300);
  const logged = await server.sql<{ data: unknown }>(
    `select data from audit_events where action = 'channel.changed' order by id desc limit 1`,
  );
  expect(logged[0]?.data).toEqual({
    uuid: shop.channel.uuid,
    settings: expect.arrayContaining(['keywords', 'batchingDelay', 'language']),
  });
});

test('a pattern that can’t be used is refused at its place, and nothing is changed', async () => {
  const { owner } = stage;
  const before = await owner.call(getChannelSettings, { params: params() });
  const body = { ...before, keywords: [keyword(['fine']), keyword(['fine', '(?=a)b'], 'pattern')] };
  const refused = await owner.raw('PUT', `/api/channel/${shop.channel.uuid}/settings`, { body });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 'pattern_unsafe',
    errors: [{ path: 'body.keywords.1.words.1', code: 'pattern_unsafe' }],
  });
  const zone = await owner.raw('PUT', `/api/channel/${shop.channel.uuid}/settings`, {
    body: { ...before, timeZone: 'Mars/Base' },
  });
  expect(zone.body).toMatchObject({ errors: [{ path: 'body.timeZone' }] });
  expect(await owner.call(getChannelSettings, { params: params() })).toEqual(before);
});

test('other channels get the same settings, all of them or none', async () => {
  const { owner } = stage;
  const other = await openShop(stage);
  const settings = await owner.call(getChannelSettings, { params: params() });
  const missing = await owner.raw('POST', `/api/channel/${shop.channel.uuid}/settings/copy`, {
    body: { channelUuids: [other.channel.uuid, crypto.randomUUID()] },
  });
  expect(missing.body).toMatchObject({ errors: [{ path: 'body.channelUuids.1' }] });
  const target = { params: { uuid: other.channel.uuid } };
  expect((await owner.call(getChannelSettings, target)).keywords).toEqual([]);
  const copied = await owner.call(copyChannelSettings, {
    params: params(),
    body: { channelUuids: [other.channel.uuid, shop.channel.uuid] },
  });
  expect(copied.changed).toBe(1);
  expect(await owner.call(getChannelSettings, target)).toEqual(settings);
});

test('settings are tried without being saved', async () => {
  const settings = {
    ...DEFAULT_CHANNEL_SETTINGS,
    calendars: ['ja' as const],
    hours: [{ day: 1, from: '09:00', until: '18:00' }],
    keywords: [keyword(['opening hours'])],
    handover: { ...DEFAULT_CHANNEL_SETTINGS.handover, words: ['担当者'] },
  };
  const attempt = (text: string, at: string) =>
    stage.owner.call(tryChannelSettings, { params: params(), body: { settings, text, at } });
  expect(await attempt('Opening Hours?', '2026-11-23T10:00:00+09:00')).toEqual({
    keyword: settings.keywords[0]?.id,
    reply: 'Nine to six.',
    wantsPerson: true,
    isOpen: false,
    holiday: '勤労感謝の日',
    opensAt: '2026-11-30T00:00:00.000Z',
  });
  expect(await attempt('担当者お願いします', '2026-11-30T10:00:00+09:00')).toMatchObject({
    keyword: null,
    wantsPerson: true,
    isOpen: true,
    opensAt: null,
  });
  expect(await attempt('hello', '2026-11-30T10:00:00+09:00')).toMatchObject({ wantsPerson: false });
});

test('the holidays of a year can be read', async () => {
  const { items } = await stage.owner.call(listHolidays, { query: { calendar: 'vi', year: 2026 } as never });
  expect(items).toContainEqual({ day: '2026-02-17', name: 'Tết Nguyên Đán' });
});
