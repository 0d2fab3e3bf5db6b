import type { PasskeyId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { deletePasskeyRow } from '../passkeys.store.ts';
import { recordAudit } from '../record-audit.ts';
import { requireSignInMethod } from './require-sign-in-method.ts';

/** Removes a passkey, unless nothing else opens the account. */
export async function deletePasskey(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  id: PasskeyId,
): Promise<void> {
  await dependencies.database.system(async (transaction) => {
    const name = await deletePasskeyRow(transaction, userId, id);
    if (name === null) throw new AppError('not_found', 'No such passkey');
    await requireSignInMethod(transaction, dependencies, userId);
    await recordAudit(within(transaction, accountId), {
      userId,
      action: 'passkey.removed',
      target: id,
      data: { name },
      address,
    });
  });
}
