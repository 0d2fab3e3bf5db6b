import type { FakeWorld } from './answer.ts';
import { type FakeApp, newToken } from './state.ts';

/** The permission page, and the admin who says yes or no on it. */
export function grant(
  { state, now }: FakeWorld,
  app: FakeApp,
  { url, oaId, allow = true }: { readonly url: string; readonly oaId: string; readonly allow?: boolean },
): Readonly<Record<string, string>> {
  const page = new URL(url);
  const asked = page.searchParams;
  const given = asked.get('state');
  const back: Record<string, string> = given === null ? {} : { state: given };
  if (page.pathname !== '/v4/oa/permission' || asked.get('app_id') !== app.appId) {
    return { error: '-14002', error_name: 'Invalid appId', ...back };
  }
  const redirectUri = asked.get('redirect_uri') ?? '';
  const isSaved = app.redirectUri === undefined || app.redirectUri === redirectUri;
  if (!isSaved || !URL.canParse(redirectUri)) {
    return { error: '-14003', error_name: 'Invalid redirect uri', error_reason: '', ...back };
  }
  const challenge = asked.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return { error: '-14018', error_name: 'Invalid code challenge', ...back };
  if (!allow) return { error: 'access_denied', error_name: 'User denied', ...back };
  const code = newToken();
  state.codes.set(code, { appId: app.appId, oaId, challenge, at: now() });
  return { oa_id: oaId, code, ...back };
}
