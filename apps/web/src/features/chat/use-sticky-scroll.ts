import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';

const NEAR = 40;

/** Stays at the end while something is added there, unless the reader has scrolled away. */
export function useStickyScroll() {
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const heightBefore = useRef<number>(null);
  const [isAtEnd, setAtEnd] = useState(true);

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const before = heightBefore.current;
    if (before !== null && element.scrollHeight > before) {
      element.scrollTop += element.scrollHeight - before;
      heightBefore.current = null;
    } else if (follows.current) element.scrollTop = element.scrollHeight;
  });

  return {
    log,
    isAtEnd,
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
      follows.current = scrollHeight - scrollTop - clientHeight < NEAR;
      setAtEnd(follows.current);
    },
    toEnd: () => {
      follows.current = true;
      setAtEnd(true);
      if (log.current) log.current.scrollTop = log.current.scrollHeight;
    },
    /** What comes next is put above: the reader's place stays where it is. */
    keepPlace: () => {
      heightBefore.current = log.current?.scrollHeight ?? null;
    },
  };
}
