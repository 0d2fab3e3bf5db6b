import type { AccountId, UserId } from '@hanasu/contract/ids';
import { type AccountTransaction, type SystemTransaction, within } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type AuditEntry, findFirstMember, insertAudit } from './accounts.store.ts';

/** Writes one line of the audit log in the caller's transaction. */
export const recordAudit = (transaction: AccountTransaction, entry: Omit<AuditEntry, 'id'>): Promise<void> =>
  insertAudit(transaction, { ...entry, id: newId() });

interface OwnChange {
  readonly userId: UserId;
  /** Where it is written down; the account they joined first when absent. */
  readonly accountId?: AccountId;
  readonly action:
    | 'account.taken_over'
    | 'password.changed'
    | 'password.reset'
    | 'email.change_requested'
    | 'email.changed'
    | 'email.confirmed'
    | 'username.changed';
  readonly data?: Record<string, unknown>;
  readonly address: string;
}

/** Writes into the audit log what somebody changed about themselves. */
export async function recordOwnChange(
  transaction: SystemTransaction,
  { userId, accountId, action, data = {}, address }: OwnChange,
): Promise<void> {
  const place = accountId ?? (await findFirstMember(transaction, userId))?.accountId;
  // Who belongs nowhere has no log to be written into.
  if (!place) return;
  await recordAudit(within(transaction, place), { userId, action, target: userId, data, address });
}
