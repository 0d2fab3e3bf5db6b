import * as log from '@hanasu/contract/channel-log';
import { listChannelLog } from '@hanasu/contract/channel-log';
import type { ChannelLogId } from '@hanasu/contract/ids';
import type { EndpointWorld } from '../endpoint-world.ts';
import { eventually } from '../test-server.ts';
import { type EndpointRow, row, WRONG_PAGES } from './row.ts';

const channelOf = ({ channel }: EndpointWorld) => ({ params: { uuid: channel.uuid } });

/** The newest line of the world's channel that is like this. */
const entryOf = (
  { person, channel }: EndpointWorld,
  query: { direction: 'in' | 'out'; q: string },
): Promise<ChannelLogId> =>
  eventually('the line is in the log', async () => {
    const found = await person.call(listChannelLog, {
      params: { uuid: channel.uuid },
      query: { ...query, page: 1, pageSize: 20 },
    });
    return found.items[0]?.uuid;
  });

const received = async (world: EndpointWorld) => ({
  params: { uuid: world.channel.uuid, entry: await entryOf(world, { direction: 'in', q: 'message' }) },
});

export const CHANNEL_LOG_ROWS: readonly EndpointRow[] = [
  row(log.listChannelLog, channelOf, [
    ...WRONG_PAGES,
    { query: { direction: 'up' }, path: 'query.direction' },
    { query: { result: 'lost' }, path: 'query.result' },
  ]),
  row(log.getChannelLogEntry, received),
  row(log.replayEvent, received),
  row(log.replayFailedEvents, channelOf),
  row(log.resendCall, async (world) => {
    const message = await world.newFailedMessage();
    const entry = await entryOf(world, { direction: 'out', q: 'send' });
    await world.failCall(entry, message);
    return { params: { uuid: world.channel.uuid, entry } };
  }),
];
