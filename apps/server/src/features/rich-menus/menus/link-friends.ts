import type { ChannelMenus, MenuFailure } from '@hanasu/channels/spec/menus';
import type { FriendId, RichMenuId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { DueChannel } from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';

interface LinkingRun {
  readonly database: Database;
  readonly due: DueChannel;
  readonly vendor: ChannelMenus;
  readonly connection: { readonly credentials: unknown };
  readonly signal: AbortSignal;
}

interface FriendsToLink {
  readonly menuId: RichMenuId | null;
  /** Menu that LINE is to show them; null: the default. */
  readonly lineId: string | null;
  readonly shown: readonly string[];
}

/** Links friends to the menu. The next ones are looked up, and the last ones noted, while LINE links these. */
export async function linkFriends(
  run: LinkingRun,
  { menuId, lineId, shown }: FriendsToLink,
): Promise<MenuFailure | null> {
  const { database, due, vendor, signal } = run;
  const ofAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>): Promise<T> =>
    database.account(due.accountId, work);
  const limit = vendor.limits.linkedAtOnce * CALLS_AT_ONCE;
  const find = (after: FriendId | null): Promise<friends.UnlinkedFriend[]> =>
    ofAccount((transaction) =>
      friends.findUnlinkedFriends(transaction, { channelId: due.channelId, menuId, shown, after, limit }),
    );
  const note = (friendIds: readonly FriendId[]): Promise<unknown> =>
    friendIds.length === 0
      ? Promise.resolve()
      : ofAccount((transaction) =>
          friends.markLinked(transaction, { channelId: due.channelId, friendIds, lineId }),
        );
  let people = await find(null);
  let unnoted: readonly FriendId[] = [];
  let failure: MenuFailure | null = null;
  while (people.length > 0 && !failure && !signal.aborted) {
    const last = people.at(-1)?.friendId ?? null;
    const isLast = people.length < limit;
    const [linked, following] = await Promise.all([
      linkAll(run, lineId, people),
      isLast ? [] : find(last),
      note(unnoted),
    ]);
    ({ failure } = linked);
    unnoted = linked.done;
    people = following;
  }
  await note(unnoted);
  return failure;
}

/** Calls between two notes of who was linked: after a crash up to twice as many are repeated, which changes nothing. */
const CALLS_AT_ONCE = 10;
/** Each takes LINE a tenth of a second; of them it takes 2,000 a second. */
const LINKED_SIDE_BY_SIDE = 2;

/** Links all of them; returns who was linked, and the first failure, if there was one. */
async function linkAll(
  { vendor, connection }: LinkingRun,
  lineId: string | null,
  people: readonly friends.UnlinkedFriend[],
): Promise<{ done: FriendId[]; failure: MenuFailure | null }> {
  const done: FriendId[] = [];
  let failure: MenuFailure | null = null;
  let at = 0;
  const goOn = async (): Promise<void> => {
    while (at < people.length && !failure) {
      const some = people.slice(at, at + vendor.limits.linkedAtOnce);
      at += some.length;
      const outcome = await vendor.link(
        connection,
        lineId,
        some.map(({ externalId }) => externalId),
      );
      if (outcome.kind === 'done') done.push(...some.map(({ friendId }) => friendId));
      else failure ??= outcome;
    }
  };
  await Promise.all(Array.from({ length: LINKED_SIDE_BY_SIDE }, goOn));
  return { done, failure };
}
