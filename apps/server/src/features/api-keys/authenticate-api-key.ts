import { createHash } from 'node:crypto';
import { ROLES, type Role } from '@hanasu/contract/accounts';
import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import { type ApiKeyId, SessionId, type UserId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuthenticateKey } from '../../platform/http/context.ts';
import { sourceOf } from '../../platform/http/source-of.ts';
import { findLiveKey, type LiveKey, markUsed } from './api-keys.store.ts';

type Authentication =
  | { readonly kind: 'welcome'; readonly key: LiveKey; readonly allowance: Allowance }
  | { readonly kind: 'too-many'; readonly allowance: Allowance }
  | { readonly kind: 'no-key' | 'wrong-key' }
  | { readonly kind: 'wrong-scope' | 'wrong-role'; readonly allowance: Allowance };

/** What the same needs of a person in the app; for knowledge, customers, forms and menus, each endpoint says which role it needs. */
const ROLE_NEEDED = {
  chat: 'operator',
  mcp: 'operator',
  models: 'viewer',
  knowledge: 'viewer',
  'customers:read': 'viewer',
  'customers:write': 'viewer',
  'customers:export': 'viewer',
  'forms:read': 'viewer',
  'forms:write': 'viewer',
  'line:read': 'viewer',
  'line:write': 'viewer',
  'broadcasts:read': 'viewer',
  'broadcasts:write': 'viewer',
  'posts:read': 'viewer',
  'posts:write': 'viewer',
  'tools:read': 'viewer',
} as const satisfies Record<ApiKeyScope, Role>;
const isEnough = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** Where programs come in: who calls, may they, and not too often. */
export interface ApiKeyGate {
  enter(
    request: { readonly authorization: string | undefined; readonly address: string },
    /** Any of several. */
    needed: ApiKeyScope | readonly [ApiKeyScope, ...ApiKeyScope[]],
  ): Promise<Authentication>;
}

/** Requests a minute of one key and of wrong keys from one address; 0 is off. */
export function createApiKeyGate(
  authenticator: ApiKeyAuthenticator,
  limits: { readonly perKey: number; readonly wrongPerAddress: number },
  now: () => number,
): ApiKeyGate {
  const perKey = createMinuteLimit(limits.perKey, now);
  const wrong = createMinuteLimit(limits.wrongPerAddress, now);
  return {
    async enter({ authorization = '', address }, needed) {
      const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (bearer === undefined) return { kind: 'no-key' };
      const key = await authenticator.authenticate(bearer);
      if (!key) {
        const allowance = wrong.take(sourceOf(address));
        return allowance.isAllowed ? { kind: 'wrong-key' } : { kind: 'too-many', allowance };
      }
      const allowance = perKey.take(key.keyId);
      if (!allowance.isAllowed) return { kind: 'too-many', allowance };
      const scope = [needed].flat().find((one) => key.scopes.includes(one));
      if (!scope) return { kind: 'wrong-scope', allowance };
      if (!isEnough(key.role, ROLE_NEEDED[scope])) return { kind: 'wrong-role', allowance };
      return { kind: 'welcome', key, allowance };
    },
  };
}

/** How long another process may still accept a key that was revoked or changed elsewhere. */
const REMEMBER_MS = 5_000;
const SIZE = 10_000;

export interface ApiKeyAuthenticator {
  /** Null when the key is not good (any more). */
  authenticate(key: string): Promise<LiveKey | null>;
  /** The next call with this key is checked against its row, on this process. */
  forget(id: ApiKeyId): void;
  /** The same for every key that this person made: their role or their membership has changed. */
  forgetPerson(id: UserId): void;
}

/** Checks keys against their hashes, remembering each good one for a moment. */
export function createApiKeyAuthenticator(database: Database, now: () => number): ApiKeyAuthenticator {
  const known = new LRUCache<string, { key: LiveKey; until: number }>({ max: SIZE });
  /** Counts what was forgotten: an answer that was being fetched meanwhile may be out of date. */
  let forgotten = 0;

  const look = (hash: Buffer): Promise<LiveKey | null> =>
    database.system(async (transaction) => {
      const found = await findLiveKey(transaction, hash);
      if (!found) return null;
      const { isUsedLongAgo, ...key } = found;
      if (isUsedLongAgo) await markUsed(transaction, key);
      return key;
    });

  function forget(isMeant: (key: LiveKey) => boolean): void {
    forgotten += 1;
    for (const [name, { key }] of [...known]) if (isMeant(key)) known.delete(name);
  }

  return {
    async authenticate(text) {
      const hash = readKey(text);
      if (!hash) return null;
      const name = hash.toString('base64');
      const cached = known.get(name);
      if (cached && cached.until > now()) return cached.key;
      known.delete(name);
      const before = forgotten;
      const key = await look(hash);
      if (key && before === forgotten) {
        const until = Math.min(now() + REMEMBER_MS, key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
        known.set(name, { key, until });
      }
      return key;
    },
    forget: (id) => forget(({ keyId }) => keyId === id),
    forgetPerson: (id) => forget(({ personId }) => personId === id),
  };
}

export interface Allowance {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the count begins anew. */
  readonly resetMs: number;
}

interface MinuteLimit {
  /** Counts one request of this caller. */
  take(caller: string): Allowance;
}

const MINUTE_MS = 60_000;
const CALLERS_MAX = 20_000;

/** Counts requests in windows of a minute that begin with a caller's first request. `limit` 0 is off. */
function createMinuteLimit(limit: number, now: () => number): MinuteLimit {
  const windows = new Map<string, { count: number; until: number }>();

  function windowOf(caller: string) {
    const known = windows.get(caller);
    if (known && known.until > now()) return known;
    if (windows.size >= CALLERS_MAX)
      for (const [key, { until }] of windows) if (until <= now()) windows.delete(key);
    const fresh = { count: 0, until: now() + MINUTE_MS };
    windows.set(caller, fresh);
    return fresh;
  }

  return {
    take(caller) {
      const window = windowOf(caller);
      window.count += 1;
      return {
        isAllowed: limit === 0 || window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetMs: Math.max(0, window.until - now()),
      };
    },
  };
}

const MARK = 'hk_';
export const SECRET_BYTES = 32;
const SHAPE = /^hk_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 10;

/** A key of 256 random bits; so many cannot be guessed, which is why a plain hash of it is enough. */
export function formatKey(random: Buffer): { key: string; prefix: string; hash: Buffer } {
  const key = `${MARK}${random.toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hashOf(key) };
}

/** Null for what cannot be a key: it is refused without asking the database. */
const readKey = (text: string): Buffer | null => (SHAPE.test(text) ? hashOf(text) : null);

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const KNOWLEDGE = /^\/api\/user\/(?:knowledges?|documents?|uploads?)(?:\/|$)/;
/** Left out are the sync of followers, which asks vendors, and erasing a whole list, which only a person should decide on. */
const CUSTOMERS =
  /^\/api\/(?!customers\/(?:reload|erase-all))(?:customers?|customer-fields?|tag|tag-groups?)(?:\/|$)/;
/** Files with everything that is known of customers, conversations included. */
const CUSTOMER_FILES =
  /^\/api\/(?:customer\/[^/]+\/export|customers\/export|customers\/task\/[^/]+\/link)(?:\/|$)/;
/** How far an export is. */
const CUSTOMER_TASKS = /^\/api\/customers\/(?:tasks|task\/[^/]+)$/;

const FORMS = /^\/api\/(?:form|form-submitted)(?:\/|$)/;

/** Menus with their counted links and who has which, rich messages with their videos and message templates; the channels themselves are read only, as connecting one asks for its secrets. */
const MENUS =
  /^\/api\/(?:links$|friend\/[^/]+\/rich-menu$|user\/line\/(?:rich-|picture|video$)|message-(?:templates?|variables)(?:\/|$))/;
const MENU_CHANNELS = /^\/api\/user\/line\/line-channels?(?:\/|$)/;

const BROADCASTS = /^\/api\/broadcasts?(?:\/|$)/;

const POSTS = /^\/api\/posts?(?:\/|$)/;
const POST_SITE = '/api/posts/site';

const WORKFLOWS = '/api/n8n/list-workflows-public';

/** The scopes any of which open an endpoint; null: programs do not come in there. */
function scopesOf(method: string, path: string): readonly [ApiKeyScope, ...ApiKeyScope[]] | null {
  if (KNOWLEDGE.test(path)) return ['knowledge'];
  if (FORMS.test(path)) return method === 'GET' ? ['forms:read', 'forms:write'] : ['forms:write'];
  if (MENUS.test(path) || (method === 'GET' && MENU_CHANNELS.test(path)))
    return method === 'GET' ? ['line:read', 'line:write'] : ['line:write'];
  if (BROADCASTS.test(path))
    return method === 'GET' ? ['broadcasts:read', 'broadcasts:write'] : ['broadcasts:write'];
  if (POSTS.test(path))
    return method === 'GET' && path !== POST_SITE ? ['posts:read', 'posts:write'] : ['posts:write'];
  if (path === WORKFLOWS) return ['tools:read'];
  if (!CUSTOMERS.test(path)) return null;
  if (CUSTOMER_FILES.test(path)) return ['customers:export'];
  if (method === 'GET' && CUSTOMER_TASKS.test(path))
    return ['customers:read', 'customers:write', 'customers:export'];
  return method === 'GET' ? ['customers:read', 'customers:write'] : ['customers:write'];
}
const KEY_MARK = 'hk_';

/**
 * Lets a program work on the knowledge, the customers, the forms or the menus of an account: as its maker there, an admin at most, and only
 * for what its scopes open. A key that is bound to certain bots is for those bots and never for what all of them know.
 */
export function createScopedKeys(gate: ApiKeyGate): AuthenticateKey {
  return async ({ token, address, method, path }) => {
    const scopes = token.startsWith(KEY_MARK) ? scopesOf(method, path) : null;
    if (!scopes) return null;
    const entrance = await gate.enter({ authorization: `Bearer ${token}`, address }, scopes);
    if (entrance.kind === 'too-many') {
      const retryAfter = Math.ceil(entrance.allowance.resetMs / 1000);
      throw new AppError('rate_limited', 'Too many requests with this key', { more: { retryAfter } });
    }
    if (entrance.kind === 'wrong-scope') throw refused(`This key needs the scope ${scopes.join(' or ')}`);
    if (entrance.kind === 'wrong-role') throw refused('The maker of this key may not do this any more');
    if (entrance.kind !== 'welcome') throw new AppError('not_signed_in', 'This API key is not valid');
    const { key } = entrance;
    if (key.botIds) throw refused('This key is for certain bots only');
    return {
      sessionId: SessionId.parse(key.keyId),
      apiKey: { uuid: key.keyId, name: key.name },
      scopes: key.scopes,
      userId: key.personId,
      accountId: key.accountId,
      role: key.role === 'owner' ? 'admin' : key.role,
    };
  };
}

const refused = (detail: string): AppError => new AppError('forbidden', detail);
