import type { UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly action: string;
  readonly target: string;
  readonly data: Record<string, unknown>;
  readonly address: string | null;
  readonly userId: UserId | null;
  readonly userName: string | null;
}

export interface AuditFilter {
  readonly q: string | undefined;
  readonly userId: UserId | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FILTER = `e.account_id = $1
  and ($2::text is null or e.action ilike '%' || $2 || '%' or e.target ilike '%' || $2 || '%')
  and ($3::uuid is null or e.user_id = $3)
  and ($4::timestamptz is null or e.created_at >= $4) and ($5::timestamptz is null or e.created_at < $5)`;

/** One page, newest first: ids rise with time, so the primary key is the order. */
export async function listAuditPage(
  transaction: AccountTransaction,
  { q, userId, from, to, limit, offset }: AuditFilter,
): Promise<{ rows: AuditRow[]; total: number }> {
  const values = [transaction.accountId, q?.replaceAll(/[\\%_]/g, '\\$&'), userId, from, to];
  const rows = await transaction.rows<AuditRow>(
    `select e.id, e.created_at as "createdAt", e.action, e.target, e.data, e.address,
       u.id as "userId", u.display_name as "userName"
     from audit_events e left join users u on u.id = e.user_id
     where ${FILTER} order by e.id desc limit $6 offset $7`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from audit_events e where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}
