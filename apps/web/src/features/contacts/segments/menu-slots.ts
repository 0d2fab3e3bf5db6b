import type { RichMenuId } from '@hanasu/contract/ids';
import type { ConditionOf, ShownCondition } from '@hanasu/contract/segments';
import { useQueries, useQuery } from '@tanstack/react-query';
import { allMenusQuery, menuQuery } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import type { Option, Slots } from './slots.ts';

type Tapped = ConditionOf<'tapped'>;

const DAYS = [7, 30, 90, 365];
const TIMES_MAX = 100;
/** The account's rich menus, and the areas of those that these conditions speak of. */
export function useMenuAreas(conditions: readonly ShownCondition[]) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const asked = conditions.flatMap((one) => (one.kind === 'tapped' ? [one.menuUuid] : []));
  const { data: menus = [] } = useQuery({ ...allMenusQuery, enabled: asked.length > 0 });
  const ids = [...new Set(asked)].filter((uuid) => uuid.length > 0);
  const found = useQueries({
    queries: ids.map((uuid) => menuQuery(uuid)),
    combine: (all) => new Map(ids.map((uuid, index) => [uuid, all[index]?.data?.draft] as const)),
  });
  const areasOf = (menu: RichMenuId): Option[] => {
    const pages = found.get(menu)?.pages ?? [];
    return pages.flatMap((page, at) => {
      const pageName = page.name || t('segments.slots.menuPage', { number: at + 1 });
      return page.areas.map((area, index) => {
        const label = area.label || t('segments.slots.menuArea', { number: index + 1 });
        return {
          value: `${page.id}/${area.id}`,
          label: pages.length > 1 ? `${pageName} · ${label}` : label,
        };
      });
    });
  };
  return { t, areasOf, options: nameOptions(menus) };
}

/** The places of a sentence about taps. */
export function menuSlots(condition: Tapped, menus: ReturnType<typeof useMenuAreas>): Slots {
  const { t, areasOf, options } = menus;
  const withGone = (all: readonly Option[], value: string): readonly Option[] =>
    value === '' || all.some((one) => one.value === value)
      ? all
      : [...all, { value, label: t('segments.gone') }];
  const { menuUuid, area, atLeast, days } = condition;
  const chosen = area ? `${area.pageId}/${area.areaId}` : '';
  const spans = days === null || DAYS.includes(days) ? DAYS : [...DAYS, days];
  return {
    menu: {
      is: 'one',
      value: menuUuid,
      options: withGone(options, menuUuid),
      // Areas are those of one menu.
      set: (value) => ({ ...condition, menuUuid: value as RichMenuId, area: null }),
    },
    area: {
      is: 'one',
      value: chosen === '' ? ANY : chosen,
      options: [{ value: ANY, label: t('segments.slots.anyArea') }, ...withGone(areasOf(menuUuid), chosen)],
      set: (value) => {
        const [pageId, areaId] = value.split('/');
        return { ...condition, area: pageId && areaId ? { pageId, areaId } : null };
      },
    },
    times: {
      is: 'number',
      value: atLeast,
      min: 2,
      max: TIMES_MAX,
      isWhole: true,
      set: (value) => ({ ...condition, atLeast: value }),
    },
    when: {
      is: 'one',
      value: String(days ?? 0),
      options: [
        { value: '0', label: t('segments.slots.anyTime') },
        ...spans
          .toSorted((one, other) => one - other)
          .map((count) => ({ value: String(count), label: t('segments.slots.lastDays', { count }) })),
      ],
      set: (value) => ({ ...condition, days: Number(value) || null }),
    },
  };
}

const ANY = 'any';
