import type { BroadcastId } from '@hanasu/contract/ids';
import { JOIN_EVENT, NOTIFICATION, UPDATE_BROADCAST } from '@hanasu/contract/realtime';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
let socket: Socket;
const events: { event: string; data: unknown }[] = [];
beforeAll(async () => {
  stage = await setStage();
  socket = io(stage.server.address, { transports: ['websocket'], forceNew: true });
  socket.onAny((event: string, data: unknown) => events.push({ event, data }));
  await socket.timeout(5_000).emitWithAck(JOIN_EVENT, stage.owner.jwt);
});
afterAll(async () => {
  socket.disconnect();
  await stage.close();
});
const { shopWith, draft, keep, start, inState } = broadcastsOn(() => stage);

const notificationsOf = (uuid: BroadcastId) =>
  events.flatMap(({ event, data }) =>
    event === NOTIFICATION && (data as { path: string }).path === `/Channel/message/${uuid}` ? [data] : [],
  );
const hooks = async (uuid: BroadcastId) =>
  (
    await stage.server.sql<{ data: unknown }>(
      `select payload -> 'data' -> 'broadcast' as data from web_hook_deliveries
       where event = 'broadcast.finished' and payload -> 'data' -> 'broadcast' ->> 'uuid' = $1`,
      [uuid],
    )
  ).map(({ data }) => data);

test('notifies staff and web hooks once that a broadcast has ended or waits, and sends pages its progress', async () => {
  await stage.owner.call(createWebHook, {
    body: { url: 'https://hooks.example/broadcasts', events: ['broadcast.finished'] },
  });
  const shop = await shopWith(4, { monthlyQuota: 10 });
  await keep(shop, 7);
  const { uuid } = await draft(shop, 'News');
  await start(uuid);
  await inState(uuid, 'paused');
  const [waits] = await eventually('staff know that it waits', async () => {
    const found = notificationsOf(uuid);
    return found.length > 0 && found;
  });
  expect(waits).toMatchObject({ event: 'broadcast_failed', subject: 'News', body: 'quota_short' });
  expect(await hooks(uuid)).toEqual([]);
  expect(
    events.some(
      ({ event, data }) =>
        event === UPDATE_BROADCAST && (data as { broadcastUuid: string }).broadcastUuid === uuid,
    ),
  ).toBe(true);

  await keep(shop, 0);
  await start(uuid);
  await inState(uuid, 'sent');
  await eventually('staff know that it was sent', async () => notificationsOf(uuid).length === 2);
  expect(notificationsOf(uuid)[1]).toMatchObject({ event: 'broadcast_finished', subject: 'News', body: '4' });
  expect(await hooks(uuid)).toMatchObject([
    { uuid, name: 'News', state: 'sent', people: 4, accepted: 4, skipped: 0, unknown: 0, cost: 4 },
  ]);
});
