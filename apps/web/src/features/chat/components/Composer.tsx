import { ActionIcon, Textarea } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { isSendKey } from '../send-key.ts';
import classes from './ChatPanel.module.css';

const LONGEST = 8000;

interface ComposerProps {
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  autoFocus: boolean;
}

export function Composer({ busy, onSend, onStop, autoFocus }: ComposerProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const send = () => {
    const question = text.trim();
    if (!question || busy) return;
    setText('');
    onSend(question);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <Textarea
      ref={field}
      className={classes.field}
      aria-label={t('chat.message')}
      placeholder={t('chat.placeholder')}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={LONGEST}
      value={text}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSectionWidth={44}
      rightSectionProps={{ className: classes.sendSlot ?? '' }}
      rightSection={
        busy ? (
          <ActionIcon onClick={onStop} size={32} color="gray" variant="light" aria-label={t('chat.stop')}>
            <Icon name="square" size={14} />
          </ActionIcon>
        ) : (
          <ActionIcon
            onClick={send}
            size={32}
            variant="filled"
            disabled={!text.trim()}
            aria-label={t('chat.send')}
          >
            <Icon name="arrow-up" size={17} />
          </ActionIcon>
        )
      }
    />
  );
}
