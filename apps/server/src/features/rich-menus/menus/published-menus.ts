import type { ChannelId, RichMenuId } from '@hanasu/contract/ids';
import { localMoment, weekdayOf } from '@hanasu/contract/open-hours';
import {
  type MenuArea,
  type MenuPage,
  RichMenuDefinition,
  type RichMenuSettings,
} from '@hanasu/contract/rich-menus';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { SavedSegments } from '../../contacts/public.ts';
import type { TrackedLinks } from '../../links/public.ts';
import { toChannelMenu } from './build-menu.ts';
import type * as store from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { aliasOf, hashOf } from './menu-marks.ts';
import type { WantedMenus, WantedPage } from './next-step.ts';
import { listPublished, type PublishedRow } from './rich-menus.store.ts';

/** How long segments may lag behind what time alone changes ("birthday today"). */
const SEGMENTS_MS = 10 * 60_000;
/** How often LINE is looked at when nothing is to be done. */
const LOOK_MS = 6 * 60 * 60_000;
/** Pictures that are drawn in another way get another hash. */
const DRAWING = '2';
/** Working out a share of 100,000 friends takes a second or two. */
const SHARE_MS = 60_000;

/** What is published, as LINE should have it, and for whom. */
export interface Published {
  readonly wanted: WantedMenus;
  readonly rows: readonly PublishedRow[];
  readonly definitions: ReadonlyMap<RichMenuId, RichMenuDefinition>;
  readonly firstPages: ReadonlyMap<RichMenuId, string>;
  readonly nextAt: Date;
}

export interface ShareDependencies {
  readonly segments: SavedSegments;
  readonly trackedLinks: TrackedLinks;
  /** Which installation this is (`installationOf`). */
  readonly installation: string;
  /** The hours of a channel. */
  readonly timesOf: (transaction: AccountTransaction, channelId: ChannelId) => Promise<MenuTimes>;
}

/** Reads what is published and works out which menu is for whom, by one moment of the database. */
export async function sharePublished(
  transaction: AccountTransaction,
  { segments, timesOf, trackedLinks, installation }: ShareDependencies,
  { accountId, channelId }: store.DueChannel,
): Promise<Published> {
  const times = await timesOf(transaction, channelId);
  const rows = await listPublished(transaction, channelId);
  const now = new Date(transaction.now());
  const shown = rows.filter(({ settings }) => isShownAt(settings, now, times));
  const everybodys = shown.findIndex(({ settings }) => settings.segmentUuid === null);
  const forSome = everybodys === -1 ? shown : shown.slice(0, everybodys);
  let next = friends.FIRST_OF_SHARES;
  const shares: friends.MenuShare[] = [];
  for (const { id, settings } of forSome) {
    if (settings.segmentUuid === null) continue;
    const compiled = await segments.friendsIn(transaction, { id: settings.segmentUuid, role: 'owner' });
    const { sql, values } = compiled.where(next);
    next += values.length;
    shares.push({ menuId: id, people: { sql: `f.id in ${sql}`, values } });
  }
  await transaction.run(`set local statement_timeout = ${SHARE_MS}`);
  await friends.shareMenus(transaction, channelId, { shares, given: rows.map(({ id }) => id) });
  const definitions = new Map<RichMenuId, RichMenuDefinition>();
  for (const { id, definition } of rows)
    definitions.set(
      id,
      await countLinks(transaction, trackedLinks, { id, definition: RichMenuDefinition.parse(definition) }),
    );
  const firstPages = new Map([...definitions].map(([id, { pages }]) => [id, pages[0]?.id ?? ''] as const));
  const pages = [...definitions].flatMap(([menuId, definition]) =>
    definition.pages.map((page) => wantedPage({ menuId, definition, page, firstPages })),
  );
  const everybody = shown[everybodys];
  const defaultPage = pages.find(({ menuId }) => menuId === everybody?.id) ?? null;
  const lookAgain = now.getTime() + (shares.length > 0 ? SEGMENTS_MS : LOOK_MS);
  const change = nextChange(
    rows.map(({ settings }) => settings),
    now,
    times,
  );
  return {
    wanted: { owner: { accountId, installation }, pages, defaultPage },
    rows,
    definitions,
    firstPages,
    nextAt: new Date(Math.min(lookAgain, change?.getTime() ?? lookAgain)),
  };
}

/** Puts our addresses in the place of links whose taps are counted. */
async function countLinks(
  transaction: AccountTransaction,
  trackedLinks: TrackedLinks,
  { id, definition }: { readonly id: RichMenuId; readonly definition: RichMenuDefinition },
): Promise<RichMenuDefinition> {
  const partOf = (page: MenuPage, area: MenuArea): string => `${page.id}/${area.id}`;
  const targets = definition.pages.flatMap((page) =>
    page.areas.flatMap((area) =>
      area.action?.kind === 'link' && area.action.counted
        ? [{ part: partOf(page, area), url: area.action.url }]
        : [],
    ),
  );
  if (targets.length === 0) return definition;
  const addresses = await trackedLinks.keep(transaction, { kind: 'richMenu', id }, targets);
  return {
    ...definition,
    pages: definition.pages.map((page) => ({
      ...page,
      areas: page.areas.map((area) => {
        const url = addresses.get(partOf(page, area));
        return url === undefined ? area : { ...area, action: { kind: 'link' as const, url } };
      }),
    })),
  };
}

interface PageOfMenu extends Pick<Published, 'firstPages'> {
  readonly menuId: RichMenuId;
  readonly definition: RichMenuDefinition;
  readonly page: MenuPage;
}

function wantedPage({ menuId, definition, page, firstPages }: PageOfMenu): WantedPage {
  const content = toChannelMenu(definition, page, { menuId, name: '', firstPages });
  return {
    menuId,
    pageId: page.id,
    alias: aliasOf(menuId, page.id),
    hash: hashOf(JSON.stringify(content), JSON.stringify(page.picture), DRAWING),
  };
}

/** When a channel is open, and where its calendar is. */
export interface MenuTimes {
  readonly timeZone: string;
  /** Whether staff are there. */
  readonly isStaffed: (at: Date) => boolean;
}

/** Whether a menu is to be shown now, to whomever it is for. */
export function isShownAt(settings: RichMenuSettings, at: Date, times: MenuTimes): boolean {
  const { from, until, weekdays, hours } = settings;
  if (from !== null && at < new Date(from)) return false;
  if (until !== null && at >= new Date(until)) return false;
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(localMoment(times.timeZone, at).day))) return false;
  return hours === 'always' || (hours === 'open') === times.isStaffed(at);
}

const MINUTE_MS = 60_000;
/** Schedules are kept to the minute; what lies further ahead is looked at again then. */
const AHEAD_MINUTES = 24 * 60;

/** When one of these menus begins or ends to be shown next; null: not within a day. */
function nextChange(all: readonly RichMenuSettings[], now: Date, times: MenuTimes): Date | null {
  const timed = all.filter(({ from, until, weekdays, hours }) =>
    [from !== null, until !== null, weekdays.length > 0, hours !== 'always'].includes(true),
  );
  if (timed.length === 0) return null;
  const stateAt = (at: Date): string => timed.map((one) => Number(isShownAt(one, at, times))).join('');
  const before = stateAt(now);
  const first = Math.floor(now.getTime() / MINUTE_MS) + 1;
  for (let minute = first; minute < first + AHEAD_MINUTES; minute += 1) {
    const at = new Date(minute * MINUTE_MS);
    if (stateAt(at) !== before) return at;
  }
  return null;
}
