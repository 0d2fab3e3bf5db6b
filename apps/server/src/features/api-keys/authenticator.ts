import type { ApiKeyId, UserId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { findLiveKey, type LiveKey, markUsed } from './api-keys.store.ts';
import { readKey } from './domain/new-key.ts';

/** How long another process may still accept a key that was revoked or changed elsewhere. */
const REMEMBER_MS = 5_000;
const SIZE = 10_000;

export interface ApiKeyAuthenticator {
  /** Null when the key is not good (any more). */
  authenticate(key: string): Promise<LiveKey | null>;
  /** The next call with this key is checked against its row, on this process. */
  forget(id: ApiKeyId): void;
  /** The same for every key that this person made: their role or their membership has changed. */
  forgetPerson(id: UserId): void;
}

/** Checks keys against their hashes, remembering each good one for a moment. */
export function createApiKeyAuthenticator(database: Database, now: () => number): ApiKeyAuthenticator {
  const known = new Map<string, { key: LiveKey; until: number }>();
  /** Counts what was forgotten: an answer that was being fetched meanwhile may be out of date. */
  let forgotten = 0;

  const look = (hash: Buffer): Promise<LiveKey | null> =>
    database.system(async (transaction) => {
      const found = await findLiveKey(transaction, hash);
      if (!found) return null;
      const { isUsedLongAgo, ...key } = found;
      if (isUsedLongAgo) await markUsed(transaction, key);
      return key;
    });

  function forget(isMeant: (key: LiveKey) => boolean): void {
    forgotten += 1;
    for (const [name, { key }] of known) if (isMeant(key)) known.delete(name);
  }

  return {
    async authenticate(text) {
      const hash = readKey(text);
      if (!hash) return null;
      const name = hash.toString('base64');
      const cached = known.get(name);
      if (cached && cached.until > now()) return cached.key;
      known.delete(name);
      const before = forgotten;
      const key = await look(hash);
      if (key && before === forgotten) {
        if (known.size >= SIZE) known.clear();
        const until = Math.min(now() + REMEMBER_MS, key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
        known.set(name, { key, until });
      }
      return key;
    },
    forget: (id) => forget(({ keyId }) => keyId === id),
    forgetPerson: (id) => forget(({ personId }) => personId === id),
  };
}
