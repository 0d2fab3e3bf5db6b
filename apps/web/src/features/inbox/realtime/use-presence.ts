import type { ConversationId } from '@hanasu/contract/ids';
import { showPresence } from '@hanasu/contract/inbox-work';
import { UPDATE_PRESENCE } from '@hanasu/contract/realtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call } from '../../../shell/api/api-client.ts';
import { useRealtime } from '../../../shell/api/realtime.tsx';
import { log } from '../../../shell/log.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { type Present, stillPresent, withPresence } from './presence.ts';

const LOOK_EVERY_MS = 5000;
const TELL_EVERY_MS = 10_000;
const TYPING_FOR_MS = 5000;

/** Which colleagues look at what now, this person apart. */
export function useColleagues(): readonly Present[] {
  const { data: me } = useQuery(meQuery);
  const [known, setKnown] = useState<readonly Present[]>([]);
  useRealtime(UPDATE_PRESENCE, (update) => {
    if (update.user.uuid !== me?.uuid) setKnown((before) => withPresence(before, update, Date.now()));
  });
  const some = known.length > 0;
  useEffect(() => {
    if (!some) return;
    const timer = setInterval(
      () =>
        setKnown((before) => {
          const after = stillPresent(before, Date.now());
          return after.length === before.length ? before : after;
        }),
      LOOK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [some]);
  return known;
}

/** Tells colleagues that this person looks at a conversation, while it is in sight. */
export function useShowPresence(uuid: ConversationId): {
  /** On each key. */
  onKey: () => void;
  /** What was written has gone out. */
  onSent: () => void;
} {
  const may = usePermission(showPresence);
  const told = useRef<{ state: string; at: number }>({ state: 'gone', at: 0 });
  const typedAt = useRef(0);
  const stops = useRef<ReturnType<typeof setTimeout>>(undefined);
  const publishInboxEvent = useEffectEvent((state: 'viewing' | 'typing' | 'gone') => {
    if (!may) return;
    told.current = { state, at: Date.now() };
    // Nobody needs to hear that a colleague's page could not say it is there.
    call(showPresence, { params: { uuid }, body: { state } }).catch(() => log.info('presence was not told'));
  });
  const now = useEffectEvent(() => {
    const isTyping = Date.now() - typedAt.current < TYPING_FOR_MS;
    return isTyping ? ('typing' as const) : ('viewing' as const);
  });
  useEffect(() => {
    if (!may) return;
    const say = () => {
      if (document.visibilityState === 'visible') publishInboxEvent(now());
      else if (told.current.state !== 'gone') publishInboxEvent('gone');
    };
    say();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') publishInboxEvent(now());
    }, TELL_EVERY_MS);
    document.addEventListener('visibilitychange', say);
    return () => {
      clearInterval(timer);
      clearTimeout(stops.current);
      document.removeEventListener('visibilitychange', say);
      if (told.current.state !== 'gone') publishInboxEvent('gone');
    };
  }, [may]);
  return useMemo(() => {
    const onSent = () => {
      clearTimeout(stops.current);
      typedAt.current = 0;
      if (told.current.state === 'typing') publishInboxEvent('viewing');
    };
    const onKey = () => {
      typedAt.current = Date.now();
      clearTimeout(stops.current);
      stops.current = setTimeout(onSent, TYPING_FOR_MS);
      const { state, at } = told.current;
      if (state !== 'typing' || Date.now() - at > TYPING_FOR_MS) publishInboxEvent('typing');
    };
    return { onKey, onSent };
  }, []);
}
