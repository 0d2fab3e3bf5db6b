import type { ChannelMenus, FoundMenus, MenuFailure, MenuOutcome } from '@hanasu/channels/spec/menus';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { PictureSource } from '@hanasu/contract/menu-pictures';
import { MENU_SIZES } from '@hanasu/contract/rich-menus';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { toChannelMenu } from './build-menu.ts';
import * as store from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { linkAllFriends, sampleLinks } from './link-friends.ts';
import { aliasOf, isOfOtherInstallation, readMark, writeMark } from './menu-marks.ts';
import {
  type FoundDrift,
  findDrift,
  type KnownMenus,
  type MenuStep,
  menuOf,
  mergeDrift,
  nextToRemove,
  nextToShow,
  REST_MS,
  stillShown,
  type WantedMenus,
  type WantedPage,
} from './next-step.ts';
import { type Published, type ShareDependencies, sharePublished } from './published-menus.ts';
import {
  addProblem,
  HOUR_MS,
  leaveRefused,
  noProblems,
  PICTURE_GONE,
  RETRY_REFUSED_MS,
  type RunProblems,
  retryAfter,
  settleLinking,
  settleStep,
  waitForHour,
  waitOf,
} from './run-problems.ts';

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
const LONGEST_RETRY_MS = 10 * 60_000;

/**
 * Makes what is at LINE what should be there: for each channel that is due, one process at a time. Whatever it is killed at,
 * the next run looks at LINE first and goes on from what it finds.
 */
export function createMenuReconciler(dependencies: ReconcileDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  const sampledAt = new Map<ChannelId, number>();
  return createLeasedWorker<store.DueChannel>({
    name: 'rich-menus',
    nextDue: store.NEXT_DUE,
    concurrency: SIDE_BY_SIDE,
    claim: ({ limit }) => database.system((transaction) => store.claimDue(transaction, limit)),
    run: async (due, signal) => {
      const ending = await reconcile({ ...dependencies, sampledAt }, due, signal);
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
  dependencies: ReconcileDependencies & Pick<Run, 'sampledAt'>,
  due: store.DueChannel,
  signal: AbortSignal,
): Promise<store.Ending | null> {
  const { database, directory } = dependencies;
  const channel = await directory.open(due.accountId, due.channelId);
  const vendor = channel?.adapter.menus;
  if (!channel || !vendor || channel.isDisconnected)
    return { kind: 'failed', error: 'channel_disconnected', nextAt: null, problems: [] };
  const published = await database.account(due.accountId, (transaction) =>
    sharePublished(transaction, dependencies, due),
  );
  const found = await vendor.find(channel.connection);
  const start = {
    due,
    vendor,
    connection: channel.connection,
    published,
    signal,
    linked: null,
    ...noProblems(),
  };
  const nothing = { menus: [], aliases: [], defaultMenu: null };
  if (found.kind !== 'found') return endingOf({ ...dependencies, ...start, found: nothing }, found);
  const run: Run = { ...dependencies, ...start, found };
  const failure = await performAll(run);
  return signal.aborted ? null : endingOf(run, failure);
}

const NOT_SAMPLED = { kind: 'sampled', drift: [] } as const;

/** Everything that is to be done; the failure after which nothing more can be, or null. */
async function performAll(run: Run): Promise<MenuFailure | null> {
  const row = await ofAccount(run, (transaction) => store.findChannelMenus(transaction, run.due.channelId));
  const takesBack = row?.takesBack ?? false;
  const before = row?.drift.filter(({ kind }) => kind === 'links_changed') ?? [];
  if (takesBack && before.length > 0)
    await ofAccount(run, (transaction) => friends.forgetLinks(transaction, run.due.channelId, null));
  const sampled = takesBack ? NOT_SAMPLED : await sampleLinks(run);
  if (sampled.kind !== 'sampled') return sampled;
  const drift = sampled.drift ?? before.map(({ kind, found }) => ({ kind, page: null, found }));
  await saveWhatWasFound(run, drift);
  const { owner } = run.published.wanted;
  if (!takesBack && run.found.menus.some(({ name }) => isOfOtherInstallation(name, owner))) {
    // Two installations with one account would take turns in linking friends: staff decide which one goes on.
    addProblem(run, { code: 'other_installation' });
    return null;
  }
  leaveRefused(run, row?.problems ?? []);
  const failure = await perform(run, nextToShow);
  if (failure || run.signal.aborted) return failure;
  await noteShown(run);
  const known = await ofAccount(run, (transaction) => knownOf(transaction, run));
  const unlinked = await linkAllFriends(run, known, (refusal, menuId) => settleLinking(run, refusal, menuId));
  return unlinked ?? perform(run, nextToRemove);
}

/** When schedules, segments or a look at LINE come next, or the first menu that was replaced is to go. */
async function nextLook(run: Run): Promise<Date> {
  const { replacedAt, now } = await ofAccount(run, (transaction) => knownOf(transaction, run));
  const ends = [...replacedAt.values()].map((at) => at + REST_MS).filter((at) => at > now);
  const retry = run.problems.length > 0 ? [now + RETRY_REFUSED_MS] : [];
  return new Date(Math.min(run.published.nextAt.getTime(), ...ends, ...retry));
}

interface Run extends ReconcileDependencies, RunProblems {
  readonly due: store.DueChannel;
  readonly vendor: ChannelMenus;
  readonly connection: { readonly credentials: unknown };
  readonly published: Published;
  readonly signal: AbortSignal;
  /** When links of friends were last compared with LINE's, by channel. */
  readonly sampledAt: Map<ChannelId, number>;
  /** As it is after the steps that were done. */
  found: FoundMenus;
  /** Menus at LINE that friends were last linked to; null: not asked. Reads all friends, linked to others before. */
  linked: ReadonlySet<string> | null;
}

const ofAccount = <T>(
  { database, due }: Run,
  work: (transaction: AccountTransaction) => Promise<T>,
): Promise<T> => database.account(due.accountId, work);

/** Stores what LINE says. */
async function saveWhatWasFound(run: Run, sampled: readonly FoundDrift[]): Promise<void> {
  const { due, published, found } = run;
  await ofAccount(run, async (transaction) => {
    const before = await store.listLineMenus(transaction, due.channelId);
    const known = await knownOf(transaction, run);
    const made = before
      .filter(({ hasPicture }) => hasPicture)
      .map(({ menuId, pageId, hash }) => ({ menuId, pageId, hash, alias: aliasOf(menuId, pageId) }));
    const row = await store.findChannelMenus(transaction, due.channelId);
    const mayLackAliases = due.isResumed && due.wanted > (row?.done ?? 0);
    const drift = mergeDrift(
      [...findDrift(published.wanted, found, { ...known, made, mayLackAliases }), ...sampled],
      row?.drift ?? [],
      { at: new Date(transaction.now()).toISOString(), kept: due.isResumed ? published.wanted.pages : [] },
    );
    const ours = found.menus.flatMap(({ id, name }) => {
      const mark = readMark(name, { ...published.wanted.owner, takesOver: known.takesBack });
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
  { due, linked, found, vendor, blocked }: Run,
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
    blocked,
  };
}

/** Counts the calls to come, as far as they are known: three for each menu, and those that link friends to the current version. */
async function countSteps(
  transaction: AccountTransaction,
  { published: { wanted }, found, vendor, due }: Run,
  known: KnownMenus,
): Promise<number> {
  const current = wanted.pages.map((page) => menuOf(found, wanted, page, known));
  const made = current.filter((id) => id !== null);
  const unlinked = await friends.countUnlinked(transaction, due.channelId, made);
  return (current.length - made.length) * 3 + Math.ceil(unlinked / vendor.limits.linkedAtOnce);
}

/** From now on, what is shown counts as current, and what it took the place of as replaced. */
async function noteShown(run: Run): Promise<void> {
  const { due, published, found, blocked } = run;
  await ofAccount(run, async (transaction) => {
    const known = await knownOf(transaction, run);
    const { wanted } = published;
    const shown = wanted.pages
      .filter(({ menuId }) => !blocked.menus.has(menuId))
      .flatMap((page) => menuOf(found, wanted, page, known) ?? []);
    await store.noteReplaced(transaction, due.channelId, [...shown, ...stillShown(wanted, found, known)]);
  });
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
    if (outcome.kind !== 'done' && !settleStep(run, step, outcome)) return outcome;
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
      if (!defaultMenu)
        await ofAccount(run, (transaction) => store.forgetDefault(transaction, due.channelId));
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
      const wait = await waitForHour(run, 'deleted');
      if (wait) return wait;
      await ofAccount(run, (transaction) => store.forgetPicture(transaction, due.channelId, step.lineId));
      const menus = found.menus.filter(({ id }) => id !== step.lineId);
      return noted(await vendor.remove(connection, step.lineId), { ...found, menus }, (transaction) =>
        store.noteRemoved(transaction, due.channelId, step.lineId),
      );
    }
  }
}

async function createMenu(run: Run, page: WantedPage): Promise<MenuOutcome> {
  const { vendor, connection, due, published } = run;
  const wait = await waitForHour(run, 'created');
  if (wait) return wait;
  if (run.found.menus.length >= vendor.limits.menus)
    return {
      kind: 'refused',
      reason: 'too_many_menus',
      property: null,
      detail: `the channel has ${vendor.limits.menus} menus, as many as LINE takes; delete some where they were made`,
    };
  const definition = published.definitions.get(page.menuId);
  const part = definition?.pages.find(({ id }) => id === page.pageId);
  if (!definition || !part) throw new Error(`page ${page.pageId} is wanted and not there`);
  const name = writeMark({ ...published.wanted.owner, ...page });
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
  if (!drawn) return PICTURE_GONE;
  const outcome = await vendor.setPicture(connection, lineId, drawn);
  // Somebody has deleted the menu meanwhile: the next run finds that.
  return outcome.kind === 'missing' ? { kind: 'unreachable', detail: outcome.detail } : outcome;
}

/** When the work goes on. `failure`: after which nothing more could be done; null: everything that could be was. */
async function endingOf(run: Run, failure: MenuFailure | null): Promise<store.Ending> {
  const { due, problems, database } = run;
  const after = (ms: number): Date => new Date(database.now() + ms);
  if (failure?.kind === 'limited') return { kind: 'limited', nextAt: after(waitOf(failure)), problems };
  if (failure) {
    const { detail } = failure;
    const error = failure.kind === 'no-access' ? 'no_access' : 'unreachable';
    addProblem(run, { code: error, detail, reason: failure.kind === 'refused' ? failure.reason : null });
    const wait = failure.kind === 'no-access' ? HOUR_MS : retryAfter(due.attempts, LONGEST_RETRY_MS);
    return { kind: 'failed', error, nextAt: after(wait), problems };
  }
  if (run.waitMs !== null) return { kind: 'limited', nextAt: after(run.waitMs), problems };
  return { kind: 'done', nextAt: await nextLook(run), problems };
}
