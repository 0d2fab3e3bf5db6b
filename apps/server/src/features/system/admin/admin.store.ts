import type { AccountId, BotId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface AdminAccountRow {
  readonly uuid: AccountId;
  readonly name: string;
  readonly ownerId: UserId | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly members: number;
  readonly bytes: number;
  readonly conversations: number;
  readonly balance: number;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly suspendedAt: Date | null;
  readonly deleteAt: Date | null;
}

const FILTER = `($1::text is null or a.name ilike '%' || $1 || '%' or u.username ilike '%' || $1 || '%'
  or u.email ilike '%' || $1 || '%' or a.id::text = $1)`;
const TABLES = `accounts a left join memberships o on o.tenant_id = a.id and o.role = 'owner'
  left join users u on u.id = o.user_id`;

/** One page, last used first. `%` and `_` in the search are letters like any other. */
export async function listAccountsPage(
  transaction: SystemTransaction,
  { q, limit, offset }: { readonly q: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: AdminAccountRow[]; total: number }> {
  const sought = q?.replaceAll(/[\\%_]/g, '\\$&') || null;
  // The page first, then what is counted for each of its lines.
  const rows = await transaction.rows<AdminAccountRow>(
    `with page as (
       select a.*, u.id as owner_id, u.username, u.email, u.email_verified_at,
         (select max(s.last_seen_at) from sessions s where s.tenant_id = a.id) as last_used_at
       from ${TABLES} where ${FILTER}
       order by last_used_at desc nulls last, a.id limit $2 offset $3)
     select p.id as uuid, p.name, p.owner_id as "ownerId", p.username, p.email,
       p.email_verified_at is not null as "emailVerified",
       (select count(*)::int from memberships m where m.tenant_id = p.id) as members,
       ((select coalesce(sum(d.bytes), 0) from documents d where d.account_id = p.id)
         + (select coalesce(sum(f.bytes), 0) from media f where f.account_id = p.id))::bigint as bytes,
       (select count(*)::int from conversations c where c.account_id = p.id) as conversations,
       coalesce((select b.balance from token_balances b where b.account_id = p.id), 0)::bigint as balance,
       p.last_used_at as "lastUsedAt", p.created_at as "createdAt", p.suspended_at as "suspendedAt",
       p.delete_at as "deleteAt"
     from page p order by p.last_used_at desc nulls last, p.id`,
    [sought, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from ${TABLES} where ${FILTER}`,
    [sought],
  );
  return { rows, total: count?.total ?? 0 };
}

export interface ReportedRow {
  readonly uuid: BotId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly reports: number;
  readonly texts: readonly { readonly reason: string; readonly text: string; readonly createdAt: string }[];
  readonly hiddenAt: Date | null;
}

export const listReported = (transaction: SystemTransaction) =>
  transaction.rows<ReportedRow>(
    `select p.bot_id as uuid, p.tenant_id as "accountId", a.name as "accountName", p.slug, p.title, p.description,
       r.reports, coalesce(r.texts, '[]') as texts, p.hidden_at as "hiddenAt"
     from public_bots p join accounts a on a.id = p.tenant_id, lateral (
       select count(*)::int as reports, (select jsonb_agg(jsonb_build_object('reason', n.reason, 'text', n.text,
           'createdAt', to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
         from (select * from public_bot_reports where bot_id = p.bot_id order by id desc limit 10) n) as texts
       from public_bot_reports where bot_id = p.bot_id) r
     where r.reports > 0 or p.hidden_at is not null
     order by p.hidden_at is not null, r.reports desc, p.bot_id limit 200`,
  );
