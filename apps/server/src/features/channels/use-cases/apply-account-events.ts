import type { Database } from '../../../platform/database/database.ts';
import { setAccountState } from '../access.store.ts';
import { findOpenEvents, lockThread, markDone, type StoredEvent, type ThreadKey } from '../events.store.ts';

const BATCH = 100;

/**
 * Events of nobody: what the vendor says of the official account itself. Returns what the owner has to be told of;
 * null: nothing.
 */
export const applyAccountEvents = (database: Database, key: ThreadKey): Promise<'suspended' | null> =>
  database.account(key.accountId, async (transaction) => {
    await lockThread(transaction, key);
    const stored = await findOpenEvents(transaction, key, BATCH);
    if (stored.length === 0) return null;
    const ids = stored.map(({ vendorEventId }) => vendorEventId);
    await markDone(transaction, key, ids);
    const states = stored.flatMap(({ event }) => stateIn(event) ?? []);
    const newest = states.at(-1);
    if (newest === undefined) return null;
    const isNews = await setAccountState(transaction, key.channelId, newest);
    return isNews && newest === 'suspended' ? 'suspended' : null;
  });

const STATES: Readonly<Record<string, 'suspended' | 'resumed'>> = {
  botSuspended: 'suspended',
  botResumed: 'resumed',
};

const stateIn = ({ what }: StoredEvent): 'suspended' | 'resumed' | null =>
  what?.kind === 'happening' ? (STATES[what.event] ?? null) : null;
