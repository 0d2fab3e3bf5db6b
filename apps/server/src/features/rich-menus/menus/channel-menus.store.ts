import type { AccountId, ChannelId, RichMenuId } from '@hanasu/contract/ids';
import type { MenuDrift, MenuJobProblem } from '@hanasu/contract/menus-at-line';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { clearLinksExcept } from './friend-menus.store.ts';

export interface ChannelMenusRow {
  readonly wanted: number;
  readonly done: number;
  readonly dueAt: Date | null;
  readonly isRunning: boolean;
  readonly attempts: number;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly error: MenuJobProblem['code'] | null;
  readonly createdTimes: readonly Date[];
  readonly deletedTimes: readonly Date[];
  readonly defaultSet: string | null;
  readonly defaultFound: string | null;
  readonly otherMenus: number;
  readonly drift: readonly StoredDrift[];
  readonly takesBack: boolean;
  readonly problems: readonly StoredProblem[];
  readonly checkedAt: Date | null;
}

/** What another tool changed. `found`: what stands there instead, so that another change later counts as a new one. */
export interface StoredDrift extends MenuDrift {
  readonly found: string | null;
  /** Staff leave it as it is, and are not shown it. */
  readonly isLeft: boolean;
}

/** What a run could not do. `hash`: of the page that was refused; null: it is about no page. */
export interface StoredProblem extends MenuJobProblem {
  readonly hash: string | null;
  readonly at: string;
}

export const findChannelMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<ChannelMenusRow | null> =>
  transaction.one<ChannelMenusRow>(
    `select wanted::int as wanted, done::int as done, due_at as "dueAt", coalesce(leased_until > now(), false) as "isRunning",
       attempts, steps_done as "stepsDone", steps_total as "stepsTotal", error, created_times as "createdTimes",
       deleted_times as "deletedTimes", default_set as "defaultSet", default_found as "defaultFound",
       other_menus as "otherMenus", drift, takes_back as "takesBack", problems, checked_at as "checkedAt"
     from channel_menus where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );

export interface Wish {
  readonly takesBack?: boolean;
  /** What is found to be changed now stays as it is. */
  readonly leaves?: boolean;
  /** Not before so many milliseconds: what changes often is gathered. */
  readonly delayMs?: number;
}

/** Asks for the work at LINE: what decides what should be there has changed. Tries what was refused again unless it is delayed. */
export const wantMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  { takesBack = false, leaves = false, delayMs = 0 }: Wish = {},
): Promise<number> =>
  transaction.run(
    `insert into channel_menus as m (account_id, channel_id, due_at, takes_back)
     values ($1, $2, now() + $3 * interval '1 millisecond', $4)
     on conflict (account_id, channel_id) do update set wanted = m.wanted + 1,
       due_at = least(coalesce(m.due_at, excluded.due_at), excluded.due_at),
       takes_back = (m.takes_back or excluded.takes_back) and not $5, attempts = 0,
       drift = case when $5 then (select coalesce(jsonb_agg(d || '{"isLeft": true}'), '[]')
         from jsonb_array_elements(m.drift) d) else m.drift end,
       problems = case when $3 > 0 then m.problems else '[]' end, error = case when $3 > 0 then m.error end`,
    [transaction.accountId, channelId, delayMs, takesBack, leaves],
  );

export interface DueChannel {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly wanted: number;
  readonly attempts: number;
  /** The run before died or could not do everything. */
  readonly isResumed: boolean;
}

/** Seconds; a run that takes longer renews it. */
export const LEASE_SECONDS = 60;

export async function claimDue(
  transaction: SystemTransaction,
  limit: number,
): Promise<{ items: DueChannel[]; nextIn: number | null }> {
  const items = await transaction.rows<DueChannel>(
    `update channel_menus m set leased_until = now() + $2 * interval '1 second'
     from (select account_id, channel_id, leased_until is not null as resumed from channel_menus
       where due_at <= now() and (leased_until is null or leased_until <= now())
       order by due_at limit $1 for update skip locked) d
     where m.account_id = d.account_id and m.channel_id = d.channel_id
     returning m.account_id as "accountId", m.channel_id as "channelId", m.wanted::int as wanted, m.attempts,
       d.resumed as "isResumed"`,
    [limit, LEASE_SECONDS],
  );
  const next = await transaction.one<{ ms: number | null }>(
    `select extract(epoch from min(greatest(due_at, coalesce(leased_until, due_at))) - now())::float8 * 1000 as ms
     from channel_menus where due_at is not null`,
  );
  // The bound is not set in SQL: greatest(0, null) is 0 there, which would mean "due now" for an empty table.
  return { items, nextIn: next?.ms == null ? null : Math.max(0, next.ms) };
}

export const NEXT_DUE = `(select due_at from channel_menus where due_at is not null order by due_at limit 1)`;

export const extendLease = (transaction: SystemTransaction, { accountId, channelId }: DueChannel) =>
  transaction.run(
    `update channel_menus set leased_until = now() + $3 * interval '1 second' where account_id = $1 and channel_id = $2`,
    [accountId, channelId, LEASE_SECONDS],
  );

/** What a process that died was at is free again. A lease that has ended stays until a run has done its work (`isResumed`). */
export async function releaseLeases(transaction: SystemTransaction): Promise<void> {
  await transaction.run('update channel_menus set leased_until = now() where leased_until is not null');
  await transaction.run('update menu_removals set leased_until = null where leased_until is not null');
}

export type Ending = { readonly problems: readonly StoredProblem[] } & (
  | {
      /** When schedules, segments or a look at LINE come next. */ readonly kind: 'done';
      readonly nextAt: Date;
    }
  /** The vendor takes no more until then. */
  | { readonly kind: 'limited'; readonly nextAt: Date }
  /** Null: the channel has to be connected first, which asks for the work. */
  | { readonly kind: 'failed'; readonly error: MenuJobProblem['code']; readonly nextAt: Date | null }
);

export async function endRun(
  transaction: AccountTransaction,
  { channelId, wanted }: DueChannel,
  ending: Ending,
): Promise<void> {
  const error = ending.kind === 'failed' ? ending.error : ending.kind === 'limited' ? 'limited' : null;
  await transaction.run(
    `update channel_menus set leased_until = case when $5 <> 'done' then now() end, error = $4, problems = $7,
       done = case when $5 = 'done' then $3 else done end,
       drift = case when $5 = 'done' and takes_back and wanted = $3 then '[]' else drift end,
       takes_back = case when $5 = 'done' and wanted = $3 then false else takes_back end,
       attempts = case when $5 = 'failed' then attempts + 1 when $5 = 'done' then 0 else attempts end,
       due_at = case when wanted > $3 then now() else $6::timestamptz end
     where account_id = $1 and channel_id = $2`,
    [
      transaction.accountId,
      channelId,
      wanted,
      error,
      ending.kind,
      ending.nextAt,
      JSON.stringify(ending.problems),
    ],
  );
}

export interface SeenAtLine {
  readonly defaultFound: string | null;
  readonly otherMenus: number;
  readonly drift: readonly StoredDrift[];
  readonly stepsTotal: number;
}

export const saveSeen = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  { defaultFound, otherMenus, drift, stepsTotal }: SeenAtLine,
): Promise<number> =>
  transaction.run(
    `update channel_menus set default_found = $3, other_menus = $4, drift = $5, checked_at = now(),
       steps_done = 0, steps_total = $6
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, defaultFound, otherMenus, JSON.stringify(drift), stepsTotal],
  );

export interface LineMenuRow {
  readonly lineId: string;
  readonly menuId: RichMenuId;
  readonly pageId: string;
  readonly hash: string;
  readonly hasPicture: boolean;
  /** Null: it is current, as far as is known. */
  readonly replacedAt: Date | null;
}

export const listLineMenus = (
  transaction: AccountTransaction,
  channelId: ChannelId,
): Promise<LineMenuRow[]> =>
  transaction.rows<LineMenuRow>(
    `select line_id as "lineId", menu_id as "menuId", page_id as "pageId", hash, has_picture as "hasPicture",
       replaced_at as "replacedAt"
     from line_menus where account_id = $1 and channel_id = $2 order by created_at, line_id`,
    [transaction.accountId, channelId],
  );

/** Rows of what is found at LINE, and of nothing else. */
export async function syncLineMenus(
  transaction: AccountTransaction,
  channelId: ChannelId,
  found: readonly Omit<LineMenuRow, 'hasPicture' | 'replacedAt'>[],
): Promise<void> {
  const ids = found.map(({ lineId }) => lineId);
  const gone = await transaction.run(
    `delete from line_menus where account_id = $1 and channel_id = $2 and line_id <> all($3::text[])`,
    [transaction.accountId, channelId, ids],
  );
  // Reads all friends, so only where one is gone.
  if (gone > 0) await clearLinksExcept(transaction, channelId, ids);
  await transaction.run(
    `insert into line_menus (account_id, channel_id, line_id, menu_id, page_id, hash)
     select $1, $2, * from unnest($3::text[], $4::uuid[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      transaction.accountId,
      channelId,
      ids,
      found.map(({ menuId }) => menuId),
      found.map(({ pageId }) => pageId),
      found.map(({ hash }) => hash),
    ],
  );
}

/** Made at this moment: counts for the vendor's limit of an hour. */
export const noteMade = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  row: Omit<LineMenuRow, 'hasPicture' | 'replacedAt'>,
): Promise<number> =>
  transaction.run(
    `with made as (update channel_menus set steps_done = steps_done + 1, created_times = array(select t from unnest(created_times) t
         where t > now() - interval '1 hour') || now() where account_id = $1 and channel_id = $2)
     insert into line_menus (account_id, channel_id, line_id, menu_id, page_id, hash) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [transaction.accountId, channelId, row.lineId, row.menuId, row.pageId, row.hash],
  );

export const notePicture = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string,
): Promise<number> =>
  transaction.run(
    `with step as (update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2)
     update line_menus set has_picture = true where account_id = $1 and channel_id = $2 and line_id = $3`,
    [transaction.accountId, channelId, lineId],
  );

/** Before a menu is deleted: where the answer is lost, it is not another tool that did it. A picture can be sent again. */
export const forgetPicture = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string,
): Promise<number> =>
  transaction.run(
    'update line_menus set has_picture = false where account_id = $1 and channel_id = $2 and line_id = $3',
    [transaction.accountId, channelId, lineId],
  );

export const noteDefault = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string | null,
): Promise<number> =>
  transaction.run(
    `update channel_menus set default_set = $3, default_found = $3, steps_done = steps_done + 1
     where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId, lineId],
  );

/** Before the default is taken away: where the answer is lost, it is not another tool that did it. */
export const forgetDefault = (transaction: AccountTransaction, channelId: ChannelId): Promise<number> =>
  transaction.run(`update channel_menus set default_set = null where account_id = $1 and channel_id = $2`, [
    transaction.accountId,
    channelId,
  ]);

export const noteStep = (transaction: AccountTransaction, channelId: ChannelId): Promise<number> =>
  transaction.run(
    `update channel_menus set steps_done = steps_done + 1 where account_id = $1 and channel_id = $2`,
    [transaction.accountId, channelId],
  );

/** Notes that from now on others stand in the places of all menus but these. */
export const noteReplaced = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  shown: readonly string[],
): Promise<number> =>
  transaction.run(
    `update line_menus set replaced_at = case when line_id = any($3::text[]) then null else now() end
     where account_id = $1 and channel_id = $2 and (replaced_at is null) <> (line_id = any($3::text[]))`,
    [transaction.accountId, channelId, shown],
  );

/** Deleted at this moment, or found gone. */
export const noteRemoved = (
  transaction: AccountTransaction,
  channelId: ChannelId,
  lineId: string,
): Promise<number> =>
  transaction.run(
    `with gone as (update channel_menus set steps_done = steps_done + 1, deleted_times = array(select t from unnest(deleted_times) t
         where t > now() - interval '1 hour') || now() where account_id = $1 and channel_id = $2)
     delete from line_menus where account_id = $1 and channel_id = $2 and line_id = $3`,
    [transaction.accountId, channelId, lineId],
  );
