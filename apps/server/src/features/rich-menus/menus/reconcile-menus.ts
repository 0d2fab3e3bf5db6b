import type { ChannelMenus, FoundMenus, MenuFailure, MenuOutcome } from '@hanasu/channels/spec/menus';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';
import type { PictureSource } from '@hanasu/contract/menu-pictures';
import type { MenuDrift } from '@hanasu/contract/menus-at-line';
import { MENU_SIZES } from '@hanasu/contract/rich-menus';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { toChannelMenu } from './build-menu.ts';
import * as store from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { linkFriends } from './link-friends.ts';
import { aliasOf, readMark, writeMark } from './menu-marks.ts';
import {
  findDrift,
  type KnownMenus,
  type MenuStep,
  menuOf,
  nextToRemove,
  nextToShow,
  REST_MS,
  type WantedMenus,
  type WantedPage,
} from './next-step.ts';
import { type Published, type ShareDependencies, sharePublished } from './published-menus.ts';

export interface ReconcileDependencies extends ShareDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  /** The bytes that LINE is sent; null: a file of it is gone. */
  readonly renderPicture: (
    accountId: AccountId,
    source: PictureSource,
    size: { readonly width: number; readonly height: number },
  ) => Promise<{ readonly bytes: Buffer; readonly contentType: string } | null>;
  readonly onError: (error: unknown) => void;
}

const SIDE_BY_SIDE = 2;
const RENEW_MS = 20_000;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Makes what is at LINE what should be there: for each channel that is due, one process at a time. Whatever it is killed at,
 * the next run looks at LINE first and goes on from what it finds.
 */
export function createMenuReconciler(dependencies: ReconcileDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<store.DueChannel>({
    name: 'rich-menus',
    nextDue: store.NEXT_DUE,
    concurrency: SIDE_BY_SIDE,
    claim: ({ limit }) => database.system((transaction) => store.claimDue(transaction, limit)),
    run: async (due, signal) => {
      const ending = await reconcile(dependencies, due, signal);
      if (ending)
        await database.account(due.accountId, (transaction) => store.endRun(transaction, due, ending));
    },
    keyOf: ({ channelId }) => channelId,
    renew: {
      everyMs: RENEW_MS,
      extend: (due) => database.system((transaction) => store.extendLease(transaction, due)),
    },
    onError,
  });
}

/** Null: the process stops, and the lease ends by itself. */
async function reconcile(
  dependencies: ReconcileDependencies,
  due: store.DueChannel,
  signal: AbortSignal,
): Promise<store.Ending | null> {
  const { database, directory } = dependencies;
  const channel = await directory.open(due.accountId, due.channelId);
  const vendor = channel?.adapter.menus;
  if (!channel || !vendor || channel.isDisconnected)
    return { kind: 'stopped', error: 'the channel is not connected' };
  const published = await database.account(due.accountId, (transaction) =>
    sharePublished(transaction, dependencies, due),
  );
  const found = await vendor.find(channel.connection);
  if (found.kind !== 'found') return endingOf(found, { due, now: database.now() });
  const run: Run = {
    ...dependencies,
    due,
    vendor,
    connection: channel.connection,
    published,
    found,
    signal,
    linked: null,
  };
  await saveWhatWasFound(run);
  const failure = (await perform(run, nextToShow)) ?? (await linkAllFriends(run)) ?? (await removeOld(run));
  if (signal.aborted) return null;
  return failure
    ? endingOf(failure, { due, now: database.now() })
    : { kind: 'done', nextAt: await nextLook(run) };
}

/** When schedules, segments or a look at LINE come next, or the first menu that was replaced is to go. */
async function nextLook(run: Run): Promise<Date> {
  const { replacedAt, now } = await ofAccount(run, (transaction) => knownOf(transaction, run));
  const ends = [...replacedAt.values()].map((at) => at + REST_MS).filter((at) => at > now);
  return new Date(Math.min(run.published.nextAt.getTime(), ...ends));
}

interface Run extends ReconcileDependencies {
  readonly due: store.DueChannel;
  readonly vendor: ChannelMenus;
  readonly connection: { readonly credentials: unknown };
  readonly published: Published;
  readonly signal: AbortSignal;
  /** As it is after the steps that were done. */
  found: FoundMenus;
  /** Menus at LINE that friends were last linked to; null: not asked. Reads all friends, linked to others before. */
  linked: ReadonlySet<string> | null;
}

const ofAccount = <T>(
  { database, due }: Run,
  work: (transaction: AccountTransaction) => Promise<T>,
): Promise<T> => database.account(due.accountId, work);

/** Rows follow what LINE says; what is not as we left it is told once. */
async function saveWhatWasFound(run: Run): Promise<void> {
  const { due, published, found } = run;
  await ofAccount(run, async (transaction) => {
    const before = await store.listLineMenus(transaction, due.channelId);
    const known = await knownOf(transaction, run);
    const made = before.map(({ menuId, pageId, hash }) => ({
      menuId,
      pageId,
      hash,
      alias: aliasOf(menuId, pageId),
    }));
    const row = await store.findChannelMenus(transaction, due.channelId);
    const at = new Date(transaction.now()).toISOString();
    const drift = findDrift(published.wanted, found, { ...known, made }).map(
      ({ kind, page }): MenuDrift => ({
        kind,
        menuUuid: page?.menuId ?? null,
        pageId: page?.pageId ?? null,
        at: row?.drift.find((one) => one.kind === kind && one.pageId === (page?.pageId ?? null))?.at ?? at,
      }),
    );
    const ours = found.menus.flatMap(({ id, name }) => {
      const mark = readMark(name, due.accountId);
      return mark ? [{ lineId: id, ...mark }] : [];
    });
    await store.syncLineMenus(transaction, due.channelId, ours);
    await store.saveSeen(transaction, due.channelId, {
      defaultFound: found.defaultMenu === 'other' ? 'other' : (found.defaultMenu?.id ?? null),
      otherMenus: found.menus.length - ours.length,
      drift,
      stepsTotal: await countSteps(transaction, run, known),
    });
  });
}

async function knownOf(
  transaction: AccountTransaction,
  { due, linked, found, vendor }: Run,
): Promise<KnownMenus> {
  const rows = await store.listLineMenus(transaction, due.channelId);
  const row = await store.findChannelMenus(transaction, due.channelId);
  return {
    pictured: new Set(rows.flatMap(({ lineId, hasPicture }) => (hasPicture ? [lineId] : []))),
    linked: linked ?? new Set(),
    replacedAt: new Map(
      rows.flatMap(({ lineId, replacedAt }) => (replacedAt ? [[lineId, replacedAt.getTime()] as const] : [])),
    ),
    now: transaction.now(),
    isCrowded: found.menus.length > vendor.limits.menus / 2,
    defaultSet: row?.defaultSet ?? null,
    takesBack: row?.takesBack ?? false,
  };
}

/** Calls to come, as far as they are known: those for menus, and those that tell friends. */
async function countSteps(
  transaction: AccountTransaction,
  { published: { wanted }, found, vendor, due }: Run,
  known: KnownMenus,
): Promise<number> {
  const missing = wanted.pages.filter((page) => menuOf(found, wanted, page, known) === null).length;
  const { wanted: shown, linked } = await friends.countShares(transaction, due.channelId);
  return missing * 3 + Math.ceil(Math.max(0, shown - linked) / vendor.limits.linkedAtOnce);
}

async function removeOld(run: Run): Promise<MenuFailure | null> {
  const { due, published, found } = run;
  await ofAccount(run, async (transaction) => {
    const known = await knownOf(transaction, run);
    const shown = published.wanted.pages.flatMap(
      (page) => menuOf(found, published.wanted, page, known) ?? [],
    );
    await store.noteReplaced(transaction, due.channelId, shown);
  });
  return perform(run, nextToRemove);
}

type Next = (wanted: WantedMenus, found: FoundMenus, known: KnownMenus) => MenuStep | null;

/** One step after the other until there is none; the failure that it ended with, or null. */
async function perform(run: Run, next: Next): Promise<MenuFailure | null> {
  while (!run.signal.aborted) {
    const known = await ofAccount(run, (transaction) => knownOf(transaction, run));
    const step = next(run.published.wanted, run.found, known);
    if (!step) return null;
    if (step.do === 'remove' && run.linked === null) {
      const linked = await ofAccount(run, (transaction) =>
        friends.listLinked(transaction, run.due.channelId),
      );
      run.linked = new Set(linked.map(({ lineId }) => lineId));
      continue;
    }
    const outcome = await takeStep(run, step);
    if (outcome.kind !== 'done') return outcome;
  }
  return null;
}

async function takeStep(run: Run, step: MenuStep): Promise<MenuOutcome> {
  const { vendor, connection, due, found } = run;
  const noted = async (
    outcome: MenuOutcome,
    after: FoundMenus,
    note: (transaction: AccountTransaction) => Promise<unknown>,
  ): Promise<MenuOutcome> => {
    if (outcome.kind !== 'done') return outcome;
    run.found = after;
    await ofAccount(run, note);
    return outcome;
  };
  switch (step.do) {
    case 'create':
      return createMenu(run, step.page);
    case 'picture':
      return noted(await sendPicture(run, step), found, (transaction) =>
        store.notePicture(transaction, due.channelId, step.lineId),
      );
    case 'alias': {
      const { alias } = step.page;
      const others = found.aliases.filter((one) => one.alias !== alias);
      return noted(
        await vendor.setAlias(connection, alias, step.lineId),
        { ...found, aliases: [...others, { alias, menuId: step.lineId }] },
        (transaction) => store.noteStep(transaction, due.channelId),
      );
    }
    case 'default': {
      const defaultMenu = step.lineId === null ? null : { id: step.lineId };
      return noted(
        await vendor.setDefault(connection, step.lineId),
        { ...found, defaultMenu },
        (transaction) => store.noteDefault(transaction, due.channelId, step.lineId),
      );
    }
    case 'removeAlias': {
      const aliases = found.aliases.filter(({ alias }) => alias !== step.alias);
      return noted(await vendor.removeAlias(connection, step.alias), { ...found, aliases }, (transaction) =>
        store.noteStep(transaction, due.channelId),
      );
    }
    case 'remove': {
      const wait = await waitFor(run, 'deleted');
      if (wait) return wait;
      const menus = found.menus.filter(({ id }) => id !== step.lineId);
      return noted(await vendor.remove(connection, step.lineId), { ...found, menus }, (transaction) =>
        store.noteRemoved(transaction, due.channelId, step.lineId),
      );
    }
  }
}

/** Null: the vendor's limit of an hour leaves room. */
async function waitFor(run: Run, what: 'created' | 'deleted'): Promise<MenuFailure | null> {
  const { vendor, due, database } = run;
  const row = await ofAccount(run, (transaction) => store.findChannelMenus(transaction, due.channelId));
  const most = what === 'created' ? vendor.limits.madeInAnHour : vendor.limits.deletedInAnHour;
  const times = (what === 'created' ? row?.createdTimes : row?.deletedTimes) ?? [];
  const recent = times.map((time) => time.getTime()).filter((time) => time > database.now() - HOUR_MS);
  const first = recent.toSorted((one, other) => one - other).at(-most);
  return first === undefined ? null : { kind: 'limited', retryAfterMs: first + HOUR_MS - database.now() };
}

async function createMenu(run: Run, page: WantedPage): Promise<MenuOutcome> {
  const { vendor, connection, due, published } = run;
  const wait = await waitFor(run, 'created');
  if (wait) return wait;
  if (run.found.menus.length >= vendor.limits.menus)
    return {
      kind: 'refused',
      property: null,
      detail: `the channel has ${vendor.limits.menus} menus, as many as LINE takes; delete some where they were made`,
    };
  const definition = published.definitions.get(page.menuId);
  const part = definition?.pages.find(({ id }) => id === page.pageId);
  if (!definition || !part) throw new Error(`page ${page.pageId} is wanted and not there`);
  const name = writeMark({ accountId: due.accountId, ...page });
  const { menuId, pageId, hash } = page;
  const { firstPages } = published;
  const outcome = await vendor.create(
    connection,
    toChannelMenu(definition, part, { menuId, name, firstPages }),
  );
  if (outcome.kind !== 'made') return outcome;
  run.found = { ...run.found, menus: [...run.found.menus, { id: outcome.id, name }] };
  await ofAccount(run, (transaction) =>
    store.noteMade(transaction, due.channelId, { lineId: outcome.id, menuId, pageId, hash }),
  );
  return { kind: 'done' };
}

async function sendPicture(
  run: Run,
  { page, lineId }: MenuStep & { readonly do: 'picture' },
): Promise<MenuOutcome> {
  const { vendor, connection, published, due, renderPicture } = run;
  const definition = published.definitions.get(page.menuId);
  const source = definition?.pages.find(({ id }) => id === page.pageId)?.picture;
  if (!definition || !source) throw new Error(`the picture of page ${page.pageId} is not there`);
  const drawn = await renderPicture(due.accountId, source, MENU_SIZES[definition.size]);
  if (!drawn) return { kind: 'refused', property: null, detail: 'a picture of the menu is gone' };
  const outcome = await vendor.setPicture(connection, lineId, drawn);
  // Somebody has deleted the menu meanwhile: the next run finds that.
  return outcome.kind === 'missing' ? { kind: 'unreachable', detail: outcome.detail } : outcome;
}

/** Links friends at LINE to their menus, and to the default those who have none of their own. */
async function linkAllFriends(run: Run): Promise<MenuFailure | null> {
  const { wanted, rows } = run.published;
  const known = await ofAccount(run, (transaction) => knownOf(transaction, run));
  const pagesOf = (menuId: RichMenuId): string[] =>
    wanted.pages
      .filter((page) => page.menuId === menuId)
      .flatMap((page) => menuOf(run.found, wanted, page, known) ?? []);
  const everybodys = wanted.defaultPage ? pagesOf(wanted.defaultPage.menuId) : [];
  for (const { id: menuId } of rows) {
    const shown = pagesOf(menuId);
    const [lineId] = shown;
    const failure = lineId === undefined ? null : await linkFriends(run, { menuId, lineId, shown });
    if (failure) return failure;
  }
  return linkFriends(run, { menuId: null, lineId: null, shown: everybodys });
}

/** When the work goes on after a failure. */
function endingOf(
  failure: MenuFailure,
  { due, now }: { readonly due: store.DueChannel; readonly now: number },
): store.Ending {
  if (failure.kind === 'limited') {
    const wait = failure.retryAfterMs ?? FIRST_RETRY_MS;
    return { kind: 'limited', until: new Date(now + Math.min(Math.max(wait, 1_000), HOUR_MS)) };
  }
  // Until somebody changes the menu, or gives access.
  if (failure.kind === 'refused' || failure.kind === 'no-access')
    return { kind: 'stopped', error: failure.detail };
  const wait = Math.min(FIRST_RETRY_MS * 2 ** due.attempts, LONGEST_RETRY_MS);
  return { kind: 'failed', error: failure.detail, until: new Date(now + wait) };
}
