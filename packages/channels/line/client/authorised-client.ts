import { importJWK, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { IssuedToken, LineCredentials } from '../credentials.ts';
import {
  describeAnswer,
  type LineAnswer,
  type LineBytes,
  type LineCall,
  type LineClient,
  vendorSentence,
} from './line-client.ts';

/** Calls in the name of one channel. */
export interface AuthorisedClient {
  call(credentials: LineCredentials, call: LineCall): Promise<LineAnswer>;
  download(credentials: LineCredentials, call: LineCall): Promise<LineBytes>;
}

/** Puts a token to each call; one that the vendor no longer takes is replaced once, where it can be. */
export function createAuthorisedClient(client: LineClient, tokens: Tokens): AuthorisedClient {
  async function withToken<Answer extends LineBytes>(
    credentials: LineCredentials,
    make: (token: string) => Promise<Answer>,
  ): Promise<Answer | LineAnswer> {
    const first = await tokens.get(credentials);
    if (first.kind === 'none') return withoutToken(first.answer);
    const answer = await make(first.token);
    if (answer.kind !== 'answered' || answer.status !== 401) return answer;
    // Refused at the door, so nothing was done yet.
    tokens.drop(credentials, first.token);
    const second = await tokens.get(credentials);
    return second.kind === 'none' ? withoutToken(second.answer) : make(second.token);
  }
  return {
    call: async (credentials, call) => withToken(credentials, (token) => client({ ...call, token })),
    download: (credentials, call) => withToken(credentials, (token) => client.download({ ...call, token })),
  };
}

/** The call itself was never made: a refusal reads as a bad token, everything else as a way that is closed for now. */
function withoutToken(answer: LineAnswer): LineAnswer {
  if (answer.kind !== 'answered') return { kind: 'not-sent', detail: `no token: ${answer.detail}` };
  const { status } = answer;
  if (status === 429) return answer;
  if (status >= 400 && status < 500) return { ...answer, status: 401 };
  return { kind: 'not-sent', detail: `no token: ${describeAnswer(answer)}` };
}

/** Stateless tokens live 15 minutes; a call under way must not outlive its own. */
const MOST_USED_MS = 12 * 60_000;
const MOST_OF_LIFE = 0.8;

type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly answer: LineAnswer };

/** Access tokens by credentials; those issued for id and secret are cached until shortly before they expire. */
export interface Tokens {
  get(credentials: LineCredentials): Promise<TokenOutcome>;
  /** Forgets a token the vendor no longer takes: from now on those for id and secret are used. */
  drop(credentials: LineCredentials, token: string): void;
  /** Whether the vendor has refused a token that came with the credentials. */
  isRefused(token: string): boolean;
  /** It was refused by mistake. */
  trust(token: string): void;
}

const MOST_REFUSED = 10_000;

interface Kept {
  readonly outcome: Promise<Issued>;
  /** Null while it is being asked for. */
  current: { readonly token: string; readonly until: number } | null;
}

export function createTokens(client: LineClient, now: () => number): Tokens {
  const kept = new Map<string, Kept>();
  const refused = new LRUCache<string, true>({ max: MOST_REFUSED });

  /** A token that came with the credentials, hasn't lapsed and was not refused. */
  function ownToken({ assertionKey, issuedToken, channelAccessToken }: LineCredentials): string | null {
    const issued = issuedToken && issuedToken.expiresAt > now() ? issuedToken.token : undefined;
    const own = [assertionKey === undefined ? undefined : issued, channelAccessToken];
    return own.find((token) => token !== undefined && !refused.has(token)) ?? null;
  }

  function ask(name: string, credentials: LineCredentials): Kept {
    const entry: Kept = { outcome: issue(client, credentials), current: null };
    kept.set(name, entry);
    void entry.outcome.then((outcome) => {
      // Only what can be used is kept: after a failure the next call asks again.
      if (outcome.kind === 'token') entry.current = { token: outcome.token, until: now() + outcome.usableMs };
      else if (kept.get(name) === entry) kept.delete(name);
    });
    return entry;
  }

  return {
    async get(credentials) {
      const given = ownToken(credentials);
      if (given !== null) return { kind: 'token', token: given };
      for (const [name, { current }] of kept) if (current && current.until <= now()) kept.delete(name);
      const name = nameOf(credentials);
      return (kept.get(name) ?? ask(name, credentials)).outcome;
    },
    drop(credentials, token) {
      if (ownToken(credentials) === token) {
        refused.set(token, true);
        return;
      }
      const name = nameOf(credentials);
      if (kept.get(name)?.current?.token === token) kept.delete(name);
    },
    isRefused: (token) => refused.has(token),
    trust: (token) => void refused.delete(token),
  };
}

/** The key of the cache includes the secret: the id of a channel alone must not give its token. */
const nameOf = ({ channelId, channelSecret }: LineCredentials): string => `${channelId} ${channelSecret}`;

type Issued =
  | { readonly kind: 'token'; readonly token: string; readonly usableMs: number }
  | (TokenOutcome & { readonly kind: 'none' });

async function issue(client: LineClient, credentials: LineCredentials): Promise<Issued> {
  const answer = withTrueStatus(await client(statelessCall(credentials)));
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'none', answer };
  const issued = TokenAnswer.safeParse(answer.body);
  if (!issued.success) return { kind: 'none', answer };
  const { access_token: token, expires_in } = issued.data;
  return { kind: 'token', token, usableMs: Math.min(MOST_USED_MS, expires_in * 1000 * MOST_OF_LIFE) };
}

const AUDIENCE = 'https://api.line.me/';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The longest the vendor gives. */
const TOKEN_SECONDS = 30 * 24 * 60 * 60;
/** The vendor takes assertions of up to half an hour; clocks differ. */
const ASSERTION_SECONDS = 20 * 60;

/** A stateless token for id and secret: 15 minutes, as many as one likes, can't be taken back. */
export function statelessCall({ channelId, channelSecret }: LineCredentials): LineCall {
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: channelSecret };
  return { method: 'POST', path: '/oauth2/v3/token', form };
}

/**
 * The status that an answer of a token endpoint means. A refusal may come inside a 200; an answer without an error and
 * without a whole token says nothing about the credentials, and the call can be repeated.
 */
export function withTrueStatus(answer: LineAnswer): LineAnswer {
  if (answer.kind !== 'answered' || answer.status !== 200 || TokenAnswer.safeParse(answer.body).success)
    return answer;
  return { ...answer, status: vendorSentence(answer.body) === '' ? NO_ANSWER_STATUS : REFUSED_STATUS };
}
const NO_ANSWER_STATUS = 502;
const REFUSED_STATUS = 400;

export const TokenAnswer = z.object({
  access_token: z.string().regex(/^[!-~]+$/),
  expires_in: z.number().positive(),
  key_id: z.string().optional(),
});

type IssueOutcome =
  | { readonly kind: 'issued'; readonly token: IssuedToken }
  | { readonly kind: 'unusable-key'; readonly detail: string }
  | { readonly kind: 'refused'; readonly answer: LineAnswer };

const PrivateKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  n: z.string(),
  e: z.string(),
  d: z.string(),
});

/** A token of 30 days for an assertion signed with the owner's key; a channel may have 30 of them at a time. */
export async function issueWithKey(
  client: LineClient,
  credentials: LineCredentials,
  now: number,
): Promise<IssueOutcome> {
  const assertion = await signAssertion(credentials, now);
  if (assertion === null) {
    return { kind: 'unusable-key', detail: 'not a private RSA key as JSON (JWK) with its kid' };
  }
  const answer = withTrueStatus(
    await client({
      method: 'POST',
      path: '/oauth2/v2.1/token',
      form: {
        grant_type: 'client_credentials',
        client_assertion_type: ASSERTION_TYPE,
        client_assertion: assertion,
      },
    }),
  );
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'refused', answer };
  const issued = TokenAnswer.safeParse(answer.body);
  if (!issued.success) return { kind: 'refused', answer };
  const { access_token: token, expires_in, key_id: keyId = '' } = issued.data;
  return { kind: 'issued', token: { token, keyId, expiresAt: now + expires_in * 1000 } };
}

async function signAssertion({ channelId, assertionKey }: LineCredentials, now: number) {
  const key = readKey(assertionKey ?? '');
  if (key === null) return null;
  const seconds = Math.floor(now / 1000);
  try {
    return await new SignJWT({ token_exp: TOKEN_SECONDS })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
      .setIssuer(channelId)
      .setSubject(channelId)
      .setAudience(AUDIENCE)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(await importJWK(key.jwk, 'RS256'));
  } catch {
    // Numbers that make no key.
    return null;
  }
}

function readKey(text: string): { readonly kid: string; readonly jwk: Record<string, string> } | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const key = PrivateKey.loose().safeParse(parsed);
  if (!key.success) return null;
  // The console names other uses and algorithms beside the key, over which importing would stumble.
  const parts = ['kty', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].flatMap((name) => {
    const value = key.data[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { kid: key.data.kid, jwk: Object.fromEntries(parts) };
}
