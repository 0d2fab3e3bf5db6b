import type { AccountId, UserId } from '@hanasu/contract/ids';
import { UPDATE_AVAILABILITY } from '@hanasu/contract/realtime';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { touchPresence } from './presence.store.ts';

interface Person {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

const TOUCH_MS = 60_000;
const PEOPLE_MAX = 10_000;

/** Notes who has a page open, at most once a minute for each person. */
export function createPresenceKeeper({
  database,
  realtime,
}: {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'emit'>;
}): (person: Person) => Promise<void> {
  const touched = new Map<string, number>();
  return async ({ accountId, userId }) => {
    const key = `${accountId}/${userId}`;
    const now = performance.now();
    if ((touched.get(key) ?? Number.NEGATIVE_INFINITY) > now - TOUCH_MS) return;
    if (touched.size >= PEOPLE_MAX) touched.clear();
    touched.set(key, now);
    const cameBack = await database.account(accountId, (transaction) => touchPresence(transaction, userId));
    if (cameBack) realtime.emit(accountId, UPDATE_AVAILABILITY, { userUuid: userId, available: true });
  };
}
