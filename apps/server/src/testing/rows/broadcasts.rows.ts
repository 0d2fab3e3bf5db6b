import { chooseAbWinner, reportAbTest } from '@hanasu/contract/broadcast-ab';
import * as report from '@hanasu/contract/broadcast-report';
import { changeBroadcastSettings, getBroadcastSettings } from '@hanasu/contract/broadcast-settings';
import { listBroadcastSums } from '@hanasu/contract/broadcast-sums';
import * as broadcasts from '@hanasu/contract/broadcasts';
import type { FriendId } from '@hanasu/contract/ids';
import { getConversation } from '@hanasu/contract/inbox';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const content = {
  bubbles: [{ kind: 'text' as const, id: 'a', text: 'Autumn menu' }],
  quickReplies: [],
  sender: null,
  variants: {},
};
const bodyOf = ({ channel }: EndpointWorld) => ({
  name: 'Autumn',
  content,
  channelUuids: [channel.uuid],
  audience: { kind: 'everybody' as const },
});
const paramsOf = async (world: EndpointWorld) => ({
  uuid: (await world.person.call(broadcasts.createBroadcast, { body: bodyOf(world) })).uuid,
});
const tested = async (world: EndpointWorld) => {
  const abTest = {
    others: [content],
    shares: [50, 30],
    metric: 'replied' as const,
    decide: 'by_person' as const,
  };
  const body = { ...bodyOf(world), abTest };
  return { uuid: (await world.person.call(broadcasts.createBroadcast, { body })).uuid };
};
const inState = (state: 'sending' | 'paused' | 'sent') => async (world: EndpointWorld) =>
  world.startedBroadcast((await paramsOf(world)).uuid, state);

export const BROADCAST_ROWS: readonly EndpointRow[] = [
  row(broadcasts.listBroadcasts, nothing, WRONG_PAGES),
  row(
    broadcasts.createBroadcast,
    (world) => ({ body: bodyOf(world) }),
    wrongBodies({
      name: { name: '', content, channelUuids: [crypto.randomUUID()], audience: { kind: 'everybody' } },
      channelUuids: { name: 'x', content, channelUuids: [], audience: { kind: 'everybody' } },
    }),
  ),
  row(broadcasts.getBroadcast, async (world) => ({ params: await paramsOf(world) })),
  row(
    broadcasts.changeBroadcast,
    async (world) => ({ params: await paramsOf(world), body: { name: 'Winter', version: 1 } }),
    wrongBodies({ version: { name: 'Winter' }, peoplePerHour: { peoplePerHour: 0, version: 1 } }),
  ),
  row(broadcasts.deleteBroadcast, async (world) => ({ params: await paramsOf(world) })),
  row(broadcasts.checkBroadcast, async (world) => ({ params: await paramsOf(world) })),
  row(
    broadcasts.scheduleBroadcast,
    async (world) => ({ params: await paramsOf(world), body: { startAt: '2099-01-01T00:00:00Z' } }),
    wrongBodies({ startAt: { startAt: 'tomorrow' } }),
  ),
  row(broadcasts.startBroadcast, async (world) => ({ params: await paramsOf(world) })),
  row(broadcasts.pauseBroadcast, async (world) => ({ params: await inState('sending')(world) })),
  row(broadcasts.stopBroadcast, async (world) => ({ params: await inState('paused')(world) })),
  row(broadcasts.retryBroadcast, async (world) => ({ params: await inState('sent')(world) })),
  row(
    broadcasts.testBroadcast,
    async (world) => {
      const { friend } = await world.person.call(getConversation, { params: { uuid: world.conversation } });
      return { params: await paramsOf(world), body: { friendUuid: friend?.uuid as FriendId } };
    },
    wrongBodies({ friendUuid: { friendUuid: 'x' } }),
  ),
  row(getBroadcastSettings, nothing),
  row(
    changeBroadcastSettings,
    () => ({ body: { cap: { broadcasts: 2, days: 7 } } }),
    wrongBodies({
      'cap.broadcasts': { cap: { broadcasts: 0, days: 7 } },
      'quiet.from': { quiet: { from: '25:00', until: '08:00' } },
    }),
  ),
  row(report.listBroadcastRecipients, async (world) => ({ params: await paramsOf(world) }), WRONG_PAGES),
  row(report.exportBroadcastRecipients, async (world) => ({ params: await paramsOf(world) })),
  row(listBroadcastSums, async (world) => ({ params: await paramsOf(world) })),
  row(reportAbTest, async (world) => ({ params: await tested(world) })),
  row(
    chooseAbWinner,
    async (world) => ({
      params: await world.startedBroadcast((await tested(world)).uuid, 'waiting'),
      body: { variant: 1 },
    }),
    wrongBodies({ variant: { variant: 5 } }),
  ),
  row(report.compareBroadcasts, async (world) => ({ query: { uuid: (await paramsOf(world)).uuid } })),
  row(report.reportBroadcast, async (world) => ({ params: await paramsOf(world) })),
];
