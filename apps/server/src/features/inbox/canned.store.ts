import type { CannedReplyId, UserId } from '@hanasu/contract/ids';
import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import type { AccountTransaction } from '../../platform/database/database.ts';

export const MOST_CANNED = 500;

export interface CannedRow {
  readonly id: CannedReplyId;
  readonly shortcut: string;
  readonly title: string;
  readonly text: string;
  readonly uses: number;
  readonly updatedAt: Date;
}

const SELECT = `select id, shortcut, title, text, uses, updated_at as "updatedAt" from canned_replies
  where account_id = $1`;

/** All of an account, most used first; there are never more than `MOST_CANNED`. */
export const listCanned = (transaction: AccountTransaction) =>
  transaction.rows<CannedRow>(`${SELECT} order by uses desc, shortcut, id limit ${MOST_CANNED}`, [
    transaction.accountId,
  ]);

export const findCanned = (transaction: AccountTransaction, id: CannedReplyId) =>
  transaction.one<CannedRow>(`${SELECT} and id = $2`, [transaction.accountId, id]);

/** One after the other for an account: neither the limit nor a shortcut can be passed by two at once. */
export async function lockCanned(transaction: AccountTransaction): Promise<void> {
  await transaction.run("select pg_advisory_xact_lock(hashtext('canned-replies'), hashtext($1))", [
    transaction.accountId,
  ]);
}

export interface CannedChange {
  readonly id: CannedReplyId;
  readonly shortcut: string;
  readonly title: string;
  readonly text: string;
}

export async function insertCanned(
  transaction: AccountTransaction,
  canned: CannedChange,
  userId: UserId,
): Promise<void> {
  await transaction.run(
    `insert into canned_replies (account_id, id, shortcut, title, text, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [transaction.accountId, canned.id, canned.shortcut, canned.title, canned.text, userId],
  );
}

export async function updateCanned(transaction: AccountTransaction, canned: CannedChange): Promise<void> {
  await transaction.run(
    `update canned_replies set shortcut = $3, title = $4, text = $5, updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, canned.id, canned.shortcut, canned.title, canned.text],
  );
}

/** False: there is none. */
export const deleteCanned = async (transaction: AccountTransaction, id: CannedReplyId): Promise<boolean> =>
  (await transaction.run('delete from canned_replies where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ])) > 0;

/** One that is gone meanwhile is no reason to refuse a message. */
export async function countUse(transaction: AccountTransaction, id: CannedReplyId): Promise<void> {
  await transaction.run('update canned_replies set uses = uses + 1 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** The replies stay, without who wrote them. */
export async function forgetCannedAuthor(transaction: AccountTransaction, userId: UserId): Promise<void> {
  await transaction.run(
    `update canned_replies set created_by = '00000000-0000-0000-0000-000000000000'
     where account_id = $1 and created_by = $2`,
    [transaction.accountId, userId],
  );
}

export const cannedView = (row: CannedRow): CannedReplyView => ({
  uuid: row.id,
  shortcut: row.shortcut,
  title: row.title,
  text: row.text,
  uses: row.uses,
  updatedAt: row.updatedAt.toISOString(),
});
