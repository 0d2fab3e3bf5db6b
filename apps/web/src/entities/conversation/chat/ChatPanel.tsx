import type { MessageId } from '@hanasu/contract/ids';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { Bubble } from '../Bubble.tsx';
import classes from './ChatPanel.module.css';
import { type AnswerNote, ChatTurnView } from './ChatTurnView.tsx';
import { Composer } from './Composer.tsx';
import { type Asked, type ChatSeed, useChat } from './use-chat.ts';

const NEAR = 40;

/** Stays at the end while something is added there, unless the reader has scrolled away. */
function useStickyScroll() {
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

interface ChatPanelOptions {
  /** Passages that were not cited, tokens and times under each answer. */
  showDetails?: boolean;
  greeting?: string | undefined;
  /** Shown until the first question is asked; one press asks. */
  suggestedQuestions?: readonly string[];
  seed?: ChatSeed;
  /** What the empty panel says. */
  emptyText?: string;
  autoFocus?: boolean;
  /** False where the page has its own way to begin a new chat. */
  canStartOver?: boolean;
  /** Shown under each whole answer. */
  AnswerNote?: AnswerNote | undefined;
  /** True for whoever may read, but not ask. */
  isReadOnly?: boolean;
}

type ChatPanelProps = Asked & ChatPanelOptions;

/** A chat with one bot: streamed answers with citations. Fills the height it is given. */
export function ChatPanel(props: ChatPanelProps) {
  const { showDetails = false, greeting, seed, emptyText, autoFocus } = props;
  const { canStartOver = true, isReadOnly = false, suggestedQuestions = [], AnswerNote } = props;
  const { t } = useWords();
  const chat = useChat(
    'botUuid' in props ? { botUuid: props.botUuid } : { groupUuid: props.groupUuid },
    seed,
  );
  const { turns, busy } = chat;
  const [editing, setEditing] = useState<string | null>(null);
  const last = turns.at(-1);
  const scroll = useStickyScroll();

  const say = (fault: unknown) => toasts.add({ title: errorMessage(fault), color: 'error' });
  const goTo = (message: MessageId) => void chat.goTo(message).catch(say);
  const edited = turns.findLast(({ asked }) => asked !== null);
  return (
    <div className={classes.panel}>
      <div className={classes.logWrap}>
        <div
          ref={scroll.log}
          className={classes.log}
          role="log"
          aria-live="off"
          aria-label={t('conversations.conversation')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          onScroll={scroll.onScroll}
        >
          <div className={classes.column}>
            {chat.hasEarlier && (
              <Button
                className={classes.earlier ?? ''}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  scroll.keepPlace();
                  void chat.loadEarlier().catch(say);
                }}
              >
                {t('conversations.earlier')}
              </Button>
            )}
            {turns.length === 0 && !greeting && emptyText && <p className={classes.empty}>{emptyText}</p>}
            {greeting && !chat.hasEarlier && <Bubble from="bot">{greeting}</Bubble>}
            {turns.length === 0 && suggestedQuestions.length > 0 && !isReadOnly && (
              <ul className={classes.suggestions} aria-label={t('conversations.suggestions')}>
                {suggestedQuestions.map((question) => (
                  <li key={question}>
                    <button type="button" onClick={() => chat.ask(question)}>
                      {question}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {turns.map((turn) => (
              <ChatTurnView
                key={turn.id}
                turn={turn}
                chat={chat}
                showDetails={showDetails}
                AnswerNote={AnswerNote}
                isReadOnly={isReadOnly}
                isEditing={editing === turn.id && !busy}
                onEdit={(isOn) => setEditing(isOn ? turn.id : null)}
                onGoTo={goTo}
              />
            ))}
          </div>
        </div>
        {!scroll.isAtEnd && (
          <ActionIcon
            className={classes.down ?? ''}
            variant="default"
            radius="xl"
            size={34}
            onClick={scroll.toEnd}
            aria-label={t('conversations.toEnd')}
          >
            <Icon name="chevron-down" />
          </ActionIcon>
        )}
      </div>
      {/* Each word as it streams would be noise for a listener; the finished answer is read once. */}
      <VisuallyHidden aria-live="polite">
        {last && (last.state === 'done' ? spokenText(last.text) : busy ? t('conversations.answering') : '')}
      </VisuallyHidden>
      <div className={classes.foot}>
        {canStartOver && turns.length > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={chat.clear}
            aria-label={t('conversations.startOver')}
            title={t('conversations.startOver')}
          >
            <Icon name="rotate-ccw" />
          </ActionIcon>
        )}
        {isReadOnly ? (
          <ViewOnlyNotice />
        ) : (
          <Composer
            busy={busy}
            onSend={(question, attachments) => {
              scroll.toEnd();
              chat.ask(question, attachments);
            }}
            onStop={chat.stop}
            onEditLast={() => edited && !busy && setEditing(edited.id)}
            autoFocus={autoFocus ?? false}
          />
        )}
      </div>
    </div>
  );
}

/** Without the marks of markdown and citations, which a reader would spell out. */
const spokenText = (markdown: string) => markdown.replace(/\[\d+\]|[*_`#|]/g, '');
