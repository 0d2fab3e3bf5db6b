import { SessionId } from '@hanasu/contract/ids';
import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../../platform/crypto/secret-box.ts';

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
export function createSessionTokens(secretKey: string): SessionTokens {
  const key = deriveKey(secretKey, 'hanasu/session-token');
  return {
    sign: (sessionId, expiresAt) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return SessionId.safeParse(payload.jti).data ?? null;
      } catch {
        // Forged, expired or garbage: all the same to the caller, who is told to sign in again.
        return null;
      }
    },
  };
}
