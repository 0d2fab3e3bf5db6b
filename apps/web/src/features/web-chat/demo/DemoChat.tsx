import { askDemo, DEMO_QUESTION_MAX, type DemoAnswer } from '@hanasu/contract/demo';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AnswerText } from '../../../entities/conversation/AnswerText.tsx';
import { Bubble } from '../../../entities/conversation/Bubble.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { PublicComposer } from '../PublicComposer.tsx';
import classes from './Demo.module.css';

interface DemoTurn {
  readonly id: string;
  readonly question: string;
  readonly answer: DemoAnswer | null;
  /** Undefined: it did not fail. */
  readonly fault: unknown;
}

function useDemoChat() {
  const { locale } = useWords();
  const [turns, setTurns] = useState<DemoTurn[]>([]);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const change = (id: string, changes: Partial<DemoTurn>) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)));
  const run = async (id: string, message: string) => {
    const controller = new AbortController();
    running.current = controller;
    try {
      change(id, { answer: await call(askDemo, { body: { message, locale }, signal: controller.signal }) });
    } catch (fault) {
      if (!controller.signal.aborted) change(id, { fault });
    }
  };
  return {
    turns,
    busy: turns.some(({ answer, fault }) => answer === null && fault === undefined),
    ask(question: string) {
      const id = newId();
      setTurns((all) => [...all, { id, question, answer: null, fault: undefined }]);
      void run(id, question);
    },
    retry({ id, question }: DemoTurn) {
      change(id, { fault: undefined });
      void run(id, question);
    },
  };
}

const SUGGESTED = ['cost', 'data', 'unknown'] as const;

/** Questions about Hanasu, answered from its own guide. Nothing of it is kept. */
export function DemoChat() {
  const { t } = useWords();
  const { turns, busy, ask, retry } = useDemoChat();
  const log = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  useEffect(() => {
    if (log.current && last) log.current.scrollTop = log.current.scrollHeight;
  }, [last]);
  const asked = new Set(turns.map(({ question }) => question));
  const left = SUGGESTED.map((name) => t(`demo.suggested.${name}`)).filter((text) => !asked.has(text));
  return (
    <div className={classes.panel}>
      <div
        ref={log}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={t('conversations.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
      >
        <Bubble from="bot">{t('demo.greeting')}</Bubble>
        {turns.map((turn) => (
          <Turn key={turn.id} turn={turn} onRetry={busy ? undefined : () => retry(turn)} />
        ))}
      </div>
      <VisuallyHidden aria-live="polite">
        {busy ? t('conversations.answering') : last?.answer?.text}
      </VisuallyHidden>
      {left.length > 0 && (
        <ul className={classes.suggested} aria-label={t('conversations.suggestions')}>
          {left.map((question) => (
            <li key={question}>
              <Button
                variant="default"
                size="compact-md"
                disabled={busy}
                onClick={() => {
                  ask(question);
                  // The button goes away, and the answer comes here.
                  log.current?.focus({ preventScroll: true });
                }}
              >
                {question}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PublicComposer busy={busy} longest={DEMO_QUESTION_MAX} onSend={ask} />
    </div>
  );
}

function Turn({ turn, onRetry }: { turn: DemoTurn; onRetry: (() => void) | undefined }) {
  const { t } = useWords();
  const { question, answer, fault } = turn;
  const isWaiting = answer === null && fault === undefined;
  return (
    <>
      <Bubble from="person">{question}</Bubble>
      <div className={classes.answer} aria-busy={isWaiting}>
        {isWaiting && <Skeleton height={38} width={180} radius={13} />}
        {answer && (
          <Bubble from="bot">
            <AnswerText text={answer.text} citations={[]} />
          </Bubble>
        )}
        {answer?.outcome === 'not_found' && <Elsewhere />}
        {answer && answer.sections.length > 0 && (
          <ul className={classes.sources} aria-label={t('gallery.sources')}>
            {answer.sections.map(({ number, title }) => (
              <li key={number}>
                <span className={classes.number}>{number}</span> {t('demo.section', { title })}
              </li>
            ))}
          </ul>
        )}
        {fault !== undefined && (
          <>
            <p className={classes.failed} role="alert">
              <Icon name="triangle-alert" /> {errorMessage(fault)}
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

/** Who may know what the guide does not: the operator, as far as they say how to reach them. */
function Elsewhere() {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const contact = system?.operator.contact;
  return (
    <p className={classes.elsewhere}>
      {contact && (
        <>
          {t('demo.contact')} <a href={contact.includes('://') ? contact : `mailto:${contact}`}>{contact}</a>
          {' · '}
        </>
      )}
      <a href={system?.termsUrl ?? '/Terms'}>{t('shell.legal.terms')}</a>
    </p>
  );
}
