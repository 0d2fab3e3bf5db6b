import { createActionRule } from '@hanasu/contract/actions';
import { changeBroadcastSettings, getBroadcastSettings } from '@hanasu/contract/broadcast-settings';
import { checkBroadcast, pauseBroadcast } from '@hanasu/contract/broadcasts';
import type { BroadcastId } from '@hanasu/contract/ids';
import { createMessageTemplate } from '@hanasu/contract/message-templates';
import { createTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { echo, type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
const broadcasts = broadcastsOn(() => stage);
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const check = (uuid: BroadcastId) => stage.owner.call(checkBroadcast, { params: { uuid } });
const change = (body: object) => stage.owner.raw('PATCH', '/api/broadcast-settings', { body });

test('sends only answers to a friend who unsubscribed by a word, until they come back', async () => {
  const shop = await broadcasts.shopWith(1);
  const tag = await stage.owner.call(createTag, { body: { name: 'No news', color: 'gray' } });
  await stage.owner.call(changeBroadcastSettings, { body: { tagUuid: tag.uuid } });
  const template = await stage.owner.call(createMessageTemplate, {
    body: {
      name: 'Sorry',
      content: {
        bubbles: [{ kind: 'text', id: 'a', text: 'Sorry to see you go' }],
        quickReplies: [],
        sender: null,
        variants: {},
      },
    },
  });
  const rule = await stage.owner.call(createActionRule, {
    body: {
      name: 'Goodbye',
      trigger: { kind: 'consent' },
      actions: [{ kind: 'sendMessage', templateUuid: template.uuid }],
    },
  });

  await shop.says(' 配信停止。');
  await eventually('the confirmation is received', async () => shop.received().length === 1);
  expect(shop.received()[0]).toContain('「配信再開」');
  const runs = () =>
    stage.server.sql<{ state: string; reason: string | null }>(
      `select state, reason from action_runs where rule_id = $1`,
      [rule.uuid],
    );
  await eventually('the rule has left them out', async () => (await runs())[0]?.reason === 'unsubscribed');
  const { uuid } = await broadcasts.draft(shop, 'News');
  expect(await check(uuid)).toMatchObject({
    count: 1,
    excluded: [{ reason: 'unsubscribed', count: 1 }],
  });

  await shop.says('Where are you?');
  await eventually('they are answered', async () => shop.received().includes(echo('Where are you?')));
  await shop.says('配信再開');
  await eventually('the confirmation is received', async () =>
    shop.received().at(-1)?.includes('再開しました'),
  );
  expect(await check(uuid)).toMatchObject({ count: 2, excluded: [] });
  expect(shop.received().filter((text) => text.includes('配信再開'))).toHaveLength(1);
  await stage.owner.call(changeBroadcastSettings, { body: { tagUuid: null } });
});

test('leaves out a friend who blocked, unsubscribed or reached the cap since the start', async () => {
  const shop = await broadcasts.shopWith(4);
  const { uuid } = await broadcasts.draft(shop, 'Slow', { peoplePerHour: 1 });
  await broadcasts.start(uuid);
  await eventually('the first has got it', async () => (await broadcasts.report(uuid)).accepted === 1);
  await stage.owner.call(pauseBroadcast, { params: { uuid } });
  const left = await stage.server.sql<{ id: string }>(
    `select f.id from broadcast_recipients r join friends f on f.id = r.friend_id
     where r.broadcast_id = $1 and r.state = 'pending' order by r.id`,
    [uuid],
  );
  await stage.server.sql(`update friends set state = 'blocked' where id = $1`, [left[0]?.id]);
  await stage.server.sql(`update friends set consent = 'withdrawn' where id = $1`, [left[1]?.id]);
  await stage.owner.call(changeBroadcastSettings, { body: { cap: { broadcasts: 1, days: 7 } } });
  const other = await broadcasts.draft(shop, 'Other', {
    audience: { kind: 'friends', friendUuids: [left[2]?.id as never] },
  });
  await broadcasts.start(other.uuid);
  await broadcasts.inState(other.uuid, 'sent');
  const third = await broadcasts.draft(shop, 'Third');
  expect((await check(third.uuid)).excluded).toEqual(
    expect.arrayContaining([expect.objectContaining({ reason: 'frequency_cap', count: 2 })]),
  );
  await stage.server.sql(`update broadcasts set people_per_hour = null, next_at = null where id = $1`, [
    uuid,
  ]);
  await broadcasts.start(uuid);
  const { accepted, reasons } = await broadcasts.inState(uuid, 'sent');
  expect(accepted).toBe(1);
  expect(reasons.map(({ reason, count }) => [reason, count]).toSorted()).toEqual([
    ['blocked', 1],
    ['frequency_cap', 1],
    ['no_consent', 1],
  ]);
  await stage.owner.call(changeBroadcastSettings, { body: { cap: null } });
});

test('nothing is sent in quiet hours, and the check says so', async () => {
  const shop = await broadcasts.shopWith(1);
  const { timeZone } = await stage.owner.call(getBroadcastSettings);
  const clock = (shift: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
      Date.now() + shift * 3_600_000,
    );
  await stage.owner.call(changeBroadcastSettings, { body: { quiet: { from: clock(-2), until: clock(2) } } });
  const { uuid } = await broadcasts.draft(shop, 'At night');
  expect((await check(uuid)).quietUntil).not.toBeNull();
  await broadcasts.start(uuid);
  await eventually('it was looked at', async () => {
    const [lane] = await stage.server.sql(
      `select 1 from broadcast_channels where broadcast_id = $1 and next_at > now() + interval '1 hour'`,
      [uuid],
    );
    return lane;
  });
  const waiting = await broadcasts.report(uuid);
  expect(waiting).toMatchObject({ state: 'sending', accepted: 0, open: 1 });
  expect(waiting.quietUntil).not.toBeNull();
  await stage.owner.call(changeBroadcastSettings, { body: { quiet: null } });
  expect(await broadcasts.inState(uuid, 'sent')).toMatchObject({ accepted: 1, quietUntil: null });
});

test('settings name a way back, and no word that does both', async () => {
  expect((await change({ resumeWords: [] })).body).toMatchObject({ errors: [{ path: 'body.resumeWords' }] });
  expect((await change({ resumeWords: ['ＳＴＯＰ'] })).body).toMatchObject({
    errors: [{ path: 'body.resumeWords' }],
  });
  expect((await change({ tagUuid: crypto.randomUUID() })).body).toMatchObject({
    errors: [{ path: 'body.tagUuid' }],
  });
  expect((await change({ unsubscribeWords: ['Bye'], resumeWords: ['Hi'] })).body).toMatchObject({
    unsubscribeWords: ['Bye'],
    resumeWords: ['Hi'],
  });
});
