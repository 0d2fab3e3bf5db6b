import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { deleteIdentity } from '../identities.store.ts';
import { recordAudit } from '../record-audit.ts';
import { requireSignInMethod } from './require-sign-in-method.ts';

/** Disconnects a provider, unless nothing else opens the account. */
export async function unlinkIdentity(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  provider: SocialProvider,
): Promise<void> {
  await dependencies.database.system(async (transaction) => {
    if (!(await deleteIdentity(transaction, userId, provider))) {
      throw new AppError('not_found', 'This provider is not connected');
    }
    await requireSignInMethod(transaction, dependencies, userId);
    const entry = {
      userId,
      action: 'identity.unlinked' as const,
      target: userId,
      data: { provider },
      address,
    };
    await recordAudit(within(transaction, accountId), entry);
  });
}
