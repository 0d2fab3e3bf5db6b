import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { consentPage, faultPage, type SiteAnswer, type SiteRequest, startSite } from './fake-site.ts';

/** Somebody with a Google account. What may be missing in an ID token may be missing here. */
export interface GooglePerson {
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** The Workspace domain. */
  readonly hd?: string;
}

/** How the next ID token is made wrong (or unusual: `short-issuer` is right). */
export type TokenFault =
  | 'alg-none'
  | 'expired'
  | 'from-the-future'
  | 'hs256-with-public-key'
  | 'missing'
  | 'no-expiry'
  | 'no-nonce'
  | 'other-key'
  | 'short-issuer'
  | 'stale'
  | 'unknown-kid'
  | 'wrong-audience'
  | 'wrong-issuer'
  | 'wrong-nonce'
  | 'wrong-party';

export interface FakeGoogleOptions {
  /** Any free one when absent. */
  readonly port?: number;
  readonly people?: readonly GooglePerson[];
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly subject: string;
}

interface SigningKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>;

const AUTHORIZE = '/o/oauth2/v2/auth';

const newKey = (): SigningKey => ({
  kid: randomBytes(8).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

/**
 * A strict fake of Google's OpenID Connect: discovery, RS256 keys that rotate, PKCE with S256 only, codes that are good
 * once, return addresses that are registered to the letter. A `login_hint` (address or subject) answers at once;
 * without one there is a page to choose on.
 */
export async function startFakeGoogle(options: FakeGoogleOptions = {}) {
  const people = new Map<string, GooglePerson>();
  const grants = new Map<string, Grant>();
  const redirectUris = new Set<string>();
  const client = {
    id: `${randomBytes(6).toString('hex')}.apps.fake`,
    secret: randomBytes(16).toString('hex'),
  };
  const calls: string[] = [];
  let keys = [newKey()];
  let fault: TokenFault | null = null;
  const site = await startSite(options.port ?? 0, answer);
  for (const person of options.people ?? []) people.set(person.subject, person);

  function answer(request: SiteRequest): SiteAnswer | Promise<SiteAnswer> {
    const { pathname } = request.url;
    calls.push(`${request.method} ${pathname}`);
    if (pathname === '/.well-known/openid-configuration') return { json: discoveryDocument(site.url) };
    if (pathname === AUTHORIZE) return authorize(request.url);
    if (pathname === '/token' && request.method === 'POST') return exchange(request.form);
    if (pathname === '/certs') {
      return { json: { keys: keys.map(publicJwk) }, headers: { 'cache-control': 'public, max-age=20000' } };
    }
    return { status: 404, json: { error: 'not_found' } };
  }

  /** Google shows its own page for what it can't trust, and sends nobody anywhere. */
  function authorize(url: URL): SiteAnswer {
    const query = url.searchParams;
    const refusal = refusalOf(query);
    if (refusal) return { status: 400, html: faultPage('Google', `Error 400: ${refusal}`) };
    const back = (values: Record<string, string>): string => {
      const target = new URL(query.get('redirect_uri') ?? '');
      const state = query.get('state') ?? '';
      target.search = new URLSearchParams({ state, iss: site.url, ...values }).toString();
      return target.href;
    };
    const hint = query.get('login_hint');
    if (hint === 'nobody') return { redirect: back({ error: 'access_denied' }) };
    const chosen = [...people.values()].find(({ subject, email }) => hint === subject || hint === email);
    if (chosen) return { redirect: back({ code: newGrant(query, chosen.subject), scope: 'openid' }) };
    const again = (login: string): string => {
      const next = new URL(url);
      next.searchParams.set('login_hint', login);
      return `${next.pathname}${next.search}`;
    };
    const choices = [...people.values()].map(({ subject, name, email }) => ({
      label: `Continue as ${name ?? email ?? subject}`,
      url: again(subject),
    }));
    return { html: consentPage('Google', [...choices, { label: 'Cancel', url: again('nobody') }]) };
  }

  function refusalOf(query: URLSearchParams): string | null {
    if (query.get('client_id') !== client.id) return 'invalid_client';
    if (!redirectUris.has(query.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch';
    if (query.get('response_type') !== 'code') return 'unsupported_response_type';
    if (!query.get('scope')?.split(' ').includes('openid')) return 'invalid_scope';
    const isS256 = query.get('code_challenge_method') === 'S256';
    if (!isS256 || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'invalid_request: PKCE';
    if (!query.get('state') || !query.get('nonce')) return 'invalid_request: state or nonce';
    return null;
  }

  function newGrant(query: URLSearchParams, subject: string): string {
    const code = `4/${randomBytes(24).toString('base64url')}`;
    grants.set(code, {
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      subject,
    });
    return code;
  }

  async function exchange(form: URLSearchParams): Promise<SiteAnswer> {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      return { status: 401, json: { error: 'invalid_client', error_description: 'Unauthorized' } };
    }
    if (form.get('grant_type') !== 'authorization_code') {
      return { status: 400, json: { error: 'unsupported_grant_type' } };
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    // Once is once, also when the rest is wrong.
    grants.delete(code);
    if (!grant) return { status: 400, json: { error: 'invalid_grant', error_description: 'Bad Request' } };
    if (grant.redirectUri !== form.get('redirect_uri')) {
      return { status: 400, json: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' } };
    }
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (made !== grant.challenge) {
      return { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid code verifier.' } };
    }
    const token = await idToken(grant);
    return {
      json: {
        access_token: `ya29.${randomBytes(24).toString('base64url')}`,
        expires_in: 3599,
        scope: 'openid email profile',
        token_type: 'Bearer',
        ...(token === null ? {} : { id_token: token }),
      },
    };
  }

  async function idToken({ subject, nonce }: Grant): Promise<string | null> {
    const person = people.get(subject);
    if (!person) throw new Error(`nobody has the subject ${subject}`);
    const kind = fault;
    fault = null;
    if (kind === 'missing') return null;
    const now = Math.floor(Date.now() / 1000);
    const claims = spoiled(kind, {
      iss: site.url,
      azp: client.id,
      aud: client.id,
      sub: subject,
      nonce,
      iat: now,
      exp: now + 3600,
      ...defined({
        email: person.email,
        email_verified: person.emailVerified,
        name: person.name,
        hd: person.hd,
      }),
    });
    return signed(kind, claims, keys[0] ?? newKey());
  }

  return {
    url: site.url,
    client,
    /** `GET /certs` and the like, in the order they came. */
    calls,
    /** What the server needs to be started with. */
    settings: {
      GOOGLE_OAUTH_BASE_URL: site.url,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
    /** Return addresses are registered to the letter. */
    register: (redirectUri: string): void => void redirectUris.add(redirectUri),
    /** Adds a person, or changes who has this subject. */
    put: (person: GooglePerson): void => void people.set(person.subject, person),
    /** Makes the next ID token wrong. */
    spoilNext: (kind: TokenFault): void => {
      fault = kind;
    },
    /** Signs with a new key from now on; the old one is gone. */
    rotateKeys: (): void => {
      keys = [newKey()];
    },
    close: site.close,
  };
}

const defined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${AUTHORIZE}`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
  authorization_response_iss_parameter_supported: true,
});

const publicJwk = ({ kid, publicKey }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
});

type TokenClaims = { iss: string; iat: number; exp?: number; nonce?: string } & Record<string, unknown>;

const DAY = 24 * 60 * 60;

function spoiled(kind: TokenFault | null, claims: TokenClaims): TokenClaims {
  const { exp: _exp, ...endless } = claims;
  const { nonce: _nonce, ...unbound } = claims;
  const wrong: Partial<Record<TokenFault, TokenClaims>> = {
    expired: { ...claims, iat: claims.iat - 4000, exp: claims.iat - 301 },
    'from-the-future': { ...claims, iat: claims.iat + 600 },
    'no-expiry': endless,
    'no-nonce': unbound,
    'short-issuer': { ...claims, iss: claims.iss.replace(/^https?:\/\//, '') },
    stale: { ...claims, iat: claims.iat - DAY },
    'wrong-audience': { ...claims, aud: 'someone-else.apps.fake' },
    'wrong-issuer': { ...claims, iss: 'https://accounts.google.com.evil.example' },
    'wrong-nonce': { ...claims, nonce: 'of-another-attempt' },
    'wrong-party': { ...claims, azp: 'someone-else.apps.fake' },
  };
  return (kind && wrong[kind]) ?? claims;
}

async function signed(kind: TokenFault | null, claims: TokenClaims, key: SigningKey): Promise<string> {
  if (kind === 'alg-none') return new UnsecuredJWT(claims).encode();
  if (kind === 'hs256-with-public-key') {
    const secret = new TextEncoder().encode(pem(key));
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret);
  }
  const { kid } = kind === 'unknown-kid' ? newKey() : key;
  const { privateKey } = kind === 'other-key' ? newKey() : key;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey);
}

const pem = ({ publicKey }: SigningKey): string => String(publicKey.export({ type: 'spki', format: 'pem' }));
