import type { AccountId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertAccount } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { hasPeople, lockFirst } from './registration.ts';

export interface Ticket {
  readonly invitation?: string | undefined;
  readonly setupCode?: string | undefined;
  readonly acceptedTerms?: boolean | undefined;
}

/**
 * Whether somebody new may come in, whichever way: throws `registration_closed` or `registration_code_needed`. An
 * invitation is checked by whoever uses it up. `isHost`: they have shown the code from the server's log.
 */
export async function admitNewcomer(
  transaction: SystemTransaction,
  { registration: { mode, setupCode } }: Pick<AccountsDependencies, 'registration'>,
  ticket: Ticket,
): Promise<{ readonly isHost: boolean }> {
  if (mode === 'open' || ticket.invitation !== undefined) return { isHost: false };
  if (mode === 'first-only') {
    await lockFirst(transaction);
    if (!(await hasPeople(transaction))) {
      if (setupCode.matches(ticket.setupCode)) return { isHost: true };
      throw new AppError('registration_code_needed', "Open the link with the code from the server's log");
    }
  }
  throw new AppError('registration_closed', 'Registration is closed; ask for an invitation');
}

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
