import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { currentOf, deriveKey, KEY_ID_BYTES, keyIdOf, type Secrets, secretsOf } from './secret-keys.ts';

/** Seals small secrets for storage. `context` is bound in: a sealed value copied to another row does not open. */
export interface SecretBox {
  /** Always under the current key. */
  seal(plain: string, context: string): Buffer;
  /** Throws when neither key opens it. */
  open(sealed: Buffer, context: string): string;
  /** Null when neither key opens it: it has to be entered again. */
  tryOpen(sealed: Buffer, context: string): string | null;
}

/** Written before the id of the key. Values of before there were ids begin with a random nonce. */
const MARK = Buffer.from([0x00, 0x68, 0x6b, 0x31]);
export const SEAL_PREFIX_BYTES = MARK.length + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** How values that this key has sealed begin. */
export const sealPrefixOf = (secret: string): Buffer => Buffer.concat([MARK, keyIdOf(secret)]);

/** AES-256-GCM under a key derived from `SECRET_KEY`: mark, id of the key, nonce, tag, text. */
export function createSecretBox(secrets: Secrets): SecretBox {
  const keys = secretsOf(secrets).map((secret) => ({
    prefix: sealPrefixOf(secret),
    key: deriveKey(secret, 'hanasu/secret-box'),
  }));
  const prefix = sealPrefixOf(currentOf(secrets));
  const key = deriveKey(currentOf(secrets), 'hanasu/secret-box');

  function tryOpen(sealed: Buffer, context: string): string | null {
    const named = keys.find((one) => one.prefix.equals(sealed.subarray(0, SEAL_PREFIX_BYTES)));
    const opened = named && decrypt(sealed.subarray(SEAL_PREFIX_BYTES), named.key, context);
    if (opened !== undefined && opened !== null) return opened;
    for (const one of keys) {
      const plain = decrypt(sealed, one.key, context);
      if (plain !== null) return plain;
    }
    return null;
  }

  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const plain = tryOpen(sealed, context);
      if (plain === null) throw new Error('a sealed value opens with none of the keys');
      return plain;
    },
    tryOpen,
  };
}

function decrypt(sealed: Buffer, key: Buffer, context: string): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another key, for another place, or changed: nobody can tell which.
    return null;
  }
}
