import { roomOfAccount, roomOfUser } from './listeners.ts';
import type { Realtime } from './realtime.ts';
import type { Relay } from './relay.ts';
import { createRemoteListeners } from './remote-listeners.ts';

/** For a thread or process that no browser is connected to: others tell the browsers. */
export function createDistantRealtime(relay: Relay): Realtime {
  const listeners = createRemoteListeners(relay, null);
  const emit = (room: string, event: string, payload: unknown): void => {
    if (listeners.has(room)) relay.tell({ kind: 'emit', room, event, payload });
  };
  return {
    emit: (accountId, event, payload) => emit(roomOfAccount(accountId), event, payload),
    emitToUser: (userId, event, payload) => emit(roomOfUser(userId), event, payload),
    hasListeners: (accountId) => listeners.has(roomOfAccount(accountId)),
    dropSession: (id) => relay.tell({ kind: 'session-ended', id }),
    recheckUser: (id) => relay.tell({ kind: 'user-changed', id }),
    async close() {
      listeners.stop();
      await relay.close();
    },
  };
}
