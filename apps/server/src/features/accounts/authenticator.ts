import type { Database } from '../../platform/database/database.ts';
import type { Authenticate, Session } from '../../platform/http/context.ts';
import { findSession } from './accounts.store.ts';
import type { SessionTokens } from './session-tokens.ts';

/** How long another process may still accept a session that was revoked elsewhere. */
export const SESSION_CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Forgets a token at once on this process. */
  forget(token: string): void;
}

/** Checks tokens against their session rows, remembering each answer for a moment. */
export function createAuthenticator(
  database: Database,
  tokens: SessionTokens,
  now: () => number,
): Authenticator {
  const known = new Map<string, { session: Session; until: number }>();

  async function look(token: string): Promise<Session | null> {
    const sessionId = await tokens.read(token);
    if (!sessionId) return null;
    return database.system((transaction) => findSession(transaction, sessionId));
  }

  return {
    async authenticate(token) {
      const cached = known.get(token);
      if (cached && cached.until > now()) return cached.session;
      known.delete(token);
      const session = await look(token);
      if (session) {
        if (known.size >= CACHE_SIZE) known.clear();
        known.set(token, { session, until: now() + SESSION_CACHE_MS });
      }
      return session;
    },
    forget: (token) => {
      known.delete(token);
    },
  };
}
