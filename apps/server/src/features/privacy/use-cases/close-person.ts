import type { AccountId, UserId } from '@hanasu/contract/ids';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { recordAudit } from '../../accounts/public.ts';
import { SAFE_CHOICE, settleBelongings } from '../../team/public.ts';
import { lockOwnedAccounts, type PersonRow } from '../deletion.store.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import {
  CLOSED,
  type Closing,
  claimPerson,
  closeAccount,
  closePerson as closeWaysIn,
  countContents,
  deleteMailsOf,
  findClosing,
  findHeir,
  passOn,
} from '../erasing.store.ts';

/** A person on their way out: what goes with them, and since when it is closed. */
export interface Leaving {
  readonly person: PersonRow;
  readonly accounts: readonly (Closing & { readonly id: AccountId })[];
}

/** Ends every way in, once and for good. Null: not due, or another process is at it. */
export async function closePerson(
  transaction: SystemTransaction,
  dependencies: Pick<PrivacyDependencies, 'mail' | 'publicUrl'>,
  userId: UserId,
): Promise<Leaving | null> {
  const person = await claimPerson(transaction, userId);
  if (!person) return null;
  const closing: (Closing & { id: AccountId })[] = [];
  for (const { id, hasOthers } of await lockOwnedAccounts(transaction, userId)) {
    if (hasOthers) await leaveToHeir(transaction, dependencies, id, person);
    else closing.push({ id, ...(await closeOnce(transaction, id, userId)) });
  }
  await deleteMailsOf(
    transaction,
    userId,
    closing.map(({ id }) => id),
  );
  await closeWaysIn(transaction, userId);
  return { person, accounts: closing };
}

/** Accounts with others were refused when the person asked; who joined after that must not lose what is theirs. */
async function leaveToHeir(
  transaction: SystemTransaction,
  dependencies: Pick<PrivacyDependencies, 'mail' | 'publicUrl'>,
  id: AccountId,
  { id: from, displayName: name }: PersonRow,
): Promise<void> {
  const heir = await findHeir(transaction, id, from);
  if (!heir) throw new Error('an account with others has nobody to take it over');
  await passOn(transaction, id, { from, to: heir.userId });
  const leaving = { accountId: id, userId: from, name, kind: 'erased', choice: SAFE_CHOICE } as const;
  await settleBelongings(transaction, dependencies, leaving);
  await recordAudit(within(transaction, id), {
    userId: null,
    action: 'ownership.transferred',
    target: heir.userId,
    data: { to: heir.userId, reason: 'owner_erased' },
  });
}

async function closeOnce(transaction: SystemTransaction, id: AccountId, userId: UserId): Promise<Closing> {
  const own = within(transaction, id);
  const found = await findClosing(own);
  if (found) return found;
  await closeAccount(transaction, id);
  const counts = await countContents(own);
  await recordAudit(own, { userId, action: CLOSED, target: id, data: { ...counts } });
  return { counts, closedAt: new Date(transaction.now()) };
}
