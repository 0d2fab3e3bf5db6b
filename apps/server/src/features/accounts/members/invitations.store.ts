import type { InvitationId, UserId } from '@hanasu/contract/ids';
import type { GivenRole } from '@hanasu/contract/team';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface InvitationRow {
  readonly id: InvitationId;
  readonly email: string;
  readonly emailKey: string;
  readonly role: GivenRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly expired: boolean;
}

const INVITATION = `select i.id, i.email, i.email_key as "emailKey", i.role,
    coalesce(u.display_name, '') as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
    i.expires_at <= now() as expired
  from invitations i left join users u on u.id = i.invited_by`;
const OPEN = 'i.account_id = $1 and i.accepted_at is null';

/** Newest first; what nobody took within a month after its end is left out. */
export const listOpen = (transaction: AccountTransaction, limit: number) =>
  transaction.rows<InvitationRow>(
    `${INVITATION} where ${OPEN} and i.expires_at > now() - interval '30 days'
     order by i.created_at desc, i.id desc limit $2`,
    [transaction.accountId, limit],
  );

export const findOpen = (transaction: AccountTransaction, id: InvitationId) =>
  transaction.one<InvitationRow>(`${INVITATION} where ${OPEN} and i.id = $2`, [transaction.accountId, id]);

/** Whether somebody of the account holds this address. */
export const isMemberAddress = async (transaction: AccountTransaction, emailKey: string): Promise<boolean> =>
  (await transaction.one(
    `select 1 from users u join memberships m on m.user_id = u.id
     where u.email_key = $2 and m.tenant_id = $1`,
    [transaction.accountId, emailKey],
  )) !== null;

/** False when an invitation of this address is still good; one that is used or out of date makes room. */
export async function insertInvitation(
  transaction: AccountTransaction,
  row: Pick<InvitationRow, 'id' | 'email' | 'emailKey' | 'role' | 'expiresAt'> & { invitedBy: UserId },
): Promise<boolean> {
  const { accountId } = transaction;
  await transaction.run(
    `delete from invitations where account_id = $1 and email_key = $2
       and (accepted_at is not null or expires_at <= now())`,
    [accountId, row.emailKey],
  );
  const written = await transaction.run(
    `insert into invitations (account_id, id, email, email_key, role, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, email_key) do nothing`,
    [accountId, row.id, row.email, row.emailKey, row.role, row.invitedBy, row.expiresAt],
  );
  return written > 0;
}

/** Whoever sends it last stands for it. */
export async function renewInvitation(
  transaction: AccountTransaction,
  id: InvitationId,
  { invitedBy, expiresAt }: { invitedBy: UserId; expiresAt: Date },
): Promise<void> {
  await transaction.run(
    'update invitations set invited_by = $3, expires_at = $4 where account_id = $1 and id = $2',
    [transaction.accountId, id, invitedBy, expiresAt],
  );
}

export async function markAccepted(transaction: AccountTransaction, id: InvitationId): Promise<void> {
  await transaction.run('update invitations set accepted_at = now() where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

export async function deleteInvitation(transaction: AccountTransaction, id: InvitationId): Promise<void> {
  await transaction.run('delete from invitations where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** Those that one member sent and nobody has taken yet. Their codes name a row that is gone, and open nothing. */
export async function deleteOpenOf(transaction: AccountTransaction, userId: UserId): Promise<number> {
  return transaction.run(
    'delete from invitations where account_id = $1 and invited_by = $2 and accepted_at is null',
    [transaction.accountId, userId],
  );
}

/** Links that were mailed for one invitation stop working. */
export async function voidLinks(transaction: AccountTransaction, id: InvitationId): Promise<void> {
  await transaction.run(
    `update one_time_codes set used_at = now()
     where tenant_id = $1 and purpose = 'invitation' and data ->> 'invitationId' = $2 and used_at is null`,
    [transaction.accountId, id],
  );
}

export interface Spent {
  readonly count: number;
  /** Seconds until there is room again; null when nothing counts. */
  readonly secondsLeft: number | null;
}
const NONE: Spent = { count: 0, secondsLeft: null };

export const countOpen = async (transaction: AccountTransaction): Promise<Spent> =>
  (await transaction.one<Spent>(
    `select count(*)::int as count, ceil(extract(epoch from min(i.expires_at) - now()))::int as "secondsLeft"
     from invitations i where ${OPEN} and i.expires_at > now()`,
    [transaction.accountId],
  )) ?? NONE;

/** Mails of the last hour from this account or, from whatever account, of this person. */
export const countMailed = async (
  transaction: SystemTransaction,
  { accountId, userId }: { accountId: string; userId: UserId },
): Promise<Spent> =>
  (await transaction.one<Spent>(
    `select count(*)::int as count,
       ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as "secondsLeft"
     from one_time_codes where purpose = 'invitation' and (tenant_id = $1 or user_id = $2)
       and created_at > now() - interval '1 hour'`,
    [accountId, userId],
  )) ?? NONE;
