import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { type ChatSeed, useChat } from '../use-chat.ts';
import { Bubble } from './Bubble.tsx';
import classes from './ChatPanel.module.css';
import { ChatTurnView } from './ChatTurnView.tsx';
import { Composer } from './Composer.tsx';

interface ChatPanelProps {
  botUuid: BotId;
  /** Passages that were not cited, tokens and times under each answer. */
  showDetails?: boolean;
  greeting?: string | undefined;
  /** Bases of the bot; lets a passage be opened in its document. */
  seed?: ChatSeed;
  /** What the empty panel says. */
  emptyText?: string;
  autoFocus?: boolean;
  /** False where the page has its own way to begin a new chat. */
  canStartOver?: boolean;
}

/** A chat with one bot: streamed answers with citations. Fills the height it is given. */
export function ChatPanel(props: ChatPanelProps) {
  const { botUuid, showDetails = false, greeting, seed, emptyText, autoFocus, canStartOver = true } = props;
  const { t } = useWords();
  const { turns, busy, ask, stop, retry, clear } = useChat(botUuid, seed);
  const log = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const last = turns.at(-1);

  useEffect(() => {
    const element = log.current;
    if (element && last && follow.current) element.scrollTop = element.scrollHeight;
  }, [last]);

  const send = (question: string) => {
    follow.current = true;
    ask(question);
  };
  return (
    <div className={classes.panel}>
      <div
        ref={log}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={t('chat.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follow.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
      >
        <div className={classes.column}>
          {turns.length === 0 && !greeting && emptyText && <p className={classes.empty}>{emptyText}</p>}
          {greeting && <Bubble from="bot">{greeting}</Bubble>}
          {turns.map((turn) => (
            <ChatTurnView
              key={turn.id}
              turn={turn}
              showDetails={showDetails}
              onRetry={busy ? undefined : () => retry(turn)}
            />
          ))}
        </div>
      </div>
      {/* Each word as it streams would be noise for a listener; the finished answer is read once. */}
      <VisuallyHidden aria-live="polite">
        {last && (last.state === 'done' ? spokenText(last.text) : busy ? t('chat.answering') : '')}
      </VisuallyHidden>
      <div className={classes.foot}>
        {canStartOver && turns.length > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={clear}
            aria-label={t('chat.startOver')}
            title={t('chat.startOver')}
          >
            <Icon name="rotate-ccw" />
          </ActionIcon>
        )}
        <Composer busy={busy} onSend={send} onStop={stop} autoFocus={autoFocus ?? false} />
      </div>
    </div>
  );
}

/** Without the marks of markdown and citations, which a reader would spell out. */
const spokenText = (markdown: string) => markdown.replace(/\[\d+\]|[*_`#|]/g, '');
