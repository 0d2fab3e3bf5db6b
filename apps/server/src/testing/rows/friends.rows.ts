import * as friends from '@hanasu/contract/friends';
import type { FriendId } from '@hanasu/contract/ids';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const friendOf = async ({ person }: EndpointWorld): Promise<{ uuid: FriendId }> => {
  const { items } = await person.call(friends.listFriends);
  const first = items.find(({ channel }) => channel.sandbox);
  if (!first) throw new Error('nobody has written');
  return { uuid: first.uuid };
};

/** A sync of a channel of its own, as calls of the same channel would meet it. */
const newSync = async (world: EndpointWorld) => {
  const { items } = await world.person.call(friends.reloadCustomers, {
    body: { channelUuid: await world.newChannel() },
  });
  const [first] = items;
  if (!first) throw new Error('no sync was started');
  return { uuid: first.uuid };
};

export const FRIEND_ROWS: readonly EndpointRow[] = [
  row(friends.listFriends, nothing, [
    ...WRONG_PAGES,
    { query: { state: 'lost' }, path: 'query.state' },
    { query: { sort: 'age' }, path: 'query.sort' },
    { query: { channelUuid: 'shop' }, path: 'query.channelUuid' },
  ]),
  row(friends.getFriend, async (world) => ({ params: await friendOf(world) })),
  row(friends.refreshFriend, async (world) => ({ params: await friendOf(world) })),
  row(
    friends.reloadCustomers,
    async (world) => ({ body: { channelUuid: await world.newChannel() } }),
    wrongBodies({ channelUuid: { channelUuid: 'shop' } }),
  ),
  row(friends.listSyncs, nothing),
  row(friends.stopSync, async (world) => ({ params: await newSync(world) })),
  row(friends.resumeSync, async (world) => ({ params: await newSync(world) })),
];
