import type { Locale, SessionView } from '@hanasu/contract/accounts';
import type { SocialProvider } from '@hanasu/contract/social';
import type { Profile } from '../../../platform/social/provider.ts';
import { againIfRaced } from '../again-if-raced.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { findIdentityOwner, updateIdentityEmail } from '../identities.store.ts';
import type { Visitor } from '../visitor.ts';
import type { Ticket } from './admit-newcomer.ts';
import { admitted, enter } from './enter.ts';
import { registerNewcomer } from './register-newcomer.ts';

interface Circumstances {
  readonly visitor: Visitor;
  readonly remember: boolean;
  /** Of a person who is new here. */
  readonly locale: Locale;
  readonly ticket: Ticket;
}

/**
 * Opens a session for whoever has this identity, or for a new person. The subject decides and nothing else: an address
 * is what the provider says today, and may be of somebody else tomorrow.
 */
export async function enterByIdentity(
  dependencies: AccountsDependencies,
  provider: SocialProvider,
  profile: Profile,
  { visitor, remember, locale, ticket }: Circumstances,
): Promise<{ readonly session: SessionView; readonly hasJoined: boolean }> {
  const { subject, email } = profile;
  const { entry, ended, hasJoined } = await againIfRaced(() =>
    dependencies.database.system(async (transaction) => {
      const owner = await findIdentityOwner(transaction, provider, subject);
      if (owner) await updateIdentityEmail(transaction, { provider, subject, email });
      const { address } = visitor;
      const arrived = owner
        ? { userId: owner, ended: [], hasJoined: false }
        : await registerNewcomer(transaction, dependencies, { provider, profile, locale, address, ticket });
      const { userId } = arrived;
      return {
        ...arrived,
        entry: await enter(transaction, dependencies, { userId, visitor, remember }),
      };
    }),
  );
  for (const id of ended) dependencies.ended.user(id);
  return { session: admitted(entry), hasJoined };
}
