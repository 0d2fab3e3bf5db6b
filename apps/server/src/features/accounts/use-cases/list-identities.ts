import type { UserId } from '@hanasu/contract/ids';
import type { IdentityView } from '@hanasu/contract/social';
import type { AccountsDependencies } from '../dependencies.ts';
import { findIdentities } from '../identities.store.ts';

/** The providers that a person has connected, the oldest first. */
export async function listIdentities(
  { database }: AccountsDependencies,
  userId: UserId,
): Promise<{ items: IdentityView[] }> {
  const rows = await database.system((transaction) => findIdentities(transaction, userId));
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
