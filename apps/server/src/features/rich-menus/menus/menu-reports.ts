import type { RichMenuId } from '@hanasu/contract/ids';
import {
  type AreaCounting,
  compareMenus,
  getMenuReport,
  type MenuReport,
} from '@hanasu/contract/menu-reports';
import { type MenuArea, RichMenuDefinition, type TapAction } from '@hanasu/contract/rich-menus';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import type { TrackedLinks } from '../../links/public.ts';
import * as reports from './menu-reports.store.ts';
import { findDefinitions, findMenu } from './rich-menus.store.ts';
import type { MenuDependencies } from './routes.ts';

/** Reports of taps and their times. */
export function addReportRoutes(implement: Implement, dependencies: MenuDependencies): void {
  const { database, segments, directory, trackedLinks } = dependencies;
  implement(getMenuReport, ({ params, query }, { session }) =>
    segments.within(() =>
      database.snapshot(session.accountId, async (transaction) => {
        orNotFound(await findMenu(transaction, params.uuid), 'rich menu');
        const period = await periodOf(transaction, query.days);
        const id = query.segmentUuid;
        const people = id ? await segments.friendsIn(transaction, { id, role: session.role }) : null;
        return reportOf(transaction, trackedLinks, { menuId: params.uuid, period, people });
      }),
    ),
  );
  implement(compareMenus, async ({ query }, { session }) => {
    orNotFound(await directory.find(session.accountId, query.channelUuid), 'channel');
    return database.snapshot(session.accountId, async (transaction) => {
      const period = await periodOf(transaction, query.days);
      const items = [];
      for (const menu of await reports.listPublishedOnce(transaction, query.channelUuid)) {
        const of = { menuId: menu.uuid, period, people: null };
        const [total, days] = await Promise.all([
          reports.countAll(transaction, of),
          reports.countDays(transaction, of),
        ]);
        items.push({ ...menu, ...total, days: fillDays(days, period).map(({ taps }) => taps) });
      }
      const { timeZone, from, until } = period;
      return { timeZone, from, until, items: items.toSorted((one, other) => other.taps - one.taps) };
    });
  });
}

const periodOf = async (transaction: AccountTransaction, days: number): Promise<reports.ReportPeriod> =>
  orNotFound(await reports.findPeriod(transaction, days), 'account');

async function reportOf(
  transaction: AccountTransaction,
  trackedLinks: TrackedLinks,
  of: reports.ReportOf,
): Promise<MenuReport> {
  const { timeZone, from, until } = of.period;
  const [total, areas, days, versions, definitions] = await Promise.all([
    reports.countAll(transaction, of),
    reports.countAreas(transaction, of),
    reports.countDays(transaction, of),
    reports.countVersions(transaction, of),
    definitionsOf(transaction, of.menuId),
  ]);
  return {
    timeZone,
    from,
    until,
    published: definitions[0] ?? null,
    total,
    areas: areasOf(definitions, areas, trackedLinks),
    days: fillDays(days, of.period),
    versions: versions.map((version) => ({
      ...version,
      publishedAt: version.publishedAt.toISOString(),
      replacedAt: version.replacedAt?.toISOString() ?? null,
    })),
  };
}

/** Finds definitions, the newest first. */
const definitionsOf = async (
  transaction: AccountTransaction,
  id: RichMenuId,
): Promise<RichMenuDefinition[]> =>
  (await findDefinitions(transaction, id)).map(({ definition }) => RichMenuDefinition.parse(definition));

const placed = (definition: RichMenuDefinition) =>
  definition.pages.flatMap((page) => page.areas.map((area) => ({ pageId: page.id, area })));

function areasOf(
  definitions: readonly RichMenuDefinition[],
  sums: Awaited<ReturnType<typeof reports.countAreas>>,
  trackedLinks: TrackedLinks,
): MenuReport['areas'] {
  const [newest, ...older] = definitions.map(placed);
  const shown = (newest ?? []).map(({ pageId, area }) => {
    const sum = sums.find((one) => one.pageId === pageId && one.areaId === area.id);
    return viewOf({ pageId, area, sum, trackedLinks, isShown: true });
  });
  const isShown = (pageId: string, areaId: string): boolean =>
    shown.some((one) => one.pageId === pageId && one.areaId === areaId);
  const gone = sums
    .filter(({ pageId, areaId }) => !isShown(pageId, areaId))
    .map((sum) => {
      const found = older.flat().find(({ pageId, area }) => pageId === sum.pageId && area.id === sum.areaId);
      const area = found?.area ?? { id: sum.areaId, label: '', action: null };
      return viewOf({ pageId: sum.pageId, area, sum, trackedLinks, isShown: false });
    });
  return [...shown, ...gone];
}

interface Shown {
  readonly pageId: string;
  readonly area: Pick<MenuArea, 'id' | 'label' | 'action'>;
  readonly sum: { readonly taps: number; readonly people: number; readonly before: number } | undefined;
  readonly trackedLinks: TrackedLinks;
  readonly isShown: boolean;
}

const viewOf = ({ pageId, area, sum, trackedLinks, isShown }: Shown): MenuReport['areas'][number] => ({
  pageId,
  areaId: area.id,
  label: area.label,
  counting: countingOf(area.action, trackedLinks),
  isShown,
  taps: sum?.taps ?? 0,
  people: sum?.people ?? 0,
  before: sum?.before ?? 0,
});

function countingOf(action: TapAction | null, { isCountable }: TrackedLinks): AreaCounting {
  switch (action?.kind) {
    case 'link':
      return action.counted && isCountable(action.url) ? 'click' : 'none';
    case 'message':
    case 'phone':
    case 'copy':
    case undefined:
      return 'none';
    default:
      return 'tap';
  }
}

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Fills in every day of the period, and the taps as many days earlier. */
function fillDays(
  found: readonly { readonly day: string; readonly taps: number }[],
  { from, until }: reports.ReportPeriod,
): MenuReport['days'] {
  const taps = new Map(found.map((one) => [one.day, one.taps]));
  const length = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => {
    const day = dayBefore(from, -index);
    return { day, taps: taps.get(day) ?? 0, before: taps.get(dayBefore(day, length)) ?? 0 };
  });
}
