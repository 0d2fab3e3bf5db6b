import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { loadOnce } from '../load-once.ts';
import { log } from '../log.ts';
import { hasBegunCalls } from './api-client.ts';
import { chatSocket } from './chat-socket.ts';
import type { EVENTS } from './realtime-events.ts';

type Events = typeof EVENTS;
export type RealtimeEvent = keyof Events;
export type RealtimePayload<Name extends RealtimeEvent> = z.output<Events[Name]>;

/** Once: events are handled in the order in which they came, also those that come while this is fetched. */
const loadEvents = loadOnce(() => import('./realtime-events.ts'));

const useChat = () => useSyncExternalStore(chatSocket.subscribe, chatSocket.state);

/** Hands each event of this name to `handler`, already parsed. */
export function useRealtime<Name extends RealtimeEvent>(
  name: Name,
  handler: (payload: RealtimePayload<Name>) => void,
): void {
  const { socket } = useChat();
  const receive = useEffectEvent((events: Events, raw: unknown) => {
    const schema: z.ZodType<RealtimePayload<Name>> = events[name] as never;
    const payload = schema.safeParse(raw);
    if (payload.success) handler(payload.data);
    else log.error(`Realtime event ${name} has an unknown shape:`, payload.error.issues);
  });
  useEffect(() => {
    if (!socket) return;
    let isListening = true;
    const handle = async (raw: unknown) => {
      const { EVENTS: events } = await loadEvents();
      if (isListening) receive(events, raw);
    };
    const listener = (raw: unknown) =>
      void handle(raw).catch((error: unknown) =>
        log.error(`Realtime event ${name} could not be read:`, error),
      );
    socket.on(name as string, listener);
    return () => {
      isListening = false;
      socket.off(name as string, listener);
    };
  }, [socket, name]);
}

/**
 * Runs `handler` each time the page joins after this was shown, to fetch what was missed: after a lost connection, and
 * at the first join, because something may have happened since the page asked for what it shows. That is also so when
 * the page's own script has asked for it, and the page joined before this was shown.
 */
export function useRealtimeRejoin(handler: () => void): void {
  const { joins } = useChat();
  const [shownAt] = useState(() => (hasBegunCalls() ? 0 : joins));
  const handled = useRef(shownAt);
  const joined = useEffectEvent(handler);
  useEffect(() => {
    if (joins === handled.current) return;
    handled.current = joins;
    // When all of what is shown with this is being fetched.
    queueMicrotask(joined);
  }, [joins]);
}

export const useRealtimeConnected = () => useChat().connected;
