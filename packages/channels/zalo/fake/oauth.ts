import { createHash } from 'node:crypto';
import type { FakeAnswer, FakeRequest, FakeWorld } from './answer.ts';
import { type FakeAccount, type FakeApp, newToken } from './state.ts';

const ACCESS_SECONDS = 90_000;
const CODE_LIFE = 10 * 60 * 1000;

/** Status 200, and the reason in a name rather than in a sentence. */
const refuse = (error: number, name: string, description: string): FakeAnswer => ({
  status: 200,
  body: {
    error,
    error_name: name,
    error_reason: '',
    error_description: description,
    ref_doc: 'https://developers.zalo.me/docs/official-account',
  },
});

/** `POST /v4/oa/access_token`: codes work once, refresh tokens work once and give the next one. */
export function issueTokens(world: FakeWorld, { headers, body }: FakeRequest): FakeAnswer {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim();
  if (type !== 'application/x-www-form-urlencoded') {
    return refuse(-14001, 'Invalid content type', 'form expected');
  }
  const form = new URLSearchParams(body.toString('utf8'));
  const app = world.state.apps.get(form.get('app_id') ?? '');
  if (!app) return refuse(-14002, 'Invalid appId', 'Invalid app id');
  if (headers.secret_key !== app.appSecret) return refuse(-14004, 'Invalid secret key', 'Invalid secret key');
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(world, app, form);
    case 'refresh_token':
      return refresh(world, app, form.get('refresh_token'));
    default:
      return refuse(-14005, 'Invalid grant type', 'Invalid grant type');
  }
}

function exchange(world: FakeWorld, app: FakeApp, form: URLSearchParams): FakeAnswer {
  const { codes, accounts } = world.state;
  const name = form.get('code') ?? '';
  const code = codes.get(name);
  codes.delete(name);
  const account = code && accounts.get(code.oaId);
  if (!code || !account || code.appId !== app.appId || world.now() - code.at > CODE_LIFE) {
    return refuse(-14016, 'Invalid code', 'Invalid code');
  }
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!/^[A-Za-z0-9_~.-]{43,128}$/.test(verifier) || challenge !== (app.fixedChallenge ?? code.challenge)) {
    return refuse(-14019, 'Invalid code verifier', 'Invalid code verifier');
  }
  return issue(world, app, account);
}

function refresh(world: FakeWorld, app: FakeApp, token: string | null): FakeAnswer {
  const account = [...world.state.accounts.values()].find(
    ({ refreshToken, appId }) => refreshToken !== null && refreshToken === token && appId === app.appId,
  );
  return account
    ? issue(world, app, account)
    : refuse(-14014, 'Invalid refresh token', 'Invalid refresh token');
}

function issue(world: FakeWorld, app: FakeApp, account: FakeAccount): FakeAnswer {
  const seconds = account.accessSeconds ?? ACCESS_SECONDS;
  const accessToken = newToken();
  const refreshToken = newToken();
  giveAccess(world, {
    appId: app.appId,
    account,
    tokens: {
      accessToken,
      refreshToken,
      expiresAt: world.now() + seconds * 1000,
    },
  });
  return {
    status: 200,
    body: { access_token: accessToken, refresh_token: refreshToken, expires_in: String(seconds) },
  };
}

/** From now on these are the account's tokens, and those before are not. */
export function giveAccess(
  { state }: Pick<FakeWorld, 'state'>,
  {
    appId,
    account,
    tokens,
  }: {
    readonly appId: string;
    readonly account: FakeAccount;
    readonly tokens: {
      readonly accessToken: string;
      readonly refreshToken: string;
      readonly expiresAt: number;
    };
  },
): void {
  for (const [token, { oaId }] of state.accessTokens) {
    if (oaId === account.oaId) state.accessTokens.delete(token);
  }
  const { oaId } = account;
  state.accessTokens.set(tokens.accessToken, { oaId, appId, expiresAt: tokens.expiresAt });
  account.appId = appId;
  account.refreshToken = tokens.refreshToken;
}

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
