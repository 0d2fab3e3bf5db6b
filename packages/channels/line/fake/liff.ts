import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  oauthError,
  ok,
  type Route,
  refuse,
} from './answer.ts';

/** LIFF apps, and ID tokens of the LINE Login channels that they live on. */
export const liffRoutes: readonly Route[] = [
  {
    host: 'api',
    method: 'POST',
    path: /^\/oauth2\/v2\.1\/verify$/,
    accepts: 'form',
    auth: 'none',
    handle: verifyIdToken,
  },
  { host: 'api', method: 'GET', path: /^\/liff\/edge\/2\/sdk\.js$/, auth: 'none', handle: () => script() },
  { host: 'api', method: 'GET', path: /^\/(\d{10}-[0-9A-Za-z]{8})(\/.*)?$/, auth: 'none', handle: openApp },
];

const ISSUER = 'https://access.line.me';
const LIFE_MS = 60 * 60 * 1000;
const SIGNING_KEY = 'only the vendor has it';

export interface IdTokenClaims {
  /** The person's id at the provider of the LINE Login channel. */
  readonly sub: string;
  /** Id of the LINE Login channel. */
  readonly aud: string;
  readonly iss?: string;
  readonly name?: string;
  readonly nonce?: string;
  /** Seconds since the epoch; in an hour when absent. */
  readonly exp?: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (text: string): Buffer => createHmac('sha256', SIGNING_KEY).update(text).digest();

/** As `liff.getIDToken()` hands it out. */
export function issueIdToken({ now }: FakeWorld, claims: IdTokenClaims): string {
  const iat = Math.floor(now() / 1000);
  const body = { iss: ISSUER, exp: iat + LIFE_MS / 1000, iat, amr: ['linesso'], ...claims };
  const text = `${encoded({ typ: 'JWT', alg: 'HS256' })}.${encoded(body)}`;
  return `${text}.${signatureOf(text).toString('base64url')}`;
}

function claimsOf(token: string): Record<string, unknown> | null {
  const [header = '', body = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(`${header}.${body}`);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return fields(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

/** https://developers.line.biz/en/reference/line-login/#verify-id-token */
function verifyIdToken({ now }: FakeWorld, { body }: FakeRequest): FakeAnswer {
  const given = fields(body);
  const wrong = (description: string): FakeAnswer => oauthError('invalid_request', description);
  if (typeof given.id_token !== 'string' || given.id_token === '') return wrong('id_token is required');
  if (typeof given.client_id !== 'string' || given.client_id === '') return wrong('client_id is required');
  const claims = claimsOf(given.id_token);
  if (!claims) return wrong('Invalid IdToken.');
  if (claims.iss !== ISSUER) return wrong('Invalid IdToken Issuer.');
  if (Number(claims.exp) * 1000 <= now()) return wrong('IdToken expired.');
  if (claims.aud !== given.client_id) return wrong('Invalid IdToken Audience.');
  if (given.nonce !== undefined && given.nonce !== claims.nonce) return wrong('Invalid IdToken Nonce.');
  if (given.user_id !== undefined && given.user_id !== claims.sub)
    return wrong('Invalid IdToken Subject Identifier.');
  return ok(claims);
}

/** The primary redirect of `https://liff.line.me/{liffId}/path?query`: the endpoint URL, with the rest in `liff.state`. */
function openApp(world: FakeWorld, { params: [liffId = '', path = ''], query }: FakeRequest): FakeAnswer {
  const app = world.state.liffApps.get(liffId);
  if (!app) return refuse(404, 'Not found');
  const url = new URL(app.endpoint);
  const state = path + (query.size > 0 ? `?${query}` : '');
  if (state !== '') url.searchParams.set('liff.state', state);
  if (app.userId !== null) {
    const token = issueIdToken(world, { sub: app.userId, aud: app.loginChannelId, name: 'LINE' });
    url.hash = new URLSearchParams({ id_token: token, client_id: app.loginChannelId }).toString();
  }
  return { status: 302, body: {}, headers: { location: url.href } };
}

/**
 * A stand-in for the vendor's script. As the real one: it takes its tokens from the fragment, keeps them for the page's
 * session, makes the secondary redirect within `init`, and knows nobody before `init`.
 */
const SCRIPT = `(() => {
  let name = null;
  const read = () => JSON.parse((name && sessionStorage.getItem(name)) || 'null');
  window.liff = {
    isInClient: () => / LIFF$/.test(navigator.userAgent),
    isLoggedIn: () => read() !== null,
    getIDToken: () => read(),
    async init({ liffId } = {}) {
      if (!liffId) throw Object.assign(new Error('liffId is necessary for liff.init()'), { code: 'INVALID_CONFIG' });
      name = 'LIFF_STORE:' + liffId + ':IDToken';
      const token = new URLSearchParams(location.hash.slice(1)).get('id_token');
      if (token) sessionStorage.setItem(name, JSON.stringify(token));
      const url = new URL(location.href);
      const state = url.searchParams.get('liff.state');
      if (state === null) {
        if (token) history.replaceState(history.state, '', url.pathname + url.search);
        return;
      }
      const next = new URL(url.pathname.replace(/\\/$/, '') + state, url.origin);
      url.searchParams.delete('liff.state');
      for (const [key, value] of url.searchParams) next.searchParams.append(key, value);
      location.replace(next.href);
      await new Promise(() => undefined);
    },
  };
})();
`;
const script = (): FakeAnswer => ({
  status: 200,
  body: Buffer.from(SCRIPT),
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
});
