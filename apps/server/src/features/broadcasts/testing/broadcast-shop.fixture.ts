import { randomBytes } from 'node:crypto';
import { reportBroadcast } from '@hanasu/contract/broadcast-report';
import * as contract from '@hanasu/contract/broadcasts';
import { getChannelSettings, updateChannelSettings } from '@hanasu/contract/channel-settings';
import type { BroadcastId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { eventually } from '../../../testing/test-server.ts';
import {
  openShop,
  type Shop,
  type ShopOptions,
  type Stage,
} from '../../channels/testing/channel-stage.fixture.ts';

const contentOf = (text: string) => ({
  bubbles: [{ kind: 'text' as const, id: 'a', text }],
  quickReplies: [],
  sender: null,
  variants: {},
});

export interface People extends Shop {
  /** The vendor's ids. */
  readonly ids: readonly string[];
}

type Given = Partial<z.input<typeof contract.createBroadcast.body>>;

/** Counts how often each of them has got these words. */
export const copies = ({ ids, received }: People, text: string) =>
  ids.map((id) => received(id).filter((words) => words === text).length);

/** Waits until a call failed, so that it is tried again later. */
export const untilTried = ({ server }: Stage, uuid: BroadcastId) =>
  eventually('it was tried', async () => {
    const [row] = await server.sql(
      `select 1 from broadcast_channels where broadcast_id = $1 and troubles > 0`,
      [uuid],
    );
    return row ?? null;
  });

/** Helpers for broadcasts on a stage, which is set later than this is called. */
export function broadcastsOn(stageOf: () => Stage) {
  const addPeople = (shop: Shop, ids: readonly string[]) =>
    stageOf().server.sql(
      `with n as (select gen_random_uuid() as customer, gen_random_uuid() as friend, id, 'Friend ' || place as name
           from unnest($2::text[]) with ordinality as u(id, place)),
         k as (insert into customers (account_id, id, name) select c.account_id, n.customer, n.name
           from n, channels c where c.id = $1)
       insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       select c.account_id, n.friend, c.id, n.customer, n.id, n.name, 'following' from n, channels c where c.id = $1`,
      [shop.channel.uuid, ids],
    );
  /** A shop with friends who have never written. */
  async function shopWith(people: number, options: ShopOptions = {}): Promise<People> {
    const stage = stageOf();
    const shop = await openShop(stage, options);
    const ids = Array.from({ length: people }, (_, index) => {
      const id = `U${randomBytes(16).toString('hex')}`;
      return stage.fake.addFriend(shop.credentials.channelId, { id, displayName: `Friend ${index}` });
    });
    await addPeople(shop, ids);
    return { ...shop, ids };
  }
  const draft = (shop: Shop, text: string, given: Given = {}) =>
    stageOf().owner.call(contract.createBroadcast, {
      body: {
        name: text.slice(0, 40),
        content: contentOf(text),
        channelUuids: [shop.channel.uuid],
        audience: { kind: 'everybody' },
        ...given,
      },
    });
  async function keep(shop: Shop, keepQuota: number): Promise<void> {
    const params = { uuid: shop.channel.uuid };
    const settings = await stageOf().owner.call(getChannelSettings, { params });
    await stageOf().owner.call(updateChannelSettings, { params, body: { ...settings, keepQuota } });
  }
  const start = (uuid: BroadcastId) => stageOf().owner.call(contract.startBroadcast, { params: { uuid } });
  const report = (uuid: BroadcastId) => stageOf().owner.call(reportBroadcast, { params: { uuid } });
  const inState = (uuid: BroadcastId, state: contract.BroadcastState) =>
    eventually(`it is ${state}`, async () => {
      const now = await report(uuid);
      return now.state === state ? now : null;
    });
  return { addPeople, shopWith, draft, keep, start, report, inState };
}
