import { Button, Skeleton, Stack } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { ChatTurn } from '../use-chat.ts';
import { AnswerFacts } from './AnswerFacts.tsx';
import { AnswerText } from './AnswerText.tsx';
import { Bubble } from './Bubble.tsx';
import classes from './ChatPanel.module.css';
import { Sources } from './Sources.tsx';

interface ChatTurnViewProps {
  turn: ChatTurn;
  showDetails: boolean;
  /** Absent while another answer is being written. */
  onRetry: (() => void) | undefined;
}

export function ChatTurnView({ turn, showDetails, onRetry }: ChatTurnViewProps) {
  const { t } = useWords();
  const ended = turn.state === 'done' || turn.state === 'stopped' || turn.state === 'failed';
  return (
    <>
      <Bubble from="person">{turn.question}</Bubble>
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
        {(turn.state === 'failed' || turn.state === 'stopped') && onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('chat.askAgain')}
          </Button>
        )}
        {ended && <Sources turn={turn} showDetails={showDetails} />}
        {showDetails && turn.answer && <AnswerFacts answer={turn.answer} />}
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
