import { SessionId, UserId } from '@hanasu/contract/ids';
import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { deriveKeys, type Secrets } from '../../../platform/crypto/secret-keys.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findCredentialVersion } from '../credentials.store.ts';

/** Makes and reads the bearer tokens that browsers keep in the cookie named `jwt`. */
export interface SessionTokens {
  sign(sessionId: SessionId, expiresAt: Date): Promise<string>;
  /** Null for anything that is not a live token of ours. */
  read(token: string): Promise<SessionId | null>;
}

const SESSION_TOKENS_ISSUER = 'hanasu';
/** Machines' clocks differ; the row, by the clock of the database, decides anyway. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** HS256 only: `none` and other algorithms are refused whatever the token's header says. */
export function createSessionTokens(secrets: Secrets, now: () => number): SessionTokens {
  const keys = deriveKeys(secrets, 'hanasu/session-token');
  return {
    sign: (sessionId, expiresAt) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(SESSION_TOKENS_ISSUER)
        .setJti(sessionId)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(expiresAt)
        .sign(keys[0]),
    async read(token) {
      const currentDate = new Date(now());
      const options = { issuer: SESSION_TOKENS_ISSUER, clockTolerance: CLOCK_TOLERANCE_SECONDS, currentDate };
      const payload = await verifyWithAny(keys, token, options);
      return SessionId.safeParse(payload?.jti).data ?? null;
    },
  };
}

/** A browser somebody has signed in with before. */
export interface KnownDevice {
  readonly userId: UserId;
  /** Its own, so that each device has its own count of wrong tries. */
  readonly deviceId: string;
}

/**
 * Tokens that a browser keeps and sends with its next sign-in (`SessionView.device`). They open nothing: who has one is
 * only not slowed down by strangers' guesses. They die with the password or address they were made under.
 */
export interface DeviceTokens {
  sign(transaction: SystemTransaction, userId: UserId): Promise<string>;
  /** Null for anything that is not a live token of ours. */
  names(transaction: SystemTransaction, token: string | undefined): Promise<KnownDevice | null>;
}

const DEVICE_TOKENS_ISSUER = 'hanasu/device';
const LIFE_MS = 400 * 24 * 60 * 60 * 1000;

export function createDeviceTokens(secrets: Secrets): DeviceTokens {
  const keys = deriveKeys(secrets, 'hanasu/device-token');

  return {
    sign: async (transaction, userId) =>
      new SignJWT({ version: await findCredentialVersion(transaction, userId) })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(DEVICE_TOKENS_ISSUER)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(new Date(transaction.now()))
        .setExpirationTime(new Date(transaction.now() + LIFE_MS))
        .sign(keys[0]),
    async names(transaction, token) {
      const options = { issuer: DEVICE_TOKENS_ISSUER, currentDate: new Date(transaction.now()) };
      const payload = token ? await verifyWithAny(keys, token, options) : null;
      const userId = UserId.safeParse(payload?.sub).data;
      if (!userId || !payload?.jti) return null;
      const isCurrent = payload.version === (await findCredentialVersion(transaction, userId));
      return isCurrent ? { userId, deviceId: payload.jti } : null;
    },
  };
}

/**
 * What a token of ours says; tokens of the previous key go on while that is set. Null: forged, expired or garbage, all
 * the same to the caller. HS256 only, whatever the token's header says.
 */
async function verifyWithAny(
  keys: readonly Buffer[],
  token: string,
  options: Pick<JWTVerifyOptions, 'issuer' | 'clockTolerance' | 'currentDate'>,
): Promise<JWTPayload | null> {
  for (const key of keys) {
    const verified = await jwtVerify(token, key, { ...options, algorithms: ['HS256'] }).catch(() => null);
    if (verified) return verified.payload;
  }
  return null;
}
