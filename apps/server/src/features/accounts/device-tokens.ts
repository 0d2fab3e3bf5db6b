import { UserId } from '@hanasu/contract/ids';
import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../../platform/crypto/secret-box.ts';
import type { SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { findCredentialVersion } from './credentials.store.ts';

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

const ISSUER = 'hanasu/device';

export function createDeviceTokens(secretKey: string): DeviceTokens {
  const key = deriveKey(secretKey, 'hanasu/device-token');

  async function read(token: string) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: ISSUER });
      return payload;
    } catch {
      // Forged, expired or garbage: an unknown device, like any new one.
      return null;
    }
  }

  return {
    sign: async (transaction, userId) =>
      new SignJWT({ version: await findCredentialVersion(transaction, userId) })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt()
        .setExpirationTime('400d')
        .sign(key),
    async names(transaction, token) {
      const payload = token ? await read(token) : null;
      const userId = UserId.safeParse(payload?.sub).data;
      if (!userId || !payload?.jti) return null;
      const isCurrent = payload.version === (await findCredentialVersion(transaction, userId));
      return isCurrent ? { userId, deviceId: payload.jti } : null;
    },
  };
}
