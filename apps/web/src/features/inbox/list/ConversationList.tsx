import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { Loader, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { Present } from '../realtime/presence.ts';
import { ConversationRow, type RowHandlers } from './ConversationRow.tsx';
import classes from './List.module.css';

interface SteadyRows {
  readonly rows: readonly ConversationView[];
  /** Rows that stand here only because somebody points at them: they belong elsewhere by now. */
  readonly gone: ReadonlySet<ConversationId>;
  /** How many have come in above and wait to be shown. */
  readonly fresh: number;
}

const NONE: ReadonlySet<ConversationId> = new Set();

/** Rows stay at the places they had: what has changed is shown in place, and what came in above is only counted. */
export function steadyRows(held: readonly ConversationView[], live: readonly ConversationView[]): SteadyRows {
  const now = new Map(live.map((each) => [each.uuid, each]));
  const known = new Set(held.map(({ uuid }) => uuid));
  const lastKnown = live.findLastIndex(({ uuid }) => known.has(uuid));
  const isNew = ({ uuid }: ConversationView) => !known.has(uuid);
  return {
    rows: [...held.map((each) => now.get(each.uuid) ?? each), ...live.slice(lastKnown + 1).filter(isNew)],
    gone: new Set(held.flatMap(({ uuid }) => (now.has(uuid) ? [] : uuid))),
    fresh: live.slice(0, lastKnown + 1).filter(isNew).length,
  };
}

interface Held {
  readonly rows: readonly ConversationView[];
  readonly from: number;
}

/** `isHeld`: somebody points at the list, so nothing may move under their pointer. */
function useSteadyRows(
  live: readonly ConversationView[],
  from: number,
  isHeld: boolean,
): SteadyRows & { readonly release: () => void } {
  const [held, setHeld] = useState<Held | null>(null);
  // Far from where it was held other pages are loaded.
  const isUseful = isHeld && live.length > 0;
  if (isUseful ? held?.from !== from : held !== null) setHeld(isUseful ? { rows: live, from } : null);
  const rows = held?.rows;
  const steady = useMemo(
    () => (rows ? steadyRows(rows, live) : { rows: live, gone: NONE, fresh: 0 }),
    [rows, live],
  );
  return { ...steady, release: () => setHeld({ rows: live, from }) };
}

const ROW_HEIGHT = 64;
const FETCH_BEFORE_END = 10;

export interface ConversationListProps extends RowHandlers {
  conversations: readonly ConversationView[];
  /** How many stand above the first of these: their places are kept, so that the list does not jump. */
  from: number;
  open: ConversationId | null;
  typing: ReadonlySet<string>;
  colleagues: readonly Present[];
  selected: ReadonlySet<ConversationId>;
  isSelecting: boolean;
  hrefOf: (uuid: ConversationId) => string;
  /** Absent when everything below is loaded, or is being fetched. */
  onMore: (() => void) | undefined;
  /** Absent when everything above is loaded, or is being fetched. `far`: more than one page away. */
  onAbove: ((far: boolean) => void) | undefined;
}

const PAGE = 50;
const ADDRESSES_KEPT = 500;

/** Building an address takes as long as much of a row, and rows are asked for theirs whenever one comes in above. */
function remembered(hrefOf: (uuid: ConversationId) => string): (uuid: ConversationId) => string {
  const known = new Map<ConversationId, string>();
  return (uuid) => {
    if (known.size > ADDRESSES_KEPT) known.clear();
    const href = known.get(uuid) ?? hrefOf(uuid);
    known.set(uuid, href);
    return href;
  };
}

/** Only the rows in sight are drawn; the next page is fetched before the end is reached. */
export function ConversationList(props: ConversationListProps) {
  const { from, open, typing, colleagues, selected, isSelecting, onMore, onAbove } = props;
  const pointing = usePointing();
  const {
    rows: conversations,
    gone,
    fresh,
    release,
  } = useSteadyRows(props.conversations, from, pointing.isHere);
  const hrefOf = useMemo(() => remembered(props.hrefOf), [props.hrefOf]);
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const count = from + conversations.length;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => conversations[index - from]?.uuid ?? index,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  const openIndex = conversations.findIndex(({ uuid }) => uuid === open);

  useEffect(() => {
    if (onMore && last >= count - FETCH_BEFORE_END) onMore();
  }, [last, count, onMore]);
  useEffect(() => {
    if (onAbove && from > 0 && first < from + FETCH_BEFORE_END) onAbove(first < from - PAGE);
  }, [first, from, onAbove]);
  const reveal = useEffectEvent(() => {
    if (openIndex >= 0) rows.scrollToIndex(from + openIndex, { align: 'auto' });
  });
  // Only when another one is opened: a new message moves its row, which must not move what a person reads.
  useEffect(() => {
    if (open) reveal();
  }, [open]);

  return (
    <section
      ref={scroller}
      className={classes.listScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('inbox.list')}
      {...pointing.handlers}
    >
      {fresh > 0 && (
        <button
          type="button"
          className={classes.fresh}
          onClick={() => {
            release();
            scroller.current?.scrollTo({ top: 0 });
          }}
        >
          <Icon name="arrow-up" size={13} /> {t('inboxList.fresh', { count: fresh })}
        </button>
      )}
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, key, size }) => {
          const conversation = conversations[index - from];
          return (
            <li
              key={key}
              className={classes.rowPlace}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {conversation ? (
                <ConversationRow
                  conversation={conversation}
                  isOpen={conversation.uuid === open}
                  isGone={gone.has(conversation.uuid)}
                  isTyping={typing.has(conversation.uuid)}
                  isSelected={selected.has(conversation.uuid)}
                  isSelecting={isSelecting}
                  viewers={namesAt(colleagues, conversation.uuid)}
                  href={hrefOf(conversation.uuid)}
                  onOpen={props.onOpen}
                  onSelect={props.onSelect}
                />
              ) : (
                <LoadingRow />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Whether a pointer is over the list, or a finger has scrolled into it. */
function usePointing() {
  const [isOver, setOver] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const isMouse = ({ pointerType }: PointerEvent) => pointerType !== 'touch';
  return {
    isHere: isOver || isScrolled,
    handlers: {
      onPointerEnter: (event: PointerEvent) => isMouse(event) && setOver(true),
      onPointerLeave: () => setOver(false),
      onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => {
        if (window.matchMedia('(hover: none)').matches) setScrolled(currentTarget.scrollTop > ROW_HEIGHT);
      },
    },
  };
}

const namesAt = (colleagues: readonly Present[], uuid: string): string =>
  colleagues
    .filter(({ conversation }) => conversation === uuid)
    .map(({ name }) => name)
    .join(', ');

const LoadingRow = () => (
  <div className={classes.row} aria-hidden>
    <Skeleton circle height={36} mt={14} />
    <span className={classes.rowLink}>
      <Skeleton height={11} width="55%" mt={4} />
      <Skeleton height={9} width="85%" mt={10} />
    </span>
  </div>
);

export const LoadingRows = () => (
  <div aria-hidden>
    {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
      // As high as a row: by itself a row takes the height of all of them.
      <div key={key} style={{ height: ROW_HEIGHT }}>
        <LoadingRow />
      </div>
    ))}
  </div>
);

/** A search may take seconds: it says that it goes on. */
export function Searching() {
  const { t } = useWords();
  return (
    <p className={classes.searching} role="status">
      <Loader size={14} /> {t('inboxList.find.searching')}
    </p>
  );
}
