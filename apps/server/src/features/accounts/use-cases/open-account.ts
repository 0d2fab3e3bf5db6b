import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertAccount } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';

/** A new account with its owner and all that a new account gets. */
export async function openAccount(
  transaction: SystemTransaction,
  { onAccountCreated }: AccountsDependencies,
  account: { readonly name: string; readonly timeZone: string; readonly ownerId: UserId },
): Promise<AccountId> {
  const id = newId<AccountId>();
  await insertAccount(transaction, { ...account, id });
  await onAccountCreated(transaction, id);
  return id;
}
