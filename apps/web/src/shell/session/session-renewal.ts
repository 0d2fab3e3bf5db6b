import { renewSession } from '@hanasu/contract/sessions';
import { call } from '../api/api-client.ts';
import { isApiError } from '../api/api-error.ts';
import { log } from '../log.ts';
import { readToken, saveToken } from './session.ts';
import { isHalfSpent, readClaims } from './session-token.ts';

const LOOK_MS = 60_000;

const isDue = (): boolean => {
  const token = readToken();
  const claims = token ? readClaims(token) : null;
  return claims !== null && isHalfSpent(claims, Date.now());
};

/** Only one tab renews; where there are no locks (a plain http address) each tab looks after itself. */
const asTheOnlyTab = async (work: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('hanasu-session-renewal', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
};

/** Exchanges the token for a fresh one once less than half of its life is left. */
export async function renewIfDue(): Promise<void> {
  if (!isDue()) return;
  await asTheOnlyTab(async () => {
    // Another tab may have renewed it while this one waited.
    if (!isDue()) return;
    try {
      const { jwt, expiresAt, remember } = await call(renewSession);
      saveToken(jwt, { expiresAt, remember });
    } catch (error) {
      // A session that has ended is handled by the client; after anything else the next look tries again.
      if (!isApiError(error, 'session_expired')) log.error('Session could not be renewed:', error);
    }
  });
}

/** Looks now, every minute, and when the person comes back to the tab. Returns how to stop. */
export function startSessionRenewal(): () => void {
  const look = () => void renewIfDue();
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
