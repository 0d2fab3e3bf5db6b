import type { FriendId, RichMenuId, SegmentId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { SavedSegments } from '../../contacts/public.ts';
import type { TapMark } from './build-menu.ts';

/** False: the event came before. */
export const insertTap = async (
  transaction: AccountTransaction,
  { id, menuId, pageId, areaId, friendId, eventId }: TapMark & NewTap,
): Promise<boolean> =>
  (await transaction.run(
    `insert into menu_taps (account_id, id, menu_id, page_id, area_id, friend_id, event_id)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, event_id) do nothing`,
    [transaction.accountId, id, menuId, pageId, areaId, friendId, eventId],
  )) > 0;
interface NewTap {
  readonly id: string;
  readonly friendId: FriendId | null;
  readonly eventId: string;
}

export interface TapsOf {
  readonly menuId: RichMenuId;
  readonly days: number;
  /** Of people in a segment only; null: of everybody. */
  readonly segment: {
    readonly id: SegmentId;
    readonly people: Awaited<ReturnType<SavedSegments['friendsIn']>>;
  } | null;
}

const FIRST = 4;
function whereOf({ menuId, days, segment }: TapsOf, accountId: string) {
  const people = segment?.people.where(FIRST);
  const sql = `t.account_id = $1 and t.menu_id = $2 and t.created_at > now() - $3 * interval '1 day'
    ${people ? `and t.friend_id in ${people.sql}` : ''}`;
  return { sql, values: [accountId, menuId, days, ...(people?.values ?? [])] };
}

export async function countTaps(
  transaction: AccountTransaction,
  asked: TapsOf,
): Promise<{ areas: AreaTaps[]; days: { day: string; taps: number }[] }> {
  const { sql, values } = whereOf(asked, transaction.accountId);
  const areas = await transaction.rows<AreaTaps>(
    `select t.page_id as "pageId", t.area_id as "areaId", count(*)::int as taps, count(distinct t.friend_id)::int as people
     from menu_taps t where ${sql} group by t.page_id, t.area_id order by taps desc, t.page_id, t.area_id`,
    values,
  );
  const days = await transaction.rows<{ day: string; taps: number }>(
    `select to_char(t.created_at at time zone a.time_zone, 'YYYY-MM-DD') as day, count(*)::int as taps
     from menu_taps t join accounts a on a.id = t.account_id where ${sql} group by day order by day`,
    values,
  );
  return { areas, days };
}
interface AreaTaps {
  readonly pageId: string;
  readonly areaId: string;
  readonly taps: number;
  readonly people: number;
}
