import {
  UPDATE_AVAILABILITY,
  UPDATE_CONVERSATION,
  UPDATE_DOCUMENT,
  UPDATE_FRIEND_SYNC,
  UPDATE_KNOWLEDGE,
  UPDATE_PRESENCE,
  UPDATE_TEST_RUN,
  UPDATE_TYPING,
  UPDATE_WEBSITE,
  UpdateAvailability,
  UpdateConversation,
  UpdateDocument,
  UpdateFriendSync,
  UpdateKnowledge,
  UpdatePresence,
  UpdateTestRun,
  UpdateTyping,
  UpdateWebsite,
} from '@hanasu/contract/realtime';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { log } from '../log.ts';
import { chatSocket } from './chat-socket.ts';

const EVENTS = {
  [UPDATE_AVAILABILITY]: UpdateAvailability,
  [UPDATE_CONVERSATION]: UpdateConversation,
  [UPDATE_DOCUMENT]: UpdateDocument,
  [UPDATE_FRIEND_SYNC]: UpdateFriendSync,
  [UPDATE_KNOWLEDGE]: UpdateKnowledge,
  [UPDATE_PRESENCE]: UpdatePresence,
  [UPDATE_TEST_RUN]: UpdateTestRun,
  [UPDATE_TYPING]: UpdateTyping,
  [UPDATE_WEBSITE]: UpdateWebsite,
} as const;
type Events = typeof EVENTS;
export type RealtimeEvent = keyof Events;
export type RealtimePayload<Name extends RealtimeEvent> = z.output<Events[Name]>;

const useChat = () => useSyncExternalStore(chatSocket.subscribe, chatSocket.state);

/** Hands each event of this name to `handler`, already parsed. */
export function useRealtime<Name extends RealtimeEvent>(
  name: Name,
  handler: (payload: RealtimePayload<Name>) => void,
): void {
  const { socket } = useChat();
  const receive = useEffectEvent((raw: unknown) => {
    const schema: z.ZodType<RealtimePayload<Name>> = EVENTS[name] as never;
    const payload = schema.safeParse(raw);
    if (payload.success) handler(payload.data);
    else log.error(`Realtime event ${name} has an unknown shape:`, payload.error.issues);
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
  const { joins } = useChat();
  const heardFrom = useRef(joins);
  const joined = useEffectEvent(handler);
  useEffect(() => {
    if (joins === heardFrom.current) return;
    heardFrom.current = joins;
    joined();
  }, [joins]);
}

export const useRealtimeConnected = () => useChat().connected;
