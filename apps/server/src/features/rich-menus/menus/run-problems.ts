import type { ChannelMenus, MenuFailure } from '@hanasu/channels/spec/menus';
import type { RichMenuId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import * as store from './channel-menus.store.ts';
import { type MenuStep, stepKey, type WantedMenus } from './next-step.ts';

const FIRST_RETRY_MS = 10_000;
export const HOUR_MS = 60 * 60_000;
export const RETRY_REFUSED_MS = 60 * 60_000;

/** What a run could not do: the work on it waits, and the rest goes on. */
export interface RunProblems {
  readonly database: Database;
  readonly problems: store.StoredProblem[];
  readonly blocked: { readonly menus: Set<RichMenuId>; readonly steps: Set<string> };
  /** Until the vendor takes more of something; null: it took everything. */
  waitMs: number | null;
}

export const noProblems = (): Omit<RunProblems, 'database'> => ({
  problems: [],
  blocked: { menus: new Set(), steps: new Set() },
  waitMs: null,
});

/** A picture of the menu was deleted here: there is nothing to send. */
export const PICTURE_GONE = {
  kind: 'refused',
  reason: 'picture',
  property: null,
  detail: '',
} as const satisfies MenuFailure;

interface Counted {
  readonly database: Database;
  readonly due: store.DueChannel;
  readonly vendor: Pick<ChannelMenus, 'limits'>;
}
/** Counts our own calls. Null: the vendor's limit of an hour leaves room. */
export async function waitForHour(
  { database, due, vendor }: Counted,
  what: 'created' | 'deleted',
): Promise<(MenuFailure & { readonly kind: 'limited' }) | null> {
  const row = await database.account(due.accountId, (transaction) =>
    store.findChannelMenus(transaction, due.channelId),
  );
  const most = what === 'created' ? vendor.limits.madeInAnHour : vendor.limits.deletedInAnHour;
  const times = (what === 'created' ? row?.createdTimes : row?.deletedTimes) ?? [];
  const recent = times.map((time) => time.getTime()).filter((time) => time > database.now() - HOUR_MS);
  const first = recent.toSorted((one, other) => one - other).at(-most);
  return first === undefined ? null : { kind: 'limited', retryAfterMs: first + HOUR_MS - database.now() };
}

interface Left {
  readonly toCreate: number;
  readonly toDelete: number;
}
/** When the last of the menus that are left is made or deleted, if the vendor takes more at `from`. */
export function estimateEnd(from: Date, { toCreate, toDelete }: Left, limits: ChannelMenus['limits']): Date {
  const hoursOf = (left: number, most: number): number => Math.floor(Math.max(left - 1, 0) / most);
  const hours = Math.max(hoursOf(toCreate, limits.madeInAnHour), hoursOf(toDelete, limits.deletedInAnHour));
  return new Date(from.getTime() + hours * HOUR_MS);
}

/** How long the vendor takes no more. */
export const waitOf = ({ retryAfterMs }: MenuFailure & { readonly kind: 'limited' }): number =>
  Math.min(Math.max(retryAfterMs ?? FIRST_RETRY_MS, 1_000), HOUR_MS);

/** Milliseconds before the next attempt, doubled with each one. */
export const retryAfter = (attempts: number, longestMs: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** attempts, longestMs);

export function addProblem(
  { problems, database }: Pick<RunProblems, 'problems' | 'database'>,
  problem: Pick<store.StoredProblem, 'code'> & Partial<store.StoredProblem>,
): void {
  const at = new Date(database.now()).toISOString();
  problems.push({ menuUuid: null, pageId: null, reason: null, detail: null, hash: null, at, ...problem });
}

const OF_PAGES: ReadonlySet<string> = new Set([
  'menu_refused',
  'too_many_menus',
  'picture_missing',
  'picture_refused',
]);

/** What the vendor refused is not sent again for an hour, unless the page has changed or staff ask for it. */
export function leaveRefused(
  run: RunProblems & { readonly published: { readonly wanted: WantedMenus } },
  before: readonly store.StoredProblem[],
): void {
  const since = run.database.now() - RETRY_REFUSED_MS;
  for (const problem of before) {
    const page = run.published.wanted.pages.find(
      ({ menuId, pageId, hash }) =>
        menuId === problem.menuUuid && pageId === problem.pageId && hash === problem.hash,
    );
    if (!page || !OF_PAGES.has(problem.code) || Date.parse(problem.at) <= since) continue;
    run.problems.push(problem);
    run.blocked.menus.add(page.menuId);
  }
}

const REFUSED_CODES = {
  create: 'menu_refused',
  picture: 'picture_refused',
  alias: 'alias_refused',
  default: 'default_refused',
  removeAlias: 'removal_refused',
  remove: 'removal_refused',
} as const satisfies Record<MenuStep['do'], store.StoredProblem['code']>;

function codeOf(
  step: MenuStep,
  failure: MenuFailure & { readonly kind: 'refused' },
): store.StoredProblem['code'] {
  if (failure === PICTURE_GONE) return 'picture_missing';
  return failure.reason === 'too_many_menus' ? failure.reason : REFUSED_CODES[step.do];
}

/** Takes a failure of one step: true when the rest of the work can go on. */
export function settleStep(run: RunProblems, step: MenuStep, failure: MenuFailure): boolean {
  if (failure.kind !== 'limited' && failure.kind !== 'refused') return false;
  // A menu was deleted meanwhile: the next run finds that.
  if (failure.kind === 'refused' && failure.reason === 'not_found') return false;
  const page = 'page' in step ? step.page : null;
  if (failure.kind === 'limited') run.waitMs = Math.min(run.waitMs ?? HOUR_MS, waitOf(failure));
  else
    addProblem(run, {
      code: codeOf(step, failure),
      menuUuid: page?.menuId ?? null,
      pageId: page?.pageId ?? null,
      reason: failure === PICTURE_GONE ? null : failure.reason,
      detail: failure.detail || null,
      hash: page?.hash ?? null,
    });
  if (step.do === 'create' || step.do === 'picture') run.blocked.menus.add(step.page.menuId);
  // The vendor counts all deletions together.
  else if (failure.kind === 'limited' && step.do !== 'default') run.blocked.steps.add(step.do);
  run.blocked.steps.add(stepKey(step));
  return true;
}

/** Takes a failure of linking friends to one menu: true when the other menus can go on. */
export function settleLinking(run: RunProblems, failure: MenuFailure, menuUuid: RichMenuId | null): boolean {
  if (failure.kind !== 'refused' && failure.kind !== 'limited') return false;
  if (failure.kind === 'limited') run.waitMs = Math.min(run.waitMs ?? HOUR_MS, waitOf(failure));
  else addProblem(run, { code: 'links_refused', menuUuid, reason: failure.reason, detail: failure.detail });
  return true;
}
