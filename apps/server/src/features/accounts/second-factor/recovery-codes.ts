import { createHmac, randomInt } from 'node:crypto';
import type { UserId } from '@hanasu/contract/ids';
import { deriveKeys, RECOVERY_PURPOSE, type Secrets } from '../../../platform/crypto/secret-keys.ts';

/** For who has lost the authenticator app. Shown once; only hashes under the server's key are kept. */
export interface RecoveryCodes {
  /** Ten codes like `k3vt-9w0q-htz7`. */
  create(): string[];
  hash(userId: UserId, code: string): Buffer;
  /** As it may have been hashed, also by keys that are gone. */
  hashes(userId: UserId, code: string): Buffer[];
}

const COUNT = 10;
const LENGTH = 12;
/** Crockford's base32: no letter that could be read as another one or as a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** As somebody may type what is on paper: capitals, other dashes, full width, `O` for 0 and `l` for 1. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

export const isRecoveryCode = (typed: string): boolean => plainCode(typed).length === LENGTH;

export function createRecoveryCodes(secrets: Secrets): RecoveryCodes {
  const keys = deriveKeys(secrets, RECOVERY_PURPOSE);
  const old =
    typeof secrets === 'string' ? [] : secrets.oldRecoveryKeys.map((key) => Buffer.from(key, 'base64'));
  const hashWith = (key: Buffer, userId: UserId, code: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, plainCode(code)]))
      .digest();
  const one = (): string => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
  };
  return {
    create: () => Array.from({ length: COUNT }, one),
    hash: (userId, code) => hashWith(keys[0], userId, code),
    hashes: (userId, code) => [...keys, ...old].map((key) => hashWith(key, userId, code)),
  };
}
