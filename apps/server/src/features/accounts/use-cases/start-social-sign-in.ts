import type { Locale } from '@hanasu/contract/accounts';
import type { SocialProvider } from '@hanasu/contract/social';
import type { AccountsDependencies } from '../dependencies.ts';
import { safeReturnTo } from '../domain/safe-return-to.ts';
import { beginAttempt } from '../social-attempts.ts';

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
