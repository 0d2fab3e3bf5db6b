import type { eraseAccount as eraseContract } from '@hanasu/contract/admin';
import * as contract from '@hanasu/contract/admin';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { recordAudit } from './record-audit.ts';
import { reAuthenticate } from './sign-in/re-authenticate.ts';

/** What an administrator of the installation does to accounts. */
export function addAdministrationRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(contract.suspendAccount, async ({ params }, { session }) => {
    await suspend(dependencies, { actor: session, id: params.uuid }, true);
    return undefined;
  });
  implement(contract.resumeAccount, async ({ params }, { session }) => {
    await suspend(dependencies, { actor: session, id: params.uuid }, false);
    return undefined;
  });
  implement(contract.eraseAccount, async ({ params, body }, { session }) => {
    await eraseAccount(dependencies, { actor: session, id: params.uuid }, body);
    return undefined;
  });
}

async function lockedName(transaction: SystemTransaction, actor: Actor, id: AccountId): Promise<string> {
  if (id === actor.accountId) throw new AppError('own_account', 'Switch to another account first');
  const account = await lockAccount(transaction, id);
  if (!account) throw new AppError('not_found', 'Account not found');
  return account.name;
}

/** Nobody gets in and nothing is answered; everything is kept, and what customers write is received. */
async function suspend(
  { database, ended }: AccountsDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: AccountId },
  isSuspended: boolean,
): Promise<void> {
  const people = await database.system(async (transaction) => {
    const name = await lockedName(transaction, actor, id);
    await setSuspended(transaction, id, isSuspended);
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
async function eraseAccount(
  dependencies: AccountsDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: AccountId },
  { name, password }: EndpointRequest<typeof eraseContract>['body'],
): Promise<void> {
  const { database, ended } = dependencies;
  await reAuthenticate(dependencies, actor, { password });
  const people = await database.system(async (transaction) => {
    const known = await lockedName(transaction, actor, id);
    if (name.normalize('NFC') !== known) {
      throw AppError.field('name_differs', 'body.name', 'Type the name of the account, exactly');
    }
    const members = await memberIds(transaction, id);
    await moveToPlaceholderOwner(transaction, id, newId<UserId>());
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

const lockAccount = (transaction: SystemTransaction, id: AccountId) =>
  transaction.one<{ name: string; suspendedAt: Date | null }>(
    'select name, suspended_at as "suspendedAt" from accounts where id = $1 for no key update',
    [id],
  );

/** Everybody of the account: what they remember of it is forgotten. */
const memberIds = async (transaction: SystemTransaction, id: AccountId): Promise<UserId[]> => {
  const rows = await transaction.rows<{ id: UserId }>(
    'select user_id as id from memberships where tenant_id = $1',
    [id],
  );
  return rows.map(({ id: userId }) => userId);
};

async function setSuspended(
  transaction: SystemTransaction,
  id: AccountId,
  isSuspended: boolean,
): Promise<void> {
  await transaction.run(
    'update accounts set suspended_at = case when $2 then coalesce(suspended_at, now()) end where id = $1',
    [id, isSuspended],
  );
}

/**
 * Passes the account to a person made for this alone, whose day to be erased has come: privacy's steps do the rest, and
 * go on after a crash. The people of the account keep their other accounts.
 */
async function moveToPlaceholderOwner(
  transaction: SystemTransaction,
  accountId: AccountId,
  placeholder: UserId,
): Promise<void> {
  const name = `erased-${placeholder}`;
  await transaction.run(
    `insert into users (id, username, username_key, display_name, locale, delete_at)
     values ($1, $2, $2, $2, 'en', now())`,
    [placeholder, name],
  );
  await transaction.run('delete from memberships where tenant_id = $1', [accountId]);
  await transaction.run(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'owner')`, [
    accountId,
    placeholder,
  ]);
  await transaction.run(
    'update sessions set revoked_at = now() where tenant_id = $1 and revoked_at is null',
    [accountId],
  );
  await transaction.run('delete from invitations where account_id = $1', [accountId]);
  await transaction.run(
    'update accounts set delete_at = now(), suspended_at = coalesce(suspended_at, now()) where id = $1',
    [accountId],
  );
}
