import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { consentPage, faultPage, type SiteAnswer, type SiteRequest, startSite } from './fake-site.ts';

/** Somebody with a Facebook account, as this app sees them. Many have no address. */
export interface FacebookPerson {
  /** Scoped to the app. */
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
}

/** How the next token is wrong: made for another app, dead, or of somebody else. */
export type FacebookFault = 'other-app' | 'invalid-token' | 'other-user';

export interface FakeFacebookOptions {
  /** Any free one when absent. */
  readonly port?: number;
  /** `v21.0` when absent. */
  readonly version?: string;
  readonly people?: readonly FacebookPerson[];
}

interface Token {
  readonly userId: string;
  readonly fault: FacebookFault | null;
}

/**
 * A strict fake of Facebook's dialog and graph on one host. Every call for a person needs `appsecret_proof`, as with
 * "Require app secret". `login_hint` (address or id), which the real one does not have, answers at once; without it
 * there is a page to choose on.
 */
export async function startFakeFacebook(options: FakeFacebookOptions = {}) {
  const version = options.version ?? 'v21.0';
  const people = new Map<string, FacebookPerson>();
  const codes = new Map<string, { readonly redirectUri: string; readonly userId: string }>();
  const tokens = new Map<string, Token>();
  const redirectUris = new Set<string>();
  const app = { id: String(randomInt(10 ** 14, 10 ** 14 * 2)), secret: randomBytes(16).toString('hex') };
  const calls: string[] = [];
  let fault: FacebookFault | null = null;
  const site = await startSite(options.port ?? 0, answer);
  for (const person of options.people ?? []) people.set(person.id, person);

  function answer({ method, url, form, headers }: SiteRequest): SiteAnswer {
    calls.push(`${method} ${url.pathname}`);
    const [, asked, ...rest] = url.pathname.split('/');
    if (asked !== version) return graphError('Unknown path components', 2500);
    const given = method === 'POST' ? form : url.searchParams;
    const bearer = headers.authorization?.replace(/^Bearer /, '') ?? given.get('access_token') ?? '';
    switch (rest.join('/')) {
      case 'dialog/oauth':
        return dialog(url);
      case 'oauth/access_token':
        return exchange(given);
      case 'debug_token':
        return check(given, bearer);
      case 'me':
        return me(given, bearer);
      default:
        return graphError('Unknown path components', 2500);
    }
  }

  function dialog(url: URL): SiteAnswer {
    const query = url.searchParams;
    if (query.get('client_id') !== app.id)
      return { status: 400, html: faultPage('Facebook', 'Invalid App ID') };
    if (!redirectUris.has(query.get('redirect_uri') ?? '')) {
      return {
        status: 400,
        html: faultPage('Facebook', 'URL Blocked: the redirect URI is not white-listed'),
      };
    }
    const back = (values: Record<string, string>): string => {
      const target = new URL(query.get('redirect_uri') ?? '');
      target.search = new URLSearchParams({ ...values, state: query.get('state') ?? '' }).toString();
      return `${target.href}#_=_`;
    };
    const hint = query.get('login_hint');
    if (hint === 'nobody') return { redirect: back(DENIED) };
    const chosen = [...people.values()].find(({ id, email }) => hint === id || hint === email);
    if (chosen) return { redirect: back({ code: newCode(query.get('redirect_uri') ?? '', chosen.id) }) };
    const again = (login: string): string => {
      const next = new URL(url);
      next.searchParams.set('login_hint', login);
      return `${next.pathname}${next.search}`;
    };
    const choices = [...people.values()].map(({ id, name }) => ({
      label: `Continue as ${name ?? id}`,
      url: again(id),
    }));
    return { html: consentPage('Facebook', [...choices, { label: 'Cancel', url: again('nobody') }]) };
  }

  function newCode(redirectUri: string, userId: string): string {
    const code = `AQ${randomBytes(48).toString('base64url')}`;
    codes.set(code, { redirectUri, userId });
    return code;
  }

  function exchange(given: URLSearchParams): SiteAnswer {
    if (given.get('client_id') !== app.id) return graphError('Invalid Client ID', 101);
    if (given.get('client_secret') !== app.secret) return graphError('Error validating client secret.', 1);
    const code = given.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    if (!grant) return graphError('This authorization code has been used.', 100);
    if (grant.redirectUri !== given.get('redirect_uri')) {
      return graphError('Error validating verification code. redirect_uri differs', 100);
    }
    const token = `EAA${randomBytes(48).toString('base64url')}`;
    tokens.set(token, { userId: grant.userId, fault });
    fault = null;
    return { json: { access_token: token, token_type: 'bearer', expires_in: 5_183_944 } };
  }

  function check(given: URLSearchParams, bearer: string): SiteAnswer {
    if (bearer !== `${app.id}|${app.secret}`) return graphError('Invalid OAuth access token.', 190);
    const token = tokens.get(given.get('input_token') ?? '');
    if (!token || token.fault === 'invalid-token') {
      return { json: { data: { app_id: app.id, is_valid: false, scopes: [] } } };
    }
    return {
      json: {
        data: {
          app_id: token.fault === 'other-app' ? '999999999999999' : app.id,
          type: 'USER',
          user_id: token.fault === 'other-user' ? '1' : token.userId,
          is_valid: true,
          scopes: ['email', 'public_profile'],
          expires_at: Math.floor(Date.now() / 1000) + 5_183_944,
        },
      },
    };
  }

  function me(given: URLSearchParams, bearer: string): SiteAnswer {
    const token = tokens.get(bearer);
    if (!token) return graphError('Invalid OAuth access token.', 190);
    const proof = createHmac('sha256', app.secret).update(bearer).digest('hex');
    if (given.get('appsecret_proof') !== proof) {
      return graphError('API calls from the server require an appsecret_proof argument', 100);
    }
    const person = people.get(token.userId);
    if (!person) return graphError('Unsupported get request.', 100);
    const fields = given.get('fields')?.split(',') ?? ['id', 'name'];
    return { json: Object.fromEntries(Object.entries(person).filter(([name]) => fields.includes(name))) };
  }

  return {
    url: site.url,
    app,
    /** `GET /v21.0/me` and the like, in the order they came. */
    calls,
    /** What the server needs to be started with. */
    settings: {
      FACEBOOK_DIALOG_BASE_URL: site.url,
      FACEBOOK_GRAPH_BASE_URL: site.url,
      FACEBOOK_API_VERSION: version,
      FACEBOOK_APP_ID: app.id,
      FACEBOOK_APP_SECRET: app.secret,
    },
    /** Return addresses are registered to the letter. */
    register: (redirectUri: string): void => void redirectUris.add(redirectUri),
    /** Adds a person, or changes who has this id. */
    put: (person: FacebookPerson): void => void people.set(person.id, person),
    /** Makes the next token wrong. */
    spoilNext: (kind: FacebookFault): void => {
      fault = kind;
    },
    close: site.close,
  };
}

const DENIED = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
};

const graphError = (message: string, code: number): SiteAnswer => ({
  status: 400,
  json: { error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('hex') } },
});
