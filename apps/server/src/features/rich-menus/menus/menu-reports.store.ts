import type { ChannelId, RichMenuId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { SavedSegments } from '../../contacts/public.ts';

/** Calendar days of the account. */
export interface ReportPeriod {
  readonly timeZone: string;
  readonly from: string;
  readonly until: string;
  /** Beginnings of the first day and of as many days before it. */
  readonly start: Date;
  readonly before: Date;
}

export const findPeriod = (transaction: AccountTransaction, days: number): Promise<ReportPeriod | null> =>
  transaction.one<ReportPeriod>(
    `select a.time_zone as "timeZone", to_char(d.today - ($2::int - 1), 'YYYY-MM-DD') as "from",
       to_char(d.today, 'YYYY-MM-DD') as "until",
       (d.today - ($2::int - 1))::timestamp at time zone a.time_zone as start,
       (d.today - (2 * $2::int - 1))::timestamp at time zone a.time_zone as before
     from accounts a cross join lateral (select (now() at time zone a.time_zone)::date as today) d where a.id = $1`,
    [transaction.accountId, days],
  );

/** Menu, period and people whose taps are counted. */
export interface ReportOf {
  readonly menuId: RichMenuId;
  readonly period: ReportPeriod;
  /** Null: all people, also unknown ones. */
  readonly people: Awaited<ReturnType<SavedSegments['friendsIn']>> | null;
}

const FIRST = 6;
/**
 * Every tap and click since `$4`, those since `$3` being of the period: the taps that LINE reports, and visits to
 * counted links. The account is `$1`, the menu `$2`, the zone `$5`.
 */
function eventsOf({ menuId, period, people }: ReportOf, accountId: string) {
  const who = people?.where(FIRST);
  const taps = `select t.page_id, t.area_id, t.friend_id, t.created_at, t.created_at >= $3 as is_now from menu_taps t
    where t.account_id = $1 and t.menu_id = $2 and t.created_at >= $4 ${who ? `and t.friend_id in ${who.sql}` : ''}`;
  const clicks = `select split_part(l.owner_part, '/', 1), split_part(l.owner_part, '/', 2), k.friend_id, k.created_at,
      k.created_at >= $3
    from tracked_links l join tracked_clicks k on k.account_id = l.account_id and k.link_id = l.id
    where l.account_id = $1 and l.owner_kind = 'richMenu' and l.owner_id = $2 and k.created_at >= $4
      ${who ? `and k.friend_id in ${who.sql}` : ''}`;
  return {
    sql: `with events as (${taps} union all ${clicks}), zone as (select $5::text as name)`,
    values: [accountId, menuId, period.start, period.before, period.timeZone, ...(who?.values ?? [])],
  };
}

interface Sum {
  readonly taps: number;
  readonly people: number;
  readonly before: number;
}
const SUM = `count(*) filter (where e.is_now)::int as taps,
  count(distinct e.friend_id) filter (where e.is_now)::int as people, count(*) filter (where not e.is_now)::int as before`;

export async function countAll(transaction: AccountTransaction, of: ReportOf): Promise<Sum> {
  const { sql, values } = eventsOf(of, transaction.accountId);
  const row = await transaction.one<Sum>(`${sql} select ${SUM} from events e, zone`, values);
  return row ?? { taps: 0, people: 0, before: 0 };
}

interface AreaSum extends Sum {
  readonly pageId: string;
  readonly areaId: string;
}

export function countAreas(transaction: AccountTransaction, of: ReportOf): Promise<AreaSum[]> {
  const { sql, values } = eventsOf(of, transaction.accountId);
  return transaction.rows<AreaSum>(
    `${sql} select e.page_id as "pageId", e.area_id as "areaId", ${SUM} from events e, zone
     group by e.page_id, e.area_id order by taps desc, e.page_id, e.area_id`,
    values,
  );
}

interface DaySum {
  readonly day: string;
  readonly taps: number;
}

/** Days with taps, those before the period too. */
export function countDays(transaction: AccountTransaction, of: ReportOf): Promise<DaySum[]> {
  const { sql, values } = eventsOf(of, transaction.accountId);
  return transaction.rows<DaySum>(
    `${sql} select to_char(e.created_at at time zone zone.name, 'YYYY-MM-DD') as day, count(*)::int as taps
     from events e, zone group by 1 order by 1`,
    values,
  );
}

interface VersionSum {
  readonly number: number;
  readonly publishedAt: Date;
  readonly replacedAt: Date | null;
  readonly taps: number;
  readonly people: number;
  readonly days: number;
}

/** Counts taps while each version was the newest. A phone may show the one before for a while. */
export function countVersions(transaction: AccountTransaction, of: ReportOf): Promise<VersionSum[]> {
  const { sql, values } = eventsOf(of, transaction.accountId);
  return transaction.rows<VersionSum>(
    `${sql}, versions as (select v.number, v.created_at, lead(v.created_at) over (order by v.number) as next
       from rich_menu_versions v where v.account_id = $1 and v.menu_id = $2)
     select v.number, v.created_at as "publishedAt", v.next as "replacedAt", s.taps, s.people,
       round(extract(epoch from coalesce(v.next, now()) - greatest(v.created_at, $3)) / 86400, 1)::float8 as days
     from versions v, zone cross join lateral (
       select count(*)::int as taps, count(distinct e.friend_id)::int as people from events e
       where e.is_now and e.created_at >= v.created_at and (v.next is null or e.created_at < v.next)) s
     where v.next is null or v.next > $3 order by v.number desc limit 50`,
    values,
  );
}

interface MenuName {
  readonly uuid: RichMenuId;
  readonly name: string;
  readonly isWithdrawn: boolean;
}

export const listPublishedOnce = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<MenuName[]> =>
  transaction.rows<MenuName>(
    `select id as uuid, name, withdrawn_at is not null as "isWithdrawn" from rich_menus
     where account_id = $1 and channel_id = $2 and version is not null order by position, id`,
    [transaction.accountId, channelId],
  );
