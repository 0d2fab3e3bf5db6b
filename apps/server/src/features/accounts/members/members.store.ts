import type { Locale, Role } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface MemberListRow {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly avatarKey: string | null;
  readonly role: Role;
  readonly secondFactor: boolean;
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
}

export interface MemberFilter {
  readonly q: string | undefined;
  /** Whether the search looks into addresses, which not everybody may see. */
  readonly byEmail: boolean;
  readonly limit: number;
  readonly offset: number;
}

const COLUMNS = `u.id, u.username, u.display_name as "displayName", u.email, u.avatar_key as "avatarKey", m.role,
  u.totp_confirmed_at is not null as "secondFactor", m.created_at as "joinedAt",
  (select max(s.last_seen_at) from sessions s
   where s.user_id = u.id and s.tenant_id = m.tenant_id) as "lastSeenAt"`;
const MEMBERS = 'memberships m join users u on u.id = m.user_id';
const FILTER = `m.tenant_id = $1 and ($2::text is null or u.username ilike '%' || $2 || '%'
  or u.display_name ilike '%' || $2 || '%' or ($3 and u.email ilike '%' || $2 || '%'))`;

/** One page, the highest roles first. `%` and `_` in the search are letters like any other. */
export async function listMembersPage(
  transaction: AccountTransaction,
  { q, byEmail, limit, offset }: MemberFilter,
): Promise<{ rows: MemberListRow[]; total: number }> {
  const values = [transaction.accountId, q?.replaceAll(/[\\%_]/g, '\\$&'), byEmail];
  const rows = await transaction.rows<MemberListRow>(
    `select ${COLUMNS} from ${MEMBERS} where ${FILTER}
     order by array_position(array['owner', 'admin', 'operator', 'viewer'], m.role), m.created_at, u.id
     limit $4 offset $5`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from ${MEMBERS} where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export const findListedMember = (transaction: AccountTransaction, userId: UserId) =>
  transaction.one<MemberListRow>(
    `select ${COLUMNS} from ${MEMBERS} where m.tenant_id = $1 and m.user_id = $2`,
    [transaction.accountId, userId],
  );

/** Who is told what happens to the account. */
export const findOwner = (transaction: AccountTransaction) =>
  transaction.one<{
    id: UserId;
    displayName: string;
    email: string | null;
    locale: Locale;
    accountName: string;
  }>(
    `select u.id, u.display_name as "displayName", u.email, u.locale, a.name as "accountName"
     from memberships m join users u on u.id = m.user_id join accounts a on a.id = m.tenant_id
     where m.tenant_id = $1 and m.role = 'owner'`,
    [transaction.accountId],
  );
