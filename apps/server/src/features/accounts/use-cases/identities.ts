import type { Locale } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { IdentityView, SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { safeReturnTo } from '../domain/safe-return-to.ts';
import { deleteIdentity, findIdentities } from '../identities.store.ts';
import { recordAudit } from '../record-audit.ts';
import { beginAttempt, clientOf } from '../social-attempts.ts';
import { proveAgain } from './prove-again.ts';
import { requireSignInMethod } from './require-sign-in-method.ts';

interface Input {
  readonly binding: string;
  readonly returnTo?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly locale?: Locale | undefined;
  readonly invitation?: string | undefined;
  readonly setupCode?: string | undefined;
}

/** The provider's page to sign in at. */
export async function startSocialSignIn(
  dependencies: AccountsDependencies,
  provider: SocialProvider,
  { binding, returnTo, remember, locale, invitation, setupCode }: Input,
): Promise<{ url: string }> {
  const url = await beginAttempt(dependencies, provider, binding, {
    kind: 'sign-in',
    returnTo: safeReturnTo(returnTo),
    remember: remember ?? false,
    locale: locale ?? dependencies.defaultLocale,
    ...(invitation ? { invitation } : {}),
    ...(setupCode ? { setupCode } : {}),
  });
  return { url };
}

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

/** The providers that a person has connected, the oldest first. */
export async function listIdentities(
  { database }: AccountsDependencies,
  userId: UserId,
): Promise<{ items: IdentityView[] }> {
  const rows = await database.system((transaction) => findIdentities(transaction, userId));
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}

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
