import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { Server, Socket } from 'socket.io';
import type { Session } from '../http/context.ts';

/** Those of these sessions that are alive, as they are now. */
export type StillAlive = (ids: readonly SessionId[]) => Promise<readonly Session[]>;

/** Which sockets listen for which session; a session that ended takes its sockets out. */
export interface Listeners {
  admit(socket: Socket, session: Session): Promise<void>;
  dropSession(id: SessionId): void;
  recheckUser(id: UserId): Promise<void>;
  recheckAll(): Promise<void>;
}

interface Listener {
  readonly socket: Socket;
  readonly session: Session;
}

/** Sessions asked for in one query. */
const BATCH = 500;

export const roomOfAccount = (id: AccountId): string => `account:${id}`;
const roomOfSession = (id: SessionId): string => `session:${id}`;
export const roomOfUser = (id: UserId): string => `user:${id}`;

export function createListeners(io: Server, stillAlive: StillAlive): Listeners {
  const admitted = new Map<string, Listener>();
  io.on('connection', (socket) => socket.once('disconnect', () => admitted.delete(socket.id)));

  function dismiss({ socket }: Listener): void {
    admitted.delete(socket.id);
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  }

  const listenersIn = (room: string): Listener[] =>
    [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => admitted.get(id) ?? []);

  async function recheck(listeners: readonly Listener[]): Promise<void> {
    const ids = new Set(listeners.map(({ session }) => session.sessionId));
    const alive = new Map((await stillAlive([...ids])).map((session) => [session.sessionId, session]));
    for (const listener of listeners) {
      // It may have joined anew while the answer was under way.
      if (admitted.get(listener.socket.id) !== listener) continue;
      const { sessionId, accountId } = listener.session;
      if (alive.get(sessionId)?.accountId !== accountId) dismiss(listener);
    }
  }

  return {
    async admit(socket, session) {
      // Somebody else may have signed in on this page since.
      const before = admitted.get(socket.id);
      if (before) dismiss(before);
      if (!socket.connected) return;
      admitted.set(socket.id, { socket, session });
      const { accountId, sessionId, userId } = session;
      await socket.join([roomOfAccount(accountId), roomOfSession(sessionId), roomOfUser(userId)]);
    },
    dropSession(id) {
      for (const listener of listenersIn(roomOfSession(id))) dismiss(listener);
    },
    async recheckUser(id) {
      const listeners = listenersIn(roomOfUser(id));
      if (listeners.length === 0) return;
      await recheck(listeners).catch((error: unknown) => {
        // Rather deaf than overheard: a page that is still welcome can join again.
        for (const listener of listeners) dismiss(listener);
        throw error;
      });
    },
    async recheckAll() {
      const everyone = [...admitted.values()];
      for (let from = 0; from < everyone.length; from += BATCH) {
        await recheck(everyone.slice(from, from + BATCH));
      }
    },
  };
}
