import { redirect } from '@tanstack/react-router';
import { readToken } from './session.ts';

/** For `beforeLoad` of layouts that need a signed-in person. */
export function requireSession({ location }: { location: { href: string } }): void {
  if (readToken()) return;
  throw redirect({ to: '/Login', search: location.href === '/' ? {} : { returnTo: location.href } });
}

/** Only a path of this site may be returned to; anything else goes home. */
export function safeReturnTo(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/') || /^\/[/\\]/.test(returnTo)) return '/';
  const url = new URL(returnTo, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/';
}
