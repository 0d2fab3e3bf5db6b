import { randomBytes, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { type FakeAnswer, type FakeWorld, fields, oauthError, ok, type Route, refuse } from './answer.ts';
import type { FakeChannel, FakeToken } from './state.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STATELESS_MS = 15 * MINUTE;
const SHORT_LIVED_MS = 30 * DAY;
const MOST_TOKENS = 30;

type Handler = (world: FakeWorld, request: { readonly body: unknown }) => FakeAnswer | Promise<FakeAnswer>;

const form = (path: RegExp, handle: Handler, rate?: readonly [number, number]): Route => ({
  host: 'api',
  method: 'POST',
  path,
  accepts: 'form',
  auth: 'none',
  handle,
  ...(rate ? { rate } : {}),
});

/** Tokens of every kind: issued, looked up, taken back. */
export const tokenRoutes: readonly Route[] = [
  form(/^\/oauth2\/v3\/token$/, issueStateless),
  form(/^\/oauth2\/v2\.1\/token$/, issueWithAssertion),
  form(/^\/oauth2\/v2\.1\/revoke$/, revokeJws),
  form(/^\/v2\/oauth\/accessToken$/, issueShortLived, [370, 1_000]),
  form(/^\/v2\/oauth\/verify$/, verifyOpaque),
  form(/^\/v2\/oauth\/revoke$/, revokeOpaque),
  { host: 'api', method: 'GET', path: /^\/oauth2\/v2\.1\/verify$/, auth: 'none', handle: verifyJws },
  { host: 'api', method: 'GET', path: /^\/oauth2\/v2\.1\/tokens\/kid$/, auth: 'none', handle: listKeyIds },
];

/** What is still good of a channel's tokens of one kind, oldest first. */
function alive({ state, now }: FakeWorld, channelId: string, kind: FakeToken['kind']): [string, FakeToken][] {
  return [...state.tokens].filter(
    ([, token]) => token.channelId === channelId && token.kind === kind && token.expiresAt > now(),
  );
}

function keep(
  world: FakeWorld,
  channel: FakeChannel,
  { kind, lifeMs }: { readonly kind: FakeToken['kind']; readonly lifeMs: number },
): FakeAnswer {
  const isOpaque = kind === 'short-lived';
  const token = isOpaque
    ? randomBytes(48).toString('base64url')
    : ['eyJhbGciOiJIUzI1NiJ9', randomBytes(48).toString('base64url'), 'fake'].join('.');
  const keyId = kind === 'v2.1' ? randomUUID() : null;
  const issuedAt = world.now();
  const expiresAt = issuedAt + lifeMs;
  world.state.tokens.set(token, { channelId: channel.channelId, issuedAt, expiresAt, kind, keyId });
  const shared = { access_token: token, token_type: 'Bearer', expires_in: Math.floor(lifeMs / 1000) };
  return ok(keyId === null ? shared : { ...shared, key_id: keyId });
}

const isGrant = (body: Record<string, unknown>): boolean => body.grant_type === 'client_credentials';

async function issueStateless(world: FakeWorld, request: { readonly body: unknown }): Promise<FakeAnswer> {
  const body = fields(request.body);
  if (body.client_assertion !== undefined) {
    const checked = await checkAssertion(world, body);
    return checked.kind === 'refused'
      ? checked.answer
      : keep(world, checked.channel, { kind: 'stateless', lifeMs: STATELESS_MS });
  }
  const channel = world.state.channels.get(String(body.client_id));
  if (!isGrant(body) || !channel || channel.channelSecret !== body.client_secret) {
    return oauthError('invalid_request', "Invalid 'client_credentials'.");
  }
  return keep(world, channel, { kind: 'stateless', lifeMs: STATELESS_MS });
}

async function issueWithAssertion(
  world: FakeWorld,
  request: { readonly body: unknown },
): Promise<FakeAnswer> {
  const body = fields(request.body);
  if (!isGrant(body)) return oauthError('invalid_request', 'invalid grant_type');
  const checked = await checkAssertion(world, body);
  if (checked.kind === 'refused') return checked.answer;
  const { channel, tokenSeconds } = checked;
  if (tokenSeconds === null) return oauthError('invalid_client', 'Invalid token_exp');
  if (alive(world, channel.channelId, 'v2.1').length >= MOST_TOKENS) {
    return refuse(400, 'The maximum number of access tokens has already been issued');
  }
  return keep(world, channel, { kind: 'v2.1', lifeMs: tokenSeconds * 1000 });
}

function issueShortLived(world: FakeWorld, request: { readonly body: unknown }): FakeAnswer {
  const body = fields(request.body);
  if (!isGrant(body)) return oauthError('invalid_request', 'invalid grant_type');
  const channel = world.state.channels.get(String(body.client_id));
  if (!channel) return oauthError('invalid_client', 'invalid client_id');
  if (channel.channelSecret !== body.client_secret) {
    return oauthError('invalid_client', 'invalid client_secret');
  }
  const before = alive(world, channel.channelId, 'short-lived');
  // One more than there may be ends the oldest.
  for (const [token] of before.slice(0, Math.max(0, before.length - MOST_TOKENS + 1))) {
    world.state.tokens.delete(token);
  }
  return keep(world, channel, { kind: 'short-lived', lifeMs: SHORT_LIVED_MS });
}

function verifyOpaque(world: FakeWorld, { body }: { readonly body: unknown }): FakeAnswer {
  const token = String(fields(body).access_token);
  const owner = [...world.state.channels.values()].find((each) => each.channelAccessToken === token);
  if (owner) return ok({ client_id: owner.channelId, expires_in: 2_591_659 });
  const issued = world.state.tokens.get(token);
  if (issued?.kind !== 'short-lived') return oauthError('invalid_request', 'access_token invalid');
  const left = Math.floor((issued.expiresAt - world.now()) / 1000);
  if (left <= 0) return oauthError('invalid_request', 'access_token invalid');
  return ok({ client_id: issued.channelId, expires_in: left });
}

function verifyJws(world: FakeWorld, { query }: { readonly query: URLSearchParams }): FakeAnswer {
  const issued = world.state.tokens.get(query.get('access_token') ?? '');
  if (!issued || issued.kind === 'short-lived') {
    return oauthError('invalid_request', 'The access token not JWS');
  }
  const left = Math.floor((issued.expiresAt - world.now()) / 1000);
  if (left <= 0) return oauthError('invalid_request', 'The access token expired');
  return ok({ client_id: issued.channelId, expires_in: left, scope: 'bot:all' });
}

async function listKeyIds(
  world: FakeWorld,
  { query }: { readonly query: URLSearchParams },
): Promise<FakeAnswer> {
  const checked = await checkAssertion(world, Object.fromEntries(query));
  if (checked.kind === 'refused') return checked.answer;
  const tokens = alive(world, checked.channel.channelId, 'v2.1');
  return ok({ kids: tokens.map(([, { keyId }]) => keyId) });
}

function revokeJws(world: FakeWorld, request: { readonly body: unknown }): FakeAnswer {
  const body = fields(request.body);
  const channel = world.state.channels.get(String(body.client_id));
  if (!channel || channel.channelSecret !== body.client_secret) {
    return oauthError('invalid_client', channel ? 'invalid client_secret' : 'invalid client_id');
  }
  const token = String(body.access_token);
  const issued = world.state.tokens.get(token);
  if (issued?.kind === 'short-lived') return oauthError('invalid_request', 'The access token not JWS');
  // Stateless tokens can't be taken back; one that is gone already is no error.
  if (issued?.kind === 'v2.1' && issued.channelId === channel.channelId) world.state.tokens.delete(token);
  return ok();
}

function revokeOpaque(world: FakeWorld, { body }: { readonly body: unknown }): FakeAnswer {
  const token = String(fields(body).access_token ?? '');
  if (token === '') return { status: 400, body: { error: 'invalid_request' } };
  if (world.state.tokens.get(token)?.kind === 'short-lived') world.state.tokens.delete(token);
  for (const [id, channel] of world.state.channels) {
    if (channel.channelAccessToken === token) {
      world.state.channels.set(id, { ...channel, channelAccessToken: undefined });
    }
  }
  return ok();
}

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const AUDIENCE = 'https://api.line.me/';
const LONGEST_SECONDS = 30 * 60;
const LONGEST_TOKEN_SECONDS = 30 * 24 * 60 * 60;
const NO_KEY = 'Cannot find channel key that satisfies the conditions';

type CheckedAssertion =
  /** `tokenSeconds`: the life that is asked for; null when absent or too long. */
  | { readonly kind: 'ok'; readonly channel: FakeChannel; readonly tokenSeconds: number | null }
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

/** Whether a signed assertion proves a channel: known key, right names, not too far ahead. */
async function checkAssertion(
  world: FakeWorld,
  body: Readonly<Record<string, unknown>>,
): Promise<CheckedAssertion> {
  const refused = (answer: FakeAnswer): CheckedAssertion => ({ kind: 'refused', answer });
  const assertion = String(body.client_assertion ?? '');
  if (body.client_assertion_type !== TYPE) {
    return refused(oauthError('invalid_request', 'invalid client_assertion_type'));
  }
  const found = findKey(world, assertion);
  if (!found) return refused(refuse(404, NO_KEY));
  const { channel, key } = found;
  const seconds = Math.floor(world.now() / 1000);
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, await importJWK({ ...key }, 'RS256'), {
      algorithms: ['RS256'],
      audience: AUDIENCE,
      currentDate: new Date(world.now()),
    });
    if (protectedHeader.typ !== 'JWT') return refused(oauthError('invalid_client', 'Invalid typ'));
    if (payload.iss !== channel.channelId || payload.sub !== channel.channelId) {
      return refused(oauthError('invalid_client', 'iss and clientId of key do not match'));
    }
    if (payload.exp === undefined || payload.exp > seconds + LONGEST_SECONDS) {
      return refused(oauthError('invalid_client', 'Invalid exp'));
    }
    return { kind: 'ok', channel, tokenSeconds: lifeOf(payload.token_exp) };
  } catch (error) {
    const sentence = error instanceof errors.JWTExpired ? 'Invalid exp' : 'Invalid client_assertion';
    return refused(oauthError('invalid_client', sentence));
  }
}

function lifeOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= LONGEST_TOKEN_SECONDS ? value : null;
}

function findKey(world: FakeWorld, assertion: string) {
  let kid: string | undefined;
  try {
    kid = decodeProtectedHeader(assertion).kid;
  } catch {
    return null;
  }
  for (const channel of world.state.channels.values()) {
    const key = channel.assertionKeys?.find((each) => each.kid === kid);
    if (key && kid !== undefined) return { channel, key };
  }
  return null;
}
