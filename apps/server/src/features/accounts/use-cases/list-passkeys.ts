import type { UserId } from '@hanasu/contract/ids';
import type { PasskeyView } from '@hanasu/contract/sessions';
import type { AccountsDependencies } from '../dependencies.ts';
import { findPasskeys } from '../passkeys.store.ts';
import { passkeyView } from './passkey-view.ts';

/** A person's passkeys, the oldest first. */
export async function listPasskeys(
  { database }: AccountsDependencies,
  userId: UserId,
): Promise<{ items: PasskeyView[] }> {
  const rows = await database.system((transaction) => findPasskeys(transaction, userId));
  return { items: rows.map(passkeyView) };
}
