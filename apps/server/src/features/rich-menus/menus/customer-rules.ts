import type { RichMenuId } from '@hanasu/contract/ids';
import { RichMenuDefinition } from '@hanasu/contract/rich-menus';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type ActionKind, defineAction, defineCondition } from '../../../platform/feature.ts';
import * as line from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { findDefinitions, findDraft, findMenuStates } from './rich-menus.store.ts';

const DAY_MS = 86_400_000;
const THEIRS = `menu_taps t join friends f on f.account_id = t.account_id and f.id = t.friend_id
    where t.account_id = $1`;

interface TapFact {
  readonly menu: string;
  readonly page: string;
  readonly area: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Condition: has tapped a menu, or one place of it. Taps belong to the person's friends, so a merge keeps them. */
export const tapped = defineCondition<'tapped', readonly TapFact[]>({
  kind: 'tapped',
  sql({ menuUuid, area, atLeast, days }, { now, bind }) {
    const parts = [
      THEIRS,
      `t.menu_id = ${bind(menuUuid, 'uuid')}`,
      ...(area
        ? [`t.page_id = ${bind(area.pageId, 'text')}`, `t.area_id = ${bind(area.areaId, 'text')}`]
        : []),
      ...(days === null
        ? []
        : [`t.created_at >= ${bind(new Date(now - days * DAY_MS).toISOString(), 'timestamptz')}`]),
    ];
    // Not a join with the customers: all who tapped are found once, however many there are.
    return `coalesce(c.id in (select f.customer_id from ${parts.join(' and ')}
      group by f.customer_id having count(*) >= ${bind(atLeast, 'int')}), false)`;
  },
  facts: `(select coalesce(json_agg(json_build_object('menu', t.menu_id, 'page', t.page_id, 'area', t.area_id,
      'at', floor(extract(epoch from t.created_at) * 1000))), '[]') from ${THEIRS} and f.customer_id = c.id)`,
  test: ({ menuUuid, area, atLeast, days }, taps, { now }) =>
    taps.filter(
      (tap) =>
        tap.menu === menuUuid &&
        (area === null || (tap.page === area.pageId && tap.area === area.areaId)) &&
        (days === null || tap.at >= now - days * DAY_MS),
    ).length >= atLeast,
  async findProblems(transaction, conditions) {
    const menus = conditions.map(({ menuUuid }) => menuUuid);
    const known = new Set((await findMenuStates(transaction, menus)).map(({ id }) => id));
    const areas = new Map<RichMenuId, ReadonlySet<string>>();
    for (const { menuUuid, area } of conditions)
      if (area && known.has(menuUuid) && !areas.has(menuUuid))
        areas.set(menuUuid, await areasOf(transaction, menuUuid));
    return conditions.map(({ menuUuid, area }) => {
      if (!known.has(menuUuid)) return 'menu_missing';
      const isThere = area === null || areas.get(menuUuid)?.has(`${area.pageId}/${area.areaId}`);
      return isThere ? null : 'area_missing';
    });
  },
});

/** Finds areas of the draft and of all that was published: yesterday's taps count too. */
async function areasOf(transaction: AccountTransaction, id: RichMenuId): Promise<ReadonlySet<string>> {
  const draft = await findDraft(transaction, id);
  const all = [...(draft ? [draft] : []), ...(await findDefinitions(transaction, id))];
  return new Set(
    all.flatMap(({ definition }) =>
      RichMenuDefinition.parse(definition).pages.flatMap((page) =>
        page.areas.map((area) => `${page.id}/${area.id}`),
      ),
    ),
  );
}

/** Menu actions of rules and tap areas: the same as staff by hand. `notify`: there is something to do at LINE. */
export const menuActions = (notify: () => void): readonly ActionKind[] => [
  defineAction({
    kind: 'switchMenu',
    async findProblems(transaction, actions) {
      const asked = actions.flatMap(({ menuUuid }) => menuUuid ?? []);
      const states = await statesOf(transaction, asked);
      return actions.map(({ menuUuid }) => {
        if (menuUuid === null) return null;
        const menu = states.get(menuUuid);
        if (!menu) return 'menu_missing';
        return menu.isPublished ? null : 'menu_not_published';
      });
    },
    async run(transaction, { menuUuid }, { event }) {
      const { customerId } = event;
      if (menuUuid === null) {
        const channels = await friends.takeMenusOf(transaction, customerId);
        for (const { channelId } of channels) await line.wantMenus(transaction, channelId);
        return channels.length > 0 ? { after: notify } : {};
      }
      const menu = (await statesOf(transaction, [menuUuid])).get(menuUuid);
      if (!menu) return { reason: 'menu_missing' };
      const { channelId } = menu;
      const given = await friends.giveMenuTo(transaction, { customerId, channelId, menuId: menuUuid });
      if (given === 0) return { reason: 'no_friend' };
      await line.wantMenus(transaction, channelId);
      return { after: notify };
    },
  }),
];

const statesOf = async (
  transaction: Parameters<typeof findMenuStates>[0],
  ids: readonly RichMenuId[],
): Promise<ReadonlyMap<RichMenuId, Awaited<ReturnType<typeof findMenuStates>>[number]>> =>
  new Map((await findMenuStates(transaction, ids)).map((menu) => [menu.id, menu]));
