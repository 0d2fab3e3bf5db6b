import type { Server as HttpServer } from 'node:http';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { JOIN_EVENT } from '@hanasu/contract/realtime';
import { Server } from 'socket.io';
import type { Authenticate } from '../http/context.ts';
import { createListeners, type Listeners, roomOfAccount, roomOfUser, type StillAlive } from './listeners.ts';

/** Tells every signed-in browser of an account what happened. Delivery is best effort; lists are the truth. */
export interface Realtime {
  emit(accountId: AccountId, event: string, payload: unknown): void;
  /** To the pages of one person, in whatever account they are. */
  emitToUser(userId: UserId, event: string, payload: unknown): void;
  /** False: nobody of the account is connected here, so nothing need be prepared for them. */
  hasListeners(accountId: AccountId): boolean;
  /** This session ended, or is about another account now: its sockets hear nothing until they join again. */
  dropSession(id: SessionId): void;
  /** Sockets of this person whose session ended, or left the account they listen to, hear nothing any more. */
  recheckUser(id: UserId): void;
  close(): Promise<void>;
}

interface RealtimeOptions {
  readonly server: HttpServer;
  readonly sessions: { readonly authenticate: Authenticate; readonly stillAlive: StillAlive };
  readonly corsOrigins: readonly string[];
  readonly onError: (error: unknown) => void;
  /** How long a socket may still hear after its session ended on another process. */
  readonly recheckMs?: number;
}

const RECHECK_MS = 60_000;

/**
 * Socket.IO on the HTTP server; a socket hears nothing until it has joined with a valid session token. A connection
 * that was lost starts over: its rooms are not given back, because its session may have ended meanwhile.
 */
export function startRealtime(options: RealtimeOptions): Realtime {
  const { server, sessions, corsOrigins, onError, recheckMs = RECHECK_MS } = options;
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: [...corsOrigins] },
  });
  const listeners = createListeners(io, sessions.stillAlive);
  answerJoins(io, listeners, sessions.authenticate);
  const timer = setInterval(() => void listeners.recheckAll().catch(onError), recheckMs);
  return {
    emit: (accountId, event, payload) => {
      io.to(roomOfAccount(accountId)).emit(event, payload);
    },
    emitToUser: (userId, event, payload) => {
      io.to(roomOfUser(userId)).emit(event, payload);
    },
    hasListeners: (accountId) => (io.sockets.adapter.rooms.get(roomOfAccount(accountId))?.size ?? 0) > 0,
    dropSession: listeners.dropSession,
    recheckUser: (id) => void listeners.recheckUser(id).catch(onError),
    async close() {
      clearInterval(timer);
      // Also closes the HTTP server it sits on.
      await io.close();
    },
  };
}

function answerJoins(io: Server, listeners: Listeners, authenticate: Authenticate): void {
  io.on('connection', (socket) => {
    socket.on(JOIN_EVENT, async (token: unknown, acknowledge?: unknown) => {
      const answer = typeof acknowledge === 'function' ? acknowledge : () => undefined;
      const session = typeof token === 'string' ? await authenticate(token).catch(() => null) : null;
      if (!session) return answer({ ok: false });
      await listeners.admit(socket, session);
      return answer({ ok: true });
    });
  });
}
