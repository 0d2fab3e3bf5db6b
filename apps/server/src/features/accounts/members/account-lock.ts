import type { Role } from '@hanasu/contract/accounts';
import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { type AccountRow, findRole, lockAccount } from './memberships.store.ts';
import { isAtLeast } from './roles.ts';

/** What a change of an account's people works with, while no other such change runs. */
export interface LockedAccount {
  readonly account: AccountRow;
  /** Over everything, for codes, people and memberships. */
  readonly all: SystemTransaction;
  /** For the rows of the account. */
  readonly own: AccountTransaction;
}

export async function lockAccountById(
  all: SystemTransaction,
  accountId: AccountId,
): Promise<LockedAccount | null> {
  const account = await lockAccount(all, accountId);
  return account && { account, all, own: within(all, accountId) };
}

/**
 * Changes of who belongs to an account, one after the other. `role` is the caller's as it is now: the session's may
 * be moments old, and two changes may have crossed.
 */
export const withAccountLock = <T>(
  database: Database,
  { actor, needed }: { readonly actor: Actor; readonly needed: Role },
  run: (open: LockedAccount & { readonly role: Role }) => Promise<T>,
): Promise<T> =>
  database.system(async (all) => {
    const open = await lockAccountById(all, actor.accountId);
    const role = open && (await findRole(all, actor.accountId, actor.userId));
    if (!open || !role) throw new AppError('session_expired', 'This user has left the account');
    if (!isAtLeast(role, needed)) throw new AppError('forbidden', `This needs the role ${needed}`);
    return run({ ...open, role });
  });
