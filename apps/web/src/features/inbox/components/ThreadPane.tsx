import { type ConversationView, resendMessage, sendOperatorMessage } from '@hanasu/contract/inbox';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useMayNot } from '../../../shell/use-may.ts';
import { useResendMessage } from '../inbox.mutations.ts';
import { type ThreadItem, threadItems } from '../thread-items.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import type { Thread } from '../use-thread.ts';
import { DayLine } from './DayLine.tsx';
import { EventNote } from './EventNote.tsx';
import { LoadingBubbles } from './LoadingBubbles.tsx';
import messageClasses from './Message.module.css';
import { MessageBubble } from './MessageBubble.tsx';
import { OutgoingBubble } from './OutgoingBubble.tsx';
import { ReplyBox } from './ReplyBox.tsx';
import classes from './Thread.module.css';
import { TypingDots } from './TypingDots.tsx';
import { WaitingBanner } from './WaitingBanner.tsx';

const OLDER_FROM_PX = 300;
const AT_END_PX = 120;

interface ThreadPaneProps {
  conversation: ConversationView;
  thread: Thread;
  isTyping: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function ThreadPane({ conversation, thread, isTyping, field }: ThreadPaneProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { query, messages, outgoing } = thread;
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const toEnd = () => scroller.current?.scrollTo({ top: 0 });
  const lastOutgoing = outgoing.at(-1)?.id;

  useEffect(() => {
    if (lastOutgoing) scroller.current?.scrollTo({ top: 0 });
  }, [lastOutgoing]);

  // The scroller is laid out from its end, so scrollTop is 0 at the newest message and negative above it.
  const onScroll = ({ scrollTop, scrollHeight, clientHeight }: HTMLDivElement) => {
    setAway(-scrollTop > AT_END_PX);
    const isNearTop = scrollHeight - clientHeight + scrollTop < OLDER_FROM_PX;
    if (isNearTop && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <>
      <WaitingBanner conversation={conversation} />
      <div className={classes.threadWrap}>
        <div
          ref={scroller}
          className={classes.threadScroll}
          role="log"
          aria-live="off"
          aria-label={t('inbox.threadWith', { name: nameOf(conversation) })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          onScroll={(event) => onScroll(event.currentTarget)}
        >
          <div className={classes.thread}>
            {query.isError && <FaultNotice error={query.error} onRetry={() => void query.refetch()} />}
            {(query.isPending || query.isFetchingNextPage) && <LoadingBubbles />}
            {query.isSuccess && messages.length === 0 && (
              <p className={messageClasses.event}>{t('inbox.nothingYet')}</p>
            )}
            <Items items={threadItems(messages)} conversation={conversation} />
            {outgoing.map((item) => (
              <OutgoingBubble
                key={item.id}
                item={item}
                onAgain={() => thread.again(item)}
                onDiscard={() => thread.discard(item)}
              />
            ))}
            {isTyping && <TypingDots />}
          </div>
        </div>
        {isAway && (
          <ActionIcon
            className={classes.toEnd ?? ''}
            variant="default"
            radius="xl"
            size={36}
            onClick={toEnd}
            aria-label={t('inbox.toNewest')}
          >
            <Icon name="chevron-down" size={18} />
          </ActionIcon>
        )}
      </div>
      <Announcer messages={messages} />
      <OnlyFor
        endpoint={sendOperatorMessage}
        otherwise={
          <div className={classes.reply}>
            <ViewOnlyNote />
          </div>
        }
      >
        <ReplyBox key={conversation.uuid} conversation={conversation} field={field} onSend={thread.send} />
      </OnlyFor>
    </>
  );
}

function Items({ items, conversation }: { items: readonly ThreadItem[]; conversation: ConversationView }) {
  const resend = useResendMessage(conversation.uuid);
  const mayNotResend = useMayNot(resendMessage);
  return items.map((item) => {
    switch (item.type) {
      case 'day':
        return <DayLine key={item.key} at={item.at} />;
      case 'event':
        return <EventNote key={item.key} message={item.message} />;
      case 'bubble':
        return (
          <MessageBubble
            key={item.key}
            message={item.message}
            opens={item.opens}
            closes={item.closes}
            onResend={mayNotResend ? undefined : () => resend.mutate(item.message.uuid)}
            isResending={resend.isPending && resend.variables === item.message.uuid}
          />
        );
      default:
        return item satisfies never;
    }
  });
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
