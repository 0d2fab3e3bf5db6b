import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { replaceRecoveryCodes } from '../factors.store.ts';

/** New recovery codes, readable this once. The old ones stop working. */
export async function giveRecoveryCodes(
  transaction: SystemTransaction,
  { recoveryCodes }: AccountsDependencies,
  userId: UserId,
): Promise<string[]> {
  const codes = recoveryCodes.create();
  const hashes = codes.map((code) => recoveryCodes.hash(userId, code));
  await replaceRecoveryCodes(transaction, userId, hashes);
  return codes;
}
