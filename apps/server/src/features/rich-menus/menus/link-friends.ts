import type { ChannelMenus, FoundMenus, MenuFailure } from '@hanasu/channels/spec/menus';
import type { ChannelId, FriendId, RichMenuId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { DueChannel } from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { readMark } from './menu-marks.ts';
import { type BlockedWork, type FoundDrift, type KnownMenus, menuOf, type WantedMenus } from './next-step.ts';

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

interface LinkingAll extends LinkingRun {
  readonly published: { readonly wanted: WantedMenus; readonly rows: readonly { readonly id: RichMenuId }[] };
  readonly found: FoundMenus;
  readonly blocked: BlockedWork;
}

/**
 * Links friends at the vendor to their menus, and to the default those who have none of their own. `settle` takes what failed for
 * one menu, and answers whether the others can go on.
 */
export async function linkAllFriends(
  run: LinkingAll,
  known: KnownMenus,
  settle: (failure: MenuFailure, menuId: RichMenuId | null) => boolean,
): Promise<MenuFailure | null> {
  const { published, found, blocked } = run;
  const { wanted, rows } = published;
  const pagesOf = (menuId: RichMenuId): string[] =>
    wanted.pages
      .filter((page) => page.menuId === menuId)
      .flatMap((page) => menuOf(found, wanted, page, known) ?? []);
  const everybodys = wanted.defaultPage ? pagesOf(wanted.defaultPage.menuId) : [];
  const targets = [...rows.map(({ id }) => id), null].filter((id) => id === null || !blocked.menus.has(id));
  for (const menuId of targets) {
    const shown = menuId === null ? everybodys : pagesOf(menuId);
    const lineId = menuId === null ? null : shown[0];
    if (lineId === undefined) continue;
    const failure = await linkFriends(run, { menuId, lineId, shown });
    if (failure && !settle(failure, menuId)) return failure;
  }
  return null;
}

/** Friends whose link is compared with the vendor's at each look: nothing else says that links were changed there. */
const SAMPLED = 5;
const SAMPLE_EVERY_MS = 30_000;

/** `drift` null: it is too soon to ask again. */
interface Sampled {
  readonly kind: 'sampled';
  readonly drift: readonly FoundDrift[] | null;
}

/**
 * Asks the vendor which menu some friends have. Those who lost theirs are linked again; with most of the sample lost, all are.
 * What another tool has linked them to is drift, and stays until staff take it back.
 */
export async function sampleLinks(
  run: LinkingRun & Pick<LinkingAll, 'published' | 'found'> & { readonly sampledAt: Map<ChannelId, number> },
): Promise<Sampled | MenuFailure> {
  const { database, due, vendor, connection, found, published } = run;
  const ofAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>): Promise<T> =>
    database.account(due.accountId, work);
  if (database.now() - (run.sampledAt.get(due.channelId) ?? 0) < SAMPLE_EVERY_MS)
    return { kind: 'sampled', drift: null };
  const sample = await ofAccount((transaction) => friends.sampleLinked(transaction, due.channelId, SAMPLED));
  if (sample.length > 0) run.sampledAt.set(due.channelId, database.now());
  const lost: FriendId[] = [];
  const foreign: string[] = [];
  for (const { friendId, externalId, menuId, lineId } of sample) {
    const link = await vendor.findLink(connection, externalId);
    if (link.kind !== 'linked') return link;
    const menu = found.menus.find(({ id }) => id === link.id);
    const mark = menu && readMark(menu.name, published.wanted.owner);
    if (link.id === lineId || mark?.menuId === menuId) continue;
    if (link.id === null || mark) lost.push(friendId);
    else foreign.push(link.id);
  }
  const areAll = lost.length > sample.length / 2;
  if (lost.length > 0)
    await ofAccount((transaction) => friends.forgetLinks(transaction, due.channelId, areAll ? null : lost));
  const [instead] = foreign;
  const drift: FoundDrift[] =
    instead === undefined ? [] : [{ kind: 'links_changed', page: null, found: instead }];
  return { kind: 'sampled', drift };
}

/** Links friends to the menu. The next ones are taken, and the last ones noted, while LINE links these. */
async function linkFriends(
  run: LinkingRun,
  { menuId, lineId, shown }: FriendsToLink,
): Promise<MenuFailure | null> {
  const { database, due, vendor, signal } = run;
  const ofAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>): Promise<T> =>
    database.account(due.accountId, work);
  const limit = vendor.limits.linkedAtOnce * CALLS_AT_ONCE;
  const take = (after: FriendId | null): Promise<friends.UnlinkedFriend[]> =>
    ofAccount((transaction) =>
      friends.takeUnlinkedFriends(transaction, { channelId: due.channelId, menuId, shown, after, limit }),
    );
  const note = (friendIds: readonly FriendId[]): Promise<unknown> =>
    friendIds.length === 0
      ? Promise.resolve()
      : ofAccount((transaction) =>
          friends.markLinked(transaction, { channelId: due.channelId, friendIds, lineId }),
        );
  let people = await take(null);
  let unnoted: readonly FriendId[] = [];
  let failure: MenuFailure | null = null;
  while (people.length > 0 && !failure && !signal.aborted) {
    const last = people.at(-1)?.friendId ?? null;
    const isLast = people.length < limit;
    const [linked, following] = await Promise.all([
      linkAll(run, lineId, people),
      isLast ? [] : take(last),
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
