import type { Server as HttpServer } from 'node:http';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { JOIN_EVENT } from '@hanasu/contract/realtime';
import { Server } from 'socket.io';
import type { Authenticate } from '../http/context.ts';
import { createListeners, type Listeners, roomOfAccount, roomOfUser, type StillAlive } from './listeners.ts';
import type { Relay } from './relay.ts';
import { createRemoteListeners, type RemoteListeners } from './remote-listeners.ts';

/** Tells every signed-in browser of an account what happened. Delivery is best effort; lists are the truth. */
export interface Realtime {
  emit(accountId: AccountId, event: string, payload: unknown): void;
  /** To the pages of one person, in whatever account they are. */
  emitToUser(userId: UserId, event: string, payload: unknown): void;
  /** False: nobody of the account is connected anywhere, so nothing need be prepared for them. */
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
  /** To the other processes on the same database; null: there are none. */
  readonly relay?: Relay | null;
  /** How long a socket may still hear after its session ended on another process. */
  readonly recheckMs?: number;
}

const RECHECK_MS = 60_000;

/**
 * Socket.IO on the HTTP server; a socket hears nothing until it has joined with a valid session token. A connection
 * that was lost starts over: its rooms are not given back, because its session may have ended meanwhile.
 */
export function startRealtime(options: RealtimeOptions): Realtime {
  const { server, sessions, corsOrigins, onError, recheckMs = RECHECK_MS, relay = null } = options;
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: [...corsOrigins] },
  });
  const listeners = createListeners(io, sessions.stillAlive);
  answerJoins(io, listeners, sessions.authenticate);
  const timer = setInterval(() => void listeners.recheckAll().catch(onError), recheckMs);
  const recheck = (id: UserId): void => void listeners.recheckUser(id).catch(onError);
  const remote = relay && joinOthers({ io, relay, listeners }, recheck);
  // Here at once, whether the others can be reached or not.
  const emit = (room: string, event: string, payload: unknown): void => {
    io.to(room).emit(event, payload);
    if (remote?.has(room)) relay?.tell({ kind: 'emit', room, event, payload });
  };
  return {
    emit: (accountId, event, payload) => emit(roomOfAccount(accountId), event, payload),
    emitToUser: (userId, event, payload) => emit(roomOfUser(userId), event, payload),
    hasListeners: (accountId) => {
      const room = roomOfAccount(accountId);
      return (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0 || (remote?.has(room) ?? false);
    },
    dropSession(id) {
      listeners.dropSession(id);
      relay?.tell({ kind: 'session-ended', id });
    },
    recheckUser(id) {
      recheck(id);
      relay?.tell({ kind: 'user-changed', id });
    },
    async close() {
      clearInterval(timer);
      remote?.stop();
      // Also closes the HTTP server it sits on.
      await io.close();
      await relay?.close();
    },
  };
}

/** Hears what the other processes tell, and tells them who listens here. */
function joinOthers(
  { io, relay, listeners }: { readonly io: Server; readonly relay: Relay; readonly listeners: Listeners },
  recheck: (id: UserId) => void,
): RemoteListeners {
  const { adapter } = io.sockets;
  const isShared = (room: string): boolean => /^(account|user):/.test(room);
  relay.onTold((told) => {
    if (told.kind === 'emit') io.to(told.room).emit(told.event, told.payload);
    else if (told.kind === 'session-ended') listeners.dropSession(told.id as SessionId);
    else if (told.kind === 'user-changed') recheck(told.id as UserId);
  });
  const remote = createRemoteListeners(relay, () => [...adapter.rooms.keys()].filter(isShared));
  adapter.on('create-room', (room: string) => isShared(room) && remote.changed(room, 'more'));
  adapter.on('delete-room', (room: string) => isShared(room) && remote.changed(room, 'less'));
  return remote;
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
