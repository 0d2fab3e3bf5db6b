import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConversationRow } from './ConversationRow.tsx';
import classes from './List.module.css';

const ROW_HEIGHT = 88;
const FETCH_BEFORE_END = 8;

interface ConversationListProps {
  conversations: readonly ConversationView[];
  open: ConversationId | null;
  typing: ReadonlySet<string>;
  hrefOf: (uuid: ConversationId) => string;
  onOpen: (uuid: ConversationId) => void;
  /** Absent when everything is loaded. */
  onMore: (() => void) | undefined;
}

/** Only the rows in sight are drawn; the next page is fetched before the end is reached. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, open, typing, hrefOf, onOpen, onMore } = props;
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => conversations[index]?.uuid ?? index,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const openIndex = conversations.findIndex(({ uuid }) => uuid === open);

  useEffect(() => {
    if (onMore && last >= conversations.length - FETCH_BEFORE_END) onMore();
  }, [last, conversations.length, onMore]);
  const reveal = useEffectEvent(() => {
    if (openIndex >= 0) rows.scrollToIndex(openIndex, { align: 'auto' });
  });
  // Only when another one is opened: a new message moves its row, which must not move what a person reads.
  useEffect(() => {
    if (open) reveal();
  }, [open]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section ref={scroller} className={classes.listScroll} tabIndex={0} aria-label={t('inbox.list')}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, key, size }) => {
          const conversation = conversations[index];
          if (!conversation) return null;
          const { uuid } = conversation;
          return (
            <li
              key={key}
              className={classes.rowPlace}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-setsize={conversations.length}
              aria-posinset={index + 1}
            >
              <ConversationRow
                conversation={conversation}
                isOpen={uuid === open}
                isTyping={typing.has(uuid)}
                href={hrefOf(uuid)}
                onOpen={() => onOpen(uuid)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export const LoadingRows = () => (
  <div aria-hidden>
    {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
      <div key={key} className={classes.row}>
        <Skeleton circle height={38} />
        <span className={classes.rowBody}>
          <Skeleton height={11} width="55%" mt={4} />
          <Skeleton height={9} width="85%" mt={10} />
          <Skeleton height={9} width="40%" mt={10} />
        </span>
      </div>
    ))}
  </div>
);
