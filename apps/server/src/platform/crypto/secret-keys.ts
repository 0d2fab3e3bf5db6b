import { hkdfSync } from 'node:crypto';

/** What this installation seals and signs with. Plain data: it goes to threads. */
export interface SecretKeys {
  /** Seals and signs. */
  readonly current: string;
  /** Opens and verifies beside it while keys are changed (`SECRET_KEY_PREVIOUS`). */
  readonly previous: string | null;
  /** Recovery codes were hashed under these by keys that are gone; base64. */
  readonly oldRecoveryKeys: readonly string[];
}

/** Recovery codes are hashed, so they cannot be sealed anew: the key derived for them outlives its secret. */
export const RECOVERY_PURPOSE = 'hanasu/recovery-code';

/** One key alone, or those of an installation. */
export type Secrets = string | SecretKeys;

const BYTES = 32;
export const KEY_ID_BYTES = 8;

/** The current key first. */
export const secretsOf = (secrets: Secrets): readonly string[] =>
  typeof secrets === 'string'
    ? [secrets]
    : [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])];

export const currentOf = (secrets: Secrets): string =>
  typeof secrets === 'string' ? secrets : secrets.current;

/** 32 bytes for one purpose, so that no key serves two. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, BYTES));

/** The same of every key: what signs is the first, all of them verify. */
export const deriveKeys = (secrets: Secrets, purpose: string): readonly [Buffer, ...Buffer[]] => {
  const [current = '', ...others] = secretsOf(secrets);
  return [deriveKey(current, purpose), ...others.map((secret) => deriveKey(secret, purpose))];
};

/** Names a key without saying anything about it. */
export const keyIdOf = (secret: string): Buffer =>
  deriveKey(secret, 'hanasu/key-id').subarray(0, KEY_ID_BYTES);
