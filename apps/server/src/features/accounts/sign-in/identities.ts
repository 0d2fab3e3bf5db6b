import type { Locale } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { IdentityView, SocialProvider } from '@hanasu/contract/social';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { recordAudit } from '../record-audit.ts';
import { deleteIdentity, findIdentities, hasSignInMethod } from './identities.store.ts';
import { clientOf, startOAuthSession } from './oauth-session.ts';
import { reAuthenticate } from './re-authenticate.ts';

interface Input {
  readonly binding: string;
  readonly returnTo?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly locale?: Locale | undefined;
  readonly invitation?: string | undefined;
  readonly setupCode?: string | undefined;
  readonly acceptedTerms?: true | undefined;
}

/** The provider's page to sign in at. */
export async function startSocialSignIn(
  dependencies: AccountsDependencies,
  provider: SocialProvider,
  { binding, returnTo, remember, locale, invitation, setupCode, acceptedTerms }: Input,
): Promise<{ url: string }> {
  const url = await startOAuthSession(dependencies, {
    provider,
    binding,
    goal: {
      kind: 'sign-in',
      returnTo: safeRedirect(returnTo),
      remember: remember ?? false,
      locale: locale ?? dependencies.defaultLocale,
      ...(invitation ? { invitation } : {}),
      ...(setupCode ? { setupCode } : {}),
      ...(acceptedTerms ? { acceptedTerms } : {}),
    },
  });
  return { url };
}

/** The provider's page to connect an identity at. Only this session, having proven itself again, may bring it back. */
export async function startSocialLink(
  dependencies: AccountsDependencies,
  {
    session,
    provider,
    proof: { binding, password },
  }: {
    readonly session: Session;
    readonly provider: SocialProvider;
    readonly proof: { readonly binding: string; readonly password?: string | undefined };
  },
): Promise<{ url: string }> {
  clientOf(dependencies, provider);
  await reAuthenticate(dependencies, session, { password });
  const { userId, sessionId, accountId } = session;
  const member = await dependencies.database.system((transaction) =>
    findMember(transaction, userId, accountId),
  );
  const locale = member?.locale ?? dependencies.defaultLocale;
  return {
    url: await startOAuthSession(dependencies, {
      provider,
      binding,
      goal: { kind: 'link', userId, sessionId, locale },
    }),
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

/** Any host but this one would do: what leads there leads away from a relative path. */
const HERE = 'https://here.invalid';

/**
 * A path of this site, or `/`. Browsers read `\` as `/`, skip tabs and line breaks, and resolve dots, so the path is
 * judged as a browser would read it, and once more with its escapes undone: some program on the way may undo them.
 */
export function safeRedirect(given: string | undefined): string {
  if (given === undefined || !isPlainPath(given)) return '/';
  const url = URL.parse(given, HERE);
  if (url?.origin !== HERE || !isPlainPath(url.pathname)) return '/';
  const path = undoEscapes(url.pathname);
  return path !== null && isPlainPath(path) ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** One slash to begin with, no second one, and nothing that browsers take for one or leave out. */
const isPlainPath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/[\\\p{Cc}]/u.test(path);

/** Null for escapes that mean nothing. */
function undoEscapes(path: string): string | null {
  try {
    return new URL(decodeURIComponent(path), HERE).origin === HERE ? decodeURIComponent(path) : null;
  } catch {
    // Broken escapes and broken addresses: nobody made such a path by clicking.
    return null;
  }
}

/** Called after one was taken away: rolls back with `last_sign_in_method` when none is left. */
export async function requireSignInMethod(
  transaction: SystemTransaction,
  { social }: AccountsDependencies,
  userId: UserId,
): Promise<void> {
  if (await hasSignInMethod(transaction, userId, [...social.clients.keys()])) return;
  throw new AppError('last_sign_in_method', 'Set a password or add another way to sign in first');
}
