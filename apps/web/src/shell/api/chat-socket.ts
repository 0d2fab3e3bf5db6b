import { JOIN_EVENT } from '@hanasu/contract/realtime';
import type { Socket } from 'socket.io-client';
import { loadOnce } from '../load-once.ts';
import { log } from '../log.ts';
import { readToken } from '../session/session.ts';

/** Spec §9: first wait, longest wait, spread, and how long one try may take. */
export const SOCKET_OPTIONS = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

export type ChatConnection = Pick<Socket, 'on' | 'off' | 'emit' | 'disconnect'>;
interface ChatState {
  readonly socket: ChatConnection | null;
  /** False while the connection is lost; true again after it is back and joined. */
  readonly connected: boolean;
  /** Counts joins: after a lost connection, what was missed must be fetched again. */
  readonly joins: number;
}
interface ChatSocket {
  /** Connects, or when connected joins again: with another token, or as another account of it. */
  join(): void;
  leave(): void;
  state(): ChatState;
  subscribe(listener: () => void): () => void;
}

const APART: ChatState = { socket: null, connected: true, joins: 0 };

/** One connection for the whole application; it joins the account's room with the session token. */
export function createChatSocket(open: () => Promise<ChatConnection>, token = readToken): ChatSocket {
  const listeners = new Set<() => void>();
  let state = APART;
  /** Counts openings, so that one that was given up while it was being fetched does not come alive. */
  let generation = 0;
  let opening = false;

  const change = (next: Partial<ChatState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const sendJoin = (socket: ChatConnection) =>
    socket.emit(JOIN_EVENT, token(), (answer?: { ok?: boolean }) => {
      if (state.socket !== socket) return;
      // A token that is refused is the API's to deal with; the line itself is there.
      change({ connected: true, joins: state.joins + (answer?.ok === true ? 1 : 0) });
    });
  const begin = async () => {
    opening = true;
    generation += 1;
    const mine = generation;
    const socket = await open().catch((error: unknown) => {
      log.error('Chat socket could not be opened:', error);
      return null;
    });
    if (mine !== generation) {
      socket?.disconnect();
      return;
    }
    opening = false;
    if (!socket) {
      // The library could not be fetched: as good as a connection that is lost, and tried again like one.
      change({ connected: false });
      setTimeout(() => {
        if (mine === generation && !state.socket) void begin();
      }, SOCKET_OPTIONS.reconnectionDelay);
      return;
    }
    socket.on('connect', () => sendJoin(socket));
    const lost = () => {
      if (state.socket === socket) change({ connected: false });
    };
    socket.on('disconnect', lost);
    // The first try may fail, too: a page that opens while the line is cut would say nothing.
    socket.on('connect_error', lost);
    change({ socket });
  };

  return {
    join() {
      if (state.socket) sendJoin(state.socket);
      else if (!opening) void begin();
    },
    leave() {
      generation += 1;
      opening = false;
      const { socket } = state;
      change({ ...APART, joins: state.joins });
      socket?.disconnect();
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const loadLibrary = loadOnce(() => import('socket.io-client'));

/** The application's own; the library is fetched for who is signed in. */
export const chatSocket = {
  ...createChatSocket(async () => (await loadLibrary()).io(SOCKET_OPTIONS)),
  /** Fetches the library beside what is asked before joining; a failure shows when the page joins. */
  prepare(): void {
    loadLibrary().catch(() => undefined);
  },
};
