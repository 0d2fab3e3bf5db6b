import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { ChatTurn } from '../chat-turn.ts';
import type { Chat } from '../use-chat.ts';
import { BranchArrows } from './BranchArrows.tsx';
import classes from './ChatPanel.module.css';
import { Thumbs } from './Thumbs.tsx';

interface AnswerActionsProps {
  turn: ChatTurn;
  chat: Chat;
  isReadOnly: boolean;
  onGoTo: (message: NonNullable<ChatTurn['answered']>['uuid']) => void;
}

export function AnswerActions({ turn, chat, isReadOnly, onGoTo }: AnswerActionsProps) {
  const { t } = useWords();
  const clipboard = useClipboard({ timeout: 1500 });
  if (!turn.answered) return null;
  const copyLabel = clipboard.copied ? t('chat.copied') : t('chat.copyAnswer');
  return (
    <div className={classes.actions}>
      <BranchArrows place={turn.answered} disabled={chat.busy || isReadOnly} onGoTo={onGoTo} />
      <ActionIcon
        size={26}
        variant="subtle"
        color="gray"
        onClick={() => clipboard.copy(turn.text)}
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
              aria-label={t('chat.regenerate')}
              title={t('chat.regenerate')}
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
