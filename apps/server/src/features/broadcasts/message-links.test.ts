import type { OutgoingCard } from '@hanasu/channels/spec/outgoing';
import * as contract from '@hanasu/contract/broadcasts';
import type { BroadcastId, FriendId } from '@hanasu/contract/ids';
import { listLinks } from '@hanasu/contract/links';
import { EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { type Shop, type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { createTrackedLinks } from '../links/public.ts';
import { type MessageLinks, withLinks } from './message-links.ts';
import { reactionSql } from './reactions.ts';
import { broadcastsOn } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
const { shopWith, draft, start, inState } = broadcastsOn(() => stage);
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari Line/14.19.1' };
const open = (address: string) => fetch(address, { redirect: 'manual', headers: PHONE });
/** With this server's address an `http:` target is counted, and an `https:` one is not. */
const contentOf = (text: string): MessageContent => ({
  ...EMPTY_CONTENT,
  bubbles: [
    { kind: 'text', id: 'a', text },
    {
      kind: 'cards',
      id: 'b',
      altText: 'Autumn',
      more: { label: 'All', url: 'http://shop.example/all' },
      cards: [
        {
          ...{ id: 'c', layout: 'text', mediaUuid: null, title: 'Menu', lead: '', text: '', details: [] },
          buttons: [
            { label: 'Book', action: { kind: 'link', url: 'http://shop.example/book?utm_source=own' } },
          ],
        },
      ],
    },
  ],
});
const UTM = { source: 'line', medium: '', campaign: '秋 & autumn' };
/** Every address that a friend was sent, in the order of the messages. */
const addressesOf = (shop: Shop, id: string): string[] => {
  const sent = stage.fake.chat(shop.credentials.channelId, id).filter(({ from }) => from === 'account');
  const shown = JSON.stringify(sent.map(({ payload }) => payload));
  return [...shown.matchAll(/https?:\/\/[^"\\\s]+/g)].map(([url]) => url);
};
const clickers = async (uuid: BroadcastId) =>
  (
    await stage.server.sql<{ id: string }>(
      `select f.external_id as id from broadcast_deliveries r join friends f on f.id = r.friend_id
       where r.broadcast_id = $1 and ${reactionSql('clicked')} order by f.name`,
      [uuid],
    )
  ).map(({ id }) => id);
const clicksOf = async (uuid: BroadcastId) => {
  const { items } = await stage.owner.call(listLinks, { query: { ownerUuid: uuid } });
  return items.reduce((sum, link) => sum + link.clicks, 0);
};

test('sends all the same short address, which leads to the target with the added parameters', async () => {
  const shop = await shopWith(3);
  const text =
    'See http://shop.example/autumn or https://shop.example/ {{channel.name}}: https://line.me/R/x';
  const { uuid } = await draft(shop, 'Same', { content: contentOf(text), utm: UTM });
  const { links } = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(links).toEqual([
    { url: 'http://shop.example/autumn', isCounted: true, reason: null },
    { url: 'https://shop.example/', isCounted: false, reason: 'not_secure' },
    { url: 'https://line.me/R/x', isCounted: false, reason: 'vendor' },
    { url: 'http://shop.example/book?utm_source=own', isCounted: true, reason: null },
    { url: 'http://shop.example/all', isCounted: true, reason: null },
  ]);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 3 });
  const sent = stage.fake.calls.filter(({ body }) => JSON.stringify(body).includes(shop.ids[0] ?? ''));
  expect(sent.map(({ path }) => path)).toEqual(['/v2/bot/message/multicast']);
  const [first = '', second, third, book = '', all = ''] = addressesOf(shop, shop.ids[0] ?? '');
  const campaign = 'utm_campaign=%E7%A7%8B%20%26%20autumn';
  expect([second, third]).toEqual([
    `https://shop.example/?utm_source=line&${campaign}`,
    'https://line.me/R/x',
  ]);
  expect([first, book, all]).toEqual(Array(3).fill(expect.stringMatching(/\/r\/[\w-]{12}$/)));
  const leads = await Promise.all(
    [first, book, all].map(async (one) => (await open(one)).headers.get('location')),
  );
  expect(leads).toEqual([
    `http://shop.example/autumn?utm_source=line&${campaign}`,
    `http://shop.example/book?utm_source=own&${campaign}`,
    `http://shop.example/all?utm_source=line&${campaign}`,
  ]);
  await eventually('three clicks', async () => (await clicksOf(uuid)) === 3);
  expect(await clickers(uuid)).toEqual([]);
  // Threads show where it leads.
  expect(JSON.stringify(await shop.messages('Friend 1'))).not.toContain('/r/');
});

test('sends each their own addresses, records who followed one, and accepts no forged token', async () => {
  const shop = await shopWith(3);
  await stage.owner.call(createWebHook, {
    body: { url: 'https://hooks.example/links', events: ['link.clicked'] },
  });
  const { uuid } = await draft(shop, 'Own', {
    content: contentOf('http://shop.example/autumn'),
    linkTracking: 'person',
  });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 3 });
  const own = shop.ids.map((id) => addressesOf(shop, id));
  expect(new Set(own.flat()).size).toBe(9);
  const [mine = '', ...others] = own.map(([address = '']) => address);
  const [rows] = [
    await stage.server.sql(`select id, friend_id from broadcast_recipients where broadcast_id = $1`, [uuid]),
  ];
  for (const { friend_id: friend } of rows as { friend_id: string }[])
    expect(own.flat().join()).not.toContain(
      Buffer.from(friend.replaceAll('-', ''), 'hex').toString('base64url'),
    );
  expect((await open(mine)).headers.get('location')).toBe('http://shop.example/autumn');
  await open(mine);
  await eventually('who it was is known', async () => (await clickers(uuid)).length === 1);
  expect(await clickers(uuid)).toEqual([shop.ids[0]]);
  // Three tokens: one that names no person, one cut off, and one of another broadcast.
  const code = /^.*\/r\/[\w-]{12}/.exec(others[0] ?? '')?.[0] ?? '';
  const other = await draft(shop, 'Other', {
    content: contentOf('http://shop.example/autumn'),
    linkTracking: 'person',
  });
  await start(other.uuid);
  await inState(other.uuid, 'sent');
  const foreign =
    addressesOf(shop, shop.ids[1] ?? '')
      .at(-1)
      ?.slice(-22) ?? '';
  for (const token of ['A'.repeat(22), mine.slice(-22, -1), foreign])
    expect((await open(code + token)).headers.get('location')).toBe('http://shop.example/autumn');
  await eventually('they are counted', async () => (await clicksOf(uuid)) === 5);
  expect(await clickers(uuid)).toEqual([shop.ids[0]]);
  const clicks = await stage.server.sql<{ data: { friendUuid: string; customerUuid: string } }>(
    `select payload -> 'data' as data from web_hook_deliveries where payload -> 'data' -> 'link' -> 'owner' ->> 'uuid' = $1`,
    [uuid],
  );
  expect(clicks.filter(({ data }) => data.friendUuid !== null && data.customerUuid !== null)).toHaveLength(2);
  const [friend] = await stage.server.sql<{ id: FriendId; customer: string }>(
    `select id, customer_id as customer from friends where external_id = $1`,
    [shop.ids[0]],
  );
  await stage.server.sql(`delete from friends where id = $1`, [friend?.id]);
  expect([await clickers(uuid), await clicksOf(uuid)]).toEqual([[], 5]);
  await stage.owner.call(contract.deleteBroadcast, { params: { uuid } });
  expect((await open(others[0] ?? '')).status).toBe(302);
  const { items } = await stage.owner.call(listLinks, { query: { ownerUuid: uuid } });
  expect(items.map(({ expiresAt }) => expiresAt)).toEqual(Array(3).fill(expect.any(String)));
});

test('counts nothing where counting is off, and a test message leads straight to the target', async () => {
  const shop = await shopWith(1);
  await shop.says('Hello');
  const given = { content: contentOf('http://shop.example/x?n={{customer.name}}'), utm: UTM };
  const { uuid } = await draft(shop, 'Off', given);
  const changed = { version: 1, linkTracking: 'off' as const };
  const view = await stage.owner.call(contract.changeBroadcast, { params: { uuid }, body: changed });
  expect(view).toMatchObject({ linkTracking: 'off', utm: UTM });
  const { links } = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(links.map(({ reason }) => reason)).toEqual(['off', 'off', 'off']);
  const { friend } = await shop.conversation('Hanako');
  await stage.owner.call(contract.testBroadcast, {
    params: { uuid },
    body: { friendUuid: friend?.uuid as FriendId },
  });
  await eventually('they have it', async () => addressesOf(shop, shop.friend).length >= 3);
  expect(addressesOf(shop, shop.friend).join()).not.toContain('/r/');
  await start(uuid);
  await inState(uuid, 'sent');
  expect(addressesOf(shop, shop.ids[0] ?? '')[0]).toContain('http://shop.example/x?n=Friend&utm_source=line');
  expect((await stage.owner.call(listLinks, { query: { ownerUuid: uuid } })).total).toBe(0);
});

test('addresses are found in words, buttons and vendors’ JSON, and nothing else is changed', () => {
  const trackedLinks = createTrackedLinks('https://hanasu.example');
  const links: MessageLinks = {
    linkTracking: 'counted',
    utm: null,
    kept: ['https://x.jp/', 'https://x.jp/a_(b)', 'https://x.jp/menu'].map((url, index) => ({
      ...{ part: index === 0 ? 'a' : `a/${index}`, url, code: `code0000000${index}` },
    })),
  };
  const sent = (part: Parameters<typeof withLinks>[0][number]['part']) =>
    withLinks([{ bubbleId: 'a', part }], {
      links,
      trackedLinks,
      personId: null,
      variant: 0,
      channel: null,
    })[0];
  const inText = (text: string) => Object(sent({ kind: 'text', text })).text;
  const R = 'https://hanasu.example/r/code0000000';
  expect(inText('(https://x.jp/a_(b)), "https://x.jp/menu"!')).toBe(`(${R}1), "${R}2"!`);
  expect(inText('こちらhttps://x.jp/menuをどうぞ。')).toBe(`こちら${R}2 をどうぞ。`);
  // The end of the address is ambiguous.
  expect(inText('https://x.jp/予約')).toBe('https://x.jp/予約');
  expect(inText('https://y.jp/ mailto:a@x.jp http:// x.jp/menu')).toBe(
    'https://y.jp/ mailto:a@x.jp http:// x.jp/menu',
  );
  const native = (uri: string) => ({ type: 'button', action: { type: 'uri', uri }, url: 'https://x.jp/' });
  expect(
    sent({ kind: 'native', altText: 'x', contents: { body: [native('https://x.jp/'), native('tel:1')] } }),
  ).toEqual({ kind: 'native', altText: 'x', contents: { body: [native(`${R}0`), native('tel:1')] } });
  const card: OutgoingCard = {
    ...{ layout: 'text', imageUrl: 'https://x.jp/', title: 'https://x.jp/', lead: '', text: '', details: [] },
    buttons: [],
  };
  const cards = { kind: 'cards' as const, altText: 'x', cards: [card], more: null };
  expect(sent(cards)).toEqual(cards);
});
