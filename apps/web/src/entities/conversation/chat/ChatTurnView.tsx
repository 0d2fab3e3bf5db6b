import type { MessageId } from '@hanasu/contract/ids';
import type { Feedback } from '@hanasu/contract/inbox';
import { ActionIcon, Button, Popover, Skeleton, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, memo, useContext, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { useCopy } from '../../../shell/clipboard/use-copy.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { AnswerText } from '../AnswerText.tsx';
import { AnswererNames } from '../answerer-names.ts';
import { Bubble } from '../Bubble.tsx';
import { CitationChip } from '../CitationChip.tsx';
import { BudgetsLink } from '../StatusPill.tsx';
import { ToolCalls } from '../ToolCalls.tsx';
import { BranchArrows } from './BranchArrows.tsx';
import ChatTurnViewClasses from './ChatPanel.module.css';
import { type ChatTurn, isOpen } from './chat-state.ts';
import { Question } from './Question.tsx';
import type { Chat } from './use-chat.ts';

/** What a page says about an answer. */
export type AnswerNote = ComponentType<{ text: string }>;

interface ChatTurnViewProps {
  turn: ChatTurn;
  chat: Chat;
  showDetails: boolean;
  AnswerNote: AnswerNote | undefined;
  isReadOnly: boolean;
  isEditing: boolean;
  onEdit: (editing: boolean) => void;
  onGoTo: (message: MessageId) => void;
}

/** Re-rendered only when its turn changes or the whole chat becomes busy or free: a long chat streams as fast as a short one. */
export const ChatTurnView = memo(TurnView, (before, after) => {
  const isSame = before.turn === after.turn && before.chat.busy === after.chat.busy;
  return isSame && before.isEditing === after.isEditing && before.showDetails === after.showDetails;
});

function TurnView({ turn, chat, showDetails, AnswerNote, isReadOnly, ...editing }: ChatTurnViewProps) {
  const { isEditing, onEdit, onGoTo } = editing;
  const { t } = useWords();
  const ended = !isOpen(turn);
  const canRetry = (turn.state === 'failed' || turn.state === 'stopped') && !chat.busy && !isReadOnly;
  return (
    <>
      {(turn.question || turn.attachments.length > 0) && (
        <Question {...{ turn, chat, isReadOnly, isEditing, onEdit, onGoTo }} />
      )}
      <div className={ChatTurnViewClasses.answer} aria-busy={!ended}>
        {turn.state === 'waiting' && <Writing />}
        {turn.text && (
          <Bubble from="bot">
            <AnswerText text={turn.text} citations={turn.citations} isWriting={!ended} />
          </Bubble>
        )}
        {turn.state === 'failed' && (
          <p className={ChatTurnViewClasses.failed} role="alert">
            <Icon name="triangle-alert" />{' '}
            {turn.fault ? errorMessage(turn.fault) : t('conversations.brokenOff')}
          </p>
        )}
        {turn.state === 'stopped' && <p className={ChatTurnViewClasses.note}>{t('conversations.stopped')}</p>}
        {canRetry && (
          <Button size="compact-sm" variant="default" onClick={() => chat.retry(turn)}>
            {t('conversations.askAgain')}
          </Button>
        )}
        {ended && AnswerNote && turn.text && <AnswerNote text={turn.text} />}
        {ended && <Sources turn={turn} showDetails={showDetails} />}
        {showDetails && <ToolCalls calls={turn.toolCalls} />}
        {showDetails && turn.answer && <AnswerFacts turn={turn} answer={turn.answer} />}
        {ended && <AnswerActions turn={turn} chat={chat} isReadOnly={isReadOnly} onGoTo={onGoTo} />}
      </div>
    </>
  );
}

const Writing = () => (
  <Stack gap={7} py={6} w={220} aria-hidden>
    <Skeleton height={9} radius="xl" />
    <Skeleton height={9} width="70%" radius="xl" />
  </Stack>
);

interface AnswerActionsProps {
  turn: ChatTurn;
  chat: Chat;
  isReadOnly: boolean;
  onGoTo: (message: NonNullable<ChatTurn['answered']>['uuid']) => void;
}

function AnswerActions({ turn, chat, isReadOnly, onGoTo }: AnswerActionsProps) {
  const { t } = useWords();
  const clipboard = useCopy();
  if (!turn.answered) return null;
  const copyLabel = clipboard.copied ? t('conversations.copied') : t('conversations.copyAnswer');
  return (
    <div className={ChatTurnViewClasses.actions}>
      <BranchArrows place={turn.answered} disabled={chat.busy || isReadOnly} onGoTo={onGoTo} />
      <ActionIcon
        size={26}
        variant="subtle"
        color="gray"
        onClick={() => void clipboard.copy(turn.text)}
        aria-label={copyLabel}
        title={copyLabel}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
      {!isReadOnly && (
        <>
          {turn.asked && (
            <ActionIcon
              size={26}
              variant="subtle"
              color="gray"
              disabled={chat.busy}
              onClick={() => chat.regenerate(turn)}
              aria-label={t('conversations.regenerate')}
              title={t('conversations.regenerate')}
            >
              <Icon name="refresh-cw" size={14} />
            </ActionIcon>
          )}
          <Thumbs feedback={turn.feedback} onRate={(rating, reason) => chat.rate(turn, rating, reason)} />
        </>
      )}
    </div>
  );
}

interface AnswerFactsProps {
  turn: ChatTurn;
  answer: NonNullable<ChatTurn['answer']>;
}

/** Who of a group answered, outcome, model, tokens and times of one answer. */
function AnswerFacts({ turn, answer }: AnswerFactsProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const { usage, timing, outcome, serviceUuid, botUuid = '' } = answer;
  const answerer = useContext(AnswererNames).get(botUuid);
  const nameOf = useModelName();
  const service = services?.find(({ uuid }) => uuid === serviceUuid);
  const model = service ? nameOf(service) : serviceUuid;
  return (
    <>
      <ul className={ChatTurnViewClasses.facts}>
        {answerer && <li>{answerer}</li>}
        {outcome !== 'answered' && (
          <li className={ChatTurnViewClasses.outcome}>
            {t(`conversations.outcomes.${outcome}`)}
            <BudgetsLink reason={outcome} />
          </li>
        )}
        <li>
          {usage.micros === undefined
            ? t('conversations.tokens', { tokens: format.number(usage.tokens) })
            : usage.micros === null
              ? t('conversations.ownKeyUnknown')
              : t('conversations.ownKey', { money: format.money(usage.micros) })}
        </li>
        <li>{format.duration(timing.total)}</li>
      </ul>
      <details className={ChatTurnViewClasses.more}>
        <summary>{t('conversations.details')}</summary>
        <ul className={ChatTurnViewClasses.facts}>
          {model && <li>{model}</li>}
          {usage.inputTokens + usage.outputTokens > 0 && (
            <li>
              {t('conversations.modelTokens', {
                input: format.number(usage.inputTokens),
                output: format.number(usage.outputTokens),
              })}
            </li>
          )}
          {timing.firstToken !== null && (
            <li>{t('conversations.firstToken', { time: format.duration(timing.firstToken) })}</li>
          )}
          {timing.retrieval >= 1 && (
            <li>{t('conversations.retrieval', { time: format.duration(timing.retrieval) })}</li>
          )}
          {turn.citations.length > 0 && (
            <li>{t('conversations.passages', { count: turn.citations.length })}</li>
          )}
        </ul>
      </details>
    </>
  );
}

interface SourcesProps {
  turn: ChatTurn;
  /** Also what was found but not cited. */
  showDetails: boolean;
}

function Sources({ turn, showDetails }: SourcesProps) {
  const { t } = useWords();
  const isCited = (number: number) => turn.text.includes(`[${number}]`);
  const cited = turn.citations.filter(({ number }) => isCited(number));
  const others = showDetails ? turn.citations.filter(({ number }) => !isCited(number)) : [];
  if (cited.length + others.length === 0) return null;
  return (
    <section className={ChatTurnViewClasses.sources} aria-label={t('conversations.sources')}>
      {cited.map((citation) => (
        <CitationChip key={citation.number} citation={citation} titled />
      ))}
      {others.map((citation) => (
        <CitationChip key={citation.number} citation={citation} titled dim />
      ))}
    </section>
  );
}

interface ThumbsProps {
  feedback: Feedback | null;
  onRate: (rating: 'up' | 'down' | null, reason: string) => Promise<void>;
}

/** Whether an answer was good; a bad one is asked for its reason. Pressed again, it is taken back. */
function Thumbs({ feedback, onRate }: ThumbsProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const rate = (rating: 'up' | 'down' | null, why = '') =>
    onRate(rating, why).catch((fault: unknown) => toasts.add({ title: errorMessage(fault), color: 'error' }));
  const press = (rating: 'up' | 'down') => {
    const isTakenBack = feedback?.rating === rating;
    setReason('');
    setAsking(rating === 'down' && !isTakenBack);
    void rate(isTakenBack ? null : rating);
  };
  const thumb = (rating: 'up' | 'down', label: string) => (
    <ActionIcon
      size={26}
      variant={feedback?.rating === rating ? 'light' : 'subtle'}
      color={feedback?.rating === rating ? undefined : 'gray'}
      aria-pressed={feedback?.rating === rating}
      onClick={() => press(rating)}
      aria-label={label}
      title={feedback?.rating === rating && feedback.reason ? `${label}: ${feedback.reason}` : label}
    >
      <Icon name={rating === 'up' ? 'thumbs-up' : 'thumbs-down'} size={14} />
    </ActionIcon>
  );
  return (
    <>
      {thumb('up', t('conversations.good'))}
      <Popover
        opened={isAsking}
        onChange={setAsking}
        width={300}
        shadow="md"
        withinPortal
        trapFocus
        returnFocus
      >
        <Popover.Target>{thumb('down', t('conversations.bad'))}</Popover.Target>
        <Popover.Dropdown aria-label={t('conversations.whyBad')}>
          <form
            className={ChatTurnViewClasses.reason}
            onSubmit={(event) => {
              event.preventDefault();
              setAsking(false);
              void rate('down', reason.trim());
            }}
          >
            <Textarea
              label={t('conversations.whyBad')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" size="compact-sm" disabled={!reason.trim()}>
              {t('conversations.sendReason')}
            </Button>
          </form>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
