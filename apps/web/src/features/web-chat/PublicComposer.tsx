import { ActionIcon, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { isSendKey } from '../../shell/send-key.ts';
import classes from './gallery/PublicChat.module.css';

interface PublicComposerProps {
  busy: boolean;
  /** Characters of a question. */
  longest: number;
  onSend: (text: string) => void;
}

/** Where a visitor writes; Enter sends. */
export function PublicComposer({ busy, longest, onSend }: PublicComposerProps) {
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
  return (
    <div className={classes.foot}>
      <Textarea
        ref={field}
        aria-label={t('conversations.message')}
        placeholder={t('conversations.placeholder')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event.nativeEvent)) return;
          event.preventDefault();
          send();
        }}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon
            onClick={send}
            size={32}
            variant="filled"
            disabled={busy || !text.trim()}
            aria-label={t('conversations.send')}
          >
            <Icon name="arrow-up" size={17} />
          </ActionIcon>
        }
      />
    </div>
  );
}
