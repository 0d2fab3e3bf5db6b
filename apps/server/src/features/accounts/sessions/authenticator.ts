import type { SessionId, UserId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Authenticate, Session } from '../../../platform/http/context.ts';
import {
  findLiveSession,
  findLiveSessions,
  isConfirmedPerson,
  isConfirmedSession,
  markSeen,
} from './sessions.store.ts';
import { createSessionTokens } from './signed-tokens.ts';

/** How long another process may still accept a session that was revoked elsewhere. */
const SESSION_CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Those of these sessions that are alive, as they are now. */
  stillAlive(ids: readonly SessionId[]): Promise<readonly Session[]>;
  /** Read at each call: what needs it must not happen a moment after the address went to somebody else. */
  isConfirmed(session: Pick<Session, 'sessionId' | 'apiKey' | 'userId'>): Promise<boolean>;
  /** The next call with this session is checked against its row, on this process. */
  forgetSession(id: SessionId): void;
  /** The same for every session of a person: their role, their account or their access has changed. */
  forgetUser(id: UserId): void;
}

/** Checks tokens against their session rows, remembering each answer for a moment. */
export function createAuthenticator(
  database: Database,
  secretKey: Secrets,
  now: () => number,
): Authenticator {
  const tokens = createSessionTokens(secretKey, now);
  const known = new LRUCache<string, { session: Session; until: number }>({ max: CACHE_SIZE });
  /** Counts what was forgotten: an answer that was being fetched meanwhile may be out of date. */
  let forgotten = 0;

  async function look(token: string): Promise<Session | null> {
    const sessionId = await tokens.read(token);
    if (!sessionId) return null;
    return database.system(async (transaction) => {
      const found = await findLiveSession(transaction, sessionId);
      if (found?.isSeenLongAgo) await markSeen(transaction, sessionId);
      return found?.session ?? null;
    });
  }

  function forget(isMeant: (session: Session) => boolean): void {
    forgotten += 1;
    for (const [token, { session }] of [...known]) if (isMeant(session)) known.delete(token);
  }

  return {
    async authenticate(token) {
      const cached = known.get(token);
      if (cached && cached.until > now()) return cached.session;
      known.delete(token);
      const before = forgotten;
      const session = await look(token);
      if (session && before === forgotten) {
        known.set(token, { session, until: now() + SESSION_CACHE_MS });
      }
      return session;
    },
    stillAlive: (ids) => database.system((transaction) => findLiveSessions(transaction, ids)),
    isConfirmed: ({ sessionId, apiKey, userId }) =>
      database.system((transaction) =>
        apiKey ? isConfirmedPerson(transaction, userId) : isConfirmedSession(transaction, sessionId),
      ),
    forgetSession: (id) => forget(({ sessionId }) => sessionId === id),
    forgetUser: (id) => forget(({ userId }) => userId === id),
  };
}
