import { SessionId } from '@hanasu/contract/ids';
import { SignJWT } from 'jose';
import { deriveKeys, type Secrets } from '../../platform/crypto/secret-keys.ts';
import { verifyWithAny } from './verify-with-any.ts';

/** Makes and reads the bearer tokens that browsers keep in the cookie named `jwt`. */
export interface SessionTokens {
  sign(sessionId: SessionId, expiresAt: Date): Promise<string>;
  /** Null for anything that is not a live token of ours. */
  read(token: string): Promise<SessionId | null>;
}

const ISSUER = 'hanasu';
/** Machines' clocks differ; the row, by the clock of the database, decides anyway. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** HS256 only: `none` and other algorithms are refused whatever the token's header says. */
export function createSessionTokens(secrets: Secrets, now: () => number): SessionTokens {
  const keys = deriveKeys(secrets, 'hanasu/session-token');
  return {
    sign: (sessionId, expiresAt) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setJti(sessionId)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(expiresAt)
        .sign(keys[0]),
    async read(token) {
      const currentDate = new Date(now());
      const options = { issuer: ISSUER, clockTolerance: CLOCK_TOLERANCE_SECONDS, currentDate };
      const payload = await verifyWithAny(keys, token, options);
      return SessionId.safeParse(payload?.jti).data ?? null;
    },
  };
}
