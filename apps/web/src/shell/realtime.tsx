import {
  JOIN_EVENT,
  UPDATE_CONVERSATION,
  UPDATE_DOCUMENT,
  UPDATE_TYPING,
  UpdateConversation,
  UpdateDocument,
  UpdateTyping,
} from '@hanasu/contract/realtime';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Socket } from 'socket.io-client';
import type { z } from 'zod';
import { log } from './log.ts';
import { readToken } from './session.ts';

const EVENTS = {
  [UPDATE_CONVERSATION]: UpdateConversation,
  [UPDATE_DOCUMENT]: UpdateDocument,
  [UPDATE_TYPING]: UpdateTyping,
} as const;
type Events = typeof EVENTS;
export type RealtimeEvent = keyof Events;
export type RealtimePayload<Name extends RealtimeEvent> = z.output<Events[Name]>;

interface Realtime {
  socket: Socket | null;
  /** False while the connection is lost; true again after it is back and joined. */
  connected: boolean;
  /** Counts joins: after a lost connection, what was missed must be fetched again. */
  joins: number;
}
const RealtimeContext = createContext<Realtime>({ socket: null, connected: true, joins: 0 });

/** One socket for the whole application; joins the account's room with the session token. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const [socket, setSocket] = useState<Socket | null>(null);
  const [connected, setConnected] = useState(true);
  const [joins, setJoins] = useState(0);

  useEffect(() => {
    let opened: Socket | undefined;
    let cancelled = false;
    void import('socket.io-client').then(({ io }) => {
      if (cancelled) return;
      opened = io({
        reconnectionDelay: 1000,
        reconnectionDelayMax: 5000,
        randomizationFactor: 0.5,
        timeout: 20_000,
      });
      opened.on('connect', () => {
        opened?.emit(JOIN_EVENT, readToken(), () => {
          setConnected(true);
          setJoins((count) => count + 1);
        });
      });
      opened.on('disconnect', () => setConnected(false));
      setSocket(opened);
    });
    return () => {
      cancelled = true;
      opened?.disconnect();
    };
  }, []);

  const value = useMemo(() => ({ socket, connected, joins }), [socket, connected, joins]);
  return <RealtimeContext value={value}>{children}</RealtimeContext>;
}

/** Hands each event of this name to `handler`, already parsed. */
export function useRealtime<Name extends RealtimeEvent>(
  name: Name,
  handler: (payload: RealtimePayload<Name>) => void,
): void {
  const { socket } = useContext(RealtimeContext);
  const receive = useEffectEvent((raw: unknown) => {
    const schema: z.ZodType<RealtimePayload<Name>> = EVENTS[name] as never;
    const payload = schema.safeParse(raw);
    if (payload.success) handler(payload.data);
    else log(`Realtime event ${name} has an unknown shape:`, payload.error.issues);
  });
  useEffect(() => {
    if (!socket) return;
    const listener = (raw: unknown) => receive(raw);
    socket.on(name as string, listener);
    return () => {
      socket.off(name as string, listener);
    };
  }, [socket, name]);
}

/**
 * Runs `handler` each time the page joins after this was shown, to fetch what was missed: after a lost connection, and
 * at the first join, because something may have happened since the page asked for what it shows.
 */
export function useRealtimeRejoin(handler: () => void): void {
  const { joins } = useContext(RealtimeContext);
  const heardFrom = useRef(joins);
  const joined = useEffectEvent(handler);
  useEffect(() => {
    if (joins === heardFrom.current) return;
    heardFrom.current = joins;
    joined();
  }, [joins]);
}

export const useRealtimeConnected = () => useContext(RealtimeContext).connected;
