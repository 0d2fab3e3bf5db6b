import type { Server as HttpServer } from 'node:http';
import type { AccountId } from '@hanasu/contract/ids';
import { JOIN_EVENT } from '@hanasu/contract/realtime';
import { Server } from 'socket.io';
import type { Authenticate } from '../http/context.ts';

/** Tells every signed-in browser of an account what happened. Delivery is best effort; lists are the truth. */
export interface Realtime {
  emit(accountId: AccountId, event: string, payload: unknown): void;
  /** False: nobody of the account is connected here, so nothing need be prepared for them. */
  hasListeners(accountId: AccountId): boolean;
  close(): Promise<void>;
}

interface RealtimeOptions {
  readonly server: HttpServer;
  readonly authenticate: Authenticate;
  readonly corsOrigins: readonly string[];
}

const roomOf = (accountId: AccountId): string => `account:${accountId}`;

/** Socket.IO on the HTTP server; a socket hears nothing until it has joined with a valid session token. */
export function startRealtime({ server, authenticate, corsOrigins }: RealtimeOptions): Realtime {
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: [...corsOrigins] },
    connectionStateRecovery: {},
  });
  io.on('connection', (socket) => {
    socket.on(JOIN_EVENT, async (token: unknown, acknowledge?: unknown) => {
      const answer = typeof acknowledge === 'function' ? acknowledge : () => undefined;
      const session = typeof token === 'string' ? await authenticate(token).catch(() => null) : null;
      if (!session) return answer({ ok: false });
      // Somebody else may have signed in on this page since.
      for (const room of socket.rooms) if (room !== socket.id) await socket.leave(room);
      await socket.join(roomOf(session.accountId));
      return answer({ ok: true });
    });
  });
  return {
    emit: (accountId, event, payload) => {
      io.to(roomOf(accountId)).emit(event, payload);
    },
    hasListeners: (accountId) => (io.sockets.adapter.rooms.get(roomOf(accountId))?.size ?? 0) > 0,
    // Also closes the HTTP server it sits on.
    close: () => io.close(),
  };
}
