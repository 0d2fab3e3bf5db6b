import type { SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Profile } from '../../../platform/social/provider.ts';
import { againIfRaced } from '../again-if-raced.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { findIdentityOwner, putIdentity } from '../identities.store.ts';
import { recordAudit } from '../record-audit.ts';
import { tellOfNewMethod } from './tell-of-new-method.ts';

const NAMES = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<SocialProvider, string>;

/** Connects an identity to the person of a session. Their addresses need not be the same, and change nothing. */
export async function linkIdentity(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  provider: SocialProvider,
  { subject, email }: Profile,
): Promise<void> {
  await againIfRaced(() =>
    dependencies.database.system(async (transaction) => {
      const owner = await findIdentityOwner(transaction, provider, subject);
      if (owner === userId) return;
      if (owner) throw new AppError('identity_taken', 'This identity belongs to somebody else here');
      await putIdentity(transaction, { provider, subject, userId, email });
      const entry = {
        userId,
        action: 'identity.linked' as const,
        target: userId,
        data: { provider },
        address,
      };
      await recordAudit(within(transaction, accountId), entry);
      const method = { kind: 'provider', name: NAMES[provider] } as const;
      await tellOfNewMethod(transaction, dependencies, userId, method);
    }),
  );
}
