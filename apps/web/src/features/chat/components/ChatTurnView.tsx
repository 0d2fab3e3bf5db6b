import type { MessageId } from '@hanasu/contract/ids';
import { Button, Skeleton, Stack } from '@mantine/core';
import { memo } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { ToolCalls } from '../../tools/components/ToolCalls.tsx';
import { type ChatTurn, isOpen } from '../chat-turn.ts';
import type { Chat } from '../use-chat.ts';
import { AnswerActions } from './AnswerActions.tsx';
import { AnswerFacts } from './AnswerFacts.tsx';
import { AnswerText } from './AnswerText.tsx';
import { Bubble } from './Bubble.tsx';
import classes from './ChatPanel.module.css';
import { Question } from './Question.tsx';
import { Sources } from './Sources.tsx';

interface ChatTurnViewProps {
  turn: ChatTurn;
  chat: Chat;
  showDetails: boolean;
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

function TurnView({ turn, chat, showDetails, isReadOnly, isEditing, onEdit, onGoTo }: ChatTurnViewProps) {
  const { t } = useWords();
  const ended = !isOpen(turn);
  const canRetry = (turn.state === 'failed' || turn.state === 'stopped') && !chat.busy && !isReadOnly;
  return (
    <>
      {(turn.question || turn.attachments.length > 0) && (
        <Question {...{ turn, chat, isReadOnly, isEditing, onEdit, onGoTo }} />
      )}
      <div className={classes.answer} aria-busy={!ended}>
        {turn.state === 'waiting' && <Writing />}
        {turn.text && (
          <Bubble from="bot">
            <AnswerText text={turn.text} citations={turn.citations} />
          </Bubble>
        )}
        {turn.state === 'failed' && (
          <p className={classes.failed} role="alert">
            <Icon name="triangle-alert" /> {turn.fault ? faultWords(turn.fault) : t('chat.brokenOff')}
          </p>
        )}
        {turn.state === 'stopped' && <p className={classes.note}>{t('chat.stopped')}</p>}
        {canRetry && (
          <Button size="compact-sm" variant="default" onClick={() => chat.retry(turn)}>
            {t('chat.askAgain')}
          </Button>
        )}
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
