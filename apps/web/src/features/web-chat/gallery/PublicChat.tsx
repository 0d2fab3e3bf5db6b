import type { GalleryBotDetail } from '@hanasu/contract/gallery';
import type { ConversationId } from '@hanasu/contract/ids';
import type { VisitorCitation } from '@hanasu/contract/visitors';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AnswerText } from '../../../entities/conversation/AnswerText.tsx';
import { Bubble } from '../../../entities/conversation/Bubble.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import { PublicComposer } from '../PublicComposer.tsx';
import { askPublicBot } from './gallery.queries.ts';
import classes from './PublicChat.module.css';

interface PublicTurn {
  readonly id: string;
  readonly question: string;
  readonly text: string;
  readonly citations: readonly VisitorCitation[];
  readonly state: 'waiting' | 'done' | 'failed';
  readonly fault: unknown;
}

const VISITOR_KEY = 'gallery-visitor';

/** A chat with a public bot. Who asks is remembered in this browser, for the limits. */
function usePublicChat(slug: string) {
  const [turns, setTurns] = useState<PublicTurn[]>([]);
  const conversation = useRef<ConversationId>(undefined);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const change = (id: string, changes: (turn: PublicTurn) => Partial<PublicTurn>) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? { ...turn, ...changes(turn) } : turn)));

  const run = async (id: string, message: string) => {
    const controller = new AbortController();
    running.current = controller;
    const body = {
      message,
      visitor: localStorage.getItem(VISITOR_KEY) ?? undefined,
      conversationUuid: conversation.current,
    };
    try {
      for await (const part of askPublicBot(slug, body, controller.signal)) {
        if (part.type === 'start') {
          conversation.current = part.messageMetadata.conversationUuid;
          localStorage.setItem(VISITOR_KEY, part.messageMetadata.visitor);
        } else if (part.type === 'text-delta') change(id, ({ text }) => ({ text: text + part.delta }));
        else if (part.type === 'data-answer') {
          const { text, citations } = part.data.message;
          change(id, () => ({ text, citations, state: 'done' }));
        }
      }
      change(id, ({ state }) => (state === 'waiting' ? { state: 'failed' } : {}));
    } catch (fault) {
      change(id, () => ({ state: 'failed', fault }));
    }
  };
  return {
    turns,
    busy: turns.some(({ state }) => state === 'waiting'),
    ask(question: string) {
      const id = newId();
      setTurns((all) => [...all, { id, question, text: '', citations: [], state: 'waiting', fault: null }]);
      void run(id, question);
    },
    retry({ id, question }: PublicTurn) {
      change(id, () => ({ text: '', citations: [], state: 'waiting', fault: null }));
      void run(id, question);
    },
  };
}

const LONGEST = 4000;

/** Chat with a public bot, signed in or not. */
export function PublicChat({ bot }: { bot: GalleryBotDetail }) {
  const { t } = useWords();
  const { turns, busy, ask, retry } = usePublicChat(bot.slug);
  const log = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  useEffect(() => {
    if (log.current && last) log.current.scrollTop = log.current.scrollHeight;
  }, [last]);
  return (
    <section className={classes.panel} aria-label={t('gallery.chatWith', { title: bot.title })}>
      <div
        ref={log}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={t('conversations.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
      >
        <Bubble from="bot">{bot.greeting || t('gallery.greeting', { title: bot.title })}</Bubble>
        {turns.length === 0 && bot.suggestedQuestions.length > 0 && (
          <div className={classes.suggested}>
            {bot.suggestedQuestions.map((question) => (
              <Button key={question} variant="default" size="compact-md" onClick={() => ask(question)}>
                {question}
              </Button>
            ))}
          </div>
        )}
        {turns.map((turn) => (
          <Turn key={turn.id} turn={turn} onRetry={busy ? undefined : () => retry(turn)} />
        ))}
      </div>
      <VisuallyHidden aria-live="polite">
        {last && (last.state === 'done' ? last.text : busy ? t('conversations.answering') : '')}
      </VisuallyHidden>
      <PublicComposer busy={busy} longest={LONGEST} onSend={ask} />
    </section>
  );
}

/** Which sources are shown is known at the end of an answer. */
const withoutAnyMarks = (text: string): string => text.replaceAll(/ ?\[\d{0,3}\]?$| ?\[\d{1,3}\](?!\()/g, '');

function Turn({ turn, onRetry }: { turn: PublicTurn; onRetry: (() => void) | undefined }) {
  const { t } = useWords();
  return (
    <>
      <Bubble from="person">{turn.question}</Bubble>
      <div className={classes.answer} aria-busy={turn.state === 'waiting'}>
        {turn.state === 'waiting' && turn.text === '' && <Skeleton height={38} width={180} radius={13} />}
        {turn.text && (
          <Bubble from="bot">
            <AnswerText
              text={turn.state === 'done' ? turn.text : withoutAnyMarks(turn.text)}
              citations={[]}
            />
          </Bubble>
        )}
        {turn.citations.length > 0 && (
          <ul className={classes.sources} aria-label={t('gallery.sources')}>
            {turn.citations.map(({ number, title, page, quote }) => (
              <li key={number}>
                <details>
                  <summary>
                    <span className={classes.number}>{number}</span>{' '}
                    {page === null ? title : t('gallery.place', { title, page: String(page) })}
                  </summary>
                  <blockquote>{quote}</blockquote>
                </details>
              </li>
            ))}
          </ul>
        )}
        {turn.state === 'failed' && (
          <>
            <p className={classes.failed} role="alert">
              <Icon name="triangle-alert" />{' '}
              {turn.fault ? errorMessage(turn.fault) : t('conversations.brokenOff')}
            </p>
            {onRetry && (
              <Button size="compact-sm" variant="default" onClick={onRetry}>
                {t('conversations.askAgain')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}
