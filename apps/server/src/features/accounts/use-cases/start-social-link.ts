import type { SocialProvider } from '@hanasu/contract/social';
import type { Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { beginAttempt, clientOf } from '../social-attempts.ts';
import { proveAgain } from './prove-again.ts';

/** The provider's page to connect an identity at. Only this session, having proven itself again, may bring it back. */
export async function startSocialLink(
  dependencies: AccountsDependencies,
  session: Session,
  provider: SocialProvider,
  { binding, password }: { readonly binding: string; readonly password?: string | undefined },
): Promise<{ url: string }> {
  clientOf(dependencies, provider);
  await proveAgain(dependencies, session, password);
  const { userId, sessionId, accountId } = session;
  const member = await dependencies.database.system((transaction) =>
    findMember(transaction, userId, accountId),
  );
  const locale = member?.locale ?? dependencies.defaultLocale;
  return {
    url: await beginAttempt(dependencies, provider, binding, { kind: 'link', userId, sessionId, locale }),
  };
}
