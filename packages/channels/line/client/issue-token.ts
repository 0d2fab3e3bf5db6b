import { importJWK, SignJWT } from 'jose';
import { z } from 'zod';
import type { IssuedToken, LineCredentials } from '../credentials.ts';
import type { LineAnswer, LineCall, LineClient } from './line-client.ts';

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

export const TokenAnswer = z.object({
  access_token: z.string().regex(/^[!-~]+$/),
  expires_in: z.number().positive(),
  key_id: z.string().optional(),
});

export type IssueOutcome =
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
  const answer = await client({
    method: 'POST',
    path: '/oauth2/v2.1/token',
    form: {
      grant_type: 'client_credentials',
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: assertion,
    },
  });
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
