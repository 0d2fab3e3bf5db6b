import type { MessageId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { fillMessage } from '@hanasu/contract/message-variables';
import { Button, VisuallyHidden } from '@mantine/core';
import {
  type UIEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { firstWords } from '../../../entities/message/first-words.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useConversationWords } from '../use-conversation-words.ts';
import eventClasses from './EventLine.module.css';
import { LoadingBubbles } from './LoadingBubbles.tsx';
import messageClasses from './Message.module.css';
import classes from './Thread.module.css';
import { ThreadItems } from './ThreadItems.tsx';
import { firstUnread, threadItems, type UnreadAtOpening } from './thread-items.ts';
import type { Outgoing, Thread } from './use-thread.ts';

const OLDER_FROM_PX = 400;
const AT_END_PX = 120;
/** Where each thread was read last, while the application is open. */
const positions = new Map<string, number>();

interface ScrollPositionOptions {
  conversation: string;
  messages: readonly MessageView[];
  onOlder: () => void;
  onEnd: () => void;
}

/**
 * Where in a thread a person reads. The scroller is laid out from its end: scrollTop is 0 at the newest message and
 * negative above it, so that older messages come in above without a jump.
 */
function useScrollPosition({ conversation, messages, onOlder, onEnd }: ScrollPositionOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);
  const last = messages.at(-1)?.uuid ?? null;
  const isLoaded = last !== null;

  useLayoutEffect(() => {
    const place = positions.get(conversation);
    if (isLoaded && place && scroller.current) scroller.current.scrollTop = place;
  }, [conversation, isLoaded]);
  useEffect(() => {
    if (!isAway) setSeen(last);
  }, [isAway, last]);

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const away = -scrollTop > AT_END_PX;
    if (away) positions.set(conversation, scrollTop);
    else positions.delete(conversation);
    if (isAway && !away) onEnd();
    setAway(away);
    if (scrollHeight - clientHeight + scrollTop < OLDER_FROM_PX && scrollHeight > clientHeight) onOlder();
  };
  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: 0 }), []);
  const fresh =
    isAway && seen ? messages.filter(({ uuid, sender }) => uuid > seen && sender !== 'operator').length : 0;
  return { scroller, isAway, fresh, onScroll, toEnd };
}

/** So many messages are drawn at the end of a thread; scrolling up draws more. */
const DRAWN = 120;
/** From so many on, what is out of sight is not laid out. */
const MANY = 60;

interface ThreadPaneProps {
  conversation: ConversationView;
  thread: Thread;
  isTyping: boolean;
  /** Unread when the thread was opened. */
  atOpening: UnreadAtOpening;
  targetMessage: MessageId | null;
  onQuote: ((message: MessageView) => void) | undefined;
}

export function ThreadPane({
  conversation,
  thread,
  isTyping,
  atOpening,
  targetMessage,
  onQuote,
}: ThreadPaneProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { query, messages, outgoing } = thread;
  const [drawn, setDrawn] = useState(DRAWN);
  const shown = messages.slice(-drawn);
  const older = () => {
    if (drawn < messages.length) setDrawn(drawn + DRAWN);
    else if (query.hasNextPage && !query.isFetchingNextPage) {
      setDrawn(drawn + DRAWN);
      void query.fetchNextPage();
    }
  };
  const { scroller, isAway, fresh, onScroll, toEnd } = useScrollPosition({
    conversation: conversation.uuid,
    messages,
    onOlder: older,
    onEnd: () => setDrawn(DRAWN),
  });
  const goTo = useScrollToMessage(thread, targetMessage, () => setDrawn(messages.length + DRAWN));
  const lastOutgoing = outgoing.at(-1)?.id;
  const [firstNew, setFirstNew] = useState<string | null>(null);
  const isLoaded = query.isSuccess;
  // Where the new ones began when the thread was opened; it stays there while one reads.
  const opened = useRef(false);
  useEffect(() => {
    if (!isLoaded || opened.current) return;
    opened.current = true;
    setFirstNew(firstUnread(messages, atOpening));
  }, [isLoaded, messages, atOpening]);
  useEffect(() => {
    if (lastOutgoing) toEnd();
  }, [lastOutgoing, toEnd]);

  return (
    <>
      <div className={classes.threadWrap}>
        <div
          ref={scroller}
          className={classes.threadScroll}
          role="log"
          aria-live="off"
          aria-label={t('inbox.threadWith', { name: nameOf(conversation) })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          onScroll={onScroll}
        >
          <div className={classes.thread} data-many={shown.length > MANY || undefined}>
            {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
            {(query.isPending || query.isFetchingNextPage) && <LoadingBubbles />}
            {query.isSuccess && messages.length === 0 && outgoing.length === 0 && (
              <p className={eventClasses.event}>{t('inbox.nothingYet')}</p>
            )}
            <ThreadItems
              items={threadItems(shown, firstNew)}
              conversation={conversation}
              targetMessage={targetMessage}
              onQuote={onQuote}
              onGoTo={goTo}
            />
            {outgoing.map((item) => (
              <OutgoingBubble
                key={item.id}
                item={item}
                onAgain={(takeOver) => thread.again(item, takeOver ? { takeOver } : {})}
                onDiscard={() => thread.discard(item)}
              />
            ))}
            {isTyping && <TypingDots />}
          </div>
        </div>
        {isAway && (
          <Button
            className={classes.toEnd ?? ''}
            variant={fresh > 0 ? 'filled' : 'default'}
            radius="xl"
            size="xs"
            onClick={toEnd}
            rightSection={fresh > 0 ? <Icon name="chevron-down" size={15} /> : null}
            {...(fresh > 0 ? {} : { 'aria-label': t('inbox.toNewest') })}
          >
            {fresh > 0 ? t('inboxThread.pill', { count: fresh }) : <Icon name="chevron-down" size={18} />}
          </Button>
        )}
      </div>
      <Announcer messages={messages} />
    </>
  );
}

/** Reads what a customer or the bot has newly said, once; not what was there when the thread was opened. */
function Announcer({ messages }: { messages: Thread['messages'] }) {
  const { t } = useWords();
  const last = messages.at(-1);
  const first = useRef(last?.uuid);
  useEffect(() => {
    first.current ??= last?.uuid;
  }, [last?.uuid]);
  const isNew = last !== undefined && first.current !== undefined && last.uuid !== first.current;
  const isWorthIt = isNew && (last.sender === 'customer' || last.sender === 'bot');
  return (
    <VisuallyHidden aria-live="polite">
      {isWorthIt &&
        t('inbox.preview', {
          who: t(`inbox.senders.${last.sender === 'bot' ? 'bot' : 'customer'}`),
          what: last.kind === 'text' ? last.text : t(`inbox.kinds.${last.kind}`),
        })}
    </VisuallyHidden>
  );
}

const reveal = (uuid: string): boolean => {
  const element = document.getElementById(`message-${uuid}`);
  element?.scrollIntoView({ block: 'center' });
  return element !== null;
};

/** Loads upwards until the message is there that a search or a quotation leads to, and shows it. */
function useScrollToMessage(
  { query, messages }: Thread,
  targetMessage: MessageId | null,
  drawAll: () => void,
) {
  const [target, setTarget] = useState<string | null>(targetMessage);
  useEffect(() => setTarget(targetMessage), [targetMessage]);
  const oldest = messages[0]?.uuid;
  const step = useEffectEvent(() => {
    if (!target || !oldest) return;
    if (reveal(target)) setTarget(null);
    else if (messages.some(({ uuid }) => uuid === target)) drawAll();
    // Ids are in the order of time.
    else if (target < oldest && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    else if (!query.isFetching) setTarget(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives is a reason to look again.
  useEffect(() => step(), [target, oldest, messages.length]);
  // What was drawn by `drawAll` is there after the next paint.
  useEffect(() => {
    if (!target) return;
    const frame = requestAnimationFrame(() => step());
    return () => cancelAnimationFrame(frame);
  });
  return setTarget;
}

interface OutgoingBubbleProps {
  item: Outgoing;
  onAgain: (takeOver: boolean) => void;
  onDiscard: () => void;
}

/** What a person has just sent, before the server has it. */
function OutgoingBubble({ item, onAgain, onDiscard }: OutgoingBubbleProps) {
  const { t } = useWords();
  const failed = item.fault !== null;
  const isTaken = isApiError(item.fault, 'conversation_taken');
  return (
    <article className={messageClasses.message} data-from="operator" data-closes aria-busy={!failed}>
      <div
        className={messageClasses.bubble}
        data-kind="text"
        data-sending={!failed || undefined}
        data-trouble={failed || undefined}
      >
        <OutgoingContent item={item} />
      </div>
      {failed ? (
        <div className={messageClasses.trouble} data-state="failed" role="alert">
          <Icon name="triangle-alert" size={14} />
          <span>{errorMessage(item.fault)}</span>
          <Button size="compact-xs" variant="default" onClick={() => onAgain(isTaken)}>
            {isTaken ? t('inboxThread.lock.takeAndSend') : t('shell.retry')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
            {t('shell.discard')}
          </Button>
        </div>
      ) : (
        <span className={messageClasses.delivery}>
          <Icon name="clock" size={12} /> {t('inbox.delivery.pending')}
        </span>
      )}
    </article>
  );
}

function OutgoingContent({ item: { body, media } }: { item: Outgoing }) {
  const { t } = useWords();
  if (body.content) return <OutgoingMessage content={body.content} />;
  if (body.text) return <p className={messageClasses.words}>{body.text}</p>;
  if (media?.thumbnailUrl)
    return <img className={messageClasses.outgoingPicture} src={media.thumbnailUrl} alt={media.name} />;
  const words =
    media?.name ??
    body.location?.title ??
    body.askDetails?.title ??
    t(body.sticker ? 'inbox.kinds.sticker' : 'inbox.kinds.file');
  return <p className={messageClasses.words}>{words}</p>;
}

/** In short, until the server says how it was sent. */
function OutgoingMessage({ content }: { content: NonNullable<Outgoing['body']['content']> }) {
  const { t } = useWords();
  return (
    <p className={messageClasses.words}>
      {fillMessage(firstWords(content), new Map()).text || t('inboxThread.composed.message')}
    </p>
  );
}

function TypingDots() {
  const { t } = useWords();
  return (
    <div className={messageClasses.message} data-from="bot" data-closes>
      <span className={messageClasses.who}>
        <Icon name="bot" size={12} /> {t('inbox.answering')}
      </span>
      <span className={messageClasses.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}
