import type { AdminAccountView, adminAccounts, eraseAccount as eraseContract } from '@hanasu/contract/admin';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import { AppError } from '../../../../platform/app-error.ts';
import { type Database, type SystemTransaction, within } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { administration, proveAgain, recordAudit } from '../../../accounts/public.ts';
import { type AdminAccountRow, listAccountsPage, lockAccount, memberIds } from '../admin.store.ts';
import type { AdminDependencies } from '../dependencies.ts';

const view = (row: AdminAccountRow): AdminAccountView => ({
  uuid: row.uuid,
  name: row.name,
  owner: row.ownerId && {
    uuid: row.ownerId,
    username: row.username ?? '',
    email: row.email,
    emailVerified: row.emailVerified,
  },
  members: row.members,
  bytes: row.bytes,
  conversations: row.conversations,
  balance: row.balance,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  deleteAt: row.deleteAt?.toISOString() ?? null,
});

export async function listAccounts(
  database: Database,
  { q, page, pageSize }: PageQuery,
): Promise<EndpointOutput<typeof adminAccounts>> {
  const { rows, total } = await database.system((transaction) =>
    listAccountsPage(transaction, { q, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return { items: rows.map(view), total, page, pageSize };
}

async function lockedName(transaction: SystemTransaction, actor: Actor, id: AccountId): Promise<string> {
  if (id === actor.accountId) throw new AppError('own_account', 'Go to another account of yours first');
  const account = await lockAccount(transaction, id);
  if (!account) throw new AppError('not_found', 'There is no such account');
  return account.name;
}

/** Nobody gets in and nothing is answered; everything is kept, and what customers write is received. */
export async function suspend(
  { database, ended }: AdminDependencies,
  actor: Actor,
  id: AccountId,
  isSuspended: boolean,
): Promise<void> {
  const people = await database.system(async (transaction) => {
    const name = await lockedName(transaction, actor, id);
    await administration.setSuspended(transaction, id, isSuspended);
    await recordAudit(within(transaction, id), {
      userId: actor.userId,
      address: actor.address,
      action: isSuspended ? 'account.suspended' : 'account.resumed',
      target: name,
      data: { byAdministrator: true },
    });
    return memberIds(transaction, id);
  });
  for (const userId of people) ended.user(userId);
}

/** For good, so the name and the password are asked for. */
export async function eraseAccount(
  dependencies: AdminDependencies,
  actor: Actor,
  id: AccountId,
  { name, password }: EndpointRequest<typeof eraseContract>['body'],
): Promise<void> {
  const { database, ended } = dependencies;
  await proveAgain(dependencies, actor, password);
  const people = await database.system(async (transaction) => {
    const known = await lockedName(transaction, actor, id);
    if (name.normalize('NFC') !== known) {
      throw AppError.field('name_differs', 'body.name', 'Type the name of the account, exactly');
    }
    const members = await memberIds(transaction, id);
    await administration.moveToPlaceholderOwner(transaction, id, newId<UserId>());
    // The account's own log goes with it: this line stays, in the log of the account that the administrator is in.
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      address: actor.address,
      action: 'account.erased',
      target: known,
      data: { uuid: id, members: members.length },
    });
    return members;
  });
  for (const userId of people) ended.user(userId);
}
