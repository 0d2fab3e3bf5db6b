import { listBroadcastRecipients } from '@hanasu/contract/broadcast-report';
import * as contract from '@hanasu/contract/broadcasts';
import type { BroadcastId, ChannelId, FriendId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn, copies, untilTried } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const { addPeople, shopWith, draft, keep, start, report, inState } = broadcastsOn(() => stage);

test('sends all recipients the same in one call for many', async () => {
  const shop = await shopWith(7);
  const { uuid } = await draft(shop, 'Autumn menu');
  const check = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(check).toMatchObject({
    isReady: true,
    count: 7,
    channels: [{ channelUuid: shop.channel.uuid, count: 7, cost: 7, isShort: false }],
    excluded: [],
    problems: [],
    missing: [],
  });
  expect(check.sample).toHaveLength(5);
  expect(await start(uuid)).toMatchObject({ state: 'sending', people: 7 });
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 7, open: 0, failed: 0, cost: 7 });
  expect(copies(shop, 'Autumn menu')).toEqual(shop.ids.map(() => 1));
  const calls = stage.fake.calls.filter(({ path }) => path === '/v2/bot/message/multicast');
  expect(calls.filter(({ body }) => JSON.stringify(body).includes('Autumn menu'))).toHaveLength(1);
});

test('sends each recipient their own words in a call of their own', async () => {
  const shop = await shopWith(5);
  const { uuid } = await draft(shop, 'Hello {{customer.name}}');
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 5 });
  expect(shop.ids.map((id) => shop.received(id))).toEqual(
    shop.ids.map((_, index) => [`Hello Friend ${index + 1}`]),
  );
});

test('skips a recipient who lacks a value without a replacement, and the check says it', async () => {
  const shop = await shopWith(3);
  const { uuid } = await draft(shop, 'Write to {{customer.email}}');
  const check = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(check.missing).toEqual(['customer.email']);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 0,
    skipped: 3,
    cost: 0,
    reasons: [{ state: 'skipped', reason: 'value_missing', count: 3 }],
  });
});

test('leaves out a recipient whom the vendor does not know, and sends the rest once', async () => {
  const shop = await shopWith(4);
  await addPeople(shop, [`U${'9'.repeat(32)}`]);
  const { uuid } = await draft(shop, 'Winter menu');
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 4,
    failed: 1,
    reasons: [{ state: 'failed', reason: 'recipient_unknown', count: 1 }],
  });
  expect(copies(shop, 'Winter menu')).toEqual([1, 1, 1, 1]);
  const { items } = await stage.owner.call(listBroadcastRecipients, {
    params: { uuid },
    query: { state: 'failed' },
  });
  expect(items).toMatchObject([{ reason: 'recipient_unknown', state: 'failed' }]);
});

test('begins several calls at once, of which none is made that the vendor would refuse or the quota has no room for', async () => {
  const shop = await shopWith(1_300, { monthlyQuota: 2_000 });
  await keep(shop, 1_300);
  const { uuid } = await draft(shop, 'Many');
  stage.fake.fault({ path: '/v2/bot/message/multicast', status: 429, times: 1, containing: 'Many' });
  await start(uuid);
  expect(await inState(uuid, 'paused')).toMatchObject({ reason: 'quota_short', accepted: 700, open: 600 });
  expect(copies(shop, 'Many').reduce((sum, one) => sum + one, 0)).toBe(700);
  await keep(shop, 0);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 1_300, failed: 0, unknown: 0, cost: 1_300 });
  expect(new Set(copies(shop, 'Many'))).toEqual(new Set([1]));
});

test('a slow broadcast rests between its calls for many, and lets a later one of its channel through', async () => {
  const shop = await shopWith(6);
  const slow = await draft(shop, 'Slowly', { peoplePerHour: 120 });
  await start(slow.uuid);
  await eventually('its first call is made', async () => (await report(slow.uuid)).accepted === 2);
  const later = await draft(shop, 'Later on');
  await start(later.uuid);
  expect(await inState(later.uuid, 'sent')).toMatchObject({ accepted: 6 });
  expect(await report(slow.uuid)).toMatchObject({ state: 'sending', accepted: 2, open: 4 });
  const [lane] = await stage.server.sql<{ claims: number }>(
    `select claims from broadcast_channels where broadcast_id = $1 and next_at > now() + interval '30 seconds'`,
    [slow.uuid],
  );
  expect(lane?.claims).toBeLessThan(5);
});

test('halves a refused call where the vendor names no one, down to the one it does not know', async () => {
  const shop = await shopWith(6);
  const { uuid } = await draft(shop, 'Halves');
  stage.fake.fault({
    path: '/v2/bot/message/multicast',
    status: 400,
    times: 9,
    containing: shop.ids[2] ?? '',
    body: { message: 'Failed to send messages' },
  });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 6, failed: 0, cost: 6 });
  expect(copies(shop, 'Halves')).toEqual(shop.ids.map(() => 1));
});

test('leaves out of a call for many whom it may not reach any more, and whose friend is gone', async () => {
  const shop = await shopWith(5, { monthlyQuota: 10 });
  await keep(shop, 10);
  const { uuid } = await draft(shop, 'Since then');
  await start(uuid);
  await inState(uuid, 'paused');
  const [written] = await stage.server.sql<{ to: string[] | null }>(
    `select to_ids as to from broadcast_calls where broadcast_id = $1`,
    [uuid],
  );
  expect(written?.to?.toSorted()).toEqual(shop.ids.toSorted());
  const change = (place: number, sql: string) =>
    stage.server.sql(`${sql} where external_id = $1`, [shop.ids[place]]);
  await change(0, `update friends set state = 'blocked'`);
  await change(1, `update friends set consent = 'withdrawn'`);
  await change(2, `delete from friends`);
  await keep(shop, 0);
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({
    accepted: 2,
    skipped: 3,
    cost: 2,
    reasons: [
      { state: 'skipped', reason: 'blocked', count: 1 },
      { state: 'skipped', reason: 'gone', count: 1 },
      { state: 'skipped', reason: 'no_consent', count: 1 },
    ],
  });
  expect(copies(shop, 'Since then')).toEqual([0, 0, 0, 1, 1]);
});

test.each([429, 500, 'reset', 'reset-after-accept'] as const)(
  'is tried again under the same key after %s, for many and for one',
  async (status) => {
    const shop = await shopWith(3);
    stage.fake.fault({ path: '/v2/bot/message/multicast', status, times: 1, containing: `Sale ${status}` });
    const same = await draft(shop, `Sale ${status}`);
    await start(same.uuid);
    expect(await inState(same.uuid, 'sent')).toMatchObject({ accepted: 3 });
    expect(copies(shop, `Sale ${status}`)).toEqual([1, 1, 1]);
    stage.fake.fault({ path: '/v2/bot/message/push', status, times: 1, containing: 'Own' });
    const own = await draft(shop, `Own ${status}, {{customer.name}}`);
    await start(own.uuid);
    expect(await inState(own.uuid, 'sent')).toMatchObject({ accepted: 3 });
    expect(shop.ids.map((id) => shop.received(id).length)).toEqual([2, 2, 2]);
  },
);

test('a call without an outcome is never made again when its key has ended', async () => {
  const shop = await shopWith(2);
  const { uuid } = await draft(shop, 'Doubt');
  stage.fake.fault({ path: '/v2/bot/message/multicast', status: 'reset', times: 1, containing: 'Doubt' });
  await start(uuid);
  await untilTried(stage, uuid);
  await stage.server.sql(
    `update broadcast_calls set first_call_at = now() - interval '25 hours' where broadcast_id = $1`,
    [uuid],
  );
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 0, unknown: 2 });
  expect(copies(shop, 'Doubt')).toEqual([0, 0]);
});

test('a call for many without an outcome is not made again without one of its recipients', async () => {
  const shop = await shopWith(3);
  const { uuid } = await draft(shop, 'One is gone');
  stage.fake.fault({
    path: '/v2/bot/message/multicast',
    status: 'reset',
    times: 99,
    containing: 'One is gone',
  });
  await start(uuid);
  await untilTried(stage, uuid);
  await stage.server.sql(`delete from friends where external_id = $1`, [shop.ids[0]]);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 0, unknown: 3, skipped: 0 });
});

test('pauses before it uses what is kept for staff, and goes on when there is more', async () => {
  const shop = await shopWith(6, { monthlyQuota: 10 });
  await keep(shop, 6);
  const { uuid } = await draft(shop, 'Quota');
  await start(uuid);
  expect(await inState(uuid, 'paused')).toMatchObject({ reason: 'quota_short', accepted: 4, open: 2 });
  expect(copies(shop, 'Quota').reduce((sum, one) => sum + one, 0)).toBe(4);
  await keep(shop, 0);
  await start(uuid);
  await inState(uuid, 'sent');
  expect(copies(shop, 'Quota')).toEqual([1, 1, 1, 1, 1, 1]);
});

test('what the vendor refuses for lack of quota is paused and sent once when there is more', async () => {
  const shop = await shopWith(3);
  stage.fake.fault({
    path: '/v2/bot/message/multicast',
    status: 429,
    body: { message: 'You have reached your monthly limit.' },
    containing: 'Spent',
    times: 1,
  });
  const { uuid } = await draft(shop, 'Spent');
  await start(uuid);
  expect(await inState(uuid, 'paused')).toMatchObject({ reason: 'quota_short', open: 3 });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 3 });
  expect(copies(shop, 'Spent')).toEqual([1, 1, 1]);
});

test('goes to those who are meant alone, with why others get nothing', async () => {
  const shop = await shopWith(3);
  await stage.server.sql(`update friends set state = 'blocked' where external_id = $1`, [shop.ids[0]]);
  await stage.server.sql(`update friends set consent = 'withdrawn' where external_id = $1`, [shop.ids[1]]);
  const { uuid } = await draft(shop, 'Meant');
  const check = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(check).toMatchObject({
    count: 1,
    excluded: [
      { reason: 'blocked', count: 1 },
      { reason: 'no_consent', count: 1 },
    ],
  });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ people: 3, accepted: 1, skipped: 2 });
  expect(copies(shop, 'Meant')).toEqual([0, 0, 1]);
});

test('audiences: tags, friends, conditions, and a segment that is gone', async () => {
  const shop = await shopWith(4);
  const tagged = async (id: string | undefined, name: string) =>
    (
      await stage.server.sql<{ tag: string }>(
        `with t as (insert into tags (account_id, id, name, color, position) select account_id, gen_random_uuid(), $2, 'teal', 1 from friends
             where external_id = $1 returning account_id, id),
           x as (insert into customer_tags (account_id, customer_id, tag_id, by_kind) select t.account_id, f.customer_id, t.id, 'staff'
             from t, friends f where f.external_id = $1)
         select id as tag from t`,
        [id, name],
      )
    )[0]?.tag;
  const vip = await tagged(shop.ids[0], 'VIP');
  const asleep = await tagged(shop.ids[1], 'Asleep');
  const [friend] = await stage.server.sql<{ id: FriendId }>(`select id from friends where external_id = $1`, [
    shop.ids[2],
  ]);
  const counted = async (audience: unknown) => {
    const { uuid } = await draft(shop, 'Audience', { audience: audience as never });
    return stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  };
  expect((await counted({ kind: 'tags', any: [vip], none: [] })).count).toBe(1);
  expect((await counted({ kind: 'tags', any: [], none: [asleep] })).count).toBe(3);
  expect((await counted({ kind: 'friends', friendUuids: [friend?.id] })).count).toBe(1);
  const definition = { kind: 'and', items: [{ kind: 'tag', match: 'any', tagUuids: [vip, asleep] }] };
  expect((await counted({ kind: 'conditions', definition })).count).toBe(2);
  const gone = await counted({ kind: 'segment', segmentUuid: crypto.randomUUID() });
  expect(gone).toMatchObject({ isReady: false, count: 0, audienceProblem: 'segment_missing' });
});

test('changes need the version that was seen, and only drafts are changed', async () => {
  const shop = await shopWith(1);
  const { uuid } = await draft(shop, 'Version');
  const change = (body: object) => stage.owner.raw('PATCH', `/api/broadcast/${uuid}`, { body });
  expect((await change({ name: 'Second', version: 1 })).body).toMatchObject({ name: 'Second', version: 2 });
  expect(await change({ name: 'Third', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'broadcast_changed' },
  });
  await start(uuid);
  await inState(uuid, 'sent');
  expect(await change({ name: 'Third', version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'broadcast_state' },
  });
  expect((await stage.owner.raw('POST', `/api/broadcast/${uuid}/start`)).body).toMatchObject({
    code: 'broadcast_state',
  });
});

test('pause and stop leave the rest alone', async () => {
  const shop = await shopWith(5);
  const { uuid } = await draft(shop, 'Slowly', { peoplePerHour: 1 });
  await start(uuid);
  await eventually('the first has got it', async () => (await report(uuid)).accepted === 1);
  await stage.owner.call(contract.pauseBroadcast, { params: { uuid } });
  expect(await report(uuid)).toMatchObject({ state: 'paused', reason: 'by_person', accepted: 1, open: 4 });
  await start(uuid);
  expect(await stage.owner.call(contract.stopBroadcast, { params: { uuid } })).toMatchObject({
    state: 'stopped',
  });
  expect(await report(uuid)).toMatchObject({
    accepted: 1,
    open: 0,
    reasons: [{ state: 'skipped', reason: 'stopped', count: 4 }],
  });
  expect(copies(shop, 'Slowly').reduce((sum, one) => sum + one, 0)).toBe(1);
});

test('starts by the clock of the database, and is a draft again when it can not', async () => {
  const shop = await shopWith(2);
  const { uuid } = await draft(shop, 'Later');
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = (id: BroadcastId) =>
    stage.owner.call(contract.scheduleBroadcast, { params: { uuid: id }, body: { startAt } });
  expect(await schedule(uuid)).toMatchObject({ state: 'scheduled', startAt });
  const empty = await draft(shop, 'Nobody', {
    audience: { kind: 'segment', segmentUuid: crypto.randomUUID() as never },
  });
  await schedule(empty.uuid);
  await stage.server.sql(`update broadcasts set start_at = now() where id = any($1::uuid[])`, [
    [uuid, empty.uuid],
  ]);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 2 });
  expect(await inState(empty.uuid, 'draft')).toMatchObject({ reason: 'not_ready' });
});

test('is tried by one of the staff without being started', async () => {
  const shop = await shopWith(1);
  await shop.says('Hello');
  const { friend } = await shop.conversation('Hanako');
  const { uuid } = await draft(shop, 'Tried');
  await stage.owner.call(contract.testBroadcast, {
    params: { uuid },
    body: { friendUuid: friend?.uuid as FriendId },
  });
  await eventually('they have it', async () => shop.received().includes('Tried'));
  expect(await report(uuid)).toMatchObject({ state: 'draft', people: 0 });
});

test('a message that lacks something is not sent', async () => {
  const shop = await shopWith(1);
  const { uuid } = await draft(shop, 'Hello {{nobody.knows}}');
  const check = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(check).toMatchObject({ isReady: false, problems: [{ reason: 'variable_unknown' }] });
  expect((await stage.owner.raw('POST', `/api/broadcast/${uuid}/start`)).body).toMatchObject({
    code: 'broadcast_not_ready',
  });
});

test('stands in the conversation where there is one, else on the timeline of the customer', async () => {
  const shop = await shopWith(1);
  await shop.says('Hello');
  const before = await shop.until('it was answered', (all) => all.length >= 2, 'Hanako');
  const { lastMessageAt, customerUuid: writer } = await shop.conversation('Hanako');
  const { uuid } = await draft(shop, 'Shown');
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 2 });
  const after = await shop.messages('Hanako');
  expect(after).toHaveLength(before.length + 1);
  const data = { broadcastUuid: uuid, broadcastName: 'Shown' };
  expect(after.at(-1)).toMatchObject({ sender: 'bot', text: 'Shown', delivery: { state: 'sent' }, data });
  // The customer did not write: the conversation stays where it is in the inbox.
  expect((await shop.conversation('Hanako')).lastMessageAt).toBe(lastMessageAt);
  const { items } = await stage.owner.call(listBroadcastRecipients, { params: { uuid } });
  const silent = items.find(({ customerUuid }) => customerUuid !== writer)?.customerUuid;
  const timeline = async (customer: string | null | undefined) =>
    JSON.stringify((await stage.owner.raw('GET', `/api/customer/${customer}/timeline`)).body);
  expect(await timeline(silent)).toContain('"kind":"broadcast"');
  expect(await timeline(writer)).not.toContain('"kind":"broadcast"');
});

test('exports its recipients as a file, and sends again to refused ones, once', async () => {
  const shop = await shopWith(2);
  const { uuid } = await draft(shop, 'Again, {{customer.name}}');
  stage.fake.fault({
    path: '/v2/bot/message/push',
    status: 400,
    body: { message: 'The request body has 1 error(s)' },
    containing: 'Again',
    times: 1,
  });
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 1, failed: 1 });
  const { body } = await stage.owner.raw('GET', `/api/broadcast/${uuid}/recipients/export`);
  const lines = String(body).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('customerUuid,name,channel,state,reason,at');
  expect(lines.filter((line) => line.includes(',failed,message_invalid,'))).toHaveLength(1);
  await stage.owner.call(contract.retryBroadcast, { params: { uuid } });
  await eventually('both have got it', async () => (await report(uuid)).accepted === 2);
  expect(shop.ids.map((id) => shop.received(id).length)).toEqual([1, 1]);
  expect((await stage.owner.raw('POST', `/api/broadcast/${uuid}/retry`)).body).toMatchObject({
    code: 'broadcast_state',
  });
});

test('sends once to a customer on several channels, and reports a visitor without a chat as left out', async () => {
  const [first, second] = [await shopWith(2), await shopWith(2)];
  // One of the friends of the second channel is a customer of the first.
  await stage.server.sql(
    `update friends set customer_id = (select customer_id from friends where external_id = $1) where external_id = $2`,
    [first.ids[0], second.ids[0]],
  );
  const [web] = await stage.server.sql<{ id: ChannelId }>(
    `with w as (insert into channels (account_id, id, kind, sandbox, name, external_id, credentials, batching_delay)
       select account_id, gen_random_uuid(), 'web', false, 'Web', gen_random_uuid()::text, '', 0 from channels
       where id = $1 returning account_id, id),
     k as (insert into customers (account_id, id, name) select account_id, id, 'Visitor' from w),
     v as (insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       select account_id, gen_random_uuid(), id, id, 'visitor', 'Visitor', 'following' from w)
     select id from w`,
    [first.channel.uuid],
  );
  if (!web) throw new Error('no channel');
  const { uuid } = await draft(first, 'Once', {
    channelUuids: [web.id, first.channel.uuid, second.channel.uuid],
  });
  const check = await stage.owner.call(contract.checkBroadcast, { params: { uuid } });
  expect(check).toMatchObject({ count: 3, isReady: true });
  expect(check.excluded).toEqual(
    expect.arrayContaining([
      { channelUuid: web.id, reason: 'no_chat', count: 1 },
      { channelUuid: second.channel.uuid, reason: 'reached_elsewhere', count: 1 },
    ]),
  );
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 3, skipped: 2 });
  expect([copies(first, 'Once'), copies(second, 'Once')]).toEqual([
    [1, 1],
    [0, 1],
  ]);
});
