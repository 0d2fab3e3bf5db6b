import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type AuditEntry, insertAudit } from './accounts.store.ts';

/** Writes one line of the audit log in the caller's transaction. */
export const recordAudit = (transaction: AccountTransaction, entry: Omit<AuditEntry, 'id'>): Promise<void> =>
  insertAudit(transaction, { ...entry, id: newId() });
