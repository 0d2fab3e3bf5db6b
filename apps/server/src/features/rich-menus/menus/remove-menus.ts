import type { ChannelMenus, FoundMenus, MenuFailure } from '@hanasu/channels/spec/menus';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ChannelListener } from '../../../platform/feature.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import type { ChannelAdapters } from '../../channels/public.ts';
import * as line from './channel-menus.store.ts';
import { isOurAlias, type MenuOwner, readMark } from './menu-marks.ts';
import * as removals from './menu-removals.store.ts';
import { type KnownMenus, nextToRemove, nextToShow, type WantedMenus } from './next-step.ts';
import { HOUR_MS, retryAfter, waitOf } from './run-problems.ts';

/**
 * Menus of ours at the vendor of a channel that is left are removed; those of a channel that is back are published again. Its settings
 * say when it is open, which schedules of menus ask.
 */
export const listenToChannels: ChannelListener = async (transaction, change) => {
  if (change.kind === 'left') {
    await removals.queueRemoval(transaction, change);
    return;
  }
  if (change.kind === 'connected') await removals.endRemoval(transaction, change.channelId);
  if (await line.findChannelMenus(transaction, change.channelId))
    await line.wantMenus(transaction, change.channelId);
};

export interface RemovalDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly box: SecretBox;
  /** Which installation this is (`installationOf`). */
  readonly installation: string;
  /** Menus are left at the vendor for good: it could not be reached for a day, or refuses the credentials. */
  readonly reportLeft: (removal: removals.DueRemoval) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const SIDE_BY_SIDE = 2;
const RENEW_MS = 20_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** Friends are taken off their menus within seconds of the answer. */
const UNLINKED_AFTER_MS = 3_000;
/** A run for the channel that was under way when it was left has ended by then. */
const CONFIRM_MS = 60_000;
const GIVE_UP_MS = 24 * HOUR_MS;
/** A thousand menus take ten hours, by the vendor's limit of an hour. */
const GIVE_UP_LIMITED_MS = 3 * GIVE_UP_MS;

/** Removes the menus, the default, the tabs and the links of friends of channels that were left. */
export function createMenuRemover(dependencies: RemovalDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<removals.DueRemoval>({
    name: 'rich-menu-removals',
    nextDue: removals.NEXT_REMOVAL_DUE,
    concurrency: SIDE_BY_SIDE,
    claim: ({ limit }) => database.system((transaction) => removals.claimRemovals(transaction, limit)),
    run: (due, signal) => runRemoval(dependencies, due, signal),
    keyOf: ({ channelId }) => channelId,
    renew: {
      everyMs: RENEW_MS,
      extend: (due) => database.system((transaction) => removals.extendRemoval(transaction, due)),
    },
    onError,
  });
}

type Ending =
  | { readonly kind: 'removed' }
  | { readonly kind: 'given-up' }
  | ({ readonly kind: 'later'; readonly inMs: number } & Partial<
      Pick<removals.DueRemoval, 'attempts' | 'isUnlinked' | 'isClean'>
    >);

async function runRemoval(
  dependencies: RemovalDependencies,
  due: removals.DueRemoval,
  signal: AbortSignal,
): Promise<void> {
  const { database, reportLeft } = dependencies;
  const ending = await removeMenus(dependencies, due, signal);
  if (signal.aborted) return;
  if (ending.kind === 'given-up') await reportLeft(due);
  await database.account(due.accountId, (transaction) => {
    if (ending.kind !== 'later') return removals.endRemoval(transaction, due.channelId);
    const { inMs, attempts = 0, isUnlinked = due.isUnlinked, isClean = false } = ending;
    const dueAt = new Date(transaction.now() + inMs);
    return removals.postponeRemoval(transaction, due.channelId, { dueAt, attempts, isUnlinked, isClean });
  });
}

async function removeMenus(
  { database, adapters, box, installation }: RemovalDependencies,
  due: removals.DueRemoval,
  signal: AbortSignal,
): Promise<Ending> {
  const vendor = adapters.find(due.channelKind, due)?.menus;
  const credentials = box.tryOpen(due.credentials, due.channelId);
  if (!vendor || credentials === null) return { kind: 'given-up' };
  const connection = { credentials: JSON.parse(credentials) as unknown };
  const all = await vendor.find(connection);
  if (all.kind !== 'found') return endingOf(all, due, database.now());
  const kept = await database.account(due.accountId, (transaction) =>
    removals.listConnectedMenus(transaction),
  );
  const owner = { accountId: due.accountId, installation };
  const found = leftOf(all, { owner, kept: new Set(kept.map(({ id }) => id)) });
  if (found.menus.length === 0 && found.aliases.length === 0)
    return due.isClean ? { kind: 'removed' } : { kind: 'later', inMs: CONFIRM_MS, isClean: true };
  return takeBack({ vendor, connection, due, owner, found, now: database.now(), signal });
}

/** What stands at the vendor without an owner: menus of other tools, and of channels that are connected, are left out. */
function leftOf(
  { menus, aliases, defaultMenu }: FoundMenus,
  { owner, kept }: { readonly owner: MenuOwner; readonly kept: ReadonlySet<string> },
): FoundMenus {
  const left = menus.filter(({ name }) => {
    const mark = readMark(name, owner);
    return mark !== null && !kept.has(mark.menuId);
  });
  const isLeft = (id: string): boolean => left.some((menu) => menu.id === id);
  const isThere = (id: string): boolean => menus.some((menu) => menu.id === id);
  return {
    menus: left,
    aliases: aliases.filter(({ alias, menuId }) => isOurAlias(alias) && (isLeft(menuId) || !isThere(menuId))),
    defaultMenu:
      defaultMenu !== null && defaultMenu !== 'other' && isLeft(defaultMenu.id) ? defaultMenu : null,
  };
}

interface Removal {
  readonly vendor: ChannelMenus;
  readonly connection: { readonly credentials: unknown };
  readonly due: removals.DueRemoval;
  readonly owner: MenuOwner;
  readonly found: FoundMenus;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The default goes first, then the links of friends, tabs and menus. */
async function takeBack({
  vendor,
  connection,
  due,
  owner,
  now,
  signal,
  ...removal
}: Removal): Promise<Ending> {
  const wanted: WantedMenus = { owner, pages: [], defaultPage: null };
  const known = { ...NOTHING_KNOWN, now };
  let { found } = removal;
  if (nextToShow(wanted, found, known)) {
    const outcome = await vendor.setDefault(connection, null);
    if (outcome.kind !== 'done') return endingOf(outcome, due, now);
    found = { ...found, defaultMenu: null };
  }
  if (!due.isUnlinked && found.menus.length > 0) {
    const outcome = await vendor.unlinkAll(
      connection,
      found.menus.map(({ id }) => id),
    );
    if (outcome.kind === 'no-access' || outcome.kind === 'unreachable') return endingOf(outcome, due, now);
    // Refused or limited: a menu that is deleted is shown until the chat is opened the next time.
    return { kind: 'later', inMs: UNLINKED_AFTER_MS, isUnlinked: true };
  }
  for (let step = nextToRemove(wanted, found, known); step; step = nextToRemove(wanted, found, known)) {
    if (signal.aborted || (step.do !== 'removeAlias' && step.do !== 'remove')) break;
    const gone = step;
    const outcome =
      gone.do === 'remove'
        ? await vendor.remove(connection, gone.lineId)
        : await vendor.removeAlias(connection, gone.alias);
    if (outcome.kind !== 'done') return endingOf(outcome, due, now);
    found = {
      ...found,
      menus: found.menus.filter(({ id }) => gone.do !== 'remove' || id !== gone.lineId),
      aliases: found.aliases.filter(({ alias }) => gone.do !== 'removeAlias' || alias !== gone.alias),
    };
  }
  return { kind: 'later', inMs: CONFIRM_MS, isClean: true };
}

const NOTHING_KNOWN: Omit<KnownMenus, 'now'> = {
  pictured: new Set(),
  linked: new Set(),
  replacedAt: new Map(),
  isCrowded: true,
  defaultSet: null,
  takesBack: false,
  blocked: { menus: new Set(), steps: new Set() },
};

function endingOf(failure: MenuFailure, { leftAt, attempts }: removals.DueRemoval, now: number): Ending {
  const passed = now - leftAt.getTime();
  if (failure.kind === 'limited')
    return passed > GIVE_UP_LIMITED_MS
      ? { kind: 'given-up' }
      : { kind: 'later', inMs: waitOf(failure), attempts };
  if (failure.kind === 'no-access' || failure.kind === 'refused' || passed > GIVE_UP_MS)
    return { kind: 'given-up' };
  return { kind: 'later', inMs: retryAfter(attempts, LONGEST_RETRY_MS), attempts: attempts + 1 };
}
