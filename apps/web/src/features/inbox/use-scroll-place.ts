import type { MessageView } from '@hanasu/contract/inbox';
import { type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const OLDER_FROM_PX = 400;
const AT_END_PX = 120;
/** Where each thread was read last, while the application is open. */
const places = new Map<string, number>();

/**
 * Where in a thread a person reads. The scroller is laid out from its end: scrollTop is 0 at the newest message and
 * negative above it, so that older messages come in above without a jump.
 */
export function useScrollPlace(
  conversation: string,
  messages: readonly MessageView[],
  onOlder: () => void,
  onEnd: () => void,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);
  const last = messages.at(-1)?.uuid ?? null;
  const isLoaded = last !== null;

  useLayoutEffect(() => {
    const place = places.get(conversation);
    if (isLoaded && place && scroller.current) scroller.current.scrollTop = place;
  }, [conversation, isLoaded]);
  useEffect(() => {
    if (!isAway) setSeen(last);
  }, [isAway, last]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const away = -scrollTop > AT_END_PX;
    if (away) places.set(conversation, scrollTop);
    else places.delete(conversation);
    if (isAway && !away) onEnd();
    setAway(away);
    if (scrollHeight - clientHeight + scrollTop < OLDER_FROM_PX && scrollHeight > clientHeight) onOlder();
  };
  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: 0 }), []);
  const fresh =
    isAway && seen ? messages.filter(({ uuid, sender }) => uuid > seen && sender !== 'operator').length : 0;
  return { scroller, isAway, fresh, onScroll, toEnd };
}
