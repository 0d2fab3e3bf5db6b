import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { Profile, ProfileOutcome, SocialClient } from './provider.ts';
import { askVendor, askVendorForJson, isLoopback, VendorFailure } from './vendor-client.ts';

export interface GoogleSettings {
  /** The issuer; its endpoints and keys are found from there. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Provider {
  readonly configuration: openid.Configuration;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly keys: JWTVerifyGetKey;
}

/** What may have moved at the provider is looked up again after this. */
const DISCOVERY_MS = 60 * 60 * 1000;
const SKEW_SECONDS = 5 * 60;
const TOKEN_LIFE_SECONDS = 60 * 60;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  /** The Workspace domain whose administrator gave the address. */
  hd: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

/** OpenID Connect by https://developers.google.com/identity/openid-connect/openid-connect. */
export function createGoogleClient(settings: GoogleSettings): SocialClient {
  const provider = remembered(() => discover(settings));
  return {
    async authorizationUrl({ state, nonce, verifier, redirectUri }, locale) {
      const { configuration } = await provider();
      const url = openid.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        // Left out, the method would be "plain".
        code_challenge_method: 'S256',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        access_type: 'online',
        prompt: 'select_account',
        hl: locale,
      });
      return url.href;
    },
    async readProfile(code, { nonce, verifier, redirectUri }, issuer) {
      try {
        const known = await provider();
        if (issuer !== undefined && issuer !== known.issuer) return failed('the answer is of another issuer');
        const token = await exchange(settings, known, { code, verifier, redirectUri });
        return await readToken(settings, known, { token, nonce });
      } catch (error) {
        if (error instanceof VendorFailure) return failed(error.message);
        throw error;
      }
    },
  };
}

const failed = (reason: string): ProfileOutcome => ({ kind: 'failed', reason });

async function discover({ baseUrl, clientId, clientSecret }: GoogleSettings): Promise<Provider> {
  const base = new URL(baseUrl);
  const configuration = await openid
    .discovery(base, clientId, clientSecret, undefined, {
      [openid.customFetch]: askVendor,
      // Refused by `askVendor` for every other host.
      execute: isLoopback(base) ? [openid.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      throw new VendorFailure(`${base.host} could not be discovered: ${messageOf(error)}`);
    });
  const { issuer, token_endpoint: tokenEndpoint, jwks_uri: keysUri } = configuration.serverMetadata();
  if (!tokenEndpoint || !keysUri) throw new VendorFailure(`${base.host} names no token endpoint or no keys`);
  const keys = createRemoteJWKSet(new URL(keysUri), {
    [customFetch]: askVendor,
    // Tokens come from the provider's own token endpoint alone, so nobody can make us ask again and again.
    cooldownDuration: 0,
  });
  return { configuration, issuer, tokenEndpoint, keys };
}

async function exchange(
  { clientId, clientSecret }: GoogleSettings,
  { tokenEndpoint }: Provider,
  grant: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: grant.verifier,
  });
  const answer = await askVendorForJson(tokenEndpoint, { method: 'POST', body });
  const { data } = z.object({ id_token: z.string() }).safeParse(answer);
  if (!data) throw new VendorFailure('the answer to the code holds no ID token');
  return data.id_token;
}

async function readToken(
  { clientId }: GoogleSettings,
  { issuer, keys }: Provider,
  { token, nonce }: { readonly token: string; readonly nonce: string },
): Promise<ProfileOutcome> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      // Google documents both spellings.
      issuer: [issuer, issuer.replace(/^https?:\/\//, '')],
      audience: clientId,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: TOKEN_LIFE_SECONDS,
      requiredClaims: ['exp', 'iat'],
    });
    const { data: claims } = Claims.safeParse(payload);
    if (!claims) return failed('claims of the ID token are missing or of another kind');
    if (claims.nonce !== nonce) return failed('the ID token was made for another attempt');
    if (claims.azp !== undefined && claims.azp !== clientId) {
      return failed('the ID token was made for another party');
    }
    return { kind: 'profile', profile: profileOf(claims) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return failed(`the ID token is not valid: ${error.message}`);
    throw error;
  }
}

function profileOf({ sub, email, email_verified: isVerified, name, hd }: Claims): Profile {
  // For any other address the verification is of some day in the past, when the mailbox was somebody's.
  const isOwn = email?.toLowerCase().endsWith('@gmail.com') || hd !== undefined;
  return { subject: sub, email: email ?? null, ownsEmail: isVerified === true && isOwn, name: name ?? null };
}

/** One look-up for all who ask in an hour; one that failed is not remembered. */
function remembered<T>(look: () => Promise<T>): () => Promise<T> {
  let found: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (found && found.until > performance.now()) return found.value;
    const value = look();
    found = { value, until: performance.now() + DISCOVERY_MS };
    value.catch(() => {
      found = null;
    });
    return value;
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
