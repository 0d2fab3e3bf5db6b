import { UserId } from '@hanasu/contract/ids';
import { SignJWT } from 'jose';
import { deriveKeys, type Secrets } from '../../platform/crypto/secret-keys.ts';
import type { SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { findCredentialVersion } from './credentials.store.ts';
import { verifyWithAny } from './verify-with-any.ts';

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
const LIFE_MS = 400 * 24 * 60 * 60 * 1000;

export function createDeviceTokens(secrets: Secrets): DeviceTokens {
  const keys = deriveKeys(secrets, 'hanasu/device-token');

  return {
    sign: async (transaction, userId) =>
      new SignJWT({ version: await findCredentialVersion(transaction, userId) })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(new Date(transaction.now()))
        .setExpirationTime(new Date(transaction.now() + LIFE_MS))
        .sign(keys[0]),
    async names(transaction, token) {
      const options = { issuer: ISSUER, currentDate: new Date(transaction.now()) };
      const payload = token ? await verifyWithAny(keys, token, options) : null;
      const userId = UserId.safeParse(payload?.sub).data;
      if (!userId || !payload?.jti) return null;
      const isCurrent = payload.version === (await findCredentialVersion(transaction, userId));
      return isCurrent ? { userId, deviceId: payload.jti } : null;
    },
  };
}
